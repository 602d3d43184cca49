#include "service/webhooks/webhook_rows.h"

#include "base/json_writer.h"
#include "service/monitoring/match_rows.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::Bytes;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

#define VEDETTE_WEBHOOK_COLUMNS                                                         \
  "select w.webhook_id, w.url, w.event_types, w.active, w.description, w.secret_salt,"  \
  " w.previous_salt, w.previous_until, w.failing_since, w.delivered_at, w.disabled_at," \
  " w.disabled_reason, w.created_at, w.updated_at,"                                     \
  " (select count(*) from webhook_deliveries d where d.project_id = w.project_id"       \
  "   and d.webhook_id = w.webhook_id and d.status = 1),"                               \
  " (select count(*) from webhook_deliveries d where d.project_id = w.project_id"       \
  "   and d.webhook_id = w.webhook_id and d.status = 3"                                 \
  "   and d.event_sequence is not null)"                                                \
  " from webhooks w where w.project_id = $1"

constexpr ProjectSql kFind = VEDETTE_WEBHOOK_COLUMNS " and w.webhook_id = $2";
constexpr ProjectSql kList = VEDETTE_WEBHOOK_COLUMNS " order by w.created_at, w.webhook_id";
constexpr ProjectSql kInsert =
    "insert into webhooks (project_id, webhook_id, url, event_types, active, description,"
    " secret_salt, reached, created_at, updated_at)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
constexpr ProjectSql kUpdate =
    "update webhooks set url = $3, event_types = $4, active = $5, description = $6,"
    " secret_salt = $7, previous_salt = $8, previous_until = $9, failing_since = $10,"
    " disabled_at = $11, disabled_reason = $12, updated_at = $13"
    " where project_id = $1 and webhook_id = $2";
constexpr ProjectSql kDisable =
    "update webhooks set active = 0, disabled_at = $3, disabled_reason = $4, updated_at = $3"
    " where project_id = $1 and webhook_id = $2 and active = 1";

using Columns =
    std::tuple<std::string, std::string, std::string, bool, std::string, OwnedBytes,
               std::optional<OwnedBytes>, Time, std::optional<Time>, std::optional<Time>,
               std::optional<Time>, std::string, Time, Time, std::int64_t, std::int64_t>;

// The earlier salts in one column, each with its time (eight bytes, the highest first). A salt
// alone is good until the time of the row.
std::string packed(const std::vector<WebhookSalts::Previous>& salts) {
  std::string out;
  for (const auto& [salt, until] : salts) {
    out += salt;
    for (int shift = 56; shift >= 0; shift -= 8)
      out += static_cast<char>(static_cast<std::uint64_t>(until.unix_millis) >> shift & 0xFF);
  }
  return out;
}

std::vector<WebhookSalts::Previous> unpacked(std::string_view bytes, Time until) {
  std::vector<WebhookSalts::Previous> out;
  if (bytes.size() == kWebhookSaltBytes) out.push_back({std::string(bytes), until});
  constexpr std::size_t kEach = kWebhookSaltBytes + 8;
  for (; bytes.size() >= kEach; bytes.remove_prefix(kEach)) {
    std::uint64_t millis = 0;
    for (const char c : bytes.substr(kWebhookSaltBytes, 8))
      millis = millis << 8 | static_cast<unsigned char>(c);
    out.push_back(
        {std::string(bytes.substr(0, kWebhookSaltBytes)), Time{static_cast<std::int64_t>(millis)}});
  }
  return out;
}

WebhookRow row_of(Columns& columns, Time now) {
  auto& [id, url, types, active, description, salt, previous, previous_until, failing, delivered,
         disabled, reason, created, updated, pending, dead] = columns;
  WebhookRow row;
  row.webhook = {.id = std::move(id),
                 .url = std::move(url),
                 .types = split(types),
                 .active = active,
                 .description = std::move(description),
                 .created = created,
                 .updated = updated,
                 .failing_since = failing,
                 .delivered = delivered,
                 .disabled = disabled,
                 .disabled_reason = std::move(reason),
                 .pending = pending,
                 .dead = dead};
  row.salts.current = std::move(salt.bytes);
  if (previous && previous_until > now) {
    for (WebhookSalts::Previous& each : unpacked(previous->bytes, previous_until))
      if (each.until > now) row.salts.previous.push_back(std::move(each));
    row.webhook.previous_secret_until = previous_until;
  }
  return row;
}

template <class Reader, class... Arguments>
Result<std::vector<WebhookRow>> read(Reader& reader, const ProjectSql& sql, Time now,
                                     const Arguments&... arguments) {
  return [&]<class... Cells>(std::tuple<Cells...>*) -> Result<std::vector<WebhookRow>> {
    VEDETTE_ASSIGN(auto rows, (reader.template rows<Cells...>(sql, arguments...)));
    std::vector<WebhookRow> out;
    for (auto& columns : rows)
      out.push_back(row_of(columns, now));
    return out;
  }(static_cast<Columns*>(nullptr));
}

}  // namespace

template <class Reader>
Result<std::optional<WebhookRow>> find_webhook(Reader& reader, const std::string& id, Time now) {
  VEDETTE_ASSIGN(auto rows, read(reader, kFind, now, id));
  std::optional<WebhookRow> out;
  if (!rows.empty()) out = std::move(rows.front());
  return out;
}
template Result<std::optional<WebhookRow>> find_webhook(ProjectReader&, const std::string&, Time);
template Result<std::optional<WebhookRow>> find_webhook(ProjectWriter&, const std::string&, Time);

template <class Reader>
Result<std::vector<WebhookRow>> list_webhooks(Reader& reader, Time now) {
  return read(reader, kList, now);
}
template Result<std::vector<WebhookRow>> list_webhooks(ProjectReader&, Time);
template Result<std::vector<WebhookRow>> list_webhooks(ProjectWriter&, Time);

Result<void> insert_webhook(ProjectWriter& writer, const WebhookRow& row, std::int64_t reached) {
  const Webhook& webhook = row.webhook;
  const std::string types = join(webhook.types);
  VEDETTE_TRY(writer.execute(kInsert, webhook.id, webhook.url, types, webhook.active,
                             webhook.description, Bytes{row.salts.current}, reached,
                             webhook.created, webhook.updated));
  return {};
}

Result<void> update_webhook(ProjectWriter& writer, const WebhookRow& row) {
  const Webhook& webhook = row.webhook;
  const std::string types = join(webhook.types);
  const std::string salts = packed(row.salts.previous);
  std::optional<Bytes> previous;
  if (!salts.empty()) previous = Bytes{salts};
  const Time until = salts.empty() ? Time{} : row.salts.previous.back().until;
  VEDETTE_TRY(writer.execute(kUpdate, webhook.id, webhook.url, types, webhook.active,
                             webhook.description, Bytes{row.salts.current}, previous, until,
                             webhook.failing_since, webhook.disabled, webhook.disabled_reason,
                             webhook.updated));
  return {};
}

Result<void> disable_webhook(ProjectWriter& writer, const std::string& id,
                             const std::string& reason, Time now) {
  VEDETTE_ASSIGN(const std::int64_t changed, writer.execute(kDisable, id, now, reason));
  if (changed == 0) return {};
  writer.audit({"webhook.disabled", "service", "",
                ledger::AuditPayload().add("webhook", id).add("reason", reason).json(), 0});
  Event event{"webhook.disabled", {}};
  base::JsonWriter json(event.data);
  json.begin_object().member("webhookId", id).member("reason", reason).end_object();
  return append_events(writer, {std::move(event)}, now);
}

}  // namespace vedette::service
