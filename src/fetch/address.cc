#include "fetch/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace vedette::fetch {
namespace {

struct Range4 {
  std::uint32_t network;
  int bits;
};

constexpr std::uint32_t ip4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// The special-purpose ranges of IPv4 that no published list is served from.
constexpr std::array kNotPublic4 = {
    Range4{ip4(0, 0, 0, 0), 8},        // this network
    Range4{ip4(10, 0, 0, 0), 8},       // private
    Range4{ip4(100, 64, 0, 0), 10},    // inside a carrier
    Range4{ip4(127, 0, 0, 0), 8},      // this machine
    Range4{ip4(169, 254, 0, 0), 16},   // link; cloud metadata
    Range4{ip4(172, 16, 0, 0), 12},    // private
    Range4{ip4(192, 0, 0, 0), 24},     // protocol assignments
    Range4{ip4(192, 0, 2, 0), 24},     // documentation
    Range4{ip4(192, 88, 99, 0), 24},   // 6to4 relays
    Range4{ip4(192, 168, 0, 0), 16},   // private
    Range4{ip4(198, 18, 0, 0), 15},    // benchmarks
    Range4{ip4(198, 51, 100, 0), 24},  // documentation
    Range4{ip4(203, 0, 113, 0), 24},   // documentation
    Range4{ip4(224, 0, 0, 0), 4},      // groups
    Range4{ip4(240, 0, 0, 0), 4},      // reserved, broadcast
};

bool is_public4(std::uint32_t address) {
  return std::ranges::none_of(kNotPublic4, [&](const Range4& range) {
    return (address ^ range.network) >> (32 - range.bits) == 0;
  });
}

struct Range6 {
  std::array<std::uint8_t, 4> start;
  int bits;
};

// What of 2000::/3 is not for everybody.
constexpr std::array kNotPublic6 = {
    Range6{{0x20, 0x01, 0x00, 0x00}, 23},  // protocol assignments, Teredo
    Range6{{0x20, 0x01, 0x0d, 0xb8}, 32},  // documentation
    Range6{{0x20, 0x02, 0x00, 0x00}, 16},  // 6to4: any IPv4 address may hide in it
    Range6{{0x3f, 0xff, 0x00, 0x00}, 20},  // documentation
};

using Bytes6 = std::array<std::uint8_t, 16>;

bool begins(const Bytes6& address, std::span<const std::uint8_t> start, int bits) {
  for (int bit = 0; bit < bits; ++bit) {
    const auto at = static_cast<std::size_t>(bit / 8);
    const int mask = 0x80 >> (bit % 8);
    if (((address[at] ^ start[at]) & mask) != 0) return false;
  }
  return true;
}

std::uint32_t last_four(const Bytes6& address) {
  return ip4(address[12], address[13], address[14], address[15]);
}

bool is_public6(const Bytes6& address) {
  constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr std::array<std::uint8_t, 12> kNat64 = {0, 0x64, 0xff, 0x9b};
  if (begins(address, kMapped, 96) || begins(address, kNat64, 96))
    return is_public4(last_four(address));
  if (address[0] >> 5 != 1) return false;  // only 2000::/3 is given out
  return std::ranges::none_of(
      kNotPublic6, [&](const Range6& range) { return begins(address, range.start, range.bits); });
}

bool is_link_local4(std::uint32_t address) {
  return address >> 16 == ip4(169, 254, 0, 0) >> 16;
}

bool is_link_local6(const Bytes6& address) {
  constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr std::array<std::uint8_t, 12> kNat64 = {0, 0x64, 0xff, 0x9b};
  constexpr std::array<std::uint8_t, 2> kLink = {0xfe, 0x80};
  constexpr Bytes6 kMetadata = {0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54};
  if (begins(address, kMapped, 96) || begins(address, kNat64, 96))
    return is_link_local4(last_four(address));
  return begins(address, kLink, 10) || address == kMetadata;
}

std::string without_brackets(std::string_view text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

std::optional<std::uint32_t> parse4(const std::string& text) {
  in_addr address{};
  if (inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
  return ntohl(address.s_addr);
}

std::optional<Bytes6> parse6(const std::string& text) {
  Bytes6 bytes{};
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

}  // namespace

bool is_public(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return is_public4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    Bytes6 bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return is_public6(bytes);
  }
  return false;
}

bool is_public(std::string_view text) {
  const std::string plain = without_brackets(text);
  if (const auto v4 = parse4(plain)) return is_public4(*v4);
  if (const auto v6 = parse6(plain)) return is_public6(*v6);
  return false;
}

bool is_link_local(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return is_link_local4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    Bytes6 bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return is_link_local6(bytes);
  }
  return false;
}

bool is_link_local(std::string_view text) {
  const std::string plain = without_brackets(text);
  if (const auto v4 = parse4(plain)) return is_link_local4(*v4);
  if (const auto v6 = parse6(plain)) return is_link_local6(*v6);
  return false;
}

bool is_address(std::string_view text) {
  const std::string plain = without_brackets(text);
  return parse4(plain) || parse6(plain);
}

}  // namespace vedette::fetch
