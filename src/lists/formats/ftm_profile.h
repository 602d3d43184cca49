#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lists/building/profile_builder.h"
#include "lists/formats/ftm_entity.h"

namespace vedette::lists {

// Makes profiles of FollowTheMoney entities, one after the other: collects a party and the entities
// around it; what it holds decides the datasets at the end.
class FtmProfile {
 public:
  explicit FtmProfile(const ListInfo& list) : builder_(list) {}

  // The next profile.
  void begin(const FtmEntity& party);
  void add_address(const FtmEntity& address);
  void add_sanction(const FtmEntity& sanction);
  void add_document(const FtmEntity& document);
  void add_occupancy(const FtmEntity& occupancy, const FtmEntity* position);
  // `other_id`: the party at the other end; `forward`: this party is the edge's source.
  void add_edge(const FtmEntity& edge, bool forward, std::string_view other_id,
                std::string_view other_name);
  // Valid until the next one begins.
  profile::Profile&& take();

 private:
  void add_names(const FtmEntity& party);
  static void set_parts(profile::Name& name, FtmEntity::Texts firsts, FtmEntity::Texts lasts);
  void add_position(profile::PepEntry& entry, const FtmEntity& position);
  void note_unread(const FtmReading& entity);
  void add_source_urls(const FtmEntity& party);
  void add_property(std::string_view name, FtmEntity::Texts values);
  void add_source(std::string_view dataset);
  void add_entries_of_topics();
  void add_listings();
  void add_positions();
  void add_associations();

  ProfileBuilder builder_;
  std::vector<profile::Source> sources_;  // of the datasets seen so far
  std::vector<std::string> topics_;
  std::vector<std::string> positions_;
  std::vector<std::string> close_ones_;  // relatives and associates
  std::string last_seen_;
  bool target_ = false;
  std::string label_;
  std::vector<profile::SanctionEntry> listings_;  // of Sanction entities, before topics decide
};

}  // namespace vedette::lists
