#include <array>
#include <boost/json.hpp>

#include "lists/format.h"
#include "lists/ftm_entity.h"
#include "lists/json_items.h"
#include "lists/known_lists.h"
#include "lists/profile_builder.h"

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

// Whether every key of the feature begins with the word: most features are of one kind, and looking
// for the fields of all the others would cost more than reading it.
bool all_begin(const json::object& feature, std::string_view word) {
  for (const auto& member : feature)
    if (!std::string_view(member.key()).starts_with(word)) return false;
  return true;
}

class Features {
 public:
  Features(ProfileBuilder& builder, Sink& sink) : builder_(builder), sink_(sink) {}

  void add(const json::object& f) {
    if (all_begin(f, "REL_")) return add_relation(f);
    add_names(f);
    if (all_begin(f, "NAME_")) return;
    add_dates_and_countries(f);
    add_address(f);
    add_contacts(f);
    add_numbers(f);
    if (const auto topic = text_of(f, "TOPIC"); !topic.empty()) topics_.emplace_back(topic);
    add_relation(f);
  }

  // PEPs and sanctions known by topic only.
  void finish() {
    auto& profile = builder_.profile();
    for (const std::string& topic : topics_) {
      if (topic == "sanction" || topic.starts_with("sanction.counter")) {
        builder_.sanction("");
      } else if (topic == "role.pep") {
        profile.datasets.add(Dataset::kPepCurrent);
        builder_.list_evidence();
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

  void add_names(const json::object& f) {
    const auto type = text_of(f, "NAME_TYPE");
    const NameType kind = type == "MAIDEN"                         ? NameType::kMaiden
                          : type == "NICKNAME" || type == "NICK"   ? NameType::kNickname
                          : type == "DBA"                          ? NameType::kBrand
                          : type == "PREVIOUS" || type == "FORMER" ? NameType::kPrevious
                                                                   : NameType::kSpellingVariation;
    const bool weak = type == "WEAK" || type == "WEAK_ALIAS";
    for (const char* whole : {"NAME_FULL", "NAME_ORG"})
      if (const auto text = text_of(f, whole); !text.empty()) {
        sink_.part("names");
        builder_.name(text, kind, weak);
        if (std::string_view(whole) == "NAME_ORG" && builder_.profile().kind == Kind::kUnknown)
          builder_.set_kind(Kind::kOrganisation);
      }
    if (!text_of(f, "NAME_LAST").empty() || !text_of(f, "NAME_FIRST").empty()) {
      sink_.part("names");
      builder_.name({text_of(f, "NAME_FIRST"), text_of(f, "NAME_MIDDLE"), text_of(f, "NAME_LAST")},
                    kind, weak);
    }
    builder_.title(text_of(f, "NAME_PREFIX"));
  }

  void add_dates_and_countries(const json::object& f) {
    builder_.birth(text_of(f, "DATE_OF_BIRTH"));
    builder_.death(text_of(f, "DATE_OF_DEATH"));
    builder_.note("Registration date", text_of(f, "REGISTRATION_DATE"));
    if (const auto gender = text_of(f, "GENDER"); !gender.empty()) builder_.gender(gender);
    if (const auto place = text_of(f, "PLACE_OF_BIRTH"); !place.empty())
      builder_.birth_place(place);
    for (const char* name : {"NATIONALITY", "CITIZENSHIP"})
      if (const auto country = text_of(f, name); !country.empty()) builder_.nationality(country);
    for (const char* name : {"COUNTRY_OF_ASSOCIATION", "REGISTRATION_COUNTRY"})
      if (const auto country = text_of(f, name); !country.empty()) builder_.country(country, name);
  }

  void add_address(const json::object& f) {
    Address address;
    address.line1 = clean(text_of(f, "ADDR_LINE1"));
    if (address.line1.empty()) address.line1 = clean(text_of(f, "ADDR_FULL"));
    address.line2 = clean(text_of(f, "ADDR_LINE2"));
    address.city = clean(text_of(f, "ADDR_CITY"));
    address.county = clean(text_of(f, "ADDR_STATE"));
    address.postcode = clean(text_of(f, "ADDR_POSTAL_CODE"));
    if (const auto country = text_of(f, "ADDR_COUNTRY"); !country.empty())
      set_country(address, country);
    if (address.empty()) return;
    sink_.part("addresses");
    builder_.address(std::move(address));
  }

  void add_contacts(const json::object& f) {
    const bool mobile = text_of(f, "PHONE_TYPE") == "MOBILE";
    builder_.contact(mobile ? "Mobile" : "Telephone", text_of(f, "PHONE_NUMBER"));
    builder_.contact("Email", text_of(f, "EMAIL_ADDRESS"));
    builder_.contact("Website", text_of(f, "WEBSITE_ADDRESS"));
  }

  void add_numbers(const json::object& f) {
    for (const NumberType& each : kNumbers) {
      const auto number = text_of(f, each.number);
      if (number.empty()) continue;
      sink_.part("identifiers");
      if (each.category.empty()) {
        const auto type = text_of(f, each.other);
        builder_.identifier(type.empty() ? "Identifier" : type, number, text_of(f, each.country));
        continue;
      }
      auto country = text_of(f, each.country);
      if (country.empty()) country = text_of(f, each.other);
      builder_.identifier(each.category, number, country);
    }
  }

  void add_relation(const json::object& f) {
    const auto key = text_of(f, "REL_POINTER_KEY");
    if (key.empty()) return;
    sink_.part("relations");
    // A record's own anchor comes with its pointers; pointing at itself says nothing.
    const bool self = clean(key) == builder_.profile().key.record;
    const auto other = self ? text_of(f, "REL_ANCHOR_KEY") : key;
    if (!other.empty() && clean(other) != builder_.profile().key.record)
      builder_.link(other, text_of(f, "REL_POINTER_ROLE"));
  }

  ProfileBuilder& builder_;
  Sink& sink_;
  std::vector<std::string> topics_;
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

profile::Profile record_profile(const json::object& record, const ListInfo& list, Sink& sink) {
  std::string id(text_of(record, "RECORD_ID"));
  if (id.empty())
    if (const json::value* number = record.if_contains("RECORD_ID"); number && number->is_number())
      id = json::serialize(*number);
  ProfileBuilder builder(list, id, kind_of(record));
  Features features(builder, sink);
  // The primary name comes first, whichever order the list of names has.
  if (const json::value* names = record.if_contains("NAMES"); names && names->is_array())
    for (const json::value& each : names->get_array())
      if (each.is_object() && text_of(each.get_object(), "NAME_TYPE") == "PRIMARY")
        builder.name(text_of(each.get_object(), "NAME_FULL"));
  features.add(record);
  for (const auto& member : record) {
    if (!member.value().is_array()) continue;
    for (const json::value& each : member.value().get_array())
      if (each.is_object()) features.add(each.get_object());
  }
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

}  // namespace

base::Result<void> read_senzing_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  std::optional<ListInfo> list;
  return read_json_items(
      *source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> base::Result<void> {
        json::error_code error;
        json::monotonic_resource memory;
        const json::value value = json::parse(item.text, error, &memory);
        if (error || !value.is_object()) {
          sink.reject({item.line, {}, "not a JSON object", error.message()});
          return {};
        }
        const json::object& record = value.get_object();
        if (!list) {
          // OS_US_CONGRESS is OpenSanctions' us_congress.
          const std::string source_slug = slug(text_of(record, "DATA_SOURCE"));
          list = known_list(list_id_or(files, source_slug.empty() ? "senzing" : source_slug));
          sink.begin(*list);
        }
        sink.accept(record_profile(record, *list, sink), item.line);
        return {};
      });
}

}  // namespace vedette::lists
