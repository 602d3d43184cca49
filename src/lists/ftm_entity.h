#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lists/pieces.h"
#include "lists/profile_builder.h"

namespace vedette::lists {

// FollowTheMoney entities as OpenSanctions publishes them: what entities.ftm.json and
// targets.nested.json have in common.

// One entity: {"id", "schema", "caption", "properties": {name: [values]}, "datasets", ...}.
class FtmEntity {
 public:
  explicit FtmEntity(const boost::json::object& object);

  std::string_view id() const { return id_; }
  std::string_view schema() const { return schema_; }
  std::string_view caption() const { return caption_; }
  bool target() const { return target_; }
  std::string_view last_seen() const;
  Pieces datasets() const;
  // The texts among the values of a property; nested entities are left out.
  Pieces values(std::string_view property) const;
  std::string_view first(std::string_view property) const;
  const boost::json::object* properties() const { return properties_; }
  bool valid() const { return !id_.empty() && !schema_.empty() && properties_ != nullptr; }

 private:
  const boost::json::object& object_;
  const boost::json::object* properties_ = nullptr;
  std::string_view id_;
  std::string_view schema_;
  std::string_view caption_;
  bool target_ = false;
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

// Collects one party and the entities around it; what it holds decides the datasets at the end.
class FtmProfile {
 public:
  FtmProfile(const ListInfo& list, const FtmEntity& party);

  void add_address(const FtmEntity& address);
  void add_sanction(const FtmEntity& sanction);
  void add_document(const FtmEntity& document);
  void add_occupancy(const FtmEntity& occupancy, const FtmEntity* position);
  // `other_id`: the party at the other end; `forward`: this party is the edge's source.
  void add_edge(const FtmEntity& edge, bool forward, std::string_view other_id,
                std::string_view other_name);
  profile::Profile take();

 private:
  void add_names(const FtmEntity& party);
  void add_properties(const FtmEntity& party);
  void add_source_urls(const FtmEntity& party);
  void add_property(std::string_view property, const boost::json::value& values);
  void add_entries_of_topics();

  ProfileBuilder builder_;
  std::vector<std::string> topics_;
  std::vector<std::string> positions_;
  std::string last_seen_;
  bool target_ = false;
  std::vector<profile::SanctionEntry> listings_;  // of Sanction entities, before topics decide
};

// Which list a file holds: that of its only dataset, else all of OpenSanctions.
class FtmListName {
 public:
  void see(std::span<const std::string_view> datasets);
  ListInfo info(std::string_view override_id) const;

 private:
  std::string only_;
  bool several_ = false;
};

}  // namespace vedette::lists
