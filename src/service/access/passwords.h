#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "service/access/password_rules.h"

namespace vedette::service {

// Argon2id, version 1.3.
struct PasswordCost {
  std::size_t memory_bytes = 19 * 1024 * 1024;
  unsigned long long passes = 2;
};

struct PasswordLimits {
  std::size_t parallel = 1;                  // computations at one time
  std::size_t waiting = 16;                  // callers that may wait for their turn
  base::Millis patience = base::seconds(5);  // how long one waits
};

// Hashes and checks passwords, a bounded number at a time, so that a burst of guesses takes neither
// all the memory nor all the worker threads. Safe from any thread.
class Passwords {
 public:
  Passwords(PasswordCost cost, PasswordLimits limits);

  // The hash of a new password; `names` as in check_new_password, which it must pass.
  base::Result<std::string> hash(std::string_view password,
                                 const std::vector<std::string_view>& names = {});

  // Compares with `hash`, or, when there is none, with a hash that nothing fits, so that both cost
  // the same. kOverloaded when too many wait already.
  base::Result<bool> verify(const std::optional<std::string>& hash, std::string_view password);

  // How many comparisons ran, those against the dummy included.
  std::int64_t verifications() const { return verifications_.load(); }

  // 128 bits from the system's generator, in characters that survive being read aloud.
  static std::string generate();

 private:
  class Turn;
  base::Result<void> enter();
  void leave();

  const PasswordCost cost_;
  const PasswordLimits limits_;
  std::string dummy_hash_;
  std::atomic<std::int64_t> verifications_{0};
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t running_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace vedette::service
