#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::http {

class Request;

// An IPv4 or IPv6 address; IPv4-mapped IPv6 addresses count as IPv4.
class IpAddress {
 public:
  static std::optional<IpAddress> parse(std::string_view text);
  std::string text() const;
  // True when the first `bits` bits are equal and both are of the same family.
  bool same_prefix(const IpAddress& other, unsigned bits) const;
  bool is_v4() const { return v4_; }

  // What one subscriber of the network has: an IPv4 address, the first 64 bits of an IPv6 one.
  using Subscriber = std::array<std::uint8_t, 9>;
  Subscriber subscriber() const {
    Subscriber out{};
    std::copy_n(bytes_.begin(), v4_ ? 4 : 8, out.begin());
    out[8] = v4_ ? 1 : 0;
    return out;
  }

 private:
  std::array<std::uint8_t, 16> bytes_{};
  bool v4_ = false;
};

// Which header a trusted proxy writes. Only that one is read: the other may be the client's own.
enum class ForwardedHeader : std::uint8_t { kXForwardedFor, kForwarded };

// The proxies whose word about the client's address is taken.
class TrustedProxies {
 public:
  TrustedProxies() = default;
  // Addresses or CIDR blocks: "10.0.0.0/8", "::1".
  static base::Result<TrustedProxies> parse(
      const std::vector<std::string>& blocks,
      ForwardedHeader header = ForwardedHeader::kXForwardedFor);
  bool empty() const { return blocks_.empty(); }
  bool trusts(const IpAddress& address) const;

  struct Client {
    std::string address;
    bool is_tls;
  };
  // The peer itself unless the peer is trusted; then the rightmost address in the header that is
  // not trusted. Stops at the first entry that is not an address.
  Client client(std::string_view peer, bool peer_is_tls, const Request& request) const;

 private:
  struct Block {
    IpAddress address;
    unsigned bits;
  };
  std::vector<Block> blocks_;
  ForwardedHeader header_ = ForwardedHeader::kXForwardedFor;
};

}  // namespace vedette::http
