#include "service/list_updates.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/digest.h"
#include "base/log.h"

namespace vedette::service {
namespace {

// The schedule is looked at this often; asking is noticed at once.
constexpr std::chrono::seconds kLookInterval{1};
constexpr base::Millis kAfterFailure = base::seconds(3600);

// Up to a tenth of the span, so that many installations do not come at once.
base::Millis jitter(base::Millis span) {
  std::array<std::uint8_t, 2> random{};
  base::fill_random(random);
  return {span.count / 10 * (random[0] * 256 + random[1]) / 65536};
}

void log_end(const UpdateProgress& update) {
  for (const SourceProgress& source : update.sources) {
    const bool failed = source.step == SourceStep::kFailed;
    base::log(
        failed ? base::LogLevel::kError : base::LogLevel::kInfo,
        failed ? "a list was not updated, the last good version goes on" : "a list is up to date",
        {{"source", source.source}, {"state", step_name(source.step)}, {"error", source.failure}});
  }
}

}  // namespace

ListUpdates::ListUpdates(UpdateParts parts, std::vector<ListSource> sources, base::Millis interval)
    : parts_(std::move(parts)), sources_(std::move(sources)), interval_(interval) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ListUpdates::~ListUpdates() = default;

std::vector<ListSource> ListUpdates::enabled() const {
  std::vector<ListSource> wanted;
  std::ranges::copy_if(sources_, std::back_inserter(wanted), &ListSource::enabled);
  return wanted;
}

base::Result<void> ListUpdates::start(const std::vector<std::string>& ids) {
  std::vector<ListSource> wanted = enabled();
  if (wanted.empty())
    return base::Error(base::Cause::kInvalidInput, "no source of lists is enabled");
  for (const std::string& id : ids)
    if (std::ranges::find(wanted, id, &ListSource::id) == wanted.end())
      return base::Error(base::Cause::kNotFound,
                         "there is no enabled source of lists with the id " + id);
  if (!ids.empty())
    std::erase_if(wanted, [&](const ListSource& source) {
      return std::ranges::find(ids, source.id) == ids.end();
    });
  const std::lock_guard lock(mutex_);
  if (running_ || !asked_.empty())
    return base::Error(base::Cause::kConflict, "an update of the lists is under way");
  asked_ = std::move(wanted);
  latest_ = UpdateProgress{.started = parts_.clock.now()};
  for (const ListSource& source : asked_)
    latest_->sources.push_back({.source = source.id});
  wake_.notify_all();
  return {};
}

std::optional<UpdateProgress> ListUpdates::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

// When the source that was tried longest ago is due.
base::Time ListUpdates::first_due() const {
  base::Time oldest = parts_.clock.now();
  for (const ListSource& source : enabled())
    oldest = std::min(oldest, parts_.folder.load(source.id).tried);
  return oldest + interval_;
}

void ListUpdates::run(const std::stop_token& stop) {
  const bool scheduled = interval_.count > 0 && !enabled().empty();
  base::Time due = first_due();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    std::vector<ListSource> wanted = std::move(asked_);
    asked_.clear();
    if (wanted.empty() && scheduled && parts_.clock.now() >= due) wanted = enabled();
    if (wanted.empty()) {
      wake_.wait_for(lock, stop, kLookInterval, [this] { return !asked_.empty(); });
      continue;
    }
    running_ = true;
    lock.unlock();
    update(wanted, stop);
    lock.lock();
    running_ = false;
    const base::Millis pause = failed_ ? std::min(interval_, kAfterFailure) : interval_;
    due = parts_.clock.now() + pause + jitter(pause);
  }
}

void ListUpdates::update(const std::vector<ListSource>& wanted, const std::stop_token& stop) {
  const auto keep = [this](const UpdateProgress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
  };
  const auto ended = update_lists(parts_, wanted, keep, stop);
  if (ended.ok()) log_end(*ended);
  const std::lock_guard lock(mutex_);
  failed_ = !ended.ok() || ended->failed();
  if (ended.ok() || stop.stop_requested()) return;
  base::log(base::LogLevel::kError, "the lists were not updated",
            {{"error", ended.error().message}});
  if (!latest_) latest_ = UpdateProgress{.started = parts_.clock.now()};
  for (SourceProgress& source : latest_->sources) {
    source.step = SourceStep::kFailed;
    source.failure = ended.error().message;
  }
  latest_->finished = parts_.clock.now();
  latest_->phase = "done";
}

}  // namespace vedette::service
