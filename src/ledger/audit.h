#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"

namespace vedette::ledger {

// The chain of the installation itself: projects, clean-ups, sign-ins to unknown projects.
inline constexpr base::ProjectId kInstallation{0};

// What happened, as a change hands it to the chain. Names of people and values of fields belong in
// the payload, which can be erased later; the other fields stay for ever. Never a secret.
struct AuditEntry {
  std::string action;          // "token.created"
  std::string actor;           // "user:12", "client:7", "operator", "service"
  std::string request_id;      // empty for commands
  std::string payload;         // JSON, or empty
  std::int64_t refers_to = 0;  // the sequence of an earlier entry this one is about, or 0
};

// Builds the payload: a flat JSON object in the order of the calls.
class AuditPayload {
 public:
  AuditPayload& add(std::string_view name, std::string_view value);
  AuditPayload& add(std::string_view name, std::int64_t value);
  std::string json() const { return "{" + members_ + "}"; }

 private:
  void add_name(std::string_view name);
  std::string members_;
};

// An entry as it stands in the chain.
struct ChainedEntry {
  base::ProjectId project;
  std::int64_t sequence = 0;  // 1, 2, 3, ... without gaps
  base::Time at;
  std::string action;
  std::string actor;
  std::string request_id;
  std::int64_t refers_to = 0;
  base::Sha256 payload_digest{};
  base::Sha256 mac{};
};

// The newest entry's number and MAC. Kept outside the database, it proves that nothing was cut off.
struct AuditHead {
  std::int64_t sequence = 0;
  base::Sha256 mac{};
};

// The bytes under the MAC; docs/ledger.md describes them.
std::string canonical_bytes(const ChainedEntry& entry, const base::Sha256& previous_mac);
// A salted digest, so that an erased payload cannot be guessed back from the chain.
base::Sha256 payload_digest(std::string_view salt, std::string_view payload);

struct ChainReport {
  std::int64_t entries = 0;
  std::int64_t erased_payloads = 0;
  AuditHead head;
  std::optional<std::int64_t> first_bad;  // the sequence of the first entry that does not hold
  std::string reason;                     // why, when first_bad is set
  bool whole() const { return !first_bad.has_value(); }
};

}  // namespace vedette::ledger
