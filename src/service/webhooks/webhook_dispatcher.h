#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "service/webhooks/webhook_delivery.h"

namespace vedette::service {

// Pushes events while the server runs, on threads of its own: one looks for what is due, a fixed
// number of others send. A slow endpoint holds up no other one for longer than a try takes.
class WebhookDispatcher {
 public:
  // Looks when it is told to, and at intervals.
  explicit WebhookDispatcher(WebhookDelivery& delivery,
                             std::chrono::milliseconds interval = std::chrono::milliseconds(250));
  // Breaks off the tries under way; they are made again by whoever comes next.
  ~WebhookDispatcher();
  WebhookDispatcher(const WebhookDispatcher&) = delete;
  WebhookDispatcher& operator=(const WebhookDispatcher&) = delete;

  void look_now();

 private:
  void look();
  // Whether there was something to do.
  base::Result<bool> work();
  void clean();
  void send();
  bool stopping() const;

  WebhookDelivery& delivery_;
  const std::chrono::milliseconds interval_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<WebhookDelivery::Claimed> waiting_;  // for a sender; never more than there are free
  std::size_t busy_ = 0;
  bool finished_ = false;  // a delivery, since the last look
  bool told_ = false;      // to look, since the last look
  bool stopping_ = false;
  std::optional<std::chrono::steady_clock::time_point> cleaned_;
  std::vector<std::thread> threads_;
};

}  // namespace vedette::service
