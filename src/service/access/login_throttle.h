#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "base/digest.h"

namespace vedette::service {

// Who tries to sign in from where, as a digest. An IPv6 address counts by its /64, which is what
// one customer of a provider gets.
base::Sha256 throttle_key(std::string_view project_code, std::string_view username,
                          std::string_view address);

// The part of an address that one customer cannot change at will, as a digest.
base::Sha256 network_key(std::string_view address);

// Counts failed sign-ins per key over the last minute. A guess that was under way while the key was
// used up is not answered, right or wrong, so that parallel guesses gain nothing; right passwords
// in parallel all pass. A success clears the key. Remembers a bounded number of keys and forgets
// the longest unused first. Safe from any thread.
class LoginThrottle {
 public:
  static constexpr base::Millis kWindow = base::seconds(60);

  struct Outcome {
    std::optional<base::Time> blocked_until;  // set: answer "too many", nothing else
    std::optional<base::Time> now_used_up;    // set: this failure was the last one allowed
  };

  LoginThrottle(std::int64_t failures, std::size_t most_keys)
      : failures_(failures), most_keys_(most_keys) {}

  // From when on the key may try again; nothing when it may now.
  std::optional<base::Time> blocked_until(const base::Sha256& key, base::Time now);
  // Whether the key failed within the last minute.
  bool failed_lately(const base::Sha256& key, base::Time now);
  // Takes the result of a try, before it is answered.
  Outcome settle(const base::Sha256& key, base::Time now, bool success);

  std::size_t size() const;

 private:
  struct Entry {
    std::deque<base::Time> failures;
    std::list<base::Sha256>::iterator used;
  };
  struct DigestHash {
    std::size_t operator()(const base::Sha256& digest) const;
  };

  std::optional<base::Time> until(Entry& entry, base::Time now) const;
  Entry& entry_of(const base::Sha256& key);

  const std::int64_t failures_;
  const std::size_t most_keys_;
  mutable std::mutex mutex_;
  std::unordered_map<base::Sha256, Entry, DigestHash> entries_;
  std::list<base::Sha256> order_;  // the longest unused first
};

}  // namespace vedette::service
