#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "profile/country.h"
#include "profile/dataset.h"
#include "profile/entries.h"
#include "profile/partial_date.h"

namespace vedette::profile {

// What a profile is about. Of a party of unknown kind the list does not say whether it is a person.
enum class Kind : std::uint8_t { kUnknown, kPerson, kOrganisation, kVessel, kAircraft };
enum class Family : std::uint8_t { kIndividual, kBusiness };

// Which families find, match and show a party. One of unknown kind belongs to both: no party is
// clear because a list left a column empty.
constexpr bool belongs_to(Kind kind, Family family) {
  if (kind == Kind::kUnknown) return true;
  return (kind == Kind::kPerson) == (family == Family::kIndividual);
}
// The family that a party is shown in where none was requested.
constexpr Family default_family(Kind kind) {
  return kind == Kind::kPerson ? Family::kIndividual : Family::kBusiness;
}

enum class Gender : std::uint8_t { kUnknown, kMale, kFemale };

// The kinds of name of both families. The first name of a profile is its primary name.
enum class NameType : std::uint8_t {
  kPrimary,
  kOriginalScript,
  kSpellingVariation,
  kShortened,  // "Name Abbreviation" of a business, "Shortened Name" of an individual
  kPrevious,
  kBrand,
  kFake,
  kMaiden,
  kNickname,
};

struct Name {
  std::string text = {};  // as the list gives it, words in the order of the list
  NameType type = NameType::kPrimary;
  std::string script = {};    // ISO 15924 ("Latn", "Arab"), empty when not determined
  std::string language = {};  // as the list gives it, often empty
  std::string first = {};     // the parts, when the list says which is which
  std::string middle = {};
  std::string last = {};
  bool weak = false;                        // the list itself calls it a low-quality alias
  std::vector<std::uint16_t> sources = {};  // indexes into Profile::sources; empty = all of them

  bool operator==(const Name&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("text", self.text);
    visit("type", self.type);
    visit("script", self.script);
    visit("language", self.language);
    visit("first", self.first);
    visit("middle", self.middle);
    visit("last", self.last);
    visit("weak", self.weak);
    visit("sources", self.sources);
  }
};

struct Address {
  std::string type = {};  // Registered, Operating, Residential, Place of Birth, ...; may be empty
  std::string line1 = {};
  std::string line2 = {};
  std::string postcode = {};
  std::string city = {};
  std::string county = {};
  Country country = {};
  std::string country_text = {};  // the list's own words, when they are not a country we know
  std::string note = {};

  bool empty() const {
    return line1.empty() && line2.empty() && postcode.empty() && city.empty() && county.empty() &&
           country.empty() && country_text.empty();
  }
  bool operator==(const Address&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("type", self.type);
    visit("line1", self.line1);
    visit("line2", self.line2);
    visit("postcode", self.postcode);
    visit("city", self.city);
    visit("county", self.county);
    visit("country", self.country);
    visit("countryText", self.country_text);
    visit("note", self.note);
  }
};

struct Contact {
  std::string category = {};  // Telephone, Fax, Website, Email, Mobile
  std::string value = {};

  bool operator==(const Contact&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("category", self.category);
    visit("value", self.value);
  }
};

struct Identifier {
  std::string category = {};  // free text: Passport, National ID No., IMO Number, ...
  std::string value = {};
  Country country = {};  // of issue
  PartialDate issued = {};
  PartialDate expires = {};
  std::string note = {};

  bool operator==(const Identifier&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("category", self.category);
    visit("value", self.value);
    visit("country", self.country);
    visit("issued", self.issued);
    visit("expires", self.expires);
    visit("note", self.note);
  }
};

// A published list that names this profile. key is a slug (ofac-sdn); datasets is what it says.
struct Source {
  std::string key = {};
  std::string name = {};
  std::string url = {};
  DatasetSet datasets = {};
  PartialDate ended = {};  // when this list no longer names the profile

  bool operator==(const Source&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("key", self.key);
    visit("name", self.name);
    visit("url", self.url, Weight::kVolatile);
    visit("datasets", self.datasets);
    visit("ended", self.ended);
  }
};

// Everything known of one listed party: the noun of the product, the same struct for both families.
// lists/ fills it; the catalogue fills the block of identity over generations.
struct Profile {
  Kind kind = Kind::kUnknown;
  ProfileKey key = {};

  // Filled by the catalogue, carried from generation to generation; never part of the material.
  std::uint32_t qr_code = 0;
  std::uint32_t version = 0;
  bool is_deleted = false;
  std::string deletion_reason = {};
  base::Time first_seen = {};
  base::Time last_changed = {};

  std::vector<Source> sources = {};
  std::vector<Name> names = {};  // never empty; the first is the primary name
  std::vector<std::string> titles = {};
  std::string description = {};
  std::vector<std::string> notes = {};
  std::vector<std::string> activities = {};
  std::vector<std::string> business_types = {};
  Gender gender = Gender::kUnknown;
  bool is_deceased = false;
  std::vector<PartialDate> births = {};
  std::vector<PartialDate> deaths = {};
  std::vector<Country> nationalities = {};
  std::vector<Country> countries =
      {};  // further countries the list ties it to (flag, jurisdiction)
  std::vector<Address> addresses = {};
  std::vector<Contact> contacts = {};
  std::vector<Identifier> identifiers = {};
  std::vector<Link> links = {};
  std::vector<Evidence> evidences = {};
  std::vector<SanctionEntry> sanctions = {};
  PepTier pep_tier = PepTier::kNone;
  std::vector<PepEntry> peps = {};
  std::vector<PepAssociation> pep_associations = {};
  std::vector<RreEntry> rres = {};
  std::vector<RelEntry> rels = {};
  std::vector<PoiEntry> pois = {};
  std::vector<InsEntry> inss = {};
  std::vector<GriEntry> gris = {};
  std::vector<DdEntry> dds = {};
  std::optional<SoeEntry> soe = {};
  std::vector<std::string> images = {};  // base64
  DatasetSet datasets = {};

  bool belongs_to(Family family) const { return profile::belongs_to(kind, family); }
  Family default_family() const { return profile::default_family(kind); }
  const std::string& name() const { return names.front().text; }

  bool operator==(const Profile&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit);
};

template <class Self, class Visit>
void Profile::fields(Self& self, Visit& visit) {
  visit("kind", self.kind);
  visit("list", self.key.list);
  visit("record", self.key.record);
  visit("qrCode", self.qr_code, Weight::kVolatile);
  visit("version", self.version, Weight::kVolatile);
  visit("isDeleted", self.is_deleted, Weight::kVolatile);
  visit("deletionReason", self.deletion_reason, Weight::kVolatile);
  visit("firstSeen", self.first_seen, Weight::kVolatile);
  visit("lastChanged", self.last_changed, Weight::kVolatile);
  visit("sources", self.sources);
  visit("names", self.names);
  visit("titles", self.titles);
  visit("description", self.description);
  visit("notes", self.notes);
  visit("activities", self.activities);
  visit("businessTypes", self.business_types);
  visit("gender", self.gender);
  visit("isDeceased", self.is_deceased);
  visit("births", self.births);
  visit("deaths", self.deaths);
  visit("nationalities", self.nationalities);
  visit("countries", self.countries);
  visit("addresses", self.addresses);
  visit("contacts", self.contacts);
  visit("identifiers", self.identifiers);
  visit("links", self.links);
  visit("evidences", self.evidences);
  visit("sanctions", self.sanctions);
  visit("pepTier", self.pep_tier);
  visit("peps", self.peps);
  visit("pepAssociations", self.pep_associations);
  visit("rres", self.rres);
  visit("rels", self.rels);
  visit("pois", self.pois);
  visit("inss", self.inss);
  visit("gris", self.gris);
  visit("dds", self.dds);
  visit("soe", self.soe);
  visit("images", self.images, Weight::kVolatile);
  visit("datasets", self.datasets);
}

// Words of the interface, or of our own files; from_text reads what to_text writes.
std::string_view to_text(Kind kind);
std::string_view to_text(Family family);  // "individual", "business"
std::string_view type_text(Kind kind);    // that of its family, or "unknown"
bool from_text(std::string_view text, Kind& kind);
std::string_view to_text(Gender gender);  // "male", "female", ""
bool from_text(std::string_view text, Gender& gender);
std::string_view to_text(NameType type);
bool from_text(std::string_view text, NameType& type);
// The alias type as the family's profile shows it.
std::string_view alias_type(NameType type, Family family);

// A birth date, gender or nationality makes a party of unknown kind a person; nothing but a type
// that the list gives makes it anything else. True if the kind changed.
bool settle_kind(Profile& profile);

// Reads M, F, male, Female, ...; kUnknown for anything else.
Gender parse_gender(std::string_view text);

// Every country the profile is tied to: nationalities, addresses, further ones, PEP entries; each
// once, in that order.
std::vector<Country> all_countries(const Profile& profile);

// The datasets by which a filter finds the profile: its own, and CORP and ID, which only evidence
// carries, when its evidence does.
DatasetSet searchable_datasets(const Profile& profile);

// The aml types of section 5.6 for what is known: sanction, warning, pep, pep-class-1, ...
std::vector<std::string_view> aml_types(DatasetSet datasets, PepTier tier);
// The sources and the aml types behind one name of the profile.
std::vector<const Source*> sources_of(const Profile& profile, const Name& name);
std::vector<std::string_view> aml_types_of(const Profile& profile, const Name& name);

}  // namespace vedette::profile
