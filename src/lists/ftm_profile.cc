#include "lists/ftm_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lists/ftm_properties.h"
#include "lists/known_lists.h"
#include "profile/name_split.h"

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::SanctionEntry;

constexpr std::size_t kMostSources = 1024;

struct TopicRow {
  std::string_view topic;
  Dataset dataset;
};
// The first row whose topic is the topic, or the start of it up to a dot.
constexpr std::array kTopics = {
    TopicRow{"sanction.linked", Dataset::kPoi},
    TopicRow{"sanction", Dataset::kSanCurrent},
    TopicRow{"asset.frozen", Dataset::kSanCurrent},
    TopicRow{"debarment", Dataset::kRel},
    TopicRow{"reg", Dataset::kRel},
    TopicRow{"wanted", Dataset::kRel},
    TopicRow{"export", Dataset::kRel},
    TopicRow{"corp.disqual", Dataset::kDd},
    TopicRow{"corp.insolvent", Dataset::kIns},
    TopicRow{"crime", Dataset::kRre},
    TopicRow{"role.pep", Dataset::kPepCurrent},
    TopicRow{"role.rca", Dataset::kPepLinked},
    TopicRow{"gov.soe", Dataset::kSoeCurrent},
    TopicRow{"poi", Dataset::kPoi},
    TopicRow{"role", Dataset::kPoi},
};

std::optional<Dataset> dataset_of(std::string_view topic) {
  for (const TopicRow& row : kTopics)
    if (topic == row.topic || (topic.starts_with(row.topic) && topic[row.topic.size()] == '.'))
      return row.dataset;
  return std::nullopt;
}

Kind kind_of(std::string_view schema) {
  if (schema == "Person") return Kind::kPerson;
  if (schema == "Organization" || schema == "Company" || schema == "PublicBody")
    return Kind::kOrganisation;
  if (schema == "Vessel") return Kind::kVessel;
  if (schema == "Airplane") return Kind::kAircraft;
  return Kind::kUnknown;
}

// A day before another, both as ISO texts that may be partial.
bool is_past(std::string_view date, std::string_view today) {
  return !date.empty() && !today.empty() && date < today.substr(0, date.size());
}

Address whole_address(std::string_view text) {
  Address address = parse_place(text);
  address.line1 = std::move(address.city);
  address.city.clear();
  return address;
}

}  // namespace

void FtmProfile::begin(const FtmEntity& party) {
  builder_.begin(party.id(), kind_of(party.schema()));
  topics_.clear();
  positions_.clear();
  listings_.clear();
  target_ = party.target();
  last_seen_ = party.last_seen();
  add_names(party);
  for (const FtmEntity::Property& property : party.properties())
    add_property(property.name, party.values(property));
  add_source_urls(party);
  for (std::string_view dataset : party.datasets())
    add_source(dataset);
}

void FtmProfile::add_source(std::string_view dataset) {
  auto known = std::ranges::find(sources_, dataset, &profile::Source::name);
  if (known == sources_.end()) {
    if (sources_.size() == kMostSources) sources_.clear();
    profile::Source source;
    source.key = slug(dataset);
    source.name = dataset;
    source.url = fmt::format("https://www.opensanctions.org/datasets/{}/", dataset);
    known = sources_.insert(sources_.end(), std::move(source));
  }
  builder_.source(*known);
}

void FtmProfile::add_names(const FtmEntity& party) {
  builder_.name(party.caption());
  for (const auto& [property, type] : {std::pair{"name", NameType::kSpellingVariation},
                                       {"alias", NameType::kSpellingVariation},
                                       {"previousName", NameType::kPrevious},
                                       {"abbreviation", NameType::kShortened}})
    for (std::string_view value : party.values(property))
      builder_.name(value, type);
  for (std::string_view value : party.values("weakAlias"))
    builder_.name(value, NameType::kSpellingVariation, true);
  const auto first_names = party.values("firstName");
  const auto last_names = party.values("lastName");
  auto& names = builder_.profile().names;
  if (first_names.size() == 1 && last_names.size() == 1 && !names.empty() &&
      !first_names[0].empty() && !last_names[0].empty() &&
      names[0].text == profile::join_name(first_names[0], {}, last_names[0])) {
    names[0].first = clean(first_names[0]);
    names[0].last = clean(last_names[0]);
  }
}

void FtmProfile::add_property(std::string_view name, FtmEntity::Texts values) {
  const FtmProperty* property = ftm_property(name);
  if (property &&
      (property->meaning == FtmMeaning::kName || property->meaning == FtmMeaning::kSilent))
    return;
  for (std::string_view value : values) {
    if (!property) {
      builder_.note(name, value);
      continue;
    }
    switch (property->meaning) {
      case FtmMeaning::kBirth:
        builder_.birth(value);
        break;
      case FtmMeaning::kDeath:
        builder_.death(value);
        break;
      case FtmMeaning::kBirthPlace:
        builder_.birth_place(value);
        break;
      case FtmMeaning::kGender:
        builder_.gender(value);
        break;
      case FtmMeaning::kNationality:
        builder_.nationality(value);
        break;
      case FtmMeaning::kCountry:
        builder_.country(value, name);
        break;
      case FtmMeaning::kAddress:
        builder_.address(whole_address(value));
        break;
      case FtmMeaning::kPhone:
        builder_.contact("Telephone", value);
        break;
      case FtmMeaning::kEmail:
        builder_.contact("Email", value);
        break;
      case FtmMeaning::kWebsite:
        builder_.contact("Website", value);
        break;
      case FtmMeaning::kTitle:
        builder_.title(value);
        break;
      case FtmMeaning::kTopic:
        topics_.emplace_back(value);
        break;
      case FtmMeaning::kPosition:
        positions_.emplace_back(value);
        break;
      case FtmMeaning::kText:
        builder_.note(value);
        break;
      case FtmMeaning::kSector:
        if (builder_.profile().kind == Kind::kPerson)
          builder_.note(name, value);
        else
          builder_.profile().activities.push_back(clean(value));
        break;
      case FtmMeaning::kIdentifier:
        builder_.identifier(property->category, value);
        break;
      case FtmMeaning::kName:
      case FtmMeaning::kSilent:
        break;
    }
  }
}

void FtmProfile::add_source_urls(const FtmEntity& party) {
  for (std::string_view url : party.values("sourceUrl")) {
    profile::Evidence evidence;
    evidence.id = fmt::format("{}:url:{}", builder_.profile().key.record,
                              builder_.profile().evidences.size() + 1);
    evidence.original_url = clean(url);
    evidence.title = "Source";
    builder_.profile().evidences.push_back(std::move(evidence));
  }
}

void FtmProfile::add_address(const FtmEntity& entity) {
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
  builder_.put(address.note, entity.first("remarks"));
  builder_.address(std::move(address));
}

void FtmProfile::add_sanction(const FtmEntity& entity) {
  SanctionEntry entry;
  builder_.put(entry.regime.origin, entity.first("country"));
  if (const auto country = profile::parse_country(entity.first("country")))
    entry.regime.origin = profile::country_name(*country);
  builder_.put(entry.regime.body, entity.first("authority"));
  auto programme = entity.first("program");
  if (programme.empty()) programme = entity.first("programId");
  entry.regime.name = clean(programme);
  entry.regime.types = regime_types(programme);
  builder_.put(entry.sanction_id, entity.first("authorityId").empty()
                                      ? entity.first("unscId")
                                      : entity.first("authorityId"));
  for (std::string_view each : entity.values("provisions"))
    entry.measures.push_back(clean(each));
  std::string evidence_id = builder_.list_evidence();
  if (const auto url = entity.first("sourceUrl"); !url.empty()) {
    profile::Evidence evidence;
    evidence.id = clean(entity.id());
    evidence.original_url = clean(url);
    evidence.title = entry.regime.body;
    evidence.credibility = "High";
    evidence_id = evidence.id;
    builder_.profile().evidences.push_back(std::move(evidence));
  }
  auto started = entity.first("startDate");
  if (started.empty()) started = entity.first("listingDate");
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
  listings_.push_back(std::move(entry));
}

void FtmProfile::add_document(const FtmEntity& entity) {
  auto type = entity.first("type");
  if (type.empty()) type = entity.schema() == "Passport" ? "Passport" : "Identification";
  auto number = entity.first("number");
  if (number.empty()) number = entity.first("passportNumber");
  auto* made = builder_.identifier(type, number, entity.first("country"), entity.first("summary"));
  if (!made) return;
  if (const auto date = profile::parse_date(entity.first("startDate"))) made->issued = *date;
  if (const auto date = profile::parse_date(entity.first("endDate"))) made->expires = *date;
}

void FtmProfile::add_occupancy(const FtmEntity& occupancy, const FtmEntity* position) {
  profile::PepEntry entry;
  if (position) {
    entry.position =
        clean(position->caption().empty() ? position->first("name") : position->caption());
    if (const auto country = profile::parse_country(position->first("country")))
      entry.country = *country;
    for (std::string_view topic : position->values("topics")) {
      if (!entry.segment.empty()) entry.segment += ", ";
      entry.segment += topic;
    }
  }
  if (const auto date = profile::parse_date(occupancy.first("startDate"))) entry.from = *date;
  if (const auto date = profile::parse_date(occupancy.first("endDate"))) entry.to = *date;
  const auto status = occupancy.first("status");
  entry.former = status == "ended" || (status.empty() && !entry.to.empty());
  if (entry.position.empty()) {
    builder_.note("Occupancy of a position that is not named",
                  fmt::format("{} - {}", occupancy.first("startDate"), occupancy.first("endDate")));
    return;
  }
  entry.evidence_ids = {builder_.list_evidence()};
  builder_.profile().peps.push_back(std::move(entry));
}

void FtmProfile::add_edge(const FtmEntity& edge, bool forward, std::string_view other_id,
                          std::string_view other_name) {
  const FtmEdge* kind = ftm_edge(edge.schema());
  if (!kind || other_id.empty()) return;
  std::string relation(forward ? kind->target_relation : kind->source_relation);
  auto said = edge.first("relationship");
  if (said.empty()) said = edge.first("role");
  if (!said.empty()) relation = fmt::format("{} ({})", relation, clean(said));
  builder_.link(other_id, relation, other_name);
  const std::string percentage(edge.first("percentage"));
  auto& links = builder_.profile().links;
  if (!percentage.empty() && !links.empty()) {
    const double value = std::strtod(percentage.c_str(), nullptr);
    if (value > 0 && value <= 100) links.back().ownership_percentage = value;
  }
}

void FtmProfile::add_entries_of_topics() {
  auto& profile = builder_.profile();
  const auto reliable = [&](const char* category, const std::string& topic) {
    profile::RreEntry entry;
    entry.category = category;
    entry.subcategory = topic;
    entry.events.push_back({"Listed", {}, {builder_.list_evidence()}, {}, 0, 0, 0, 0});
    return entry;
  };
  for (const std::string& topic : topics_) {
    const auto dataset = dataset_of(topic);
    if (!dataset) {
      builder_.note("Topic", topic);
      continue;
    }
    profile.datasets.add(*dataset);
    if (*dataset == Dataset::kRel)
      profile.rels.push_back({reliable("Law Enforcement", topic)});
    else if (*dataset == Dataset::kRre)
      profile.rres.push_back(reliable("Crime", topic));
    else if (*dataset == Dataset::kPoi)
      profile.pois.push_back({topic, {}, {builder_.list_evidence()}});
    else if (*dataset == Dataset::kDd && profile.kind == Kind::kPerson)
      profile.dds.push_back({{}, topic, {}, {}, {}, {builder_.list_evidence()}});
    else if (*dataset == Dataset::kIns)
      profile.inss.emplace_back().type = topic;
    else if (*dataset == Dataset::kSoeCurrent)
      profile.soe = profile::SoeEntry{"National", "Current", {builder_.list_evidence()}};
  }
}

// Debarments come as Sanction entities too: without the topic they are enforcement.
void FtmProfile::add_listings() {
  auto& profile = builder_.profile();
  const bool sanctioned = profile.datasets.has(Dataset::kSanCurrent);
  const bool enforcement =
      profile.datasets.has(Dataset::kRel) || profile.datasets.has(Dataset::kDd);
  for (SanctionEntry& each : listings_) {
    if (sanctioned || !enforcement) {
      profile.sanctions.push_back(std::move(each));
      continue;
    }
    profile::RelEntry entry;
    entry.category = "Law Enforcement";
    entry.subcategory = each.regime.body;
    entry.events = std::move(each.events);
    profile.rels.push_back(std::move(entry));
    profile.datasets.add(Dataset::kRel);
  }
  if (sanctioned && profile.sanctions.empty()) builder_.sanction("");
  const bool all_over =
      !profile.sanctions.empty() && std::ranges::all_of(profile.sanctions, &SanctionEntry::former);
  if (all_over) profile.datasets.remove(Dataset::kSanCurrent);
}

void FtmProfile::add_positions() {
  auto& profile = builder_.profile();
  const bool pep = profile.datasets.has(Dataset::kPepCurrent);
  for (const std::string& each : positions_) {
    if (pep && profile.peps.empty()) {
      profile::PepEntry entry;
      entry.position = clean(each);
      entry.evidence_ids = {builder_.list_evidence()};
      profile.peps.push_back(std::move(entry));
    } else {
      builder_.note("Position", each);
    }
  }
  const bool all_former =
      !profile.peps.empty() && std::ranges::all_of(profile.peps, &profile::PepEntry::former);
  if (pep && all_former) {
    profile.datasets.remove(Dataset::kPepCurrent);
    profile.datasets.add(Dataset::kPepFormer);
  }
  if (profile.datasets.has(Dataset::kPepLinked) && !pep)
    profile.pep_tier = profile::PepTier::kByAssociation;
}

profile::Profile&& FtmProfile::take() {
  auto& profile = builder_.profile();
  add_entries_of_topics();
  add_listings();
  add_positions();
  if (profile.kind != Kind::kPerson) profile.datasets.remove(Dataset::kDd);
  if (target_ && profile.datasets.empty() && profile.sanctions.empty())
    profile.datasets.add(Dataset::kPoi);
  profile::Profile&& made = builder_.take();
  for (profile::Source& source : made.sources)
    source.datasets = made.datasets;
  return std::move(made);
}

}  // namespace vedette::lists
