#include "ledger/audit.h"

#include <fmt/format.h>

#include "base/log.h"

namespace vedette::ledger {
namespace {

constexpr std::string_view kFormat = "vedette-audit-1";

void append_number(std::string& out, std::int64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8)
    out += static_cast<char>((static_cast<std::uint64_t>(value) >> shift) & 0xff);
}

// The length goes first, so that no two different entries give the same bytes.
void append_field(std::string& out, std::string_view field) {
  append_number(out, static_cast<std::int64_t>(field.size()));
  out += field;
}

}  // namespace

void AuditPayload::add_name(std::string_view name) {
  if (!members_.empty()) members_ += ',';
  members_ += '"';
  base::append_json_escaped(members_, name);
  members_ += "\":";
}

AuditPayload& AuditPayload::add(std::string_view name, std::string_view value) {
  add_name(name);
  members_ += '"';
  base::append_json_escaped(members_, value);
  members_ += '"';
  return *this;
}

AuditPayload& AuditPayload::add(std::string_view name, std::int64_t value) {
  add_name(name);
  members_ += fmt::format("{}", value);
  return *this;
}

std::string canonical_bytes(const ChainedEntry& entry, const base::Sha256& previous_mac) {
  std::string out(kFormat);
  append_number(out, entry.project.value());
  append_number(out, entry.sequence);
  append_number(out, entry.at.unix_millis);
  append_field(out, entry.action);
  append_field(out, entry.actor);
  append_field(out, entry.request_id);
  append_number(out, entry.refers_to);
  out += base::as_text(entry.payload_digest);
  out += base::as_text(previous_mac);
  return out;
}

base::Sha256 payload_digest(std::string_view salt, std::string_view payload) {
  std::string bytes(salt);
  bytes += payload;
  return base::sha256(bytes);
}

}  // namespace vedette::ledger
