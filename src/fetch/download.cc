#include "fetch/download.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/digest.h"
#include "fetch/partial_file.h"
#include "fetch/transfer.h"

namespace vedette::fetch {
namespace {

using base::Cause;
using base::Error;

constexpr base::Millis kLongestWait = base::seconds(300);

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end() || text.empty()) return std::nullopt;
  return value;
}

// What goes into If-Range: a strong ETag, else the date. Weak ETags promise too little.
std::string validator_of(const Answer& answer) {
  const std::string etag = answer.header("etag");
  if (!etag.empty() && !etag.starts_with("W/")) return etag;
  return etag.empty() ? answer.header("last-modified") : std::string();
}

// "bytes 100-199/200": where it starts, and the size of the whole.
struct ContentRange {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> whole;
};
std::optional<ContentRange> content_range(std::string_view text) {
  constexpr std::string_view kUnit = "bytes ";
  if (!text.starts_with(kUnit)) return std::nullopt;
  text.remove_prefix(kUnit.size());
  const std::size_t dash = text.find('-');
  const std::size_t slash = text.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos || slash < dash)
    return std::nullopt;
  const auto first = number(text.substr(0, dash));
  if (!first) return std::nullopt;
  return ContentRange{*first, number(text.substr(slash + 1))};
}

// Half to all of the span, so that many clients do not come back at once.
base::Millis with_jitter(base::Millis span) {
  std::array<std::uint8_t, 2> random{};
  base::fill_random(random);
  const std::int64_t share = random[0] * 256 + random[1];
  return {span.count / 2 + span.count / 2 * share / 65536};
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

class Job {
 public:
  Job(const DownloadRequest& request, const DownloadWatch& watch, Url url, PartialFile file)
      : request_(request), watch_(watch), url_(std::move(url)), file_(std::move(file)) {}

  base::Result<Download> run() {
    base::Millis wait = request_.limits.first_wait;
    for (int attempt = 1;; ++attempt) {
      Answer answer;
      auto failed = exchange(answer);
      if (!failed) return finish(answer);
      if (!failed->worth_retrying) return std::move(failed->error);
      const base::Millis pause = std::max(with_jitter(wait), asked_wait(answer));
      if (attempt >= request_.limits.attempts || time_left() <= pause)
        return Error(failed->error.cause,
                     fmt::format("{} (tried {} times)", failed->error.message, attempt));
      if (!watch_.wait(failed->error.message, pause)) return cancelled();
      wait = std::min(base::Millis{wait.count * 2}, kLongestWait);
    }
  }

 private:
  using Failure = std::optional<TransferFailure>;

  base::Millis time_left() const {
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start_);
    return {request_.limits.total.count - spent.count()};
  }
  Error cancelled() const { return Error(Cause::kConflict, url_.shown() + ": cancelled"); }

  Failure refuse(Cause cause, const Url& url, std::string_view why, bool retry = false) const {
    return TransferFailure{Error(cause, fmt::format("{}: {}", url.shown(), why)), retry};
  }

  std::vector<std::string> headers_for(const Url& url) const {
    std::vector<std::string> headers = {"Accept: */*", "Accept-Encoding: gzip"};
    if (url.same_origin(url_))
      headers.insert(headers.end(), request_.headers.begin(), request_.headers.end());
    if (file_.size() > 0) {
      headers.push_back(fmt::format("Range: bytes={}-", file_.size()));
      headers.push_back("If-Range: " + file_.validator());
      return headers;
    }
    if (!request_.etag.empty()) headers.push_back("If-None-Match: " + request_.etag);
    if (!request_.last_modified.empty())
      headers.push_back("If-Modified-Since: " + request_.last_modified);
    return headers;
  }

  // One attempt: follows redirects and takes the body.
  Failure exchange(Answer& answer) {
    Url url = url_;
    for (int hop = 0; hop <= request_.rules.most_redirects; ++hop) {
      if (auto refused = judge(url, request_.rules))
        return TransferFailure{std::move(*refused), false};
      taking_ = false;
      resumed_ = file_.size() > 0;
      answer = Answer();
      const BodyConsumer body = [&](const Answer& head, std::string_view bytes) {
        return take(head, url, bytes);
      };
      if (auto failed = transfer({.settings = request_,
                                  .url = url,
                                  .headers = headers_for(url),
                                  .time_left = time_left()},
                                 watch_, body, answer))
        return failed;
      if (!is_redirect(answer.status)) return judge_answer(answer, url);
      auto next = follow(url, answer.header("location"));
      if (!next.ok())
        return refuse(Cause::kInvalidInput, url, "redirects to " + next.error().message);
      url = *std::move(next);
    }
    return refuse(Cause::kInvalidInput, url_,
                  fmt::format("redirects more than {} times", request_.rules.most_redirects));
  }

  Failure judge_answer(const Answer& answer, const Url& url) {
    switch (answer.status) {
      case 200:
        if (taking_) return std::nullopt;
        return refuse(Cause::kInvalidInput, url, "the answer is empty");
      case 206:
        return std::nullopt;  // take() has looked at it; with no byte left it was whole before
      case 304:
        if (!request_.etag.empty() || !request_.last_modified.empty()) return std::nullopt;
        return refuse(Cause::kInvalidInput, url, "says \"not modified\" without being asked");
      case 404:
      case 410:
        return refuse(Cause::kNotFound, url, fmt::format("not there (HTTP {})", answer.status));
      case 416:  // what we have is not a beginning of what is there now
        file_.discard();
        return refuse(Cause::kUnavailable, url, "cannot go on where it stopped (HTTP 416)", true);
      default:
        break;
    }
    const bool later = answer.status >= 500 || answer.status == 408 || answer.status == 429;
    return refuse(later ? Cause::kUnavailable : Cause::kInvalidInput, url,
                  fmt::format("HTTP {}", answer.status), later);
  }

  // A piece of the body. Bodies of failures are not kept.
  base::Result<void> take(const Answer& answer, const Url& url, std::string_view bytes) {
    if (answer.status != 200 && answer.status != 206) return {};
    if (!taking_) VEDETTE_TRY(begin(answer, url));
    taking_ = true;
    if (file_.size() + bytes.size() > request_.limits.most_bytes) return too_large(url);
    VEDETTE_TRY(file_.append(bytes));
    watch_.progress(file_.size(), total_);
    return {};
  }

  base::Result<void> begin(const Answer& answer, const Url& url) {
    const std::string encoding = answer.header("content-encoding");
    if (!encoding.empty() && encoding != "gzip" && encoding != "x-gzip" && encoding != "identity")
      return Error(Cause::kInvalidInput,
                   fmt::format("{}: sent as {}, which was not asked for", url.shown(), encoding));
    const auto length = number(answer.header("content-length"));
    total_ = length;
    if (answer.status == 206) {
      const auto range = content_range(answer.header("content-range"));
      if (!resumed_ || !range || range->first != file_.size()) {
        file_.discard();  // from the beginning, next time
        return Error(Cause::kUnavailable,
                     fmt::format("{}: sent another part than was asked for", url.shown()));
      }
      total_ = range->whole;
    } else {
      VEDETTE_TRY(file_.restart(validator_of(answer)));
    }
    if (total_ && *total_ > request_.limits.most_bytes) return too_large(url);
    return {};
  }

  Error too_large(const Url& url) {
    file_.discard();
    return Error(Cause::kTooLarge, fmt::format("{}: larger than the limit of {} bytes", url.shown(),
                                               request_.limits.most_bytes));
  }

  base::Millis asked_wait(const Answer& answer) const {
    const auto asked = number(answer.header("retry-after"));
    if (!asked) return {};
    return std::min(base::seconds(static_cast<std::int64_t>(std::min<std::uint64_t>(*asked, 3600))),
                    kLongestWait);
  }

  base::Result<Download> finish(const Answer& answer) {
    Download done;
    done.etag = answer.header("etag");
    done.last_modified = answer.header("last-modified");
    if (answer.status == 304) {
      done.not_modified = true;
      if (done.etag.empty()) done.etag = request_.etag;
      if (done.last_modified.empty()) done.last_modified = request_.last_modified;
      return done;
    }
    if (total_ && file_.size() != *total_)
      return Error(Cause::kUnavailable, fmt::format("{}: {} bytes came, {} were announced",
                                                    url_.shown(), file_.size(), *total_));
    done.bytes = file_.size();
    VEDETTE_ASSIGN(done.sha256, file_.finish());
    return done;
  }

  const DownloadRequest& request_;
  const DownloadWatch& watch_;
  const Url url_;
  PartialFile file_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool taking_ = false;   // the body of this exchange is the file
  bool resumed_ = false;  // this exchange asked for the rest
  std::optional<std::uint64_t> total_;
};

}  // namespace

base::Result<Download> download(const DownloadRequest& request,
                                const std::filesystem::path& destination,
                                const DownloadWatch& watch) {
  VEDETTE_ASSIGN(Url url, parse_url(request.url));
  VEDETTE_ASSIGN(PartialFile file, PartialFile::open(destination, url.text));
  return Job(request, watch, std::move(url), std::move(file)).run();
}

}  // namespace vedette::fetch
