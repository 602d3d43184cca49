#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "evidence/party_details.h"
#include "ledger/row_seal.h"
#include "ledger/scope.h"
#include "profile/dataset.h"
#include "profile/profile.h"
#include "service/monitoring/match_rules.h"

namespace vedette::service {

// The nouns of monitoring, as they stand in the ledger.

// Who does something to records and matches.
struct Actor {
  ledger::ProjectScope scope;
  std::string name;           // "user:12", as in the audit chain
  std::string username = {};  // as clients know it; empty for the service and the command line
  std::string request_id = {};
};

// What a record is searched by, in the client's own spelling.
struct Criteria {
  std::string name = {};
  std::vector<std::string> countries = {};
  std::string dob = {};
  std::string gender = {};
  evidence::PartyDetails details = {};
  bool operator==(const Criteria&) const = default;
};

// How many matches of a record have each status.
class StatusCounts {
 public:
  std::int64_t& of(MatchStatus status) { return counts_[static_cast<std::size_t>(status) - 1]; }
  std::int64_t of(MatchStatus status) const {
    return counts_[static_cast<std::size_t>(status) - 1];
  }
  std::int64_t total() const { return counts_[0] + counts_[1] + counts_[2] + counts_[3]; }
  bool operator==(const StatusCounts&) const = default;

 private:
  std::array<std::int64_t, 4> counts_{};
};

// What a record was screened under. Generation 0: never.
struct ScreenedUnder {
  std::int64_t generation = 0;
  std::int64_t engine = 0;
  std::int64_t settings = 0;
  bool operator==(const ScreenedUnder&) const = default;
};

struct MonitorRecord {
  std::int64_t number = 0;
  profile::Family family = profile::Family::kIndividual;
  std::string id = {};
  Criteria criteria = {};
  bool name_cut = false;  // the name has more words than were compared when it was saved
  base::Time created = {};
  base::Time updated = {};
  std::int64_t criteria_version = 1;
  StatusCounts counts = {};
  ScreenedUnder screened = {};
  base::Time screened_at = {};  // alone or with its chunk, whichever came later
  // As read from the row; see row_seals.h.
  base::Time own_screened_at = {};
  std::optional<base::Time> deleted = {};
  ledger::RowSeal seal = {};
};

// How likely the profile is the customer, and why (docs/evidence.md).
struct MatchConfidence {
  int percent = 0;
  std::string terms = {};  // JSON
  std::string sentence = {};
  bool operator==(const MatchConfidence&) const = default;
};

// What a screening saw of a profile that matches; `resource_id` is 64 hex digits.
struct FoundMatch {
  std::string resource_id = {};
  std::int64_t qr_code = 0;
  int score = 0;
  std::string matched_name = {};
  std::string name = {};
  std::string countries = {};  // lower case, comma-separated
  profile::DatasetSet datasets = {};
  std::string births = {};  // comma-separated iso texts
  std::string gender = {};
  std::string pep_tier = {};
  std::int64_t version = 0;
  // "name" where a name reached the threshold, and each identifier of the record that the profile
  // has ("imo:9116412"), with blanks between.
  std::string matched_by = "name";
  // Nothing: found by a version of the program without it, or not a match now.
  std::optional<MatchConfidence> confidence = {};

  bool has_identifier() const { return matched_by != "name" && !matched_by.empty(); }
  // As the rules compare it with what was cleared.
  Likeness likeness() const {
    return {score, confidence ? std::optional(confidence->percent) : std::nullopt};
  }
  bool operator==(const FoundMatch&) const = default;
};

// A match: what was seen of the profile last, and what became of it.
struct Match {
  FoundMatch seen = {};
  MatchStatus status = MatchStatus::kOpen;
  std::int64_t match_version = 1;
  std::optional<ClientVerdict> verdict = {};
  base::Time created = {};
  base::Time updated = {};
  base::Time reviewed = {};
  ledger::RowSeal seal = {};  // as read; see row_seals.h

  Standing standing() const { return {status, seen.likeness(), verdict}; }
};

// One thing that happened to a match.
struct HistoryStep {
  std::int64_t qr_code = 0;
  base::Time at = {};
  bool by_client = false;
  std::string action = {};  // created updated reviewed reopened discarded commented
  bool is_review = false;
  std::optional<MatchStatus> from = {};
  MatchStatus to = MatchStatus::kOpen;
  std::int64_t score = 0;
  std::int64_t version = 0;
  std::int64_t match_version = 0;
  std::optional<std::string> client_risk_rating = {};
  std::optional<std::string> client_comment = {};
  std::optional<std::string> client_user_id = {};
  std::optional<std::string> username = {};
  std::string request_id = {};
  std::string reason = {};
  // As read; see row_seals.h.
  std::int64_t number = 0;
  ledger::RowSeal seal = {};
};

// The sums over all records of a family.
struct FamilyTotals {
  std::int64_t records = 0;
  std::int64_t open_records = 0;
  StatusCounts matches = {};
  bool operator==(const FamilyTotals&) const = default;
};

// The numbers of the families in the ledger.
constexpr std::int64_t family_number(profile::Family family) {
  return family == profile::Family::kBusiness ? 1 : 2;
}
constexpr profile::Family family_of_number(std::int64_t number) {
  return number == 1 ? profile::Family::kBusiness : profile::Family::kIndividual;
}

// Comma-separated texts, as countries and birth dates are stored.
std::string join(const std::vector<std::string>& items);
std::vector<std::string> split(std::string_view text);

}  // namespace vedette::service
