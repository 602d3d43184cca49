#include "service/webhooks/webhooks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fetch/address.h"
#include "fetch/url.h"
#include "service/webhooks/webhook_delivery_rows.h"
#include "service/webhooks/webhook_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using ledger::AuditPayload;
using ledger::ProjectReader;
using ledger::ProjectScope;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr std::size_t kIdBytes = 15;

constexpr ProjectSql kCount = "select count(*) from webhooks where project_id = $1";
constexpr ProjectSql kNewestEvent =
    "select coalesce(max(sequence), 0) from events where project_id = $1";
constexpr ProjectSql kDelete = "delete from webhooks where project_id = $1 and webhook_id = $2";

std::string new_salt() {
  std::string salt(kWebhookSaltBytes, '\0');
  base::fill_random({reinterpret_cast<std::uint8_t*>(salt.data()), salt.size()});
  return salt;
}

void audit(ProjectWriter& writer, const Actor& actor, std::string_view action,
           const AuditPayload& payload) {
  writer.audit({std::string(action), actor.name, actor.request_id, payload.json(), 0});
}

// The address without its query, which may hold a token.
std::string shown(const std::string& url) {
  return url.substr(0, url.find('?'));
}

AuditPayload payload_of(const Webhook& webhook) {
  AuditPayload payload;
  payload.add("webhook", webhook.id)
      .add("url", shown(webhook.url))
      .add("events", webhook.types.empty() ? "all" : join(webhook.types))
      .add("active", static_cast<std::int64_t>(webhook.active));
  return payload;
}

Result<WebhookRow> must_find(ProjectWriter& writer, const std::string& id, base::Time now) {
  VEDETTE_ASSIGN(auto row, find_webhook(writer, id, now));
  if (!row) return unknown_webhook(id);
  return std::move(*row);
}

// Why an address that can be read can never be sent to; empty when it may.
std::string_view never_works(std::string_view text, const fetch::Url& url) {
  constexpr std::size_t kLongestLabel = 63;
  constexpr std::size_t kLongestHost = 253;
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos || text.substr(scheme + 3).starts_with('/'))
    return "names no host";
  if (url.port == "0") return "has the port 0, at which nobody listens";
  if (std::ranges::any_of(url.host, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    return "must have its host in ASCII (xn--...)";
  if (url.host.size() > kLongestHost) return "has a host of more than 253 letters";
  for (std::string_view rest = url.host; !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    if (dot == 0 || dot > kLongestLabel)
      return "has a host with a part of no letters, or of more than 63";
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return {};
}

// Puts the wishes into the row; whether anything is another.
bool apply(const WebhookChange& wanted, Webhook& webhook) {
  const auto set = [](const auto& value, auto& member) {
    if (!value || *value == member) return false;
    member = *value;
    return true;
  };
  bool changed = set(wanted.url, webhook.url);
  changed |= set(wanted.types, webhook.types);
  changed |= set(wanted.description, webhook.description);
  if (set(wanted.active, webhook.active)) {
    changed = true;
    // Somebody has looked at it: what was before does not count against it any more.
    webhook.failing_since.reset();
    webhook.disabled.reset();
    webhook.disabled_reason.clear();
  }
  return changed;
}

}  // namespace

Result<void> Webhooks::check_url(const std::string& url) const {
  const auto invalid = [](std::string message) {
    return Error(Cause::kInvalidInput, "url " + message,
                 {{"url", "INVALID_URL", std::move(message)}});
  };
  const auto parsed = fetch::parse_url(url);
  if (!parsed.ok()) return invalid("is " + parsed.error().message);
  if (const std::string_view why = never_works(url, *parsed); !why.empty())
    return invalid(std::string(why));
  if (parsed->scheme != "https" && !parts_.rules.allow_http)
    return invalid("must begin with https:// (the setting webhook_plain_http allows http)");
  if (fetch::is_link_local(parsed->host))
    return invalid("is an address of the link, or of a cloud's metadata, which nothing is sent to");
  if (fetch::judge(*parsed, parts_.rules))
    return invalid("is no public address (the setting webhook_private_networks allows it)");
  return {};
}

Result<NewSecret> Webhooks::add(const Actor& actor, const WebhookChange& wanted) {
  VEDETTE_TRY(check_url(wanted.url.value_or("")));
  WebhookRow row;
  row.webhook.id = "wh_" + base::random_token(kIdBytes);
  apply(wanted, row.webhook);
  row.webhook.created = row.webhook.updated = parts_.clock.now();
  row.salts.current = new_salt();
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<NewSecret> {
    VEDETTE_ASSIGN(const auto count, writer.maybe<std::int64_t>(kCount));
    if (std::get<0>(*count) >= kMostWebhooks)
      return Error(Cause::kConflict, "too many webhooks",
                   {{"", "TOO_MANY_WEBHOOKS",
                     fmt::format("a project has at most {} webhooks", kMostWebhooks)}});
    VEDETTE_ASSIGN(const auto newest, writer.maybe<std::int64_t>(kNewestEvent));
    VEDETTE_TRY(insert_webhook(writer, row, std::get<0>(*newest)));
    audit(writer, actor, "webhook.added", payload_of(row.webhook));
    return NewSecret{row.webhook, secret_text(parts_.signing.secret(
                                      writer.project(), row.webhook.id, row.salts.current))};
  });
}

Result<std::vector<Webhook>> Webhooks::list(const ProjectScope& scope) {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<Webhook>> {
    VEDETTE_ASSIGN(auto rows, list_webhooks(reader, parts_.clock.now()));
    std::vector<Webhook> out;
    for (WebhookRow& row : rows)
      out.push_back(std::move(row.webhook));
    return out;
  });
}

Result<Webhook> Webhooks::find(const ProjectScope& scope, const std::string& id) {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<Webhook> {
    VEDETTE_ASSIGN(auto row, find_webhook(reader, id, parts_.clock.now()));
    if (!row) return unknown_webhook(id);
    return std::move(row->webhook);
  });
}

Result<Webhook> Webhooks::change(const Actor& actor, const std::string& id,
                                 const WebhookChange& wanted) {
  if (wanted.url) VEDETTE_TRY(check_url(*wanted.url));
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<Webhook> {
    const base::Time now = parts_.clock.now();
    VEDETTE_ASSIGN(WebhookRow row, must_find(writer, id, now));
    if (!apply(wanted, row.webhook)) return std::move(row.webhook);
    row.webhook.updated = now;
    VEDETTE_TRY(update_webhook(writer, row));
    writer.tell(ledger::Topic::kEvents);  // what waited while it was not active is due
    audit(writer, actor, "webhook.changed", payload_of(row.webhook));
    return std::move(row.webhook);
  });
}

Result<void> Webhooks::remove(const Actor& actor, const std::string& id) {
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<void> {
    VEDETTE_ASSIGN(const WebhookRow row, must_find(writer, id, parts_.clock.now()));
    VEDETTE_TRY(remove_deliveries(writer, id));
    VEDETTE_TRY(writer.execute(kDelete, id));
    audit(writer, actor, "webhook.deleted", payload_of(row.webhook));
    return {};
  });
}

Result<NewSecret> Webhooks::rotate(const Actor& actor, const std::string& id) {
  const std::string salt = new_salt();
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<NewSecret> {
    const base::Time now = parts_.clock.now();
    VEDETTE_ASSIGN(WebhookRow row, must_find(writer, id, now));
    if (row.salts.previous.size() + 1 >= kMostSecrets)
      return Error(
          Cause::kConflict, "too many secrets",
          {{"", "TOO_MANY_SECRETS",
            fmt::format("{} secrets sign at this time already; the oldest ends at {}", kMostSecrets,
                        base::iso_seconds(row.salts.previous.front().until))}});
    const base::Time until = now + kSecretOverlap;
    row.salts.previous.push_back({std::exchange(row.salts.current, salt), until});
    row.webhook.previous_secret_until = until;
    row.webhook.updated = now;
    VEDETTE_TRY(update_webhook(writer, row));
    audit(writer, actor, "webhook.secret_rotated", AuditPayload().add("webhook", id));
    return NewSecret{row.webhook, secret_text(parts_.signing.secret(writer.project(), id, salt))};
  });
}

Result<std::vector<Delivery>> Webhooks::deliveries(const ProjectScope& scope, const std::string& id,
                                                   const DeliveryQuestion& question) {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<std::vector<Delivery>> {
    VEDETTE_ASSIGN(const auto row, find_webhook(reader, id, parts_.clock.now()));
    if (!row) return unknown_webhook(id);
    return list_deliveries(reader, id, question.status, question.before, question.limit);
  });
}

Result<Delivery> Webhooks::delivery(const ProjectScope& scope, const std::string& id,
                                    std::int64_t number) {
  return parts_.ledger.read(scope, [&](ProjectReader& reader) -> Result<Delivery> {
    VEDETTE_ASSIGN(auto found, list_deliveries(reader, id, std::nullopt, number + 1, 1));
    if (found.empty() || found.front().id != number) return unknown_delivery(number);
    return std::move(found.front());
  });
}

Result<std::int64_t> Webhooks::redeliver(const Actor& actor, const std::string& id,
                                         const std::vector<std::int64_t>& numbers) {
  return parts_.ledger.write(actor.scope, [&](ProjectWriter& writer) -> Result<std::int64_t> {
    const base::Time now = parts_.clock.now();
    VEDETTE_ASSIGN(const WebhookRow row, must_find(writer, id, now));
    VEDETTE_ASSIGN(const std::int64_t count, make_due(writer, id, numbers, kMostRedeliveries, now));
    writer.tell(ledger::Topic::kEvents);
    if (count > 0)
      audit(writer, actor, "webhook.redelivered",
            AuditPayload().add("webhook", id).add("deliveries", count));
    return count;
  });
}

}  // namespace vedette::service
