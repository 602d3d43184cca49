#include "service/erasure/erasure.h"

#include "base/json_writer.h"
#include "service/erasure/traces.h"
#include "service/monitoring/case_item_rows.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/match_versions.h"
#include "service/monitoring/record_changes.h"
#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

constexpr ProjectSql kDeleteRecord =
    "delete from records where project_id = $1 and record_number = $2";
// A search with an empty query is one that was erased (searches.cc).
constexpr ProjectSql kEmptySearch =
    "update searches set question = '', total = 0, hits = $3 where project_id = $1"
    " and search_id = $2";
constexpr ProjectSql kEmptyItem =
    "update search_items set item_key = '', question = '{}', failure = $4, total = 0, hits = $5"
    " where project_id = $1 and search_id = $2 and item = $3";
// The event stays, so that no cursor of the feed points at nothing.
constexpr ProjectSql kEmptyEvent =
    "update events set data = '{\"erased\":true}' where project_id = $1 and sequence = $2";
constexpr ProjectSql kDeleteDeliveries =
    "delete from webhook_deliveries where project_id = $1 and event_sequence = $2";
constexpr ProjectSql kDeleteAnswer =
    "delete from idempotency_keys where project_id = $1 and key_sha256 = $2";
constexpr ProjectSql kDeletePayload =
    "delete from audit_payloads where project_id = $1 and sequence = $2";

ErasureCounts counts_of(const Traces& traces) {
  return {.records = std::ssize(traces.records),
          .searches = std::ssize(traces.searches),
          .batch_names = std::ssize(traces.batch_names),
          .events = std::ssize(traces.events),
          .answers = std::ssize(traces.answers),
          .audit_payloads = std::ssize(traces.payloads),
          .case_links = std::ssize(traces.links)};
}

class Erasing {
 public:
  Erasing(ProjectWriter& writer, const Actor& actor, base::Time now)
      : writer_(writer), actor_(actor), now_(now), changes_(writer, actor, now) {}

  Result<void> run(const Traces& traces) {
    for (const std::int64_t number : traces.records)
      VEDETTE_TRY(erase_record(number));
    VEDETTE_TRY(changes_.flush());
    for (const auto& [record, item] : traces.links)
      VEDETTE_TRY(erase_link(record, item));
    const OwnedBytes none;
    for (const std::int64_t search : traces.searches)
      VEDETTE_TRY(writer_.execute(kEmptySearch, search, none));
    for (const auto& [search, item] : traces.batch_names)
      VEDETTE_TRY(writer_.execute(kEmptyItem, search, item, kNameErased, none));
    for (const std::int64_t event : traces.events) {
      VEDETTE_TRY(writer_.execute(kDeleteDeliveries, event));
      VEDETTE_TRY(writer_.execute(kEmptyEvent, event));
    }
    for (const base::Sha256& answer : traces.answers)
      VEDETTE_TRY(writer_.execute(kDeleteAnswer, answer));
    for (const std::int64_t sequence : traces.payloads) {
      VEDETTE_TRY(writer_.execute(kDeletePayload, sequence));
      writer_.audit({"audit.payload_erased", actor_.name, actor_.request_id, "", sequence});
    }
    return {};
  }

 private:
  Result<void> erase_record(std::int64_t number) {
    VEDETTE_ASSIGN(const auto record, record_by_number(writer_, number));
    if (!record) return {};
    if (!record->deleted) {
      VEDETTE_ASSIGN(const std::vector<Match> matches, matches_of(writer_, number));
      VEDETTE_TRY(raise_version_floor(writer_, matches));
      changes_.forget(*record, matches);
      changes_.totals().remove(*record);
    }
    writer_.seal_removed(record->seal);
    VEDETTE_TRY(remove_matches(writer_, {number, number}));
    VEDETTE_TRY(remove_case_items(writer_, {number, number}));
    VEDETTE_TRY(writer_.execute(kDeleteRecord, number));
    return {};
  }

  // A link of another customer to an erased one: that there was one stays.
  Result<void> erase_link(std::int64_t record, std::int64_t number) {
    VEDETTE_ASSIGN(std::vector<CaseItem> items, items_of(writer_, record));
    for (CaseItem& item : items) {
      if (item.number != number) continue;
      item.comment.clear();
      item.name.clear();
      item.link_id.clear();
      if (!item.is_removed()) item.removed = now_;
      VEDETTE_TRY(update_item(writer_, record, item));
    }
    return {};
  }

  ProjectWriter& writer_;
  const Actor& actor_;
  const base::Time now_;
  RecordChanges changes_;
};

}  // namespace

void ErasureCounts::add(const ErasureCounts& more) {
  records += more.records;
  searches += more.searches;
  batch_names += more.batch_names;
  events += more.events;
  answers += more.answers;
  audit_payloads += more.audit_payloads;
}

std::string ErasureCounts::json() const {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("records", records).member("searches", searches);
  json.member("batchNames", batch_names).member("events", events).member("answers", answers);
  json.member("auditPayloads", audit_payloads).member("caseLinks", case_links).end_object();
  return out;
}

Result<ErasureCounts> count_traces(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   const Person& person) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<ErasureCounts> {
    VEDETTE_ASSIGN(const Traces traces, traces_of(reader, person));
    return counts_of(traces);
  });
}

Result<ErasureCounts> erase_person(ledger::Ledger& ledger, const Actor& actor, const Person& person,
                                   base::Time now, const AlsoDone& also) {
  return ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<ErasureCounts> {
    VEDETTE_ASSIGN(const Traces traces, traces_of(writer, person));
    const ErasureCounts counts = counts_of(traces);
    VEDETTE_TRY(Erasing(writer, actor, now).run(traces));
    writer.audit({"person.erased", actor.name, actor.request_id, counts.json(), 0});
    if (also) VEDETTE_TRY(also(writer, counts));
    return counts;
  });
}

}  // namespace vedette::service
