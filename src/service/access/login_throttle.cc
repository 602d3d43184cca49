#include "service/access/login_throttle.h"

#include <arpa/inet.h>

#include <cstring>
#include <string>

namespace vedette::service {
namespace {

// The part of an address that one customer cannot change at will.
std::string network_of(std::string_view address) {
  in6_addr parsed{};
  const std::string text(address.substr(0, address.find('%')));
  if (::inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return text;
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    char out[INET_ADDRSTRLEN] = {};
    ::inet_ntop(AF_INET, &parsed.s6_addr[12], out, sizeof out);
    return out;
  }
  return std::string(reinterpret_cast<const char*>(parsed.s6_addr), 8);
}

}  // namespace

base::Sha256 throttle_key(std::string_view project_code, std::string_view username,
                          std::string_view address) {
  // Digests of fixed length one after the other: no two inputs give the same bytes.
  const std::string network = network_of(address);
  std::string bytes;
  for (const std::string_view part : {project_code, username, std::string_view(network)})
    bytes += base::as_text(base::sha256(part));
  return base::sha256(bytes);
}

base::Sha256 network_key(std::string_view address) {
  return base::sha256(network_of(address));
}

std::size_t LoginThrottle::DigestHash::operator()(const base::Sha256& digest) const {
  std::size_t out = 0;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

std::optional<base::Time> LoginThrottle::until(Entry& entry, base::Time now) const {
  while (!entry.failures.empty() && entry.failures.front() + kWindow <= now)
    entry.failures.pop_front();
  if (static_cast<std::int64_t>(entry.failures.size()) < failures_) return std::nullopt;
  return entry.failures.front() + kWindow;
}

LoginThrottle::Entry& LoginThrottle::entry_of(const base::Sha256& key) {
  const auto found = entries_.find(key);
  if (found != entries_.end()) {
    order_.splice(order_.end(), order_, found->second.used);
    return found->second;
  }
  if (entries_.size() >= most_keys_) {
    entries_.erase(order_.front());
    order_.pop_front();
  }
  Entry& entry = entries_[key];
  entry.used = order_.insert(order_.end(), key);
  return entry;
}

std::optional<base::Time> LoginThrottle::blocked_until(const base::Sha256& key, base::Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? std::nullopt : until(found->second, now);
}

bool LoginThrottle::failed_lately(const base::Sha256& key, base::Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end() || found->second.failures.empty()) return false;
  return found->second.failures.back() + kWindow > now;
}

LoginThrottle::Outcome LoginThrottle::settle(const base::Sha256& key, base::Time now,
                                             bool success) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found != entries_.end())
    if (const auto blocked = until(found->second, now)) return {blocked, std::nullopt};
  if (success) {
    if (found == entries_.end()) return {};
    order_.erase(found->second.used);
    entries_.erase(found);
    return {};
  }
  Entry& entry = entry_of(key);
  entry.failures.push_back(now);
  return {std::nullopt, until(entry, now)};
}

std::size_t LoginThrottle::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace vedette::service
