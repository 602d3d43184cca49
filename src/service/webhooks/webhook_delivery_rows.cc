#include "service/webhooks/webhook_delivery_rows.h"

#include <fmt/format.h>

#include <limits>

#include "service/monitoring/record_rows.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::BulkTarget;
using ledger::sql::ProjectSql;
using ledger::sql::Value;

constexpr std::int64_t kAnyStatus = 0;

constexpr ProjectSql kList =
    "select delivery_id, event_sequence, event_type, status, attempts, next_at, created_at,"
    " last_at, last_status, last_error, last_millis from webhook_deliveries"
    " where project_id = $1 and webhook_id = $2 and ($3 = 0 or status = $3) and delivery_id < $4"
    " order by delivery_id desc limit $5";
constexpr BulkTarget kInsert{
    "webhook_deliveries",
    "project_id, delivery_id, webhook_id, event_sequence, event_type, status, next_at,"
    " created_at"};
constexpr ProjectSql kInsertTest =
    "insert into webhook_deliveries (project_id, delivery_id, webhook_id, test_body, event_type,"
    " status, next_at, created_at, lease_owner, lease_until, fence)"
    " values ($1, $2, $3, $4, $5, 1, $6, $6, $7, $8, 1)";
constexpr ProjectSql kMakeOneDue =
    "update webhook_deliveries set status = 1, attempts = 0, next_at = $4, finished_at = null"
    " where project_id = $1 and webhook_id = $2 and delivery_id = $3"
    " and event_sequence is not null";
constexpr ProjectSql kMakeDeadDue =
    "update webhook_deliveries set status = 1, attempts = 0, next_at = $3, finished_at = null"
    " where project_id = $1 and webhook_id = $2 and delivery_id in (select delivery_id from"
    " webhook_deliveries where project_id = $1 and webhook_id = $2 and status = 3"
    " and event_sequence is not null order by delivery_id limit $4)";
constexpr ProjectSql kRemove =
    "delete from webhook_deliveries where project_id = $1 and webhook_id = $2";

}  // namespace

Result<std::vector<Delivery>> list_deliveries(ProjectReader& reader, const std::string& webhook,
                                              std::optional<DeliveryStatus> status,
                                              std::int64_t before, std::int64_t limit) {
  const std::int64_t wanted = status ? static_cast<std::int64_t>(*status) : kAnyStatus;
  const std::int64_t below = before == 0 ? std::numeric_limits<std::int64_t>::max() : before;
  VEDETTE_ASSIGN(auto rows,
                 (reader.rows<std::int64_t, std::optional<std::int64_t>, std::string, std::int64_t,
                              std::int64_t, Time, Time, std::optional<Time>, std::int64_t,
                              std::string, std::int64_t>(kList, webhook, wanted, below, limit)));
  std::vector<Delivery> out;
  for (auto& [id, event, type, state, attempts, next, created, last, last_status, error, millis] :
       rows)
    out.push_back({.id = id,
                   .webhook = webhook,
                   .event = event,
                   .type = std::move(type),
                   .status = static_cast<DeliveryStatus>(state),
                   .attempts = attempts,
                   .next = next,
                   .created = created,
                   .last = last,
                   .last_status = last_status,
                   .last_error = std::move(error),
                   .last_duration = {millis}});
  return out;
}

Result<void> insert_deliveries(ProjectWriter& writer, const std::string& webhook,
                               const std::vector<EventRef>& events, Time now) {
  if (events.empty()) return {};
  VEDETTE_ASSIGN(std::int64_t number,
                 take_numbers(writer, "delivery", static_cast<std::int64_t>(events.size())));
  std::vector<Value> cells;
  cells.reserve(events.size() * kInsert.width());
  for (const EventRef& event : events)
    for (const Value& cell : std::initializer_list<Value>{
             number++, std::string_view(webhook), event.sequence, std::string_view(event.type),
             static_cast<std::int64_t>(DeliveryStatus::kPending), now.unix_millis, now.unix_millis})
      cells.push_back(cell);
  return writer.bookkeep_bulk(kInsert, cells);
}

Result<std::int64_t> insert_test(ProjectWriter& writer, const std::string& webhook,
                                 const std::string& body, const std::string& owner, Time now,
                                 Time lease_until) {
  VEDETTE_ASSIGN(const std::int64_t number, take_numbers(writer, "delivery", 1));
  VEDETTE_TRY(
      writer.bookkeep(kInsertTest, number, webhook, body, kTestEventType, now, owner, lease_until));
  return number;
}

Result<std::int64_t> make_due(ProjectWriter& writer, const std::string& webhook,
                              const std::vector<std::int64_t>& numbers, std::int64_t most,
                              Time now) {
  if (numbers.empty()) return writer.execute(kMakeDeadDue, webhook, now, most);
  for (const std::int64_t number : numbers) {
    VEDETTE_ASSIGN(const std::int64_t changed, writer.execute(kMakeOneDue, webhook, number, now));
    if (changed == 0) return unknown_delivery(number);
  }
  return static_cast<std::int64_t>(numbers.size());
}

Result<void> remove_deliveries(ProjectWriter& writer, const std::string& webhook) {
  VEDETTE_TRY(writer.execute(kRemove, webhook));
  return {};
}

}  // namespace vedette::service
