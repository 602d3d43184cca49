#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/country.h"
#include "profile/dataset.h"
#include "profile/partial_date.h"

namespace vedette::profile {

// Whether a change of a field is a change of the profile: a volatile one alone raises no version.
enum class Weight { kMaterial, kVolatile };

// Which list names the party, and how that list numbers it. Two keys are the same party of the same
// list, in every generation.
struct ProfileKey {
  std::string list = {};    // ofac-sdn, un-sc, eu-fsf, ...
  std::string record = {};  // the list's own id

  bool empty() const { return record.empty(); }
  auto operator<=>(const ProfileKey&) const = default;
};

// 64 lower-case hex digits: SHA-256 of the key.
std::string resource_id(const ProfileKey& key);

// A tie to another profile. A link whose key is empty names a party that no list of ours numbers.
struct Link {
  ProfileKey target = {};
  std::string name = {};  // as the list names it, empty when it gives the id only
  std::string relationship = {};
  double ownership_percentage = 0;  // 0 = not given
  std::vector<std::string> evidence_ids = {};

  bool operator==(const Link&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("list", self.target.list);
    visit("record", self.target.record);
    visit("name", self.name);
    visit("relationship", self.relationship);
    visit("ownershipPercentage", self.ownership_percentage);
    visit("evidenceIds", self.evidence_ids);
  }
};

struct Evidence {
  std::string id = {};
  std::string original_url = {};
  std::string title = {};
  std::string credibility = {};  // High, Medium, Low
  std::string language = {};     // ISO 639-3
  std::string summary = {};
  std::string keywords = {};  // comma-separated
  PartialDate captured = {};
  PartialDate published = {};
  bool is_copyrighted = false;
  std::string asset_url = {};
  DatasetSet datasets = {};

  bool operator==(const Evidence&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("id", self.id);
    visit("originalUrl", self.original_url, Weight::kVolatile);
    visit("title", self.title);
    visit("credibility", self.credibility);
    visit("language", self.language);
    visit("summary", self.summary);
    visit("keywords", self.keywords);
    visit("captured", self.captured, Weight::kVolatile);
    visit("published", self.published);
    visit("isCopyrighted", self.is_copyrighted);
    visit("assetUrl", self.asset_url, Weight::kVolatile);
    visit("datasets", self.datasets);
  }
};

// Something that happened on a day, with what proves it. Amount and period: of an enforcement.
struct Event {
  std::string type = {};
  PartialDate date = {};
  std::vector<std::string> evidence_ids = {};
  std::string currency = {};
  double amount = 0;
  std::int32_t days = 0;
  std::int32_t months = 0;
  std::int32_t years = 0;

  bool operator==(const Event&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("type", self.type);
    visit("date", self.date);
    visit("evidenceIds", self.evidence_ids);
    visit("currency", self.currency);
    visit("amount", self.amount);
    visit("days", self.days);
    visit("months", self.months);
    visit("years", self.years);
  }
};

struct Regime {
  std::string origin = {};  // the state or organisation behind it: USA, United Nations, ...
  std::string body = {};    // who keeps the list: Office of Foreign Assets Control (OFAC), ...
  std::string name = {};    // the programme
  std::vector<std::string> types = {};  // Terrorism, Non-Proliferation, ...
  std::int32_t body_id = 0;

  bool operator==(const Regime&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("origin", self.origin);
    visit("body", self.body);
    visit("name", self.name);
    visit("types", self.types);
    visit("bodyId", self.body_id);
  }
};

struct SanctionEntry {
  std::string sanction_id = {};
  Regime regime = {};
  std::vector<std::string> measures = {};
  std::vector<Event> events = {};  // Added, Amended, Removed
  bool former = false;

  bool operator==(const SanctionEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("sanctionId", self.sanction_id);
    visit("regime", self.regime);
    visit("measures", self.measures);
    visit("events", self.events);
    visit("former", self.former);
  }
};

enum class PepTier : std::uint8_t { kNone, kTier1, kTier2, kTier3, kByAssociation };

struct PepEntry {
  Country country = {};
  std::string segment = {};
  std::string position = {};
  PartialDate from = {};
  PartialDate to = {};
  std::vector<std::string> evidence_ids = {};
  bool former = false;

  bool operator==(const PepEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("country", self.country);
    visit("segment", self.segment);
    visit("position", self.position);
    visit("from", self.from);
    visit("to", self.to);
    visit("evidenceIds", self.evidence_ids);
    visit("former", self.former);
  }
};

// The PEP this profile is linked to.
struct PepAssociation {
  ProfileKey pep = {};
  std::vector<std::string> evidence_ids = {};

  bool operator==(const PepAssociation&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("list", self.pep.list);
    visit("record", self.pep.record);
    visit("evidenceIds", self.evidence_ids);
  }
};

// Reputational risk exposure (adverse media).
struct RreEntry {
  std::string category = {};
  std::string subcategory = {};
  std::vector<Event> events = {};

  bool operator==(const RreEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("category", self.category);
    visit("subcategory", self.subcategory);
    visit("events", self.events);
  }
};

// Regulatory enforcement list: the same shape, its events may carry an amount and a period.
struct RelEntry : RreEntry {
  bool operator==(const RelEntry&) const = default;
};

// Profile of interest.
struct PoiEntry {
  std::string category = {};
  std::vector<PepEntry> positions = {};
  std::vector<std::string> evidence_ids = {};

  bool operator==(const PoiEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("category", self.category);
    visit("positions", self.positions);
    visit("evidenceIds", self.evidence_ids);
  }
};

// Insolvency register.
struct InsEntry {
  std::string type = {};
  std::string insolvency_id_number = {};
  std::string court = {};
  std::string solicitor = {};
  std::string petitioner = {};
  std::string debt = {};
  std::string accountant_case_number = {};
  PartialDate start = {};
  PartialDate end = {};
  PartialDate hearing = {};
  PartialDate petition_presented = {};
  PartialDate gazette_issue = {};
  PartialDate award = {};
  PartialDate first_order = {};
  std::vector<std::string> evidence_ids = {};

  bool operator==(const InsEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("type", self.type);
    visit("insolvencyIdNumber", self.insolvency_id_number);
    visit("court", self.court);
    visit("solicitor", self.solicitor);
    visit("petitioner", self.petitioner);
    visit("debt", self.debt);
    visit("accountantInBankruptcyCaseNumber", self.accountant_case_number);
    visit("start", self.start);
    visit("end", self.end);
    visit("hearing", self.hearing);
    visit("petitionPresented", self.petition_presented);
    visit("gazetteIssue", self.gazette_issue);
    visit("award", self.award);
    visit("firstOrder", self.first_order);
    visit("evidenceIds", self.evidence_ids);
  }
};

// Gambling risk intelligence report.
struct GriEntry {
  std::string evidence_id = {};
  std::string title = {};
  std::string summary = {};
  std::string keywords = {};

  bool operator==(const GriEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("evidenceId", self.evidence_id);
    visit("title", self.title);
    visit("summary", self.summary);
    visit("keywords", self.keywords);
  }
};

// Disqualified director.
struct DdEntry {
  std::string case_reference = {};
  std::string reason = {};
  std::string conduct = {};
  PartialDate from = {};
  PartialDate to = {};
  std::vector<std::string> evidence_ids = {};

  bool operator==(const DdEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("caseReference", self.case_reference);
    visit("reason", self.reason);
    visit("conduct", self.conduct);
    visit("from", self.from);
    visit("to", self.to);
    visit("evidenceIds", self.evidence_ids);
  }
};

// State-owned enterprise.
struct SoeEntry {
  std::string level = {};   // National, Local
  std::string status = {};  // Current, Former
  std::vector<std::string> evidence_ids = {};

  bool operator==(const SoeEntry&) const = default;
  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("level", self.level);
    visit("status", self.status);
    visit("evidenceIds", self.evidence_ids);
  }
};

std::string_view to_text(PepTier tier);  // "PEP Tier 1", "PEP by Association", ""
bool from_text(std::string_view text, PepTier& tier);

}  // namespace vedette::profile
