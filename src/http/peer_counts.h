#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "http/client_address.h"

namespace vedette::http {

// How many connections each peer has open. IPv6 counts by the first 64 bits: one subscriber has all
// addresses behind them. Safe from any thread.
class PeerCounts {
 public:
  // Counts one more; false, and nothing counted, when the peer has `most` already.
  bool add(const IpAddress& peer, std::size_t most) {
    const std::lock_guard lock(mutex_);
    std::size_t& count = counts_[peer.subscriber()];
    if (count >= most) return false;
    ++count;
    return true;
  }
  void remove(const IpAddress& peer) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(peer.subscriber());
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
  std::size_t peers() const {
    const std::lock_guard lock(mutex_);
    return counts_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::map<IpAddress::Subscriber, std::size_t> counts_;
};

}  // namespace vedette::http
