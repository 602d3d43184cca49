#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <forward_list>
#include <optional>
#include <unordered_map>

#include "lists/building/known_lists.h"
#include "lists/building/offices.h"
#include "lists/building/profile_builder.h"
#include "lists/formats/format.h"
#include "lists/formats/ftm_entity.h"
#include "lists/input/json_items.h"
#include "lists/input/json_record.h"

// Senzing's entity format as OpenSanctions and others publish it. A record is a set of features; a
// feature may stand in the record itself, in "FEATURES", or in a list by kind ("NAMES", "DATES").
// Each is read the same way wherever it stands.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using profile::Address;
using profile::Dataset;
using profile::Kind;
using profile::NameType;

std::string_view text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  const auto* text = found ? found->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

struct NumberType {
  std::string_view number;
  std::string_view country;
  std::string_view other;  // a state, or the type where there is no category
  std::string_view category;
};
constexpr std::array kNumbers = {
    NumberType{"PASSPORT_NUMBER", "PASSPORT_COUNTRY", "PASSPORT_STATE", "Passport"},
    NumberType{"NATIONAL_ID_NUMBER", "NATIONAL_ID_COUNTRY", "NATIONAL_ID_STATE", "National ID"},
    NumberType{"TAX_ID_NUMBER", "TAX_ID_COUNTRY", "TAX_ID_STATE", "Tax ID No."},
    NumberType{"DRIVERS_LICENSE_NUMBER", "DRIVERS_LICENSE_COUNTRY", "DRIVERS_LICENSE_STATE",
               "Driver's License No."},
    NumberType{"LEI_NUMBER", "LEI_COUNTRY", "LEI_STATE", "Legal Entity Number"},
    NumberType{"DUNS_NUMBER", "DUNS_COUNTRY", "DUNS_STATE", "D-U-N-S Number"},
    NumberType{"NPI_NUMBER", "NPI_COUNTRY", "NPI_STATE", "NPI"},
    NumberType{"SSN_NUMBER", "SSN_COUNTRY", "SSN_STATE", "Social Security Number"},
    NumberType{"ACCOUNT_NUMBER", "ACCOUNT_COUNTRY", "ACCOUNT_STATE", "Account"},
    NumberType{"SSN", "SSN_COUNTRY", "SSN_STATE", "Social Security Number"},
    NumberType{"OTHER_ID_NUMBER", "OTHER_ID_COUNTRY", "OTHER_ID_TYPE", ""},
    NumberType{"TRUSTED_ID_NUMBER", "TRUSTED_ID_COUNTRY", "TRUSTED_ID_TYPE", ""},
};

// The attributes of a feature that are read, in groups that are read together.
enum Attribute : std::uint8_t {
  kNameType,
  kNameFull,
  kNameOrg,
  kNameFirst,
  kNameMiddle,
  kNameLast,
  kNamePrefix,
  kDateOfBirth,  // dates and countries
  kDateOfDeath,
  kRegistrationDate,
  kGender,
  kPlaceOfBirth,
  kNationality,
  kCitizenship,
  kCountryOfAssociation,
  kRegistrationCountry,
  kAddrLine1,  // address
  kAddrFull,
  kAddrLine2,
  kAddrCity,
  kAddrState,
  kAddrPostalCode,
  kAddrCountry,
  kPhoneType,  // contacts
  kPhoneNumber,
  kEmailAddress,
  kWebsiteAddress,
  kTopic,  // the rest
  kRelPointerKey,
  kRelAnchorKey,
  kRelPointerRole,
  kFirstNumber,  // three of each row of kNumbers
};
constexpr std::size_t kAttributes = kFirstNumber + 3 * kNumbers.size();
// What is read elsewhere, and what says nothing of the party: which list a number is of, when the
// record last changed.
constexpr std::size_t kLeftOut = kAttributes;

// Where the attribute of a name is kept; nothing for one that is not known.
std::optional<std::size_t> place_of(std::string_view name) {
  static const std::unordered_map<std::string_view, std::size_t> places = [] {
    std::unordered_map<std::string_view, std::size_t> all = {
        {"NAME_TYPE", kNameType},
        {"NAME_FULL", kNameFull},
        {"NAME_ORG", kNameOrg},
        {"NAME_FIRST", kNameFirst},
        {"NAME_MIDDLE", kNameMiddle},
        {"NAME_LAST", kNameLast},
        {"NAME_PREFIX", kNamePrefix},
        {"DATE_OF_BIRTH", kDateOfBirth},
        {"DATE_OF_DEATH", kDateOfDeath},
        {"REGISTRATION_DATE", kRegistrationDate},
        {"GENDER", kGender},
        {"PLACE_OF_BIRTH", kPlaceOfBirth},
        {"NATIONALITY", kNationality},
        {"CITIZENSHIP", kCitizenship},
        {"COUNTRY_OF_ASSOCIATION", kCountryOfAssociation},
        {"REGISTRATION_COUNTRY", kRegistrationCountry},
        {"ADDR_LINE1", kAddrLine1},
        {"ADDR_FULL", kAddrFull},
        {"ADDR_LINE2", kAddrLine2},
        {"ADDR_CITY", kAddrCity},
        {"ADDR_STATE", kAddrState},
        {"ADDR_POSTAL_CODE", kAddrPostalCode},
        {"ADDR_COUNTRY", kAddrCountry},
        {"PHONE_TYPE", kPhoneType},
        {"PHONE_NUMBER", kPhoneNumber},
        {"EMAIL_ADDRESS", kEmailAddress},
        {"WEBSITE_ADDRESS", kWebsiteAddress},
        {"TOPIC", kTopic},
        {"REL_POINTER_KEY", kRelPointerKey},
        {"REL_ANCHOR_KEY", kRelAnchorKey},
        {"REL_POINTER_ROLE", kRelPointerRole},
        {"RECORD_ID", kLeftOut},
        {"RECORD_TYPE", kLeftOut},
        {"DATA_SOURCE", kLeftOut},
        {"URL", kLeftOut},
        {"REL_ANCHOR_DOMAIN", kLeftOut},
        {"REL_POINTER_DOMAIN", kLeftOut},
        {"LAST_CHANGE", kLeftOut},
    };
    for (std::size_t i = 0; i < kNumbers.size(); ++i) {
      all.emplace(kNumbers[i].number, kFirstNumber + 3 * i);
      all.emplace(kNumbers[i].country, kFirstNumber + 3 * i + 1);
      all.emplace(kNumbers[i].other, kFirstNumber + 3 * i + 2);
    }
    return all;
  }();
  const auto found = places.find(name);
  if (found == places.end()) return std::nullopt;
  return found->second;
}

// The texts of one feature, each looked up once.
class Feature {
 public:
  explicit Feature(const json::object& object) {
    for (const auto& member : object) {
      const std::string_view text = text_of(member.value());
      if (text.empty()) {
        if (const auto* several = member.value().if_array())
          for (const json::value& each : *several)
            add_unknown(member.key(), text_of(each));
        has_more_ = has_more_ || member.value().is_structured();
        continue;
      }
      const auto place = place_of(member.key());
      if (!place) add_unknown(member.key(), text);
      if (!place || *place == kLeftOut) continue;
      texts_[*place] = text;
      least_ = std::min(least_, *place);
      most_ = std::max(most_, *place);
    }
  }
  std::span<const std::pair<std::string_view, std::string_view>> unknown() const {
    return unknown_;
  }
  std::string_view operator[](std::size_t place) const { return texts_[place]; }
  bool has_more() const { return has_more_; }  // objects within it, perhaps
  // Whether there may be an attribute between the two.
  bool has(std::size_t first, std::size_t last) const { return least_ <= last && most_ >= first; }

 private:
  void add_unknown(std::string_view name, std::string_view text) {
    if (!text.empty()) unknown_.emplace_back(name, text);
  }
  // Of a text, a number or a flag that is set; the objects of a record are features of their own.
  std::string_view text_of(const json::value& value) {
    if (const auto* text = value.if_string()) return *text;
    if (value.is_number() || (value.is_bool() && value.get_bool()))
      return made_.emplace_front(json::serialize(value));
    return {};
  }

  std::array<std::string_view, kAttributes> texts_{};
  std::vector<std::pair<std::string_view, std::string_view>> unknown_;
  std::forward_list<std::string> made_;  // texts that stand nowhere as they are
  std::size_t least_ = kAttributes;
  std::size_t most_ = 0;
  bool has_more_ = false;
};

// The names of records that others point at as their office.
using OfficeNames = std::unordered_map<std::string, std::string>;

class Features {
 public:
  Features(ProfileBuilder& builder, Sink& sink, const OfficeNames& office_names)
      : builder_(builder), sink_(sink), office_names_(office_names) {}

  // The object and those within it.
  void add(const json::object& object) {
    const Feature f(object);
    if (f.has(kNameType, kNamePrefix)) add_names(f);
    if (f.has(kDateOfBirth, kRegistrationCountry)) add_dates_and_countries(f);
    if (f.has(kAddrLine1, kAddrCountry)) add_address(f);
    if (f.has(kPhoneType, kWebsiteAddress)) add_contacts(f);
    if (f.has(kFirstNumber, kAttributes)) add_numbers(f);
    if (!f[kTopic].empty()) topics_.emplace_back(f[kTopic]);
    add_relation(f);
    for (const auto& [name, text] : f.unknown())
      builder_.note(name, text);
    if (!f.has_more()) return;
    for (const auto& member : object) {
      if (const auto* one = member.value().if_object()) add(*one);
      if (const auto* several = member.value().if_array())
        for (const json::value& each : *several)
          if (each.is_object()) add(each.get_object());
    }
  }

  // PEPs and sanctions known by topic only.
  void finish() {
    auto& profile = builder_.profile();
    // NAME_ORG is an organisation's, unless the record says that it is about a person.
    if (has_organisation_name_ && !has_personal_name_ && !profile::settle_kind(profile) &&
        profile.kind == Kind::kUnknown)
      builder_.set_kind(Kind::kOrganisation);
    for (const std::string& topic : topics_) {
      if (topic == "sanction" || topic.starts_with("sanction.counter")) {
        builder_.sanction("");
      } else if (topic == "role.pep") {
        profile.datasets.add(Dataset::kPepCurrent);
        add_offices();
      } else if (topic == "role.rca") {
        profile.datasets.add(Dataset::kPepLinked);
        profile.pep_tier = profile::PepTier::kByAssociation;
        builder_.list_evidence();
      } else if (topic.starts_with("crime")) {
        add_entry(profile.rres.emplace_back(), "Crime", topic);
        profile.datasets.add(Dataset::kRre);
      } else if (topic == "debarment" || topic == "wanted" || topic.starts_with("reg.") ||
                 topic.starts_with("export.")) {
        add_entry(profile.rels.emplace_back(), "Law Enforcement", topic);
        profile.datasets.add(Dataset::kRel);
      } else {
        profile.pois.push_back({topic, {}, {builder_.list_evidence()}});
        profile.datasets.add(Dataset::kPoi);
      }
    }
  }

 private:
  void add_entry(profile::RreEntry& entry, const char* category, const std::string& topic) {
    entry.category = category;
    entry.subcategory = topic;
    entry.events.push_back({"Listed", {}, {builder_.list_evidence()}, {}, 0, 0, 0, 0});
  }

  void add_names(const Feature& f) {
    const auto type = f[kNameType];
    const NameType kind = type == "MAIDEN"                         ? NameType::kMaiden
                          : type == "NICKNAME" || type == "NICK"   ? NameType::kNickname
                          : type == "DBA"                          ? NameType::kBrand
                          : type == "PREVIOUS" || type == "FORMER" ? NameType::kPrevious
                                                                   : NameType::kSpellingVariation;
    const bool weak = type == "WEAK" || type == "WEAK_ALIAS";
    for (const Attribute whole : {kNameFull, kNameOrg})
      if (!f[whole].empty()) {
        sink_.part("names");
        builder_.name(f[whole], kind, weak);
        has_organisation_name_ = has_organisation_name_ || whole == kNameOrg;
      }
    if (!f[kNameLast].empty() || !f[kNameFirst].empty() || !f[kNameMiddle].empty()) {
      has_personal_name_ = true;
      sink_.part("names");
      builder_.name({f[kNameFirst], f[kNameMiddle], f[kNameLast]}, kind, weak);
    }
    builder_.title(f[kNamePrefix]);
  }

  void add_dates_and_countries(const Feature& f) {
    builder_.birth(f[kDateOfBirth]);
    builder_.death(f[kDateOfDeath]);
    builder_.note("Registration date", f[kRegistrationDate]);
    if (const auto gender = f[kGender]; !gender.empty()) builder_.gender(gender);
    if (const auto place = f[kPlaceOfBirth]; !place.empty()) builder_.birth_place(place);
    for (const Attribute place : {kNationality, kCitizenship})
      if (!f[place].empty()) builder_.nationality(f[place]);
    if (const auto country = f[kCountryOfAssociation]; !country.empty())
      builder_.country(country, "COUNTRY_OF_ASSOCIATION");
    if (const auto country = f[kRegistrationCountry]; !country.empty())
      builder_.country(country, "REGISTRATION_COUNTRY");
  }

  void add_address(const Feature& f) {
    Address address;
    address.line1 = clean(f[kAddrLine1]);
    if (address.line1.empty())
      address.line1 = clean(f[kAddrFull]);
    else
      address.note = clean(f[kAddrFull]);
    address.line2 = clean(f[kAddrLine2]);
    address.city = clean(f[kAddrCity]);
    address.county = clean(f[kAddrState]);
    address.postcode = clean(f[kAddrPostalCode]);
    if (const auto country = f[kAddrCountry]; !country.empty()) set_country(address, country);
    if (address.empty()) return;
    sink_.part("addresses");
    builder_.address(std::move(address));
  }

  void add_contacts(const Feature& f) {
    const auto type = f[kPhoneType];
    const bool mobile = type == "MOBILE";
    if (!mobile) builder_.note("PHONE_TYPE", type);
    builder_.contact(mobile ? "Mobile" : "Telephone", f[kPhoneNumber]);
    builder_.contact("Email", f[kEmailAddress]);
    builder_.contact("Website", f[kWebsiteAddress]);
  }

  // Two kinds of numbers share their country.
  static bool has_number_of(const Feature& f, std::string_view country) {
    for (std::size_t i = 0; i < kNumbers.size(); ++i)
      if (kNumbers[i].country == country && !f[kFirstNumber + 3 * i].empty()) return true;
    return false;
  }

  void add_numbers(const Feature& f) {
    for (std::size_t i = 0; i < kNumbers.size(); ++i) {
      const auto number = f[kFirstNumber + 3 * i];
      const NumberType& each = kNumbers[i];
      const auto country = f[*place_of(each.country)];
      const auto other = f[*place_of(each.other)];
      if (number.empty()) {
        if (has_number_of(f, each.country)) continue;
        builder_.note(each.country, country);
        builder_.note(each.other, other);
        continue;
      }
      sink_.part("identifiers");
      if (each.category.empty())
        builder_.identifier(other.empty() ? "Identifier" : other, number, country);
      else if (country.empty())
        builder_.identifier(each.category, number, other);
      else
        builder_.identifier(each.category, number, country, other);
    }
  }

  void add_relation(const Feature& f) {
    const auto key = f[kRelPointerKey];
    if (key.empty()) return;
    sink_.part("relations");
    // A record's own anchor comes with its pointers; pointing at itself says nothing.
    const std::string_view own = builder_.profile().key.record;
    std::string buffer;
    const bool self = cleaned_view(key, buffer) == own;
    const auto other = self ? f[kRelAnchorKey] : key;
    if (other.empty() || cleaned_view(other, buffer) == own) return;
    if (!self && f[kRelPointerRole] == "Occupancy") offices_.emplace_back(other);
    builder_.link(other, f[kRelPointerRole]);
  }

  // The office is a record of its own with nothing but a name.
  void add_offices() {
    auto& profile = builder_.profile();
    if (offices_.empty()) offices_.emplace_back();
    for (const std::string& id : offices_) {
      const auto named = office_names_.find(id);
      profile::PepEntry entry;
      entry.position = named == office_names_.end() ? "Public office (not named by the list)"
                                                    : clean(named->second);
      entry.former = profile.is_deceased;
      entry.evidence_ids = {builder_.list_evidence()};
      complete_pep_entry(profile, entry, profile::PepTier::kTier2);
      profile.peps.push_back(std::move(entry));
    }
    settle_pep(profile);
  }

  ProfileBuilder& builder_;
  Sink& sink_;
  std::vector<std::string> topics_;
  bool has_organisation_name_ = false;
  bool has_personal_name_ = false;
  std::vector<std::string> offices_;  // records that this one holds
  const OfficeNames& office_names_;
};

Kind kind_of(const json::object& record) {
  auto type = text_of(record, "RECORD_TYPE");
  if (const json::value* features = record.if_contains("FEATURES"); type.empty() && features)
    if (features->is_array())
      for (const json::value& each : features->get_array())
        if (each.is_object() && type.empty()) type = text_of(each.get_object(), "RECORD_TYPE");
  if (type == "PERSON") return Kind::kPerson;
  if (type == "ORGANIZATION") return Kind::kOrganisation;
  if (type == "VESSEL") return Kind::kVessel;
  if (type == "AIRCRAFT") return Kind::kAircraft;
  return Kind::kUnknown;
}

profile::Profile record_profile(const json::object& record, const ListInfo& list,
                                const OfficeNames& office_names, Sink& sink) {
  std::string id(text_of(record, "RECORD_ID"));
  if (id.empty())
    if (const json::value* number = record.if_contains("RECORD_ID"); number && number->is_number())
      id = json::serialize(*number);
  ProfileBuilder builder(list, id, kind_of(record));
  Features features(builder, sink, office_names);
  // The primary name comes first, whichever order the list of names has.
  if (const json::value* names = record.if_contains("NAMES"); names && names->is_array())
    for (const json::value& each : names->get_array())
      if (each.is_object() && text_of(each.get_object(), "NAME_TYPE") == "PRIMARY")
        builder.name(text_of(each.get_object(), "NAME_FULL"));
  features.add(record);
  features.finish();
  if (const auto url = text_of(record, "URL"); !url.empty()) {
    profile::Evidence evidence;
    evidence.id = fmt::format("{}:url", id);
    evidence.original_url = clean(url);
    evidence.title = "Source";
    builder.profile().evidences.push_back(std::move(evidence));
  }
  return builder.take();
}

// Records without a risk that others are anchored at. They are few, and only they are parsed.
base::Result<OfficeNames> read_office_names(const Input& input) {
  constexpr std::size_t kMostOffices = 1'000'000;
  OfficeNames names;
  VEDETTE_ASSIGN(const auto source, input.open());
  VEDETTE_TRY(read_json_items(
      *source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> base::Result<void> {
        if (item.text.find("\"REL_ANCHOR_KEY\"") == std::string_view::npos ||
            item.text.find("\"TOPIC\"") != std::string_view::npos || names.size() == kMostOffices)
          return {};
        json::error_code error;
        const json::value value = json::parse(item.text, error);
        const json::object* record = error ? nullptr : value.if_object();
        const json::value* of = record ? record->if_contains("NAMES") : nullptr;
        if (of == nullptr || !of->is_array() || of->get_array().empty()) return {};
        const json::object* first = of->get_array().front().if_object();
        if (first == nullptr) return {};
        std::string_view name = text_of(*first, "NAME_FULL");
        if (name.empty()) name = text_of(*first, "NAME_ORG");
        names.emplace(text_of(*record, "RECORD_ID"), name);
        return {};
      }));
  return names;
}

}  // namespace

base::Result<void> read_senzing_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const OfficeNames office_names, read_office_names(*files.files.front()));
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  std::optional<ListInfo> list;
  JsonRecord parsed;
  return read_json_items(
      *source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> base::Result<void> {
        const json::object* object = parsed.read(item, sink);
        if (object == nullptr) return {};
        const json::object& record = *object;
        if (!list) {
          // OS_US_CONGRESS is OpenSanctions' us_congress.
          const std::string source_slug = slug(text_of(record, "DATA_SOURCE"));
          list = list_of_content(files, source_slug.empty() ? "senzing" : source_slug);
          sink.begin(*list);
        }
        sink.accept(record_profile(record, *list, office_names, sink), item.line);
        return {};
      });
}

}  // namespace vedette::lists
