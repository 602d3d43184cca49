#include "service/webhooks/webhook_delivery.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/json_writer.h"
#include "base/log.h"
#include "service/common/scope_issuer.h"
#include "service/monitoring/event_feed.h"
#include "service/webhooks/webhook_delivery_rows.h"
#include "service/webhooks/webhook_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr std::int64_t kEndpointsAtOnce = 256;
constexpr std::int64_t kEventsAtOnce = 500;
constexpr base::Millis kLongestAskedWait = base::days(1);
constexpr std::size_t kMostErrorBytes = 300;
constexpr int kGone = 410;

constexpr Sql kBehind =
    "select w.project_id, w.webhook_id from webhooks w where w.active = 1"
    " and exists (select 1 from events e where e.project_id = w.project_id"
    "   and e.sequence > w.reached)"
    " and (select count(*) from webhook_deliveries d where d.project_id = w.project_id"
    "   and d.webhook_id = w.webhook_id and d.status = 1) < $1 limit $2";
constexpr ProjectSql kReached =
    "select reached, event_types from webhooks where project_id = $1 and webhook_id = $2"
    " and active = 1";
constexpr ProjectSql kNextEvents =
    "select sequence, type from events where project_id = $1 and sequence > $2"
    " order by sequence limit $3";
constexpr ProjectSql kMoveOn =
    "update webhooks set reached = $4 where project_id = $1 and webhook_id = $2 and reached = $3";

// The oldest due ones of each endpoint, as many as it has room for beside those under way.
constexpr Sql kDue =
    "select x.project_id, x.delivery_id, x.webhook_id, x.attempts, x.fence from"
    " (select d.project_id, d.delivery_id, d.webhook_id, d.attempts, d.fence, d.next_at,"
    "   row_number() over (partition by d.project_id, d.webhook_id"
    "     order by d.next_at, d.delivery_id) as place"
    "   from webhook_deliveries d join webhooks w on w.project_id = d.project_id"
    "   and w.webhook_id = d.webhook_id where d.status = 1 and d.next_at <= $1"
    "   and d.lease_until < $1 and w.active = 1) x"
    " where x.place + (select count(*) from webhook_deliveries o"
    "   where o.project_id = x.project_id and o.webhook_id = x.webhook_id and o.status = 1"
    "   and o.lease_until >= $1) <= $2 order by x.next_at, x.delivery_id limit $3";
constexpr Sql kClaim =
    "update webhook_deliveries set lease_owner = $4, lease_until = $5, fence = fence + 1"
    " where project_id = $1 and delivery_id = $2 and fence = $3 and status = 1";
constexpr Sql kReleaseAll =
    "update webhook_deliveries set lease_until = 0 where lease_owner = $1 and lease_until > 0"
    " and status = 1";
constexpr Sql kRemove =
    "delete from webhook_deliveries where (project_id, delivery_id) in (select project_id,"
    " delivery_id from webhook_deliveries where status <> 1 and finished_at < $1"
    " order by finished_at limit $2)";

constexpr ProjectSql kSource =
    "select d.event_type, d.test_body, d.event_sequence, e.at, e.data from webhook_deliveries d"
    " left join events e on e.project_id = d.project_id and e.sequence = d.event_sequence"
    " where d.project_id = $1 and d.delivery_id = $2 and d.fence = $3 and d.status = 1";
constexpr ProjectSql kSettle =
    "update webhook_deliveries set status = $4, attempts = attempts + 1, next_at = $5,"
    " last_at = $6, last_status = $7, last_error = $8, last_millis = $9, finished_at = $10,"
    " lease_owner = '', lease_until = 0 where project_id = $1 and delivery_id = $2 and fence = $3"
    " and status = 1";
constexpr ProjectSql kRelease =
    "update webhook_deliveries set lease_owner = '', lease_until = 0 where project_id = $1"
    " and delivery_id = $2 and fence = $3";
constexpr ProjectSql kSucceeded =
    "update webhooks set delivered_at = $3, failing_since = null where project_id = $1"
    " and webhook_id = $2";
constexpr ProjectSql kFailed =
    "update webhooks set failing_since = coalesce(failing_since, $3) where project_id = $1"
    " and webhook_id = $2";
constexpr ProjectSql kFailingSince =
    "select failing_since from webhooks where project_id = $1 and webhook_id = $2";

double random_share() {
  std::array<std::uint8_t, 2> random{};
  base::fill_random(random);
  return (random[0] * 256 + random[1]) / 65536.0;
}

// Retry-After in seconds; a date is ignored.
base::Millis asked_wait(std::string_view retry_after) {
  std::int64_t seconds = 0;
  const auto [end, failure] =
      std::from_chars(retry_after.data(), retry_after.data() + retry_after.size(), seconds);
  const bool whole = failure == std::errc() && end == retry_after.data() + retry_after.size();
  if (!whole || seconds < 0) return {};
  return base::seconds(std::min(seconds, kLongestAskedWait.count / 1000));
}

// The event as in the feed; a test has no sequence and no id.
std::string event_body(std::optional<std::int64_t> sequence, std::string_view type, Time at,
                       std::string_view data) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object();
  if (sequence) json.member("id", event_id(*sequence));
  json.member("type", type).member("timestamp", base::iso_millis(at));
  json.key("data").raw(data).end_object();
  return body;
}

}  // namespace

// A request: its content and its destination.
struct WebhookDelivery::Message {
  std::string url = {};
  std::string id = {};
  std::string body = {};  // empty when the event is not kept any more
  bool is_test = false;
  std::vector<base::Key256> secrets = {};  // the current one first
};

// The outcome of one try.
struct WebhookDelivery::Outcome {
  int status = 0;  // of HTTP; 0 when there was no answer
  std::string error = {};
  base::Millis duration = {};
  base::Millis asked_for = {};  // by Retry-After
  bool cancelled = false;
  bool hopeless = false;  // nothing left to send

  bool good() const { return error.empty(); }
};

namespace {

// A project's admin must not learn from failures which host names exist in the operator's network.
// So an unknown name and a forbidden address give the same text.
std::string failure_text(const Error& error) {
  if (error.cause == Cause::kNotFound || error.cause == Cause::kForbidden)
    return "the address leads to nothing that may be sent to (the setting "
           "webhook_private_networks allows private networks)";
  return error.message;
}

}  // namespace

std::optional<base::Millis> wait_after(const std::vector<base::Millis>& retries,
                                       std::int64_t failures, base::Millis asked_for,
                                       double share) {
  if (failures < 1 || failures > static_cast<std::int64_t>(retries.size())) return std::nullopt;
  const std::int64_t wait = retries[static_cast<std::size_t>(failures - 1)].count;
  const auto more = static_cast<std::int64_t>(static_cast<double>(wait) / 5 * share);
  return base::Millis{std::max(wait + more, std::min(asked_for, kLongestAskedWait).count)};
}

Result<std::int64_t> WebhookDelivery::fan_out() {
  const ledger::OperatorScope scope = ScopeIssuer::for_deliveries();
  VEDETTE_ASSIGN(const auto behind, parts_.ledger.read(scope, [&](OperatorReader& reader) {
    return reader.rows<base::ProjectId, std::string>(kBehind, kMostPending, kEndpointsAtOnce);
  }));
  std::int64_t moved = 0;
  for (const auto& [project, webhook] : behind) {
    VEDETTE_ASSIGN(const bool done, fan_out_one(project, webhook));
    moved += done ? 1 : 0;
  }
  return moved;
}

Result<bool> WebhookDelivery::fan_out_one(base::ProjectId project, const std::string& webhook) {
  const ledger::ProjectScope scope = ScopeIssuer::for_deliveries().project(project);
  return parts_.ledger.write(scope, [&](ProjectWriter& writer) -> Result<bool> {
    VEDETTE_ASSIGN(const auto row, (writer.maybe<std::int64_t, std::string>(kReached, webhook)));
    if (!row) return false;
    const auto& [reached, types] = *row;
    VEDETTE_ASSIGN(auto events,
                   (writer.rows<std::int64_t, std::string>(kNextEvents, reached, kEventsAtOnce)));
    if (events.empty()) return false;
    Webhook endpoint;
    endpoint.types = split(types);
    std::vector<EventRef> wanted;
    for (auto& [sequence, type] : events)
      if (endpoint.wants(type)) wanted.push_back({sequence, std::move(type)});
    VEDETTE_TRY(writer.bookkeep(kMoveOn, webhook, reached, std::get<0>(events.back())));
    VEDETTE_TRY(insert_deliveries(writer, webhook, wanted, parts_.clock.now()));
    return true;
  });
}

Result<std::vector<WebhookDelivery::Claimed>> WebhookDelivery::claim(std::int64_t most) {
  const ledger::OperatorScope scope = ScopeIssuer::for_deliveries();
  const Time now = parts_.clock.now();
  using Row = std::tuple<base::ProjectId, std::int64_t, std::string, std::int64_t, std::int64_t>;
  const auto due = [&](auto& ledger) -> Result<std::vector<Row>> {
    return ledger
        .template rows<base::ProjectId, std::int64_t, std::string, std::int64_t, std::int64_t>(
            kDue, now, kMostAtOnce, most);
  };
  // Polling takes no write transaction.
  VEDETTE_ASSIGN(const auto seen,
                 parts_.ledger.read(scope, [&](OperatorReader& reader) { return due(reader); }));
  if (seen.empty()) return std::vector<Claimed>();
  const Time until = now + parts_.rules.lease;
  return parts_.ledger.write(scope, [&](OperatorWriter& writer) -> Result<std::vector<Claimed>> {
    VEDETTE_ASSIGN(const auto rows, due(writer));
    std::vector<Claimed> out;
    for (const auto& [project, number, webhook, attempts, fence] : rows) {
      VEDETTE_ASSIGN(const std::int64_t changed,
                     writer.bookkeep(kClaim, project, number, fence, parts_.node, until));
      if (changed == 1) out.push_back({project, number, webhook, attempts, fence + 1});
    }
    return out;
  });
}

Result<std::optional<WebhookDelivery::Message>> WebhookDelivery::message_of(
    const Claimed& claimed) {
  const ledger::ProjectScope scope = ScopeIssuer::for_deliveries().project(claimed.project);
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<std::optional<Message>> {
    std::optional<Message> out;
    VEDETTE_ASSIGN(const auto row, find_webhook(reader, claimed.webhook, parts_.clock.now()));
    VEDETTE_ASSIGN(auto source, (reader.maybe<std::string, std::string, std::optional<std::int64_t>,
                                              std::optional<Time>, std::optional<std::string>>(
                                    kSource, claimed.number, claimed.fence)));
    if (!row || !source) return out;
    auto& [type, test_body, event, at, data] = *source;
    Message& message = out.emplace();
    message.url = row->webhook.url;
    message.is_test = !event.has_value();
    // A test is not in the feed; its negative number is unique.
    message.id = parts_.signing.message_id(claimed.project, event.value_or(-claimed.number));
    if (message.is_test)
      message.body = std::move(test_body);
    else if (at && data)
      message.body = event_body(event, type, *at, *data);
    const auto secret = [&](std::string_view salt) {
      return parts_.signing.secret(claimed.project, claimed.webhook, salt);
    };
    message.secrets.push_back(secret(row->salts.current));
    for (const WebhookSalts::Previous& each : row->salts.previous)
      message.secrets.push_back(secret(each.salt));
    return out;
  });
}

WebhookDelivery::Outcome WebhookDelivery::send(const Message& message,
                                               const std::function<bool()>& cancelled) {
  Outcome outcome;
  if (message.body.empty()) {
    outcome.error = "the event is not kept any more";
    outcome.hopeless = true;
    return outcome;
  }
  const Time now = parts_.clock.now();
  std::string signatures;
  for (const base::Key256& secret : message.secrets)
    signatures +=
        (signatures.empty() ? "" : " ") + webhook_signature(secret, message.id, now, message.body);
  const WebhookRules& rules = parts_.rules;
  const auto begin = std::chrono::steady_clock::now();
  const auto answer =
      parts_.send({.url = message.url,
                   .headers = {"Content-Type: application/json", "webhook-id: " + message.id,
                               fmt::format("webhook-timestamp: {}", now.unix_seconds()),
                               "webhook-signature: " + signatures},
                   .body = message.body,
                   .proxy = rules.proxy,
                   .ca_file = rules.ca_file,
                   .user_agent = rules.user_agent,
                   .rules = rules.targets,
                   .timeout = rules.timeout,
                   .cancelled = cancelled});
  outcome.duration = {std::chrono::duration_cast<std::chrono::milliseconds>(
                          std::chrono::steady_clock::now() - begin)
                          .count()};
  if (!answer.ok()) {
    outcome.error = failure_text(answer.error()).substr(0, kMostErrorBytes);
    outcome.cancelled = answer.error().cause == Cause::kConflict;
    return outcome;
  }
  outcome.status = answer->status;
  outcome.asked_for = asked_wait(answer->retry_after);
  if (outcome.status < 200 || outcome.status > 299)
    outcome.error = fmt::format("the endpoint answered {}", outcome.status);
  return outcome;
}

Result<void> WebhookDelivery::settle(const Claimed& claimed, const Message& message,
                                     const Outcome& outcome) {
  const ledger::ProjectScope scope = ScopeIssuer::for_deliveries().project(claimed.project);
  const Time now = parts_.clock.now();
  // A clock that jumps must not switch an endpoint off.
  std::optional<Time> believed;
  if (!outcome.good()) {
    VEDETTE_ASSIGN(believed, parts_.retention.deletion_time());
  }
  std::optional<base::Millis> wait;
  if (!outcome.good() && !outcome.hopeless && !message.is_test)
    wait =
        wait_after(parts_.rules.retries, claimed.attempts + 1, outcome.asked_for, random_share());
  const auto status = outcome.good() ? DeliveryStatus::kDelivered
                      : wait         ? DeliveryStatus::kPending
                                     : DeliveryStatus::kDead;
  if (parts_.observe && !outcome.cancelled) parts_.observe(status);
  std::optional<Time> finished;
  if (status != DeliveryStatus::kPending) finished = now;
  return parts_.ledger.write(scope, [&](ProjectWriter& writer) -> Result<void> {
    if (outcome.cancelled) {
      VEDETTE_TRY(writer.bookkeep(kRelease, claimed.number, claimed.fence));
      return {};
    }
    VEDETTE_ASSIGN(
        const std::int64_t mine,
        writer.bookkeep(kSettle, claimed.number, claimed.fence, static_cast<std::int64_t>(status),
                        wait ? now + *wait : now, now, static_cast<std::int64_t>(outcome.status),
                        outcome.error, outcome.duration.count, finished));
    if (mine == 0 || message.is_test || outcome.hopeless) return {};
    if (outcome.good()) {
      VEDETTE_TRY(writer.bookkeep(kSucceeded, claimed.webhook, now));
      return {};
    }
    VEDETTE_TRY(writer.bookkeep(kFailed, claimed.webhook, now));
    if (outcome.status == kGone)
      return disable_webhook(writer, claimed.webhook, "the endpoint answered 410 Gone", now);
    VEDETTE_ASSIGN(const auto since,
                   writer.maybe<std::optional<Time>>(kFailingSince, claimed.webhook));
    if (!since || !std::get<0>(*since) || !believed ||
        *believed - *std::get<0>(*since) < parts_.rules.failing)
      return {};
    return disable_webhook(
        writer, claimed.webhook,
        fmt::format("every delivery failed since {}", base::iso_seconds(*std::get<0>(*since))),
        now);
  });
}

Result<void> WebhookDelivery::attempt(const Claimed& claimed,
                                      const std::function<bool()>& cancelled) {
  VEDETTE_ASSIGN(const auto message, message_of(claimed));
  if (!message) return {};  // removed, or somebody else's by now
  return settle(claimed, *message, send(*message, cancelled));
}

Result<std::int64_t> WebhookDelivery::test(const Actor& actor, const std::string& webhook) {
  const Time now = parts_.clock.now();
  std::string data;
  base::JsonWriter(data).begin_object().member("webhookId", webhook).end_object();
  const std::string body = event_body(std::nullopt, kTestEventType, now, data);
  VEDETTE_ASSIGN(
      const std::int64_t number,
      parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<std::int64_t> {
        VEDETTE_ASSIGN(const auto row, find_webhook(writer, webhook, now));
        if (!row) return unknown_webhook(webhook);
        writer.audit({"webhook.tested", actor.name, actor.request_id,
                      ledger::AuditPayload().add("webhook", webhook).json(), 0});
        return insert_test(writer, webhook, body, parts_.node, now, now + parts_.rules.lease);
      }));
  VEDETTE_TRY(attempt({actor.scope.project(), number, webhook, 0, 1}));
  return number;
}

Result<void> WebhookDelivery::release_leases() {
  return parts_.ledger.write(ScopeIssuer::for_deliveries(),
                             [&](OperatorWriter& writer) -> Result<void> {
                               VEDETTE_TRY(writer.bookkeep(kReleaseAll, parts_.node));
                               return {};
                             });
}

Result<std::int64_t> WebhookDelivery::remove_outdated(std::int64_t chunk) {
  VEDETTE_ASSIGN(const auto time, parts_.retention.deletion_time());
  if (!time) return 0;
  const Time before = *time - kDeliveriesKept;
  VEDETTE_ASSIGN(const std::int64_t removed,
                 parts_.ledger.write(ScopeIssuer::for_deliveries(),
                                     [&](OperatorWriter& writer) -> Result<std::int64_t> {
                                       VEDETTE_ASSIGN(const std::int64_t gone,
                                                      writer.execute(kRemove, before, chunk));
                                       if (gone > 0)
                                         writer.audit({"webhooks.cleaned", "service", "",
                                                       ledger::AuditPayload()
                                                           .add("deliveries", gone)
                                                           .add("asOf", base::iso_seconds(*time))
                                                           .json(),
                                                       0});
                                       return gone;
                                     }));
  if (removed > 0)
    base::log(base::LogLevel::kInfo, "removed old deliveries",
              {{"deliveries", removed}, {"asOf", base::iso_seconds(*time)}});
  return removed;
}

}  // namespace vedette::service
