#include "service/audit/proven_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>

#include "base/encoding.h"
#include "base/json_writer.h"
#include "ledger/audit_chain.h"
#include "service/audit/audit_trail.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::OwnedBytes;
using ledger::sql::ProjectSql;

constexpr ProjectSql kHead = "select sequence, mac from audit_heads where project_id = $1";
// LIKE does not tell capital letters apart on every store: what it finds is looked at again.
constexpr ProjectSql kAbout =
    "select e.sequence, e.at, e.action, e.actor, e.request_id, e.refers_to, e.payload_sha256,"
    " e.mac, b.mac, p.salt, p.payload from audit_entries e join audit_payloads p"
    " on p.project_id = e.project_id and p.sequence = e.sequence"
    " left join audit_entries b on b.project_id = e.project_id and b.sequence = e.sequence - 1"
    " where e.project_id = $1 and e.sequence > $2 and p.payload like $3 escape '!'"
    " order by e.sequence limit $4";

// "id":"C-1", as payloads write it.
std::string member_text(std::string_view name, std::string_view value) {
  const std::string object = ledger::AuditPayload().add(name, value).json();
  return object.substr(1, object.size() - 2);
}

std::string like(std::string_view text) {
  std::string out = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') out += '!';
    out += c;
  }
  return out + '%';
}

std::string hex_of(const base::Sha256& digest) {
  return base::hex(base::as_text(digest));
}

void write_entry(base::JsonWriter& json, const ProvenEntry& each) {
  const ledger::ChainedEntry& entry = each.entry;
  json.begin_object().member("sequence", entry.sequence);
  json.member("dateTimeISO", base::iso_millis(entry.at));
  json.member("atMillis", entry.at.unix_millis).member("action", entry.action);
  json.member("actor", entry.actor).member("requestId", entry.request_id);
  json.member("refersTo", entry.refers_to);
  if (each.payload) json.member("payload", *each.payload).member("salt", base::hex(each.salt));
  json.member("payloadSha256", hex_of(entry.payload_digest));
  json.member("previousMac", hex_of(each.previous_mac)).member("mac", hex_of(entry.mac));
  json.end_object();
}

// Reading the document back: a member that is not there, or of another type, is empty.
std::string text_of(const boost::json::object& object, std::string_view name) {
  const boost::json::value* found = object.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : "";
}
std::int64_t number_of(const boost::json::object& object, std::string_view name) {
  const boost::json::value* found = object.if_contains(name);
  return found != nullptr && found->is_int64() ? found->get_int64() : -1;
}
base::Sha256 digest_of(const boost::json::object& object, std::string_view name) {
  base::Sha256 out{};
  const auto bytes = base::unhex(text_of(object, name));
  if (bytes && bytes->size() == out.size()) std::ranges::copy(*bytes, out.begin());
  return out;
}

bool holds(const boost::json::object& object, base::ProjectId project, const base::Key256& key) {
  ledger::ChainedEntry entry{.project = project,
                             .sequence = number_of(object, "sequence"),
                             .at = {number_of(object, "atMillis")},
                             .action = text_of(object, "action"),
                             .actor = text_of(object, "actor"),
                             .request_id = text_of(object, "requestId"),
                             .refers_to = number_of(object, "refersTo"),
                             .payload_digest = digest_of(object, "payloadSha256"),
                             .mac = digest_of(object, "mac")};
  const base::Sha256 mac =
      base::hmac_sha256(key, ledger::canonical_bytes(entry, digest_of(object, "previousMac")));
  if (!base::equal_in_constant_time(base::as_text(mac), base::as_text(entry.mac))) return false;
  if (!object.contains("payload")) return true;
  const auto salt = base::unhex(text_of(object, "salt"));
  return salt && base::iso_millis(entry.at) == text_of(object, "dateTimeISO") &&
         ledger::payload_digest(*salt, text_of(object, "payload")) == entry.payload_digest;
}

}  // namespace

Result<ProvenEntries> entries_about(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                    const EntriesQuestion& query) {
  const std::string id = member_text("id", query.record_id);
  const std::string family = member_text("family", query.family);
  const std::string pattern = like(id);
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<ProvenEntries> {
    ProvenEntries out;
    VEDETTE_ASSIGN(const auto head, (reader.maybe<std::int64_t, base::Sha256>(kHead)));
    if (head) out.head = {std::get<0>(*head), std::get<1>(*head)};
    VEDETTE_ASSIGN(const std::int64_t start, entry_before(reader, query.since));
    VEDETTE_ASSIGN(auto rows, (reader.rows<std::int64_t, base::Time, std::string, std::string,
                                           std::string, std::int64_t, base::Sha256, base::Sha256,
                                           std::optional<base::Sha256>, OwnedBytes, std::string>(
                                  kAbout, start, pattern, kMostProvenEntries + 1)));
    out.complete = std::cmp_less_equal(rows.size(), kMostProvenEntries);
    if (!out.complete) rows.pop_back();
    for (auto& [sequence, at, action, actor, request, refers, digest, mac, previous, salt,
                payload] : rows) {
      if (payload.find(id) == std::string::npos || payload.find(family) == std::string::npos)
        continue;
      ProvenEntry& each = out.entries.emplace_back();
      each.entry = {
          reader.project(), sequence, at, std::move(action), std::move(actor), std::move(request),
          refers,           digest,   mac};
      each.previous_mac = previous.value_or(base::Sha256{});
      each.salt = std::move(salt.bytes);
      each.payload = std::move(payload);
    }
    return out;
  });
}

std::string to_json(const ProvenEntries& entries) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("project", entries.entries.empty()
                                            ? std::int64_t{0}
                                            : entries.entries.front().entry.project.value());
  json.member("complete", entries.complete);
  json.member("headSequence", entries.head.sequence).member("headMac", hex_of(entries.head.mac));
  json.key("entries").begin_array();
  for (const ProvenEntry& each : entries.entries)
    write_entry(json, each);
  json.end_array().end_object();
  return out + "\n";
}

Result<std::int64_t> check_entries(std::string_view document, const ledger::ServerKey& key) {
  const base::Error unreadable(base::Cause::kCorrupt, "the audit entries cannot be read");
  boost::system::error_code problem;
  const boost::json::value parsed = boost::json::parse(document, problem);
  const boost::json::object* object = problem ? nullptr : parsed.if_object();
  const boost::json::value* entries = object != nullptr ? object->if_contains("entries") : nullptr;
  if (entries == nullptr || !entries->is_array()) return unreadable;
  const base::Key256 chain_key = ledger::audit_key(key);
  const base::ProjectId project(number_of(*object, "project"));
  std::int64_t checked = 0;
  for (const boost::json::value& each : entries->get_array()) {
    const boost::json::object* entry = each.if_object();
    if (entry == nullptr) return unreadable;
    if (!holds(*entry, project, chain_key))
      return base::Error(base::Cause::kCorrupt,
                         fmt::format("audit entry {} is not one of this installation's chain",
                                     number_of(*entry, "sequence")));
    ++checked;
  }
  return checked;
}

}  // namespace vedette::service
