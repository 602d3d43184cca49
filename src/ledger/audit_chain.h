#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/result.h"
#include "ledger/audit.h"
#include "ledger/audit_heads.h"
#include "ledger/row_seal.h"
#include "ledger/server_key.h"
#include "ledger/sql/connection.h"

namespace vedette::ledger {

inline constexpr std::string_view kPayloadErased = "audit.payload_erased";

// The key of the chains, derived from the installation's.
base::Key256 audit_key(const ServerKey& key);

// What the appender writes with; the seals must outlive it.
struct ChainKeys {
  base::Key256 chain;
  const RowSeals& seals;
};

// Appends entries to chains inside one transaction: lock the heads, add entries, flush once.
// The entries of all changes of a batch reach the database together.
//
// The head of a chain carries the total of the project's sealed rows, under a MAC over both. A
// total that does not fit its head is never written anew: it stays wrong until somebody has looked.
class ChainAppender {
 public:
  ChainAppender(sql::Connection& connection, const ChainKeys& keys)
      : connection_(connection), keys_(keys) {}

  // Reads and locks the head of a chain. In ascending order of projects, so that two nodes never
  // wait for each other.
  base::Result<void> lock(base::ProjectId project);
  // `project` must be locked. Nothing is written before flush().
  void append(base::ProjectId project, base::Time at, const AuditEntry& entry);
  // The same for the total of the project's sealed rows.
  void move_total(base::ProjectId project, const RowTotal& change);
  // For a chain that has no total yet.
  void begin_total(base::ProjectId project);
  base::Result<void> flush();

 private:
  struct Payload {
    std::int64_t project;
    std::int64_t sequence;
    std::string salt;
    std::string text;
  };
  struct Head {
    AuditHead head;
    std::optional<RowTotal> total;  // nothing: there is none, or not what was written
    bool has_total = false;
    std::int64_t changes = 0;  // of the total
    bool moved = false;
  };
  base::Result<void> write_head(base::ProjectId project, const Head& head);

  sql::Connection& connection_;
  const ChainKeys& keys_;
  std::map<base::ProjectId, Head> heads_;
  std::vector<ChainedEntry> entries_;
  std::vector<Payload> payloads_;
};

// An error when the chain of the installation was begun with another key. A server that went on
// with a wrong or new key would refuse every client and spoil every chain.
base::Result<void> check_chain_key(sql::Connection& connection, const base::Key256& key);

// Every project that has an entry, a payload or a head, whether or not it is known otherwise.
base::Result<std::vector<base::ProjectId>> list_chains(sql::Connection& connection);
// The heads of all chains that have entries.
base::Result<std::vector<ChainHead>> read_heads(sql::Connection& connection);

// Walks one chain page by page.
base::Result<ChainReport> walk_chain(sql::Connection& connection, const base::Key256& key,
                                     base::ProjectId project,
                                     const std::optional<AuditHead>& exported);

}  // namespace vedette::ledger
