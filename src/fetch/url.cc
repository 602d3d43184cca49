#include "fetch/url.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <memory>

namespace vedette::fetch {
namespace {

struct UrlCloser {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
struct TextCloser {
  void operator()(char* text) const { curl_free(text); }
};
using UrlHandle = std::unique_ptr<CURLU, UrlCloser>;

constexpr std::size_t kLongestUrl = 8192;
constexpr std::size_t kLongestFileName = 100;

std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* raw = nullptr;
  if (curl_url_get(url, which, &raw, flags) != CURLUE_OK) return {};
  const std::unique_ptr<char, TextCloser> owned(raw);
  return raw;
}

base::Error invalid(std::string_view why) {
  return base::Error(base::Cause::kInvalidInput, fmt::format("not an address to fetch: {}", why));
}

// `text` may be relative when the handle holds an address already.
base::Result<Url> read(CURLU* url, std::string_view text) {
  if (text.size() > kLongestUrl) return invalid("it is too long");
  if (curl_url_set(url, CURLUPART_URL, std::string(text).c_str(), 0) != CURLUE_OK)
    return invalid("it is malformed, or has no http:// or https:// in front");
  Url out;
  out.scheme = part(url, CURLUPART_SCHEME);
  if (out.scheme != "http" && out.scheme != "https")
    return invalid(fmt::format("{}:// is neither http nor https", out.scheme));
  if (!part(url, CURLUPART_USER).empty() || !part(url, CURLUPART_PASSWORD).empty())
    return invalid("it holds a user name or password; put credentials into headers");
  curl_url_set(url, CURLUPART_FRAGMENT, nullptr, 0);
  out.host = part(url, CURLUPART_HOST);
  out.port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  out.path = part(url, CURLUPART_PATH);
  out.text = part(url, CURLUPART_URL);
  if (out.host.empty() || out.text.empty()) return invalid("it names no host");
  return out;
}

}  // namespace

std::string Url::shown() const {
  return text.substr(0, text.find('?'));
}

std::string Url::file_name() const {
  std::string name;
  for (const char c : std::string_view(path).substr(path.rfind('/') + 1)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || (c == '.' && !name.empty());
    if (plain && name.size() < kLongestFileName) name += c;
  }
  return name.empty() ? "list" : name;
}

base::Result<Url> parse_url(std::string_view text) {
  const UrlHandle url(curl_url());
  return read(url.get(), text);
}

base::Result<Url> follow(const Url& from, std::string_view location) {
  const UrlHandle url(curl_url());
  curl_url_set(url.get(), CURLUPART_URL, from.text.c_str(), 0);
  return read(url.get(), location);
}

}  // namespace vedette::fetch
