#include "fetch/transfer.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <mutex>

#include "fetch/address.h"

namespace vedette::fetch {
namespace {

using base::Cause;
using base::Error;

constexpr std::size_t kMostHeaders = 200;
constexpr std::size_t kLongestHeader = 8192;

struct EasyCloser {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct ListCloser {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Handle = std::unique_ptr<CURL, EasyCloser>;
using HeaderList = std::unique_ptr<curl_slist, ListCloser>;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() &&
         (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' || text.back() == '\n'))
    text.remove_suffix(1);
  return text;
}

// What the callbacks of one transfer share.
class Exchange {
 public:
  Exchange(const TransferRequest& request, const DownloadWatch& watch, const BodyConsumer& body,
           Answer& answer)
      : request_(request), watch_(watch), body_(body), answer_(answer), handle_(curl_easy_init()) {}

  std::optional<TransferFailure> run() {
    if (!handle_) return TransferFailure{Error(Cause::kInternal, "curl cannot be started"), false};
    add_headers();
    set_options();
    const CURLcode code = curl_easy_perform(handle_.get());
    long status = 0;
    curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    answer_.status = static_cast<int>(status);
    if (code == CURLE_OK) return std::nullopt;
    return failure(code);
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(handle_.get(), option, value);
  }

  void add_headers() {
    for (const std::string& header : request_.headers)
      headers_.reset(curl_slist_append(headers_.release(), header.c_str()));
  }

  void set_options() {
    const DownloadRequest& settings = request_.settings;
    set(CURLOPT_URL, request_.url.text.c_str());
    set(CURLOPT_PROTOCOLS_STR, settings.rules.allow_http ? "http,https" : "https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_USERAGENT, settings.user_agent.c_str());
    set(CURLOPT_PROXY, settings.proxy.c_str());  // empty: none, whatever the environment says
    if (!settings.ca_file.empty()) set(CURLOPT_CAINFO, settings.ca_file.c_str());
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_ERRORBUFFER, message_.data());
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings.limits.connect.count));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(request_.time_left.count, 1)));
    set(CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(kLeastBytesPerSecond));
    set(CURLOPT_LOW_SPEED_TIME,
        static_cast<long>(std::max<std::int64_t>(settings.limits.stall.count / 1000, 1)));
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(settings.limits.most_bytes));
    if (request_.body) {
      set(CURLOPT_POST, 1L);
      set(CURLOPT_POSTFIELDS, request_.body->data());
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body->size()));
    }
    set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_OPENSOCKETFUNCTION, &Exchange::on_socket);
    set(CURLOPT_OPENSOCKETDATA, this);
  }

  // Runs for each address that is about to be connected to, after the name was resolved: there is
  // no moment between the check and the use. Of a proxy the operator has chosen the address.
  static curl_socket_t on_socket(void* self, curlsocktype, curl_sockaddr* address) {
    auto& exchange = *static_cast<Exchange*>(self);
    const DownloadRequest& settings = exchange.request_.settings;
    const bool allowed =
        settings.rules.allow_private ? !is_link_local(address->addr) : is_public(address->addr);
    if (settings.proxy.empty() && !allowed) {
      exchange.refused_address_ = true;
      return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  static std::size_t on_header(char* bytes, std::size_t, std::size_t count, void* self) {
    auto& exchange = *static_cast<Exchange*>(self);
    const std::string_view line(bytes, count);
    Answer& answer = exchange.answer_;
    if (line.starts_with("HTTP/")) answer.headers.clear();  // 100 Continue came before, or a proxy
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || count > kLongestHeader ||
        answer.headers.size() >= kMostHeaders)
      return count;
    std::string name(line.substr(0, colon));
    for (char& c : name)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    answer.headers.insert_or_assign(std::move(name), std::string(trimmed(line.substr(colon + 1))));
    return count;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* self) {
    auto& exchange = *static_cast<Exchange*>(self);
    long status = 0;
    curl_easy_getinfo(exchange.handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    exchange.answer_.status = static_cast<int>(status);
    auto taken = exchange.body_(exchange.answer_, {bytes, count});
    if (taken.ok()) return count;
    exchange.body_failure_ = std::move(taken).error();
    return count == 0 ? 1 : 0;
  }

  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& exchange = *static_cast<Exchange*>(self);
    return exchange.watch_.cancelled() ? 1 : 0;
  }

  TransferFailure failure(CURLcode code) const {
    const std::string where = request_.url.shown();
    const auto made = [&](Cause cause, std::string_view text, bool retry) {
      return TransferFailure{Error(cause, fmt::format("{}: {}", where, text)), retry};
    };
    if (body_failure_) return {*body_failure_, body_failure_->cause == Cause::kUnavailable};
    if (refused_address_)
      return made(Cause::kForbidden,
                  "the name leads to an address that is not public (allow_private allows it)",
                  false);
    switch (code) {
      case CURLE_ABORTED_BY_CALLBACK:
        return made(Cause::kConflict, "cancelled", false);
      case CURLE_OPERATION_TIMEDOUT:
        return made(Cause::kTimeout, "too slow, or no answer in time", true);
      case CURLE_COULDNT_RESOLVE_HOST:
        return made(Cause::kNotFound, reason(code), true);
      case CURLE_PARTIAL_FILE:
      case CURLE_RECV_ERROR:
      case CURLE_HTTP2_STREAM:
        return made(Cause::kUnavailable, "the connection broke off in the middle", true);
      case CURLE_FILESIZE_EXCEEDED:
        return made(
            Cause::kTooLarge,
            fmt::format("larger than the limit of {} bytes", request_.settings.limits.most_bytes),
            false);
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_SSL_ISSUER_ERROR:
        return made(Cause::kUnavailable,
                    fmt::format("the server's certificate is not valid: {}", reason(code)), false);
      case CURLE_UNSUPPORTED_PROTOCOL:
      case CURLE_WEIRD_SERVER_REPLY:
        return made(Cause::kUnavailable, "the answer is not HTTP", true);
      default:
        return made(Cause::kUnavailable, reason(code), true);
    }
  }

  std::string_view reason(CURLcode code) const {
    return message_[0] != '\0' ? message_.data() : curl_easy_strerror(code);
  }

  const TransferRequest& request_;
  const DownloadWatch& watch_;
  const BodyConsumer& body_;
  Answer& answer_;
  Handle handle_;
  HeaderList headers_;
  std::array<char, CURL_ERROR_SIZE> message_{};
  std::optional<Error> body_failure_;
  bool refused_address_ = false;
};

void start_curl() {
  static std::once_flag started;
  std::call_once(started, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

}  // namespace

std::optional<TransferFailure> transfer(const TransferRequest& request, const DownloadWatch& watch,
                                        const BodyConsumer& body, Answer& answer) {
  start_curl();
  return Exchange(request, watch, body, answer).run();
}

}  // namespace vedette::fetch
