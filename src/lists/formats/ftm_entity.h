#pragma once

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "lists/input/account.h"

namespace vedette::lists {

// One FollowTheMoney entity as OpenSanctions publishes them: {"id", "schema", "caption",
// "properties": {name: [values]}, "datasets", ...}. It holds views of the texts among the values;
// entities nested in it are left out. A member of the entity itself that is none of OpenSanctions'
// is taken as a property of its name.
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
  void add_property(std::string_view name, const boost::json::value& value);

  std::string_view id_;
  std::string_view schema_;
  std::string_view caption_;
  std::string_view last_seen_;
  bool target_ = false;
  bool has_properties_ = false;
  std::size_t datasets_ = 0;  // the first texts are the datasets
  boost::container::small_vector<std::string_view, 48> texts_;
  boost::container::small_vector<Property, 24> properties_;
  std::forward_list<std::string> made_;  // texts that stand nowhere as they are
};

// Looks up the properties of an entity that belongs to a party, and remembers which of their values
// were asked for.
class FtmReading {
 public:
  explicit FtmReading(const FtmEntity& entity) : entity_(entity) {}

  std::string_view id() const { return entity_.id(); }
  std::string_view schema() const { return entity_.schema(); }
  std::string_view caption() const { return entity_.caption(); }
  std::string_view first(std::string_view property);
  FtmEntity::Texts values(std::string_view property);

  // Visits (property, value) of what was not asked for.
  template <class Visit>
  void for_each_unread(const Visit& visit) const {
    const auto properties = entity_.properties();
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const auto read = static_cast<std::size_t>(i < kMost ? read_[i] : 0);
      const FtmEntity::Texts values = entity_.values(properties[i]);
      for (std::string_view value : values.subspan(std::min(read, values.size())))
        visit(properties[i].name, value, read);
    }
  }

 private:
  static constexpr std::size_t kMost = 64;
  const FtmEntity::Property* find(std::string_view property, std::uint32_t read);

  const FtmEntity& entity_;
  std::array<std::uint32_t, kMost> read_{};  // of each property, how many of its values
};

enum class FtmRole { kParty, kAddress, kPosition, kOccupancy, kSanction, kDocument, kEdge, kOther };
FtmRole ftm_role(std::string_view schema);
// The same for an entity. One whose schema is not known is a party of an unknown kind if it says so
// itself, by a topic, as a target or by a name: nobody who is listed may be missing because the
// publisher has a new word for what he is.
FtmRole ftm_role(const FtmEntity& entity);

// Tells of the parties that were taken though their schema is not known.
class UnknownSchemas {
 public:
  // Looks at the schema of a party.
  void see(const FtmEntity& party);
  void tell(Sink& sink) const;

 private:
  static constexpr std::size_t kMostNamed = 5;
  std::set<std::string, std::less<>> names_;
  bool more_ = false;
  std::uint64_t parties_ = 0;
};

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
