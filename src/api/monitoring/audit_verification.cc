#include "api/monitoring/audit_verification.h"

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::api {
namespace {

std::string body_of(const ledger::ChainReport& report, base::Time at) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("holds", report.whole()).member("entries", report.entries);
  json.member("erasedPayloads", report.erased_payloads);
  json.member("headSequence", report.head.sequence);
  json.member("headMac", base::hex(base::as_text(report.head.mac)));
  if (report.first_bad)
    json.member("firstBadSequence", *report.first_bad).member("reason", report.reason);
  json.member("dateTimeISO", base::iso_millis(at)).end_object().end_object();
  return body;
}

}  // namespace

std::vector<http::Route> audit_verification_routes(const CaseParts& parts) {
  return {{.methods = http::Method::kPost,
           .pattern = "/monitoring/audit/verification",
           .handler = with_bearer(parts.tokens, kAnyScope,
                                  [parts](const http::Request& request,
                                          const service::Principal& principal) -> http::Response {
                                    const auto report =
                                        parts.ledger.verify_audit_chain(principal.scope);
                                    if (!report.ok()) return refused(request, report.error());
                                    return {200, body_of(*report, parts.clock.now())};
                                  }),
           // It reads every entry there is.
           .slow = true}};
}

}  // namespace vedette::api
