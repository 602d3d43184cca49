#include "profile/profile_json.h"

#include <algorithm>
#include <array>

#include "profile/name_split.h"

namespace vedette::profile {
namespace {

using base::JsonWriter;

// Why a profile is no longer kept, in the words of the contract; another reason stands beside
// "Other".
constexpr std::string_view kOtherReason = "Other";
constexpr std::array<std::string_view, 5> kDeletionReasons = {
    "Government Position Out Of Scope", "Adverse Media Category Out Of Scope", "Duplicate Profile",
    "Redundant Profile", "Expired Risk Relevance"};

template <class Items, class Write>
void array(JsonWriter& json, std::string_view name, const Items& items, Write write) {
  json.key(name);
  json.begin_array();
  for (const auto& each : items)
    write(each);
  json.end_array();
}

void texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& items) {
  array(json, name, items, [&](const std::string& each) { json.value(each); });
}

void date(JsonWriter& json, std::string_view name, const PartialDate& value) {
  if (!value.empty()) json.member(name, iso(value.first));
}

void datasets(JsonWriter& json, DatasetSet set) {
  array(json, "datasets", set.members(), [&](Dataset each) { json.value(code(each)); });
}

// Writes the parts of one profile. Holds the evidence ids that exist.
class ProfileWriter {
 public:
  ProfileWriter(JsonWriter& json, const Profile& profile, const LinkLookup& links,
                const ListEntries& from = {})
      : json_(json), profile_(profile), links_(links), from_(from) {}

  void write(Family family) {
    family_ = family;
    const bool individual = family_ == Family::kIndividual;
    json_.begin_object();
    if (individual)
      person();
    else
      business();
    notes();
    if (!individual) texts(json_, "activities", profile_.activities);
    if (!individual) texts(json_, "businessTypes", profile_.business_types);
    identity();
    aliases();
    addresses();
    contacts();
    identifiers();
    link_lists();
    entries(individual);
    evidences();
    texts(json_, "profileImages", profile_.images);
    datasets(json_, profile_.datasets);
    sanctions();
    if (individual) peps();
    json_.key("version");
    json_.value(profile_.version);
    if (from_.entries.empty()) return;
    write_entries(json_, from_);
    if (from_.are_several()) entry_ids_of_texts(individual);
  }

  void addresses() {
    array(json_, "addresses", profile_.addresses, [&](const Address& each) { address(each); });
  }
  void contacts() {
    array(json_, "contactEntries", profile_.contacts, [&](const Contact& each) {
      json_.begin_object();
      json_.member("category", each.category);
      json_.member("value", each.value);
      entry_ids(&Profile::contacts, each);
      json_.end_object();
    });
  }
  void identifiers() {
    array(json_, "identifiers", profile_.identifiers,
          [&](const Identifier& each) { identifier(each); });
  }
  void evidences() {
    array(json_, "evidences", profile_.evidences, [&](const Evidence& each) { evidence(each); });
  }
  void risk_entries() {
    sanctions();
    rels();
    rres();
    inss();
  }

 private:
  void rres() {
    array(json_, "rreEntries", profile_.rres,
          [&](const RreEntry& each) { events_of(each, &Profile::rres); });
  }
  void rels() {
    array(json_, "relEntries", profile_.rels,
          [&](const RelEntry& each) { events_of(each, &Profile::rels); });
  }
  void inss() {
    array(json_, "insEntries", profile_.inss, [&](const InsEntry& each) { ins(each); });
  }

  void business() {
    json_.member("name", profile_.name());
    optional_member(json_, "description", profile_.description);
  }

  void person() {
    const PersonName name = split_name(profile_.names.front());
    json_.member("firstName", name.first);
    optional_member(json_, "middleName", name.middle);
    json_.member("lastName", name.last);
    json_.member("fullName", profile_.name());
    json_.member("gender", to_text(profile_.gender));
    json_.key("isDeceased");
    json_.value(profile_.is_deceased || !profile_.deaths.empty());
    dates("datesOfBirthIso", "datesOfBirthPartial", profile_.births);
    dates("datesOfDeathIso", "datesOfDeathPartial", profile_.deaths);
    array(json_, "nationalitiesIsoCodes", profile_.nationalities,
          [&](Country each) { json_.value(each.code()); });
  }

  void dates(std::string_view full, std::string_view partial,
             const std::vector<PartialDate>& values) {
    array(json_, full, values, [&](const PartialDate& each) {
      if (each.is_full()) json_.value(iso(each.first));
    });
    array(json_, partial, values, [&](const PartialDate& each) {
      if (each.is_full()) return;
      for (const std::string& text : iso_texts(each))
        json_.value(text);
    });
  }

  void identity() {
    const std::string id = resource_id(profile_.key);
    json_.key("isDeleted");
    json_.value(profile_.is_deleted);
    if (profile_.is_deleted && !profile_.deletion_reason.empty()) {
      json_.key("deletionReason");
      json_.begin_object();
      const bool listed =
          std::ranges::find(kDeletionReasons, profile_.deletion_reason) != kDeletionReasons.end();
      json_.member("reason", listed ? std::string_view(profile_.deletion_reason) : kOtherReason);
      if (!listed) json_.member("otherReason", profile_.deletion_reason);
      json_.end_object();
    }
    json_.member("qrCode", std::to_string(profile_.qr_code));
    json_.member("resourceUri", resource_uri(family_, id));
    json_.member("resourceId", id);
    json_.member("kind", to_text(profile_.kind));
  }

  void notes() {
    array(json_, "notes", profile_.notes, [&](const std::string& each) {
      json_.begin_object();
      json_.member("value", each);
      entry_ids(&Profile::notes, each);
      json_.end_object();
    });
  }

  template <class Holds>
  void write_entry_ids(std::string_view name, const Holds& holds) {
    json_.key(name).begin_array();
    for (const Profile& entry : from_.entries)
      if (holds(entry)) json_.value(entry_id(entry.key));
    json_.end_array();
  }
  // Which entries say what one object of the profile says.
  template <class T>
  void entry_ids(std::vector<T> Profile::* part, const T& item) {
    if (!from_.are_several()) return;
    write_entry_ids("entryIds", [&](const Profile& entry) {
      return std::ranges::find(entry.*part, item) != (entry.*part).end();
    });
  }
  void name_entry_ids(std::string_view member, const std::string& text) {
    write_entry_ids(member, [&](const Profile& entry) {
      return std::ranges::find(entry.names, text, &Name::text) != entry.names.end();
    });
  }
  template <class T, class Texts>
  void entry_ids_of(std::string_view name, std::vector<T> Profile::* part, const Texts& texts) {
    std::vector<std::string> written;
    json_.key(name).begin_object();
    for (const T& item : profile_.*part)
      for (const std::string& text : texts(item)) {
        if (std::ranges::find(written, text) != written.end()) continue;
        written.push_back(text);
        write_entry_ids(text, [&](const Profile& entry) {
          return std::ranges::any_of(entry.*part, [&](const T& other) {
            const std::vector<std::string> all = texts(other);
            return std::ranges::find(all, text) != all.end();
          });
        });
      }
    json_.end_object();
  }
  void entry_ids_of_texts(bool individual) {
    using Texts = std::vector<std::string>;
    json_.key("entryIdsOf").begin_object();
    name_entry_ids(individual ? "fullName" : "name", profile_.name());
    json_.key("datasets").begin_object();
    for (const Dataset each : profile_.datasets.members())
      write_entry_ids(code(each), [&](const Profile& entry) {
        return !entry.is_deleted && entry.datasets.has(each);
      });
    json_.end_object();
    if (individual) {
      const auto full = [](const PartialDate& each) {
        return each.is_full() ? Texts{iso(each.first)} : Texts{};
      };
      const auto partial = [](const PartialDate& each) {
        return each.is_full() ? Texts{} : iso_texts(each);
      };
      entry_ids_of("datesOfBirthIso", &Profile::births, full);
      entry_ids_of("datesOfBirthPartial", &Profile::births, partial);
      entry_ids_of("datesOfDeathIso", &Profile::deaths, full);
      entry_ids_of("datesOfDeathPartial", &Profile::deaths, partial);
      entry_ids_of("nationalitiesIsoCodes", &Profile::nationalities,
                   [](Country each) { return Texts{std::string(each.code())}; });
    } else {
      const auto text = [](const std::string& each) { return Texts{each}; };
      entry_ids_of("activities", &Profile::activities, text);
      entry_ids_of("businessTypes", &Profile::business_types, text);
    }
    json_.end_object();
  }

  void aliases() {
    json_.key("aliases");
    json_.begin_array();
    for (std::size_t i = 1; i < profile_.names.size(); ++i) {
      const Name& name = profile_.names[i];
      json_.begin_object();
      if (family_ == Family::kBusiness) {
        json_.member("alias", name.text);
      } else {
        const PersonName parts = split_name(name);
        json_.member("firstName", parts.first);
        optional_member(json_, "middleName", parts.middle);
        json_.member("lastName", parts.last);
      }
      json_.member("type", alias_type(name.type, family_));
      if (from_.are_several()) name_entry_ids("entryIds", name.text);
      json_.end_object();
    }
    json_.end_array();
  }

  void address(const Address& each) {
    json_.begin_object();
    optional_member(json_, "addressType", each.type);
    optional_member(json_, "line1", each.line1);
    optional_member(json_, "line2", each.line2);
    optional_member(json_, "postcode", each.postcode);
    optional_member(json_, "city", each.city);
    optional_member(json_, "county", each.county);
    optional_member(json_, "countryIsoCode", each.country.code());
    optional_member(json_, "countryText", each.country_text);
    entry_ids(&Profile::addresses, each);
    json_.end_object();
  }

  void identifier(const Identifier& each) {
    json_.begin_object();
    json_.member("category", each.category);
    json_.member("value", each.value);
    optional_member(json_, "countryIsoCode", each.country.code());
    entry_ids(&Profile::identifiers, each);
    json_.end_object();
  }

  void link_lists() {
    for (const Family family : {Family::kIndividual, Family::kBusiness}) {
      const bool individual = family == Family::kIndividual;
      json_.key(individual ? "individualLinks" : "businessLinks");
      json_.begin_array();
      for (const Link& each : profile_.links) {
        if (each.target.empty()) continue;
        const auto found = links_.find(each.target);
        if (!found || default_family(found->kind) != family) continue;
        link(each, *found);
      }
      json_.end_array();
    }
  }

  void link(const Link& each, const LinkedProfile& target) {
    const std::string id = resource_id(each.target);
    json_.begin_object();
    if (target.kind == Kind::kPerson) {
      const PersonName name = split_name(target.name);
      json_.member("firstName", name.first);
      json_.member("middleName", name.middle);
      json_.member("lastName", name.last);
    } else {
      json_.member("name", target.name.text);
    }
    json_.member("relationship", each.relationship);
    json_.member("resourceId", id);
    json_.member("qrCode", std::to_string(target.qr_code));
    json_.member("resourceUri", resource_uri(default_family(target.kind), id));
    datasets(json_, target.datasets);
    if (each.ownership_percentage > 0) {
      json_.key("ownershipPercentage");
      json_.raw(fmt::format("{}", each.ownership_percentage));
    }
    entry_ids(&Profile::links, each);
    json_.end_object();
  }

  void evidence_ids(const std::vector<std::string>& ids) {
    array(json_, "evidenceIds", ids, [&](const std::string& id) {
      if (exists(id)) json_.value(id);
    });
  }
  bool exists(const std::string& id) const {
    return std::any_of(profile_.evidences.begin(), profile_.evidences.end(),
                       [&](const Evidence& each) { return each.id == id; });
  }

  void entries(bool individual) {
    rres();
    rels();
    array(json_, "poiEntries", profile_.pois, [&](const PoiEntry& each) { poi(each); });
    inss();
    array(json_, "griEntries", profile_.gris, [&](const GriEntry& each) {
      json_.begin_object();
      if (exists(each.evidence_id)) json_.member("evidenceId", each.evidence_id);
      json_.member("title", each.title);
      json_.member("summary", each.summary);
      json_.member("keywords", each.keywords);
      entry_ids(&Profile::gris, each);
      json_.end_object();
    });
    if (individual) {
      array(json_, "ddEntries", profile_.dds, [&](const DdEntry& each) { dd(each); });
      json_.key("pepByAssociationEntries");
      json_.begin_array();
      for (const PepAssociation& each : profile_.pep_associations)
        association(each);
      json_.end_array();
    } else if (profile_.soe) {
      json_.key("soeEntry");
      json_.begin_object();
      json_.member("level", profile_.soe->level);
      json_.member("status", profile_.soe->status);
      evidence_ids(profile_.soe->evidence_ids);
      json_.end_object();
    }
  }

  void event(const Event& each) {
    json_.begin_object();
    json_.member("type", each.type);
    evidence_ids(each.evidence_ids);
    date(json_, "dateIso", each.date);
    optional_member(json_, "currencyCode", each.currency);
    if (each.amount != 0) {
      json_.key("amount");
      json_.raw(fmt::format("{}", each.amount));
    }
    if (each.days != 0 || each.months != 0 || each.years != 0) {
      json_.key("period");
      json_.begin_object();
      json_.key("days");
      json_.value(each.days);
      json_.key("months");
      json_.value(each.months);
      json_.key("years");
      json_.value(each.years);
      json_.end_object();
    }
    json_.end_object();
  }

  template <class T>
  void events_of(const T& each, std::vector<T> Profile::* part) {
    json_.begin_object();
    json_.member("category", each.category);
    json_.member("subcategory", each.subcategory);
    array(json_, "events", each.events, [&](const Event& one) { event(one); });
    entry_ids(part, each);
    json_.end_object();
  }

  void poi(const PoiEntry& each) {
    json_.begin_object();
    json_.member("category", each.category);
    evidence_ids(each.evidence_ids);
    array(json_, "positions", each.positions, [&](const PepEntry& one) {
      json_.begin_object();
      position(one);
      json_.end_object();
    });
    entry_ids(&Profile::pois, each);
    json_.end_object();
  }

  void position(const PepEntry& each) {
    optional_member(json_, "countryIsoCode", each.country.code());
    optional_member(json_, "segment", each.segment);
    json_.member("position", each.position);
    date(json_, "dateFromIso", each.from);
    date(json_, "dateToIso", each.to);
  }

  void ins(const InsEntry& each) {
    json_.begin_object();
    json_.member("type", each.type);
    evidence_ids(each.evidence_ids);
    optional_member(json_, "insolvencyIdNumber", each.insolvency_id_number);
    optional_member(json_, "court", each.court);
    optional_member(json_, "solicitor", each.solicitor);
    optional_member(json_, "petitioner", each.petitioner);
    optional_member(json_, "debt", each.debt);
    optional_member(json_, "accountantInBankruptcyCaseNumber", each.accountant_case_number);
    date(json_, "insolvencyStartDateIso", each.start);
    date(json_, "insolvencyEndDateIso", each.end);
    date(json_, "hearingDateIso", each.hearing);
    date(json_, "presentedDateOfPetitionIso", each.petition_presented);
    date(json_, "gazetteIssueDateIso", each.gazette_issue);
    date(json_, "awardDateIso", each.award);
    date(json_, "firstOrderDateIso", each.first_order);
    entry_ids(&Profile::inss, each);
    json_.end_object();
  }

  void dd(const DdEntry& each) {
    json_.begin_object();
    optional_member(json_, "caseReference", each.case_reference);
    json_.member("reason", each.reason);
    optional_member(json_, "conduct", each.conduct);
    date(json_, "dateFromIso", each.from);
    date(json_, "dateToIso", each.to);
    evidence_ids(each.evidence_ids);
    entry_ids(&Profile::dds, each);
    json_.end_object();
  }

  void association(const PepAssociation& each) {
    const auto found = links_.find(each.pep);
    if (!found) return;
    const std::string id = resource_id(each.pep);
    json_.begin_object();
    json_.member("qrCode", std::to_string(found->qr_code));
    json_.member("resourceId", id);
    json_.member("resourceUri", resource_uri(default_family(found->kind), id));
    evidence_ids(each.evidence_ids);
    entry_ids(&Profile::pep_associations, each);
    json_.end_object();
  }

  void evidence(const Evidence& each) {
    json_.begin_object();
    optional_member(json_, "originalUrl", each.original_url);
    optional_member(json_, "title", each.title);
    optional_member(json_, "credibility", each.credibility);
    optional_member(json_, "language", each.language);
    optional_member(json_, "summary", each.summary);
    optional_member(json_, "keywords", each.keywords);
    json_.member("evidenceId", each.id);
    date(json_, "captureDateIso", each.captured);
    date(json_, "publicationDateIso", each.published);
    json_.key("isCopyrighted");
    json_.value(each.is_copyrighted);
    if (!each.is_copyrighted) optional_member(json_, "assetUrl", each.asset_url);
    datasets(json_, each.datasets);
    entry_ids(&Profile::evidences, each);
    json_.end_object();
  }

  void sanctions() {
    json_.key("sanEntries");
    json_.begin_object();
    for (const bool former : {false, true}) {
      json_.key(former ? "former" : "current");
      json_.begin_array();
      for (const SanctionEntry& each : profile_.sanctions)
        if (each.former == former) sanction(each);
      json_.end_array();
    }
    json_.end_object();
  }

  void sanction(const SanctionEntry& each) {
    json_.begin_object();
    optional_member(json_, "sanctionId", each.sanction_id);
    texts(json_, "measures", each.measures);
    json_.key("regime");
    json_.begin_object();
    json_.member("origin", each.regime.origin);
    json_.member("body", each.regime.body);
    json_.member("name", each.regime.name);
    texts(json_, "types", each.regime.types);
    if (each.regime.body_id != 0) {
      json_.key("bodyId");
      json_.value(each.regime.body_id);
    }
    json_.end_object();
    array(json_, "events", each.events, [&](const Event& one) { event(one); });
    entry_ids(&Profile::sanctions, each);
    json_.end_object();
  }

  void peps() {
    json_.key("pepEntries");
    json_.begin_object();
    json_.member("pepTier", to_text(profile_.pep_tier));
    for (const bool former : {false, true}) {
      json_.key(former ? "former" : "current");
      json_.begin_array();
      for (const PepEntry& each : profile_.peps) {
        if (each.former != former) continue;
        json_.begin_object();
        position(each);
        evidence_ids(each.evidence_ids);
        entry_ids(&Profile::peps, each);
        json_.end_object();
      }
      json_.end_array();
    }
    json_.end_object();
  }

  JsonWriter& json_;
  const Profile& profile_;
  const LinkLookup& links_;
  const ListEntries from_;
  Family family_ = Family::kBusiness;
};

}  // namespace

void optional_member(JsonWriter& json, std::string_view name, std::string_view value) {
  if (!value.empty()) json.member(name, value);
}

std::string resource_uri(Family family, std::string_view resource_id) {
  std::string out = family == Family::kIndividual ? "/individuals/" : "/businesses/";
  out += resource_id;
  return out;
}

std::string entry_id(const ProfileKey& key) {
  return key.list + ":" + key.record;
}

void write_entries(JsonWriter& json, const ListEntries& from) {
  array(json, "entries", from.entries, [&](const Profile& each) {
    json.begin_object().member("list", each.key.list).member("id", each.key.record);
    json.member("entryId", entry_id(each.key)).member("resourceId", resource_id(each.key));
    json.member("qrCode", std::to_string(each.qr_code)).member("name", each.name());
    const auto own = std::ranges::find(each.sources, each.key.list, &Source::key);
    if (own != each.sources.end()) optional_member(json, "url", own->url);
    json.key("isDeleted").value(each.is_deleted);
    json.member("firstSeen", base::iso_millis(each.first_seen));
    json.member("lastSeen", base::iso_millis(each.is_deleted ? each.last_changed : from.read));
    json.end_object();
  });
}

void write_open_profile(JsonWriter& json, const Profile& profile, Family family,
                        const LinkLookup& links, const ListEntries& from) {
  ProfileWriter(json, profile, links, from).write(family);
}

void write_addresses(JsonWriter& json, const Profile& profile) {
  ProfileWriter(json, profile, NoLinks()).addresses();
}

void write_contacts(JsonWriter& json, const Profile& profile) {
  ProfileWriter(json, profile, NoLinks()).contacts();
}

void write_identifiers(JsonWriter& json, const Profile& profile) {
  ProfileWriter(json, profile, NoLinks()).identifiers();
}

void write_evidences(JsonWriter& json, const Profile& profile) {
  ProfileWriter(json, profile, NoLinks()).evidences();
}

void write_risk_entries(JsonWriter& json, const Profile& profile, const LinkLookup& links) {
  ProfileWriter(json, profile, links).risk_entries();
}

}  // namespace vedette::profile
