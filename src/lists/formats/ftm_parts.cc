#include <fmt/format.h>

#include "lists/building/offices.h"
#include "lists/building/vocabulary.h"
#include "lists/formats/ftm_profile.h"
#include "lists/formats/ftm_properties.h"

// The entities around a party: addresses, sanctions, documents, offices and relations.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::SanctionEntry;

// A day before another, both as ISO texts that may be partial.
bool is_past(std::string_view date, std::string_view today) {
  return !date.empty() && !today.empty() && date < today.substr(0, date.size());
}

}  // namespace

void FtmProfile::add_address(const FtmEntity& given) {
  FtmReading entity(given);
  Address address;
  builder_.put(address.line1, entity.first("street"));
  builder_.put(address.line2, entity.first("street2"));
  if (const auto box = entity.first("postOfficeBox"); !box.empty())
    address.line2 += (address.line2.empty() ? "" : ", ") + clean(box);
  builder_.put(address.city, entity.first("city"));
  builder_.put(address.county,
               entity.first("state").empty() ? entity.first("region") : entity.first("state"));
  builder_.put(address.postcode, entity.first("postalCode"));
  if (const auto country = entity.first("country"); !country.empty()) set_country(address, country);
  if (address.line1.empty() && address.city.empty())
    builder_.put(address.line1, entity.first("full"));
  entity.values("full");  // the same in one line
  builder_.put(address.note, entity.first("remarks"));
  builder_.address(std::move(address));
  note_unread(entity);
}

void FtmProfile::add_sanction(const FtmEntity& given) {
  FtmReading entity(given);
  SanctionEntry entry;
  entry.regime.origin = origin_name(entity.first("country"));
  builder_.put(entry.regime.body, entity.first("authority"));
  auto programme = entity.first("program");
  if (programme.empty()) programme = entity.first("programId");
  entry.regime.name = clean(programme);
  entry.regime.types = regime_types(programme);
  builder_.put(entry.sanction_id, entity.first("authorityId").empty()
                                      ? entity.first("unscId")
                                      : entity.first("authorityId"));
  for (std::string_view each : entity.values("provisions"))
    entry.measures.push_back(measure_name(each));
  std::string evidence_id = builder_.list_evidence();
  auto started = entity.first("startDate");
  if (started.empty()) started = entity.first("listingDate");
  if (const auto url = entity.first("sourceUrl"); !url.empty()) {
    profile::Evidence evidence;
    evidence.id = clean(entity.id());
    evidence.original_url = clean(url);
    evidence.title = entry.regime.body;
    evidence.credibility = "High";
    evidence.summary = clean(entity.first("reason"));
    if (const auto date = profile::parse_date(started)) evidence.published = *date;
    evidence_id = evidence.id;
    builder_.profile().evidences.push_back(std::move(evidence));
  }
  for (const auto& [type, date] :
       {std::pair{"Added", started}, std::pair{"Amended", entity.first("modifiedAt")},
        std::pair{"Removed", entity.first("endDate")}}) {
    if (date.empty()) continue;
    if (const auto parsed = profile::parse_date(date))
      entry.events.push_back({type, *parsed, {evidence_id}, {}, 0, 0, 0, 0});
    else
      builder_.note(type, date);
  }
  entry.former = is_past(entity.first("endDate"), last_seen_);
  for (const char* property : {"reason", "summary", "status", "duration"})
    for (std::string_view each : entity.values(property))
      builder_.note(property, each);
  for (const char* property : {"entity", "programUrl"})
    entity.values(property);
  note_unread(entity);
  listings_.push_back(std::move(entry));
}

void FtmProfile::add_document(const FtmEntity& given) {
  FtmReading entity(given);
  entity.values("holder");
  auto type = entity.first("type");
  if (type.empty()) type = entity.schema() == "Passport" ? "Passport" : "Identification";
  auto number = entity.first("number");
  if (number.empty()) number = entity.first("passportNumber");
  auto* made = builder_.identifier(type, number, entity.first("country"), entity.first("summary"));
  for (const auto& [property, date] : {std::pair{"startDate", made ? &made->issued : nullptr},
                                       std::pair{"endDate", made ? &made->expires : nullptr}}) {
    const auto text = entity.first(property);
    if (const auto parsed = profile::parse_date(text); parsed && date != nullptr)
      *date = *parsed;
    else
      builder_.note(property, text);
  }
  note_unread(entity);
}

void FtmProfile::add_occupancy(const FtmEntity& given, const FtmEntity* position) {
  FtmReading occupancy(given);
  for (const char* property : {"holder", "post"})
    occupancy.values(property);
  profile::PepEntry entry;
  if (position) add_position(entry, *position);
  if (const auto date = profile::parse_date(occupancy.first("startDate"))) entry.from = *date;
  if (const auto date = profile::parse_date(occupancy.first("endDate"))) entry.to = *date;
  const auto status = occupancy.first("status");
  entry.former = status == "ended" || is_past(occupancy.first("endDate"), last_seen_) ||
                 (status.empty() && !entry.to.empty());
  note_unread(occupancy);
  if (entry.position.empty()) {
    builder_.note("Occupancy of a position that is not named",
                  fmt::format("{} - {}", occupancy.first("startDate"), occupancy.first("endDate")));
    return;
  }
  entry.evidence_ids = {builder_.list_evidence()};
  builder_.profile().peps.push_back(std::move(entry));
}

void FtmProfile::add_position(profile::PepEntry& entry, const FtmEntity& given) {
  FtmReading position(given);
  for (const char* property : {"name", "wikidataId"})
    position.values(property);
  entry.position = clean(position.caption().empty() ? position.first("name") : position.caption());
  if (const auto country = profile::parse_country(position.first("country")))
    entry.country = *country;
  const auto topics = position.values("topics");
  if (const auto office = office_of_topics(topics)) {
    entry.segment = office->segment;
    auto& tier = builder_.profile().pep_tier;
    if (tier == profile::PepTier::kNone || office->tier < tier) tier = office->tier;
  }
  note_unread(position);
}

void FtmProfile::add_edge(const FtmEntity& given, bool forward, std::string_view other_id,
                          std::string_view other_name) {
  const FtmEdge* kind = ftm_edge(given.schema());
  if (!kind || other_id.empty()) return;
  FtmReading edge(given);
  edge.values(kind->source);
  edge.values(kind->target);
  std::string relation(forward ? kind->target_relation : kind->source_relation);
  auto said = edge.first("relationship");
  if (said.empty()) said = edge.first("role");
  // What the other is to this party, from either end: the wife of one is the other's wife.
  if (!said.empty() && !relationship_name(said, forward, relation))
    relation = fmt::format("{} ({})", relation, clean(said));
  builder_.link(other_id, relation, other_name);
  if (given.schema() == "Family" || given.schema() == "Associate")
    close_ones_.emplace_back(other_id);
  const std::string percentage(edge.first("percentage"));
  auto& links = builder_.profile().links;
  if (!percentage.empty() && !links.empty()) {
    const double value = std::strtod(percentage.c_str(), nullptr);
    if (value > 0 && value <= 100)
      links.back().ownership_percentage = value;
    else
      builder_.note("Ownership percentage", percentage);
  }
  note_unread(edge);
}

// "Ownership startDate: 2005" of what was not asked for. What says nothing of a party says nothing
// here either, but for further ones of a kind that was asked for.
void FtmProfile::note_unread(const FtmReading& entity) {
  entity.for_each_unread([&](std::string_view property, std::string_view value, std::size_t read) {
    const FtmProperty* known = ftm_property(property);
    if (read == 0 && known != nullptr && known->meaning == FtmMeaning::kSilent) return;
    label_.assign(entity.schema()).append(1, ' ').append(property);
    builder_.note(std::string_view(label_), value);
  });
}

}  // namespace vedette::lists
