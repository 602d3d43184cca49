#include <charconv>

#include "base/log.h"
#include "http/client_address.h"
#include "http/server.h"

namespace vedette::http {

base::Result<ListenAddress> ListenAddress::parse(std::string_view text) {
  const base::Error bad(
      base::Cause::kInvalidInput,
      "not an address to listen on (ADDRESS:PORT, [IPv6]:PORT or *:PORT): " + std::string(text));
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return bad;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  const bool bracketed = host.size() >= 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto ip = IpAddress::parse(host);
  if (host != "*" && (!ip || ip->is_v4() == bracketed)) return bad;
  ListenAddress address;
  address.host = host;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size()) return bad;
  return address;
}

std::string ListenAddress::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

void log_request(const RequestRecord& record) {
  base::log(base::LogLevel::kInfo, "request",
            {{"method", record.method},
             {"path", record.path},
             {"route", record.route},
             {"status", record.status},
             {"bytes", record.response_bytes},
             {"ms", record.milliseconds},
             {"requestId", record.request_id},
             {"peer", record.peer}});
}

}  // namespace vedette::http
