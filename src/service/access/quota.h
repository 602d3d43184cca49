#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"

namespace vedette::service {

// How many requests each key may make in a minute: all at once or spread out. A key's whole state
// is the time at which its quota is full again. Remembers a bounded number of keys; one that finds
// no room is not counted. Safe from any thread.
class Quota {
 public:
  struct Take {
    bool allowed = true;
    std::int64_t limit = 0;  // a minute
    std::int64_t remaining = 0;
    std::int64_t wait_seconds = 0;  // refused: until one more is allowed; else until all are
  };

  Quota(std::int64_t per_minute, std::size_t most_keys)
      : per_minute_(per_minute), most_keys_(most_keys) {}

  bool limits() const { return per_minute_ > 0; }

  Take take(std::string_view key, base::Time now) {
    const std::int64_t micros = now.unix_millis * 1000;
    const std::int64_t each = kMinute / per_minute_;
    const std::lock_guard lock(mutex_);
    std::int64_t* full = full_of(key, micros);
    if (full == nullptr) return {.limit = per_minute_, .remaining = per_minute_};
    // A clock that was set back must not lock anybody out for longer than a minute.
    *full = std::clamp(*full, micros, micros + kMinute);
    const std::int64_t then = *full + each;
    if (then > micros + kMinute)
      return {.allowed = false,
              .limit = per_minute_,
              .remaining = 0,
              .wait_seconds = seconds(then - micros - kMinute)};
    *full = then;
    return {.limit = per_minute_,
            .remaining = (micros + kMinute - then) / each,
            .wait_seconds = seconds(then - micros)};
  }

 private:
  static constexpr std::int64_t kMinute = 60'000'000;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  static std::int64_t seconds(std::int64_t micros) {
    return std::max<std::int64_t>(1, (micros + 999'999) / 1'000'000);
  }

  std::int64_t* full_of(std::string_view key, std::int64_t now) {
    if (const auto found = full_.find(key); found != full_.end()) return &found->second;
    if (full_.size() >= most_keys_)
      std::erase_if(full_, [now](const auto& entry) { return entry.second <= now; });
    if (full_.size() >= most_keys_) return nullptr;
    return &full_.emplace(std::string(key), now).first->second;
  }

  const std::int64_t per_minute_;
  const std::size_t most_keys_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> full_;
};

}  // namespace vedette::service
