#include "service/lists/list_updates.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/background.h"
#include "base/digest.h"
#include "base/log.h"

namespace vedette::service {
namespace {

// How often the schedule is checked; a requested update wakes the thread at once.
constexpr std::chrono::seconds kLookInterval{1};
constexpr base::Millis kAfterFailure = base::seconds(3600);
// When another node has the lease, or the ledger does not answer.
constexpr base::Millis kAskAgain = base::seconds(15);

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

ListUpdates::ListUpdates(UpdateParts parts, std::vector<ListSource> sources, base::Millis interval,
                         WorkLease* lease)
    : parts_(std::move(parts)), sources_(std::move(sources)), interval_(interval), lease_(lease) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ListUpdates::~ListUpdates() = default;

std::vector<ListSource> ListUpdates::enabled() const {
  std::vector<ListSource> wanted;
  std::ranges::copy_if(sources_, std::back_inserter(wanted), &ListSource::enabled);
  return wanted;
}

base::Result<void> ListUpdates::start(UpdateAsked asked) {
  const std::vector<std::string>& ids = asked.sources;
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
  if (running_ || asked_)
    return base::Error(base::Cause::kConflict, "an update of the lists is under way");
  latest_ = UpdateProgress{.started = parts_.clock.now()};
  for (const ListSource& source : wanted)
    latest_->sources.push_back({.source = source.id});
  asked_ = Job{std::move(wanted), std::move(asked)};
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

base::Time ListUpdates::last_tried() const {
  base::Time last{};
  for (const ListSource& source : enabled())
    last = std::max(last, parts_.folder.load(source.id).tried);
  return last;
}

base::Time ListUpdates::next_due() const {
  const base::Millis pause = failed_ ? std::min(interval_, kAfterFailure) : interval_;
  return parts_.clock.now() + pause + jitter(pause);
}

void ListUpdates::run(const std::stop_token& stop) {
  // Searches have priority over building the next generation.
  if (!base::enter_background())
    base::log(base::LogLevel::kWarning, "updates of lists run at ordinary priority");
  const bool scheduled = interval_.count > 0 && !enabled().empty();
  base::Time due = first_due();
  seen_try_ = last_tried();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    const std::optional<Job> asked = std::exchange(asked_, std::nullopt);
    if (!asked && !(scheduled && parts_.clock.now() >= due)) {
      wake_.wait_for(lock, stop, kLookInterval, [this] { return asked_.has_value(); });
      continue;
    }
    if (!asked) {
      // A server that shares the folder was quicker, or somebody at the terminal: the interval
      // begins with that try.
      const base::Time tried = last_tried();
      if (std::exchange(seen_try_, tried) < tried && first_due() > parts_.clock.now()) {
        due = first_due();
        continue;
      }
    }
    running_ = asked.has_value();  // nobody else may ask; the schedule may find it has to wait
    lock.unlock();
    bool done = true;
    if (asked) {
      update(*asked, {}, stop);
    } else {
      done = update_on_schedule(stop);
    }
    lock.lock();
    seen_try_ = std::max(seen_try_, last_tried());
    due = done ? next_due() : parts_.clock.now() + kAskAgain;
  }
}

bool ListUpdates::update_on_schedule(const std::stop_token& stop) {
  const Job job{enabled(), {}};
  if (lease_ == nullptr) {
    update(job, {}, stop);
    return true;
  }
  const auto fence = lease_->take();
  if (!fence.ok())
    base::log(base::LogLevel::kWarning, "the lists wait for the ledger",
              {{"error", fence.error().message}});
  if (!fence.ok() || !*fence) return false;
  update(job, {lease_, **fence}, stop);
  // When that fails the others wait until it runs out.
  if (const auto given = lease_->give_back(**fence); !given.ok())
    base::log(base::LogLevel::kWarning, "the lease of the lists was not given back",
              {{"error", given.error().message}});
  return true;
}

void ListUpdates::update(const Job& job, const HeldLease& lease, const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    running_ = true;
  }
  std::stop_source given_up;
  const std::stop_callback pass_on(stop, [&] { given_up.request_stop(); });
  base::Time held = parts_.clock.now();
  const auto keep = [&](const UpdateProgress& progress) {
    {
      const std::lock_guard lock(mutex_);
      latest_ = progress;
    }
    if (lease.lease == nullptr) return;
    if ((parts_.clock.now() - held).count < lease.lease->span().count / 4) return;
    held = parts_.clock.now();
    if (const auto still = lease.lease->hold(lease.fence);
        !still.ok() && still.error().cause == base::Cause::kConflict)
      given_up.request_stop();
  };
  UpdateParts parts = parts_;
  parts.settings.allow_shrink = job.asked.allow_shrink;
  parts.settings.allow_older = job.asked.allow_older;
  parts.by = job.asked.by;
  parts.lease = lease;
  for (const ListSource& source : enabled())
    parts.enabled.push_back(source.id);
  const auto ended = update_lists(parts, job.sources, keep, given_up.get_token());
  if (ended.ok()) log_end(*ended);
  const std::lock_guard lock(mutex_);
  running_ = false;
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
