#include "api/request/console_cookie.h"

#include <fmt/format.h>

namespace vedette::api {
namespace {

// The prefix makes browsers refuse the cookie unless it came over TLS, for this host and all of it.
constexpr std::string_view kSecureName = "__Host-vedette";
constexpr std::string_view kPlainName = "vedette";

std::string_view cookie_name(const http::Request& request) {
  return request.is_tls ? kSecureName : kPlainName;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<std::string_view> find_cookie(std::string_view line, std::string_view name) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(';'), line.size());
    const std::string_view pair = trimmed(line.substr(0, end));
    if (pair.size() > name.size() && pair.substr(0, name.size()) == name &&
        pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return std::nullopt;
}

// "https://host:8443" is of the host "host:8443".
bool is_origin_of(std::string_view origin, std::string_view host) {
  const std::size_t slashes = origin.find("://");
  return slashes != std::string_view::npos &&
         http::same_header_name(origin.substr(slashes + 3), host);
}

std::string cookie(const http::Request& request, std::string_view value, std::int64_t seconds) {
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict{}", cookie_name(request),
                     value, seconds, request.is_tls ? "; Secure" : "");
}

}  // namespace

bool from_console(const http::Request& request) {
  if (!request.header(kConsoleHeader)) return false;
  // Browsers say where a request comes from. The first header is the clearer one; a proxy that
  // changes Host does not disturb it.
  if (const auto site = request.header("Sec-Fetch-Site")) return *site == "same-origin";
  if (const auto origin = request.header("Origin"))
    return is_origin_of(*origin, request.header("Host").value_or(""));
  return true;
}

std::optional<std::string_view> session_token(const http::Request& request) {
  if (!from_console(request)) return std::nullopt;
  for (const std::string_view line : request.header_values("Cookie"))
    if (const auto token = find_cookie(line, cookie_name(request))) return token;
  return std::nullopt;
}

std::string session_cookie(const http::Request& request, std::string_view token,
                           base::Millis life) {
  return cookie(request, token, life.count / 1000);
}

std::string ended_session_cookie(const http::Request& request) {
  return cookie(request, "", 0);
}

}  // namespace vedette::api
