#include "lists/ftm_entity.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <unordered_map>

#include "lists/known_lists.h"
#include "profile/name_split.h"

namespace vedette::lists {
namespace {

namespace json = boost::json;
using profile::Address;
using profile::Dataset;
using profile::Kind;
using profile::NameType;
using profile::SanctionEntry;

constexpr std::array kEdges = {
    FtmEdge{"Ownership", "owner", "asset", "Owner", "Owned company or asset"},
    FtmEdge{"Directorship", "director", "organization", "Director", "Company directed"},
    FtmEdge{"Membership", "member", "organization", "Member", "Organisation of membership"},
    FtmEdge{"Employment", "employee", "employer", "Employee", "Employer"},
    FtmEdge{"Family", "person", "relative", "Relative", "Relative"},
    FtmEdge{"Associate", "person", "associate", "Associate", "Associate"},
    FtmEdge{"UnknownLink", "subject", "object", "Linked", "Linked"},
    FtmEdge{"Representation", "agent", "client", "Representative", "Represented party"},
    FtmEdge{"Succession", "predecessor", "successor", "Predecessor", "Successor"},
    FtmEdge{"Debt", "debtor", "creditor", "Debtor", "Creditor"},
    FtmEdge{"Payment", "payer", "beneficiary", "Payer", "Beneficiary of a payment"},
    FtmEdge{"ContractAward", "supplier", "contract", "Supplier", "Contract"},
};

struct Category {
  std::string_view property;
  std::string_view category;
};
constexpr std::array kIdentifiers = {
    Category{"idNumber", "ID Number"},
    Category{"passportNumber", "Passport"},
    Category{"socialSecurityNumber", "Social Security Number"},
    Category{"taxNumber", "Tax ID No."},
    Category{"vatCode", "V.A.T. Number"},
    Category{"registrationNumber", "Registration Number"},
    Category{"innCode", "INN"},
    Category{"ogrnCode", "OGRN"},
    Category{"kppCode", "KPP"},
    Category{"okpoCode", "OKPO"},
    Category{"okvedCode", "OKVED"},
    Category{"okopfCode", "OKOPF"},
    Category{"fnsCode", "FNS"},
    Category{"fssCode", "FSS"},
    Category{"okatoCode", "OKATO"},
    Category{"oktmoCode", "OKTMO"},
    Category{"okfsCode", "OKFS"},
    Category{"okogu", "OKOGU"},
    Category{"bikCode", "BIK (RU)"},
    Category{"leiCode", "Legal Entity Number"},
    Category{"swiftBic", "SWIFT/BIC"},
    Category{"dunsCode", "D-U-N-S Number"},
    Category{"uniqueEntityId", "Unique Entity ID"},
    Category{"npiCode", "NPI"},
    Category{"uscCode", "Unified Social Credit Code (USCC)"},
    Category{"cikCode", "CIK"},
    Category{"isinCode", "ISIN"},
    Category{"isin", "ISIN"},
    Category{"ricCode", "RIC"},
    Category{"ticker", "Ticker"},
    Category{"permId", "PermID"},
    Category{"giiNumber", "Global Intermediary Identification Number"},
    Category{"caemCode", "CAEM"},
    Category{"cageCode", "CAGE"},
    Category{"icijId", "ICIJ ID"},
    Category{"imoNumber", "IMO Number"},
    Category{"mmsi", "MMSI"},
    Category{"callSign", "Call Sign"},
    Category{"serialNumber", "Serial Number"},
    Category{"licenseNumber", "License"},
    Category{"publicKey", "Digital Currency Address"},
    Category{"wikidataId", "Wikidata"},
    Category{"voenCode", "VOEN"},
    Category{"coatoCode", "COATO"},
    Category{"irsCode", "IRS"},
    Category{"ipoCode", "IPO"},
    Category{"classification", "Classification"},
};

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

// What says nothing about the party that is not said elsewhere.
constexpr std::array<std::string_view, 9> kSilentProperties = {
    "topics",      "addressEntity", "createdAt", "modifiedAt", "publisher",
    "retrievedAt", "proof",         "parent",    "sourceUrl"};

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

std::string_view string_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  const auto* text = found ? found->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

// A day before another, both as ISO texts that may be partial.
bool is_past(std::string_view date, std::string_view today) {
  return !date.empty() && !today.empty() && date < today.substr(0, date.size());
}

}  // namespace

FtmEntity::FtmEntity(const json::object& object) : object_(object) {
  id_ = string_of(object, "id");
  schema_ = string_of(object, "schema");
  caption_ = string_of(object, "caption");
  const json::value* properties = object.if_contains("properties");
  if (properties) properties_ = properties->if_object();
  const json::value* target = object.if_contains("target");
  target_ = target && target->is_bool() && target->get_bool();
}

std::string_view FtmEntity::last_seen() const {
  return string_of(object_, "last_seen");
}

namespace {

// The texts of a value: itself, or those of its elements.
Pieces texts_of(const json::value* value) {
  Pieces out;
  if (value == nullptr) return out;
  if (const auto* text = value->if_string()) out.push_back(*text);
  if (const auto* array = value->if_array())
    for (const json::value& each : *array)
      if (const auto* text = each.if_string()) out.push_back(*text);
  return out;
}

}  // namespace

Pieces FtmEntity::datasets() const {
  const json::value* found = object_.if_contains("datasets");
  return found && found->is_array() ? texts_of(found) : Pieces();
}

Pieces FtmEntity::values(std::string_view property) const {
  return texts_of(properties_ ? properties_->if_contains(property) : nullptr);
}

std::string_view FtmEntity::first(std::string_view property) const {
  const json::value* found = properties_ ? properties_->if_contains(property) : nullptr;
  if (!found) return {};
  if (const auto* text = found->if_string()) return *text;
  if (const auto* array = found->if_array())
    for (const json::value& each : *array)
      if (const auto* text = each.if_string()) return *text;
  return {};
}

FtmRole ftm_role(std::string_view schema) {
  constexpr std::array<std::string_view, 13> kParties = {
      "Person",  "LegalEntity",  "Organization", "Company", "PublicBody", "Vessel", "Airplane",
      "Vehicle", "CryptoWallet", "Security",     "Asset",   "RealEstate", "Thing"};
  for (std::string_view each : kParties)
    if (schema == each) return FtmRole::kParty;
  if (schema == "Address") return FtmRole::kAddress;
  if (schema == "Position") return FtmRole::kPosition;
  if (schema == "Occupancy") return FtmRole::kOccupancy;
  if (schema == "Sanction") return FtmRole::kSanction;
  if (schema == "Identification" || schema == "Passport") return FtmRole::kDocument;
  return ftm_edge(schema) ? FtmRole::kEdge : FtmRole::kOther;
}

const FtmEdge* ftm_edge(std::string_view schema) {
  for (const FtmEdge& each : kEdges)
    if (each.schema == schema) return &each;
  return nullptr;
}

FtmProfile::FtmProfile(const ListInfo& list, const FtmEntity& party)
    : builder_(list, party.id(), kind_of(party.schema())) {
  target_ = party.target();
  last_seen_ = party.last_seen();
  add_properties(party);
  for (std::string_view dataset : party.datasets()) {
    profile::Source source;
    source.key = slug(dataset);
    source.name = dataset;
    source.url = fmt::format("https://www.opensanctions.org/datasets/{}/", dataset);
    builder_.profile().sources.push_back(std::move(source));
  }
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

namespace {

// What the values of a property are.
enum class Meaning {
  kName,  // read before all others
  kBirth,
  kDeath,
  kBirthPlace,
  kGender,
  kNationality,
  kCountry,
  kAddress,
  kPhone,
  kEmail,
  kWebsite,
  kTitle,
  kTopic,
  kPosition,
  kText,
  kSector,
  kIdentifier,
  kSilent,
};
struct Property {
  Meaning meaning;
  std::string_view category = {};  // of an identifier
};
using Properties = std::unordered_map<std::string_view, Property>;

Properties read_properties() {
  using enum Meaning;
  Properties all = {{"name", {kName}},
                    {"alias", {kName}},
                    {"previousName", {kName}},
                    {"abbreviation", {kName}},
                    {"weakAlias", {kName}},
                    {"birthDate", {kBirth}},
                    {"deathDate", {kDeath}},
                    {"birthPlace", {kBirthPlace}},
                    {"gender", {kGender}},
                    {"nationality", {kNationality}},
                    {"citizenship", {kNationality}},
                    {"country", {kCountry}},
                    {"jurisdiction", {kCountry}},
                    {"mainCountry", {kCountry}},
                    {"birthCountry", {kCountry}},
                    {"flag", {kCountry}},
                    {"address", {kAddress}},
                    {"phone", {kPhone}},
                    {"email", {kEmail}},
                    {"website", {kWebsite}},
                    {"title", {kTitle}},
                    {"topics", {kTopic}},
                    {"position", {kPosition}},
                    {"notes", {kText}},
                    {"description", {kText}},
                    {"summary", {kText}},
                    {"sector", {kSector}}};
  for (const Category& each : kIdentifiers)
    all.emplace(each.property, Property{kIdentifier, each.category});
  for (std::string_view each : kSilentProperties)
    all.emplace(each, Property{Meaning::kSilent});
  return all;
}

const Property* property_of(std::string_view name) {
  static const Properties all = read_properties();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

Address whole_address(std::string_view text) {
  Address address = parse_place(text);
  address.line1 = std::move(address.city);
  address.city.clear();
  return address;
}

}  // namespace

void FtmProfile::add_property(std::string_view name, const json::value& values) {
  const Property* property = property_of(name);
  if (property && (property->meaning == Meaning::kName || property->meaning == Meaning::kSilent))
    return;
  for (std::string_view value : texts_of(&values)) {
    if (!property) {
      builder_.note(name, value);
      continue;
    }
    switch (property->meaning) {
      case Meaning::kBirth:
        builder_.birth(value);
        break;
      case Meaning::kDeath:
        builder_.death(value);
        break;
      case Meaning::kBirthPlace:
        builder_.birth_place(value);
        break;
      case Meaning::kGender:
        builder_.gender(value);
        break;
      case Meaning::kNationality:
        builder_.nationality(value);
        break;
      case Meaning::kCountry:
        builder_.country(value, name);
        break;
      case Meaning::kAddress:
        builder_.address(whole_address(value));
        break;
      case Meaning::kPhone:
        builder_.contact("Telephone", value);
        break;
      case Meaning::kEmail:
        builder_.contact("Email", value);
        break;
      case Meaning::kWebsite:
        builder_.contact("Website", value);
        break;
      case Meaning::kTitle:
        builder_.title(value);
        break;
      case Meaning::kTopic:
        topics_.emplace_back(value);
        break;
      case Meaning::kPosition:
        positions_.emplace_back(value);
        break;
      case Meaning::kText:
        builder_.note(value);
        break;
      case Meaning::kSector:
        if (builder_.profile().kind == Kind::kPerson)
          builder_.note(name, value);
        else
          builder_.profile().activities.push_back(clean(value));
        break;
      case Meaning::kIdentifier:
        builder_.identifier(property->category, value);
        break;
      case Meaning::kName:
      case Meaning::kSilent:
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

void FtmProfile::add_properties(const FtmEntity& party) {
  add_names(party);
  for (const auto& member : *party.properties())
    add_property(member.key(), member.value());
  add_source_urls(party);
}

void FtmProfile::add_address(const FtmEntity& entity) {
  Address address;
  address.line1 = clean(entity.first("street"));
  address.line2 = clean(entity.first("street2"));
  if (const auto box = entity.first("postOfficeBox"); !box.empty())
    address.line2 += (address.line2.empty() ? "" : ", ") + clean(box);
  address.city = clean(entity.first("city"));
  address.county =
      clean(entity.first("state").empty() ? entity.first("region") : entity.first("state"));
  address.postcode = clean(entity.first("postalCode"));
  if (const auto country = entity.first("country"); !country.empty()) set_country(address, country);
  if (address.line1.empty() && address.city.empty()) address.line1 = clean(entity.first("full"));
  address.note = clean(entity.first("remarks"));
  builder_.address(std::move(address));
}

void FtmProfile::add_sanction(const FtmEntity& entity) {
  SanctionEntry entry;
  entry.regime.origin = clean(entity.first("country"));
  if (const auto country = profile::parse_country(entity.first("country")))
    entry.regime.origin = profile::country_name(*country);
  entry.regime.body = clean(entity.first("authority"));
  auto programme = entity.first("program");
  if (programme.empty()) programme = entity.first("programId");
  entry.regime.name = clean(programme);
  entry.regime.types = regime_types(programme);
  entry.sanction_id = clean(entity.first("authorityId").empty() ? entity.first("unscId")
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

profile::Profile FtmProfile::take() {
  auto& profile = builder_.profile();
  add_entries_of_topics();
  const bool sanctioned = profile.datasets.has(Dataset::kSanCurrent);
  const bool enforcement =
      profile.datasets.has(Dataset::kRel) || profile.datasets.has(Dataset::kDd);
  // Debarments come as Sanction entities too: without the topic they are enforcement.
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
  const bool all_over = !profile.sanctions.empty() &&
                        std::all_of(profile.sanctions.begin(), profile.sanctions.end(),
                                    [](const SanctionEntry& each) { return each.former; });
  if (all_over) profile.datasets.remove(Dataset::kSanCurrent);
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
  const bool all_former = !profile.peps.empty() &&
                          std::all_of(profile.peps.begin(), profile.peps.end(),
                                      [](const profile::PepEntry& each) { return each.former; });
  if (pep && all_former) {
    profile.datasets.remove(Dataset::kPepCurrent);
    profile.datasets.add(Dataset::kPepFormer);
  }
  if (profile.datasets.has(Dataset::kPepLinked) && !pep)
    profile.pep_tier = profile::PepTier::kByAssociation;
  if (profile.kind != Kind::kPerson) profile.datasets.remove(Dataset::kDd);
  if (target_ && profile.datasets.empty() && profile.sanctions.empty())
    profile.datasets.add(Dataset::kPoi);
  auto sources = std::move(profile.sources);
  profile.sources.clear();
  profile::Profile made = builder_.take();
  if (!sources.empty()) made.sources = std::move(sources);
  for (profile::Source& source : made.sources)
    source.datasets = made.datasets;
  return made;
}

void FtmListName::see(std::span<const std::string_view> datasets) {
  for (std::string_view each : datasets) {
    if (only_.empty()) only_ = each;
    if (only_ != each) several_ = true;
  }
}

ListInfo FtmListName::info(std::string_view override_id) const {
  const bool one = !only_.empty() && !several_;
  ListInfo list = known_list(!override_id.empty() ? std::string(override_id)
                             : one                ? "os-" + slug(only_)
                                                  : std::string("opensanctions"));
  if (list.name == list.id) list.name = one ? "OpenSanctions: " + only_ : "OpenSanctions";
  if (list.url.empty())
    list.url = one ? fmt::format("https://www.opensanctions.org/datasets/{}/", only_)
                   : "https://www.opensanctions.org/";
  return list;
}

}  // namespace vedette::lists
