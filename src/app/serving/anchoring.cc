#include "app/serving/anchoring.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "api/request/version.h"
#include "base/descriptor.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "fetch/post.h"

namespace vedette::app {
namespace {

constexpr base::Millis kAfterFailure = base::seconds(60);
constexpr base::Millis kPostTimeout = base::seconds(30);
constexpr int kGood = 200;
constexpr int kNotGood = 300;

// Whole lines alone, durable before it returns. Several servers may append to one file.
base::Result<void> append(const std::string& path, const std::string& line) {
  const base::Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  const bool written =
      file.open() &&
      ::write(file.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
      ::fsync(file.get()) == 0;
  if (written) return {};
  return base::Error(base::Cause::kUnavailable,
                     fmt::format("cannot append to {}: {}", path, std::strerror(errno)));
}

// The operator named the address, as with the sources of lists: plain HTTP and private networks are
// theirs to choose.
base::Result<std::string> post(const Settings& settings, const std::string& url,
                               const std::string& type, const std::string& body) {
  fetch::PostRequest request;
  request.url = url;
  request.headers = {"Content-Type: " + type};
  request.body = body;
  request.proxy = settings.fetch_proxy;
  request.ca_file = settings.fetch_ca_file;
  request.user_agent = "vedette/" + std::string(api::kVersion);
  request.rules = {.allow_http = true, .allow_private = true, .most_redirects = 0};
  request.timeout = kPostTimeout;
  VEDETTE_ASSIGN(fetch::PostAnswer answer, fetch::post(request));
  if (answer.status < kGood || answer.status >= kNotGood)
    return base::Error(base::Cause::kUnavailable,
                       fmt::format("{} answered {}", url, answer.status));
  return std::move(answer.body);
}

}  // namespace

bool is_anchoring(const Settings& settings) {
  return !settings.anchor_file.empty() || !settings.anchor_webhook.empty();
}

base::Result<void> check_anchoring(const Settings& settings) {
  if (settings.anchor_timestamp.empty() || is_anchoring(settings)) return {};
  return base::Error(base::Cause::kInvalidInput,
                     "anchor_timestamp needs anchor_file or anchor_webhook, where the timestamps "
                     "are kept");
}

Anchoring::Anchoring(Parts parts) : parts_(parts), thread_([this] { run(); }) {}

Anchoring::~Anchoring() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

// False when it is time to stop.
bool Anchoring::wait(base::Millis time) {
  std::unique_lock lock(mutex_);
  return !wake_.wait_for(lock, std::chrono::milliseconds(time.count), [this] { return stopping_; });
}

void Anchoring::run() {
  base::Millis pause{};
  do {
    const auto anchored = anchor();
    pause = anchored.ok() ? base::seconds(parts_.settings.anchor_minutes * 60) : kAfterFailure;
    if (!anchored.ok())
      base::log(base::LogLevel::kError, "the heads of the audit chains could not be anchored",
                {{"error", anchored.error().message}});
  } while (wait(pause));
}

base::Result<std::string> Anchoring::timestamp(const std::string& body) const {
  if (parts_.settings.anchor_timestamp.empty()) return std::string();
  const base::TimestampRequest request = base::timestamp_request(base::sha256(body));
  VEDETTE_ASSIGN(std::string answer, post(parts_.settings, parts_.settings.anchor_timestamp,
                                          "application/timestamp-query", request.der));
  VEDETTE_TRY(base::check_timestamp_answer(answer, request));
  return answer;
}

base::Result<void> Anchoring::anchor() {
  VEDETTE_ASSIGN(ledger::ExportedHeads heads,
                 parts_.ledger.audit_heads(ledger::OperatorScope::for_command_line()));
  const base::Time at = heads.at;
  heads.at = {};
  const std::string state = service::anchor_body(heads);
  if (heads.heads.empty() || state == anchored_) return {};
  heads.at = at;
  service::Anchor anchor;
  anchor.body = service::anchor_body(heads);
  anchor.signature = parts_.signer.sign(service::anchor_content(anchor.body), at);
  VEDETTE_ASSIGN(anchor.timestamp, timestamp(anchor.body));
  const std::string line = service::anchor_line(anchor);
  const Settings& settings = parts_.settings;
  if (!settings.anchor_file.empty()) VEDETTE_TRY(append(settings.anchor_file, line));
  if (!settings.anchor_webhook.empty())
    VEDETTE_TRY(post(settings, settings.anchor_webhook, "application/json", line));
  anchored_ = state;
  return {};
}

}  // namespace vedette::app
