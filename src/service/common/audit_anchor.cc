#include "service/common/audit_anchor.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

constexpr std::string_view kFormat = "vedette-anchor-1";
constexpr std::string_view kPurpose = "audit-anchor";

base::Error no_anchor() {
  return {base::Cause::kInvalidInput, "a line is no anchor of audit heads"};
}

const json::string* text_in(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found != nullptr ? found->if_string() : nullptr;
}

base::Result<ledger::ExportedHeads> read_body(std::string_view body) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(body, problem);
  if (problem || !parsed.is_object()) return no_anchor();
  const json::object& object = parsed.get_object();
  const json::string* format = text_in(object, "format");
  const json::value* at = object.if_contains("at");
  const json::value* heads = object.if_contains("heads");
  if (format == nullptr || *format != kFormat || at == nullptr || !at->is_int64() ||
      heads == nullptr || !heads->is_array())
    return no_anchor();
  ledger::ExportedHeads out;
  out.at.unix_millis = at->get_int64();
  for (const json::value& each : heads->get_array()) {
    if (!each.is_object()) return no_anchor();
    const json::value* project = each.get_object().if_contains("project");
    const json::value* sequence = each.get_object().if_contains("sequence");
    const json::string* mac = text_in(each.get_object(), "mac");
    const auto bytes = mac != nullptr ? base::unhex(*mac) : std::nullopt;
    if (project == nullptr || !project->is_int64() || sequence == nullptr ||
        !sequence->is_int64() || !bytes || bytes->size() != sizeof(base::Sha256))
      return no_anchor();
    ledger::ChainHead head{base::ProjectId(project->get_int64()), {sequence->get_int64(), {}}};
    std::ranges::copy(*bytes, head.head.mac.begin());
    out.heads.push_back(head);
  }
  return out;
}

}  // namespace

std::string anchor_body(const ledger::ExportedHeads& heads) {
  std::string out;
  base::JsonWriter writer(out);
  writer.begin_object().member("format", kFormat).member("at", heads.at.unix_millis);
  writer.key("heads").begin_array();
  for (const ledger::ChainHead& chain : heads.heads) {
    writer.begin_object().member("project", chain.project.value());
    writer.member("sequence", chain.head.sequence);
    writer.member("mac", base::hex(base::as_text(chain.head.mac))).end_object();
  }
  writer.end_array().end_object();
  return out;
}

SignedFile anchor_content(std::string_view body) {
  return {std::string(kPurpose), body.size(), base::sha256(body)};
}

std::string anchor_line(const Anchor& anchor) {
  std::string out;
  base::JsonWriter writer(out);
  writer.begin_object().member("heads", anchor.body).member("signature", anchor.signature);
  if (!anchor.timestamp.empty()) writer.member("timestamp", base::base64(anchor.timestamp));
  writer.end_object();
  return out + "\n";
}

base::Result<ReadAnchor> read_anchor(std::string_view line, const TrustedSigners& trusted) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(line, problem);
  if (problem || !parsed.is_object()) return no_anchor();
  const json::string* body = text_in(parsed.get_object(), "heads");
  const json::string* signature = text_in(parsed.get_object(), "signature");
  if (body == nullptr || signature == nullptr) return no_anchor();
  ReadAnchor out;
  out.anchor.body = std::string(*body);
  out.anchor.signature = std::string(*signature);
  if (const json::string* timestamp = text_in(parsed.get_object(), "timestamp")) {
    const auto bytes = base::unbase64(*timestamp);
    if (!bytes) return no_anchor();
    out.anchor.timestamp = *bytes;
  }
  VEDETTE_TRY(check_signature(out.anchor.signature, anchor_content(out.anchor.body), trusted));
  VEDETTE_ASSIGN(out.heads, read_body(out.anchor.body));
  return out;
}

}  // namespace vedette::service
