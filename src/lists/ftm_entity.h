#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lists/account.h"

namespace vedette::lists {

// One FollowTheMoney entity as OpenSanctions publishes them: {"id", "schema", "caption",
// "properties": {name: [values]}, "datasets", ...}. It holds views of the texts among the values;
// entities nested in it are left out.
class FtmEntity {
 public:
  using Texts = std::span<const std::string_view>;
  struct Property {
    std::string_view name;
    std::uint32_t first;  // of its texts
    std::uint32_t count;
  };

  explicit FtmEntity(const boost::json::object& object);
  // What append_to wrote; the entity has views of it.
  explicit FtmEntity(std::string_view packed);
  // The entity as bytes that are quickly read again, unlike JSON.
  void append_to(std::string& out) const;

  std::string_view id() const { return id_; }
  std::string_view schema() const { return schema_; }
  std::string_view caption() const { return caption_; }
  bool target() const { return target_; }
  std::string_view last_seen() const { return last_seen_; }
  Texts datasets() const { return Texts(texts_.data(), datasets_); }
  std::span<const Property> properties() const { return {properties_.data(), properties_.size()}; }
  Texts values(const Property& property) const {
    return Texts(texts_.data() + property.first, property.count);
  }
  Texts values(std::string_view property) const;
  std::string_view first(std::string_view property) const;
  bool valid() const { return !id_.empty() && !schema_.empty() && has_properties_; }

 private:
  void add_texts(const boost::json::value& value);

  std::string_view id_;
  std::string_view schema_;
  std::string_view caption_;
  std::string_view last_seen_;
  bool target_ = false;
  bool has_properties_ = false;
  std::size_t datasets_ = 0;  // the first texts are the datasets
  boost::container::small_vector<std::string_view, 48> texts_;
  boost::container::small_vector<Property, 24> properties_;
};

enum class FtmRole { kParty, kAddress, kPosition, kOccupancy, kSanction, kDocument, kEdge, kOther };
FtmRole ftm_role(std::string_view schema);

// The two ends of an edge and what each is to the other.
struct FtmEdge {
  std::string_view schema;
  std::string_view source;           // property of one end
  std::string_view target;           // property of the other
  std::string_view source_relation;  // what the source is to the target
  std::string_view target_relation;  // what the target is to the source
};
const FtmEdge* ftm_edge(std::string_view schema);

// Which list a file holds: that of its only dataset, else all of OpenSanctions.
class FtmListName {
 public:
  void see(std::span<const std::string_view> datasets);
  bool several() const { return several_; }  // nothing that is still to be seen changes the name
  ListInfo info(std::string_view override_id) const;

 private:
  std::string only_;
  bool several_ = false;
};

}  // namespace vedette::lists
