#include "service/webhooks/webhook_dispatcher.h"

#include <chrono>

#include "base/log.h"

namespace vedette::service {
namespace {

constexpr std::size_t kSenders = 16;
constexpr std::chrono::milliseconds kAfterFailure{2000};
constexpr std::chrono::minutes kCleaningInterval{5};
constexpr std::int64_t kCleaningChunk = 1000;

}  // namespace

WebhookDispatcher::WebhookDispatcher(WebhookDelivery& delivery, std::chrono::milliseconds interval)
    : delivery_(delivery), interval_(interval) {
  threads_.emplace_back([this] { look(); });
  for (std::size_t i = 0; i < kSenders; ++i)
    threads_.emplace_back([this] { send(); });
}

WebhookDispatcher::~WebhookDispatcher() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void WebhookDispatcher::look_now() {
  {
    const std::lock_guard lock(mutex_);
    told_ = true;
  }
  changed_.notify_all();
}

bool WebhookDispatcher::stopping() const {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

base::Result<bool> WebhookDispatcher::work() {
  VEDETTE_ASSIGN(const std::int64_t moved, delivery_.fan_out());
  std::size_t room = 0;
  {
    const std::lock_guard lock(mutex_);
    room = kSenders - busy_ - waiting_.size();
  }
  if (room == 0) return moved > 0;
  VEDETTE_ASSIGN(auto claimed, delivery_.claim(static_cast<std::int64_t>(room)));
  const bool found = !claimed.empty();
  {
    const std::lock_guard lock(mutex_);
    for (auto& each : claimed)
      waiting_.push_back(std::move(each));
  }
  if (found) changed_.notify_all();
  return found || moved > 0;
}

void WebhookDispatcher::look() {
  if (const auto released = delivery_.release_leases(); !released.ok())
    base::log(base::LogLevel::kWarning, "deliveries of an earlier run wait for their lease",
              {{"error", released.error().message}});
  while (!stopping()) {
    {
      const std::lock_guard lock(mutex_);
      finished_ = false;
      told_ = false;
    }
    const auto worked = work();
    if (!worked.ok())
      base::log(base::LogLevel::kError, "webhooks could not be looked at and are tried again",
                {{"error", worked.error().message}});
    clean();
    std::unique_lock lock(mutex_);
    const auto pause = worked.ok() ? interval_ : kAfterFailure;
    // A sender that becomes free while there is more to send is worth a look at once, and so is the
    // end of a delivery: its endpoint has room for the next.
    const bool more = worked.ok() && *worked;
    changed_.wait_for(lock, pause, [&] {
      const bool room = busy_ + waiting_.size() < kSenders;
      return stopping_ || (worked.ok() && (told_ || ((more || finished_) && room)));
    });
  }
}

void WebhookDispatcher::clean() {
  const auto now = std::chrono::steady_clock::now();
  if (cleaned_ && now - *cleaned_ < kCleaningInterval) return;
  const auto removed = delivery_.remove_outdated(kCleaningChunk);
  if (!removed.ok())
    base::log(base::LogLevel::kWarning, "old deliveries could not be removed",
              {{"error", removed.error().message}});
  if (!removed.ok() || *removed < kCleaningChunk) cleaned_ = now;
}

void WebhookDispatcher::send() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const WebhookDelivery::Claimed claimed = std::move(waiting_.back());
    waiting_.pop_back();
    ++busy_;
    lock.unlock();
    if (const auto done = delivery_.attempt(claimed, [this] { return stopping(); }); !done.ok())
      base::log(base::LogLevel::kError, "the end of a delivery could not be written",
                {{"webhook", claimed.webhook}, {"error", done.error().message}});
    lock.lock();
    --busy_;
    finished_ = true;
    changed_.notify_all();
  }
}

}  // namespace vedette::service
