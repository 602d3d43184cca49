#include "lists/formats/ftm_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lists/building/known_lists.h"
#include "lists/building/offices.h"
#include "lists/formats/ftm_properties.h"
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
  close_ones_.clear();
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
  if (!names.empty()) set_parts(names.front(), first_names, last_names);
}

// The first and last names that the name begins and ends with; what stands between is the middle
// name, often the father's. The list gives each in several spellings: the shortest first name is
// the one without the father's.
void FtmProfile::set_parts(profile::Name& name, FtmEntity::Texts firsts, FtmEntity::Texts lasts) {
  for (std::string_view given_first : firsts)
    for (std::string_view given_last : lasts) {
      const std::string first = clean(given_first);
      const std::string last = clean(given_last);
      if (first.empty() || last.empty() || first.size() + last.size() + 1 > name.text.size())
        continue;
      if (!name.text.starts_with(first + " ") || !name.text.ends_with(" " + last)) continue;
      if (!name.first.empty() && name.first.size() <= first.size()) continue;
      const std::size_t rest = name.text.size() - first.size() - last.size();
      name.middle = clean(std::string_view(name.text).substr(first.size(), rest));
      name.first = first;
      name.last = last;
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
        builder_.description(value);
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
    else if (*dataset == Dataset::kDd && profile.belongs_to(profile::Family::kIndividual))
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
  const bool has_offices = !profile.peps.empty();
  for (const std::string& each : positions_) {
    if (!pep || has_offices) {
      builder_.position("Position", each);
      continue;
    }
    profile::PepEntry entry;
    entry.position = clean(each);
    entry.former = is_former_office(each) || profile.is_deceased;
    entry.evidence_ids = {builder_.list_evidence()};
    profile.peps.push_back(std::move(entry));
  }
  if (pep && profile.peps.empty()) {
    profile::PepEntry& entry = profile.peps.emplace_back();
    entry.position = "Public office (not named by the list)";
    entry.former = profile.is_deceased;
    entry.evidence_ids = {builder_.list_evidence()};
  }
  if (!pep && !has_offices) {
    if (profile.datasets.has(Dataset::kPepLinked))
      profile.pep_tier = profile::PepTier::kByAssociation;
    add_associations();
    return;
  }
  // OpenSanctions calls only holders of offices of weight PEPs: one that the table does not know is
  // taken as middle-ranking.
  for (profile::PepEntry& entry : profile.peps)
    complete_pep_entry(
        profile, entry,
        profile.pep_tier == profile::PepTier::kNone ? profile::PepTier::kTier2 : profile.pep_tier);
  settle_pep(profile);
}

// The list calls the party a relative or close associate: of those that it is tied to.
void FtmProfile::add_associations() {
  auto& profile = builder_.profile();
  if (!profile.datasets.has(Dataset::kPepLinked)) return;
  for (const std::string& id : close_ones_) {
    profile::PepAssociation made{{profile.key.list, clean(id)}, {builder_.list_evidence()}};
    if (std::ranges::find(profile.pep_associations, made) == profile.pep_associations.end())
      profile.pep_associations.push_back(std::move(made));
  }
}

profile::Profile&& FtmProfile::take() {
  auto& profile = builder_.profile();
  add_entries_of_topics();
  add_listings();
  add_positions();
  builder_.derive_offices();
  if (!profile.belongs_to(profile::Family::kIndividual)) profile.datasets.remove(Dataset::kDd);
  if (target_ && profile.datasets.empty() && profile.sanctions.empty())
    profile.datasets.add(Dataset::kPoi);
  profile::Profile&& made = builder_.take();
  for (profile::Source& source : made.sources)
    source.datasets = made.datasets;
  return std::move(made);
}

}  // namespace vedette::lists
