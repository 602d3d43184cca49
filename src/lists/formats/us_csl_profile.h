#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "lists/building/profile_builder.h"
#include "lists/formats/ofac_facts.h"
#include "lists/input/pieces.h"

// The US Consolidated Screening List, whose csv and json have the same fields. It gathers lists of
// several agencies; the key of a party is the agency list's code and the number there, since one
// number stands in several of them.

namespace vedette::lists {

enum class CslField : std::uint8_t {
  kId,
  kSource,
  kEntityNumber,
  kType,
  kPrograms,  // a list
  kName,
  kTitle,
  kNotice,
  kStartDate,
  kEndDate,
  kStandardOrder,
  kLicenseRequirement,
  kLicensePolicy,
  kCallSign,
  kVesselType,
  kTonnage,
  kRegisteredTonnage,
  kVesselFlag,
  kVesselOwner,
  kRemarks,
  kAltNames,       // a list
  kCitizenships,   // a list
  kBirths,         // a list
  kNationalities,  // a list
  kBirthPlaces,    // a list
  kAddresses,      // a list, of texts in the csv and of objects in the json
  kIds,            // a list, of texts in the csv and of objects in the json
};

// What the fields are called in both forms.
inline constexpr std::array<std::string_view, 27> kCslNames = {"_id",
                                                               "source",
                                                               "entity_number",
                                                               "type",
                                                               "programs",
                                                               "name",
                                                               "title",
                                                               "federal_register_notice",
                                                               "start_date",
                                                               "end_date",
                                                               "standard_order",
                                                               "license_requirement",
                                                               "license_policy",
                                                               "call_sign",
                                                               "vessel_type",
                                                               "gross_tonnage",
                                                               "gross_registered_tonnage",
                                                               "vessel_flag",
                                                               "vessel_owner",
                                                               "remarks",
                                                               "alt_names",
                                                               "citizenships",
                                                               "dates_of_birth",
                                                               "nationalities",
                                                               "places_of_birth",
                                                               "addresses",
                                                               "ids"};
static_assert(kCslNames.size() == static_cast<std::size_t>(CslField::kIds) + 1);

// Where the agency publishes its list and what it says about it: the same for all its parties.
inline constexpr std::array<std::string_view, 2> kCslLeftOut = {"source_list_url",
                                                                "source_information_url"};

// An address as it stands in either form.
struct CslAddress {
  std::string_view line, city, state, postcode, country;
  profile::Country known = {};  // when `country` is not given but understood
};

// What the name of an agency's list says.
struct CslAgency {
  std::string source;
  std::string code;  // of the list
  bool treasury = false;
  bool sanctions = false;
};

// There are a dozen of them, named in every record: each is looked at once.
class CslAgencies {
 public:
  const CslAgency& of(std::string_view source) {
    if (last_ != nullptr && last_->source == source) return *last_;
    return find(source);
  }

 private:
  static constexpr std::size_t kMost = 32;
  const CslAgency& find(std::string_view source);

  std::deque<CslAgency> known_;
  const CslAgency* last_ = nullptr;  // records of an agency come together
};

// Makes profiles of records in either form. A record gives text(field), for_each(field, visit),
// for_each_address(visit) and for_each_id(visit), which give the number of what they visited, and
// add_unread(builder), which is asked last for notes of what nobody asked for.
class CslProfiles {
 public:
  CslProfiles(const ListInfo& list, Sink& sink) : builder_(list), sink_(sink) {}

  const CslAgency& agency_of(std::string_view source) { return agencies_.of(source); }

  // The key of the party: its own number, or one made from what is said of it. Valid until the next
  // is asked for.
  template <class Record>
  std::string_view id_of(const Record& record, const CslAgency& agency);
  // The same, as other parties know it; empty when it has no number.
  template <class Record>
  std::string_view numbered_id_of(const Record& record, const CslAgency& agency);

  // `plain` as ProfileBuilder::begin() means it.
  template <class Record>
  profile::Profile&& make(const Record& record, const CslAgency& agency, std::string_view id,
                          bool plain, const OfacNames& names);

  // To be called once, behind the last record.
  void count_parts() {
    sink_.part("aliases", aliases_);
    sink_.part("addresses", addresses_);
    sink_.part("ids", ids_);
  }

 private:
  static std::string_view number_of(std::string_view id, std::string_view entity_number) {
    return id.empty() ? entity_number : id;
  }
  void add_address(const CslAddress& text) {
    builder_.address_of([&](profile::Address& address) {
      builder_.put(address.line1, text.line);
      address.country = text.known;
      builder_.put(address.city, text.city);
      builder_.put(address.county, text.state);
      builder_.put(address.postcode, text.postcode);
      if (!text.country.empty()) builder_.set_country(address, text.country);
    });
  }
  template <class Record>
  void add_vessel(const Record& record);
  template <class Record>
  void add_listing(const Record& record, const CslAgency& agency);

  CslAgencies agencies_;
  ContentIds content_ids_;
  std::string id_;
  ProfileBuilder builder_;
  Sink& sink_;
  std::uint64_t aliases_ = 0;
  std::uint64_t addresses_ = 0;
  std::uint64_t ids_ = 0;
};

template <class Record>
std::string_view CslProfiles::numbered_id_of(const Record& record, const CslAgency& agency) {
  const std::string_view number =
      number_of(record.text(CslField::kId), record.text(CslField::kEntityNumber));
  if (number.empty()) return {};
  return id_.assign(agency.code).append(1, ':').append(number);
}

template <class Record>
std::string_view CslProfiles::id_of(const Record& record, const CslAgency& agency) {
  if (numbered_id_of(record, agency).empty()) {
    std::string content = agency.code;
    for (const CslField field : {CslField::kName, CslField::kStartDate, CslField::kRemarks})
      content.append(1, '\n').append(record.text(field));
    record.for_each_address(
        [&](const CslAddress& address) { content.append(1, '\n').append(clean(address.line)); });
    id_.assign(agency.code).append(1, ':').append(ContentIds::of(content));
  }
  // As the profile will have it: clean.
  std::string buffer;
  if (const std::string_view cleaned = cleaned_view(id_, buffer); cleaned.data() == buffer.data())
    id_ = cleaned;
  id_ = content_ids_.distinct(std::move(id_));
  return id_;
}

template <class Record>
void CslProfiles::add_vessel(const Record& record) {
  using enum CslField;
  if (builder_.profile().kind == profile::Kind::kVessel)
    builder_.profile().business_types = {"Vessel"};
  if (builder_.profile().kind == profile::Kind::kAircraft)
    builder_.profile().business_types = {"Aircraft"};
  builder_.identifier("Call Sign", record.text(kCallSign));
  builder_.note("Vessel type", record.text(kVesselType));
  builder_.note("Tonnage", record.text(kTonnage));
  builder_.note("Gross registered tonnage", record.text(kRegisteredTonnage));
  if (const auto flag = record.text(kVesselFlag); !flag.empty())
    builder_.country(flag, "Vessel flag");
  builder_.note("Vessel owner", record.text(kVesselOwner));
}

template <class Record>
void CslProfiles::add_listing(const Record& record, const CslAgency& agency) {
  const std::string_view since = record.text(CslField::kStartDate);
  // Most parties have no notice of their own.
  if (const std::string_view notice = record.text(CslField::kNotice); !notice.empty())
    builder_.evidence({.title = "Federal Register notice " + std::string(notice),
                       .url = notice.starts_with("http") ? notice : std::string_view(),
                       .date = since});
  if (!agency.sanctions) {
    builder_.law_enforcement(agency.source, since);
    record.for_each(CslField::kPrograms,
                    [&](std::string_view program) { builder_.note("Programme", program); });
    return;
  }
  const std::string_view body = agency.treasury ? "Office of Foreign Assets Control (OFAC)" : "";
  const auto add = [&](std::string_view program) {
    builder_.event(builder_.sanction(program, body), "Added", since);
  };
  if (record.for_each(CslField::kPrograms, add) == 0) add(agency.source);
}

template <class Record>
profile::Profile&& CslProfiles::make(const Record& record, const CslAgency& agency,
                                     std::string_view id, bool plain, const OfacNames& names) {
  using enum CslField;
  const std::string_view type = record.text(kType);
  builder_.begin(id, type.empty() ? profile::Kind::kUnknown : ofac_kind(type), plain);
  builder_.name(record.text(kName));
  aliases_ += record.for_each(kAltNames, [&](std::string_view each) { builder_.name(each); });
  builder_.title(record.text(kTitle));
  builder_.office(record.text(kTitle));
  addresses_ += record.for_each_address([&](const CslAddress& each) { add_address(each); });
  record.for_each(kBirths, [&](std::string_view each) { builder_.birth(each); });
  record.for_each(kBirthPlaces, [&](std::string_view each) { builder_.birth_place(each); });
  for (const CslField field : {kNationalities, kCitizenships})
    record.for_each(field, [&](std::string_view each) { builder_.nationality(each); });
  ids_ += record.for_each_id([&](const OfacId& each) { add_ofac_id(builder_, each); });
  add_vessel(record);
  builder_.note("Source list", agency.source);
  builder_.note("End date", record.text(kEndDate));
  builder_.note("Standard order", record.text(kStandardOrder));
  builder_.note("License requirement", record.text(kLicenseRequirement));
  builder_.note("License policy", record.text(kLicensePolicy));
  add_listing(record, agency);
  add_ofac_remarks(builder_, record.text(kRemarks), names);
  record.add_unread(builder_);
  return builder_.take();
}

}  // namespace vedette::lists
