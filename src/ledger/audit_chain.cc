#include "ledger/audit_chain.h"

#include <limits>
#include <set>

#include "base/check.h"
#include "ledger/access.h"

namespace vedette::ledger {
namespace {

constexpr std::string_view kKeyPurpose = "vedette audit chain 1";
constexpr std::size_t kSaltBytes = 16;
constexpr std::int64_t kPageEntries = 1000;
// A walk may be long; each of its pages must not be.
constexpr base::Millis kPageDeadline = base::seconds(30);

constexpr sql::Sql kMakeHead =
    "insert into audit_heads (project_id, sequence, mac, sealed_rows, total_changes, covered_total,"
    " total_mac) values ($1, 0, $2, $3, $4, $5, $6) on conflict (project_id) do nothing";
constexpr sql::Sql kReadHead = "select sequence, mac from audit_heads where project_id = $1";
#define VEDETTE_HEAD_AND_TOTAL                                                 \
  "select sequence, mac, sealed_rows, total_changes, covered_total, total_mac" \
  " from audit_heads where project_id = $1"
constexpr sql::Sql kReadHeadAndTotal = VEDETTE_HEAD_AND_TOTAL;
constexpr sql::Sql kLockHead = VEDETTE_HEAD_AND_TOTAL " for update";
#undef VEDETTE_HEAD_AND_TOTAL
constexpr sql::Sql kMoveHead =
    "update audit_heads set sequence = $2, mac = $3 where project_id = $1";
constexpr sql::Sql kMoveHeadAndTotal =
    "update audit_heads set sequence = $2, mac = $3, sealed_rows = $4, total_changes = $5,"
    " covered_total = $6, total_mac = $7 where project_id = $1";
constexpr sql::BulkTarget kEntries{
    "audit_entries",
    "project_id, sequence, at, action, actor, request_id, refers_to, payload_sha256, mac"};
constexpr sql::BulkTarget kPayloads{"audit_payloads", "project_id, sequence, salt, payload"};
constexpr sql::Sql kPage =
    "select e.sequence, e.at, e.action, e.actor, e.request_id, e.refers_to, e.payload_sha256,"
    " e.mac, p.salt, p.payload from audit_entries e left join audit_payloads p"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " where e.project_id = $1 and e.sequence > $2 order by e.sequence limit $3";
constexpr sql::Sql kChains =
    "select project_id from audit_entries union select project_id from audit_heads"
    " union select project_id from audit_payloads order by 1";
constexpr sql::Sql kAllHeads =
    "select project_id, sequence, mac from audit_heads where sequence > 0 order by project_id";
constexpr sql::Sql kStrayPayload =
    "select min(p.sequence) from audit_payloads p left join audit_entries e"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " where p.project_id = $1 and e.sequence is null";

base::Result<std::optional<AuditHead>> read_head(sql::Connection& connection, const sql::Sql& text,
                                                 base::ProjectId project) {
  const std::array<sql::Value, 1> values{sql::bind(project)};
  VEDETTE_ASSIGN(const auto rows, query_rows<std::int64_t, base::Sha256>(connection, text, values));
  if (rows.empty()) return std::optional<AuditHead>();
  return std::optional<AuditHead>(AuditHead{std::get<0>(rows[0]), std::get<1>(rows[0])});
}

struct HeadAndTotal {
  AuditHead head;
  bool has_total = false;
  StoredTotal total;
};
base::Result<std::optional<HeadAndTotal>> read_head_and_total(sql::Connection& connection,
                                                              const sql::Sql& text,
                                                              base::ProjectId project) {
  const std::array<sql::Value, 1> values{sql::bind(project)};
  VEDETTE_ASSIGN(const auto rows,
                 (query_rows<std::int64_t, base::Sha256, std::int64_t, std::int64_t,
                             std::optional<RowTotal::Share>, std::optional<RowTotal::Share>>(
                     connection, text, values)));
  std::optional<HeadAndTotal> out;
  if (rows.empty()) return out;
  const auto& [sequence, mac, sealed, changes, covered, total_mac] = rows[0];
  out = HeadAndTotal{{sequence, mac},
                     covered || total_mac,
                     {sealed, changes, covered.value_or(RowTotal::Share{}),
                      total_mac.value_or(RowTotal::Share{})}};
  return out;
}

using PageRow = std::tuple<std::int64_t, base::Time, std::string, std::string, std::string,
                           std::int64_t, base::Sha256, base::Sha256, std::optional<sql::OwnedBytes>,
                           std::optional<std::string>>;

base::Result<std::vector<PageRow>> read_page(sql::Connection& connection, base::ProjectId project,
                                             std::int64_t after, std::int64_t entries) {
  const std::array<sql::Value, 3> values{sql::bind(project), sql::bind(after), sql::bind(entries)};
  return query_rows<std::int64_t, base::Time, std::string, std::string, std::string, std::int64_t,
                    base::Sha256, base::Sha256, std::optional<sql::OwnedBytes>,
                    std::optional<std::string>>(connection, kPage, values);
}

// The state of a walk: what the next entry must continue.
class Walk {
 public:
  Walk(const base::Key256& key, base::ProjectId project, const std::optional<AuditHead>& exported)
      : key_(key), project_(project), exported_(exported) {}

  bool broken() const { return !report_.whole(); }
  std::int64_t last() const { return report_.head.sequence; }

  void take(const PageRow& row) {
    const std::int64_t expected = report_.head.sequence + 1;
    ChainedEntry entry;
    entry.project = project_;
    const auto& [sequence, at, action, actor, request, refers, digest, mac, salt, payload] = row;
    if (sequence < expected) return bad(sequence, "an entry stands before the first");
    if (sequence != expected) return bad(expected, "an entry is missing");
    entry.sequence = sequence;
    entry.at = at;
    entry.action = action;
    entry.actor = actor;
    entry.request_id = request;
    entry.refers_to = refers;
    entry.payload_digest = digest;
    const auto computed = base::hmac_sha256(key_, canonical_bytes(entry, report_.head.mac));
    if (!base::equal_in_constant_time(base::as_text(computed), base::as_text(mac)))
      return bad(sequence, "the entry is not what was written");
    if (action == kPayloadErased) announced_.insert(refers);
    if (digest != base::Sha256{} && !payload) missing_.insert(sequence);
    // Of another length the salt could lend bytes to the payload without a change of the digest.
    if (payload && (!salt || salt->bytes.size() != kSaltBytes ||
                    payload_digest(salt->bytes, *payload) != digest))
      return bad(sequence, "the payload is not what was written");
    report_.head = AuditHead{sequence, mac};
    ++report_.entries;
    if (exported_ && exported_->sequence == sequence && exported_->mac != mac)
      bad(sequence, "the entry is not the one of the exported head");
  }

  ChainReport finish(const std::optional<AuditHead>& stored) {
    if (broken()) return report_;
    for (const std::int64_t sequence : missing_) {
      if (announced_.contains(sequence)) {
        ++report_.erased_payloads;
        continue;
      }
      bad(sequence, "the payload is gone without an erasure in the chain");
      return report_;
    }
    const AuditHead head = stored.value_or(AuditHead{});
    if (head.sequence != last() || (last() > 0 && head.mac != report_.head.mac))
      bad(std::min(head.sequence, last()) + 1, "the chain does not end where its head says");
    else if (exported_ && exported_->sequence > last())
      bad(last() + 1, "the chain is shorter than the exported head");
    return report_;
  }

  void bad(std::int64_t sequence, const char* reason) {
    if (broken()) return;
    report_.first_bad = sequence;
    report_.reason = reason;
  }

 private:
  const base::Key256& key_;
  const base::ProjectId project_;
  const std::optional<AuditHead>& exported_;
  ChainReport report_;
  std::set<std::int64_t> missing_;
  std::set<std::int64_t> announced_;
};

}  // namespace

base::Key256 audit_key(const ServerKey& key) {
  return key.derive(kKeyPurpose);
}

base::Result<void> ChainAppender::lock(base::ProjectId project) {
  VEDETTE_CHECK(heads_.empty() || heads_.rbegin()->first < project);
  // SQLite has no row locks and needs none: its writer holds the whole database.
  const sql::Sql& text =
      connection_.engine() == sql::Engine::kPostgresql ? kLockHead : kReadHeadAndTotal;
  VEDETTE_ASSIGN(auto stored, read_head_and_total(connection_, text, project));
  if (!stored) {
    const AuditHead none;
    const StoredTotal empty = keys_.seals.cover(project, none, {}, 0);
    const std::array<sql::Value, 6> values{sql::bind(project),           sql::bind(none.mac),
                                           sql::bind(empty.rows),        sql::bind(empty.changes),
                                           sql::bind(empty.covered_sum), sql::bind(empty.mac)};
    VEDETTE_TRY(connection_.run(kMakeHead, values, [](auto) { return base::Result<void>(); }));
    VEDETTE_ASSIGN(stored, read_head_and_total(connection_, text, project));
    VEDETTE_CHECK(stored.has_value());
  }
  heads_[project] = Head{stored->head, keys_.seals.uncover(project, stored->head, stored->total),
                         stored->has_total, stored->total.changes, false};
  return {};
}

void ChainAppender::move_total(base::ProjectId project, const RowTotal& change) {
  if (change.is_zero()) return;
  const auto found = heads_.find(project);
  VEDETTE_CHECK(found != heads_.end());
  if (found->second.total) found->second.total->add(change);
  found->second.moved = true;
}

void ChainAppender::begin_total(base::ProjectId project) {
  const auto found = heads_.find(project);
  VEDETTE_CHECK(found != heads_.end());
  Head& head = found->second;
  if (head.has_total) return;
  head.total = RowTotal();
  head.has_total = true;
  head.moved = true;
}

base::Result<void> ChainAppender::write_head(base::ProjectId project, const Head& head) {
  const auto done = [](auto) { return base::Result<void>(); };
  if (!head.total) {
    const std::array<sql::Value, 3> values{sql::bind(project), sql::bind(head.head.sequence),
                                           sql::bind(head.head.mac)};
    VEDETTE_TRY(connection_.run(kMoveHead, values, done));
    return {};
  }
  const StoredTotal total = keys_.seals.cover(project, head.head, *head.total, head.changes + 1);
  const std::array<sql::Value, 7> values{sql::bind(project),       sql::bind(head.head.sequence),
                                         sql::bind(head.head.mac), sql::bind(total.rows),
                                         sql::bind(total.changes), sql::bind(total.covered_sum),
                                         sql::bind(total.mac)};
  VEDETTE_TRY(connection_.run(kMoveHeadAndTotal, values, done));
  return {};
}

void ChainAppender::append(base::ProjectId project, base::Time at, const AuditEntry& entry) {
  const auto found = heads_.find(project);
  VEDETTE_CHECK(found != heads_.end());
  Head& head = found->second;
  ChainedEntry chained{project,
                       head.head.sequence + 1,
                       at,
                       entry.action,
                       entry.actor,
                       entry.request_id,
                       entry.refers_to,
                       {},
                       {}};
  if (!entry.payload.empty()) {
    std::string salt(kSaltBytes, '\0');
    base::fill_random({reinterpret_cast<std::uint8_t*>(salt.data()), salt.size()});
    chained.payload_digest = payload_digest(salt, entry.payload);
    payloads_.push_back({project.value(), chained.sequence, std::move(salt), entry.payload});
  }
  chained.mac = base::hmac_sha256(keys_.chain, canonical_bytes(chained, head.head.mac));
  head.head = AuditHead{chained.sequence, chained.mac};
  head.moved = true;
  entries_.push_back(std::move(chained));
}

base::Result<void> ChainAppender::flush() {
  std::vector<sql::Value> cells;
  for (const ChainedEntry& entry : entries_)
    cells.insert(cells.end(), {sql::bind(entry.project), sql::bind(entry.sequence),
                               sql::bind(entry.at), sql::bind(entry.action), sql::bind(entry.actor),
                               sql::bind(entry.request_id), sql::bind(entry.refers_to),
                               sql::bind(entry.payload_digest), sql::bind(entry.mac)});
  VEDETTE_TRY(connection_.bulk(kEntries, cells));
  cells.clear();
  for (const Payload& payload : payloads_)
    cells.insert(cells.end(), {sql::bind(payload.project), sql::bind(payload.sequence),
                               sql::bind(sql::Bytes{payload.salt}), sql::bind(payload.text)});
  VEDETTE_TRY(connection_.bulk(kPayloads, cells));
  for (const auto& [project, head] : heads_) {
    if (head.moved) VEDETTE_TRY(write_head(project, head));
  }
  return {};
}

base::Result<void> check_chain_key(sql::Connection& connection, const base::Key256& key) {
  VEDETTE_ASSIGN(auto page, read_page(connection, kInstallation, 0, 1));
  if (page.empty()) return {};
  // What was done to payloads is for a walk to say; the key shows in the entry alone.
  std::get<std::optional<std::string>>(page.front()).reset();
  const std::optional<AuditHead> none;
  Walk walk(key, kInstallation, none);
  walk.take(page.front());
  if (!walk.broken()) return {};
  return base::Error(base::Cause::kForbidden,
                     "the server key is not the one that this ledger was begun with: put that key "
                     "back, or name its file with key_file");
}

base::Result<std::vector<base::ProjectId>> list_chains(sql::Connection& connection) {
  VEDETTE_ASSIGN(const auto rows, query_rows<base::ProjectId>(connection, kChains, {}));
  std::vector<base::ProjectId> out;
  for (const auto& [project] : rows)
    out.push_back(project);
  return out;
}

base::Result<std::vector<ChainHead>> read_heads(sql::Connection& connection) {
  VEDETTE_ASSIGN(const auto rows, (query_rows<base::ProjectId, std::int64_t, base::Sha256>(
                                      connection, kAllHeads, {})));
  std::vector<ChainHead> out;
  for (const auto& [project, sequence, mac] : rows)
    out.push_back({project, {sequence, mac}});
  return out;
}

base::Result<TotalState> read_total(sql::Connection& connection, const RowSeals& seals,
                                    base::ProjectId project) {
  VEDETTE_ASSIGN(const auto stored, read_head_and_total(connection, kReadHeadAndTotal, project));
  // Nothing was ever written for a project without a head.
  if (!stored) return TotalState{true, RowTotal()};
  TotalState out;
  out.begun = stored->has_total;
  if (out.begun) out.total = seals.uncover(project, stored->head, stored->total);
  return out;
}

base::Result<ChainReport> walk_chain(sql::Connection& connection, const base::Key256& key,
                                     base::ProjectId project,
                                     const std::optional<AuditHead>& exported) {
  Walk walk(key, project, exported);
  VEDETTE_ASSIGN(const auto stored, read_head(connection, kReadHead, project));
  // An entry that somebody put before the first one is met as well.
  std::int64_t after = std::numeric_limits<std::int64_t>::min();
  std::int64_t entries = kPageEntries;
  for (bool more = true; more && !walk.broken();) {
    connection.set_deadline(sql::after(kPageDeadline));
    const auto page = read_page(connection, project, after, entries);
    if (!page.ok() && page.error().cause == base::Cause::kInternal) {
      // A column holds what was never written there: one by one, to name the entry.
      if (entries == 1) walk.bad(walk.last() + 1, "the entry is not of the form that is written");
      entries = 1;
      continue;
    }
    if (!page.ok()) return page.error();
    for (const auto& row : *page)
      walk.take(row);
    more = page->size() == static_cast<std::size_t>(entries);
    after = walk.last();
  }
  const std::array<sql::Value, 1> values{sql::bind(project)};
  VEDETTE_ASSIGN(const auto stray,
                 query_rows<std::optional<std::int64_t>>(connection, kStrayPayload, values));
  if (!stray.empty() && std::get<0>(stray[0]))
    walk.bad(*std::get<0>(stray[0]), "a payload has no entry");
  return walk.finish(stored);
}

}  // namespace vedette::ledger
