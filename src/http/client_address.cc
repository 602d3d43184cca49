#include "http/client_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "http/message.h"

namespace vedette::http {
namespace {

// Entries of X-Forwarded-For looked at; more are nobody's honest chain.
constexpr std::size_t kMaxHops = 32;

// The comma-separated entries of all lines of a header, first to last.
std::vector<std::string_view> list_entries(const Request& request, std::string_view name) {
  std::vector<std::string_view> entries;
  for (std::string_view line : request.header_values(name)) {
    while (true) {
      const std::size_t comma = line.find(',');
      entries.push_back(base::trim(line.substr(0, comma), " \t"));
      if (comma == std::string_view::npos) break;
      line.remove_prefix(comma + 1);
    }
  }
  return entries;
}

// The value of one parameter of a Forwarded entry: for="[2001:db8::1]:4711";proto=https
std::string_view forwarded_parameter(std::string_view entry, std::string_view wanted) {
  while (!entry.empty()) {
    const std::size_t semicolon = entry.find(';');
    const std::string_view pair = base::trim(entry.substr(0, semicolon), " \t");
    entry = semicolon == std::string_view::npos ? std::string_view() : entry.substr(semicolon + 1);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !same_header_name(pair.substr(0, equals), wanted))
      continue;
    std::string_view value = pair.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return value;
  }
  return {};
}

// An address with or without a port: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1]:80.
std::optional<IpAddress> parse_node(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    return IpAddress::parse(text.substr(1, end - 1));
  }
  if (std::count(text.begin(), text.end(), ':') == 1) text = text.substr(0, text.find(':'));
  return IpAddress::parse(text);
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string copy(text);
  IpAddress address;
  if (::inet_pton(AF_INET, copy.c_str(), address.bytes_.data()) == 1) {
    address.v4_ = true;
    return address;
  }
  if (::inet_pton(AF_INET6, copy.c_str(), address.bytes_.data()) != 1) return std::nullopt;
  const auto begin = address.bytes_.begin();
  const bool mapped = std::all_of(begin, begin + 10, [](std::uint8_t b) { return b == 0; }) &&
                      address.bytes_[10] == 0xFF && address.bytes_[11] == 0xFF;
  if (mapped) {
    std::copy(begin + 12, address.bytes_.end(), begin);
    std::fill(begin + 4, address.bytes_.end(), std::uint8_t{0});
    address.v4_ = true;
  }
  return address;
}

std::string IpAddress::text() const {
  char buffer[INET6_ADDRSTRLEN] = {};
  ::inet_ntop(v4_ ? AF_INET : AF_INET6, bytes_.data(), buffer, sizeof buffer);
  return buffer;
}

bool IpAddress::same_prefix(const IpAddress& other, unsigned bits) const {
  if (v4_ != other.v4_) return false;
  for (unsigned i = 0; i < 16 && bits > 0; ++i) {
    const unsigned here = std::min(bits, 8U);
    const unsigned mask = (0xFF00U >> here) & 0xFFU;
    if ((bytes_[i] & mask) != (other.bytes_[i] & mask)) return false;
    bits -= here;
  }
  return true;
}

base::Result<TrustedProxies> TrustedProxies::parse(const std::vector<std::string>& blocks,
                                                   ForwardedHeader header) {
  TrustedProxies proxies;
  proxies.header_ = header;
  for (const std::string& block : blocks) {
    const std::size_t slash = block.find('/');
    const auto address = IpAddress::parse(std::string_view(block).substr(0, slash));
    const base::Error bad(base::Cause::kInvalidInput,
                          "not an address or CIDR block of a trusted proxy: " + block);
    if (!address) return bad;
    const unsigned most = address->is_v4() ? 32 : 128;
    unsigned bits = most;
    if (slash != std::string::npos) {
      const char* end = block.data() + block.size();
      const auto [stop, error] = std::from_chars(block.data() + slash + 1, end, bits);
      if (error != std::errc() || stop != end || bits > most) return bad;
    }
    proxies.blocks_.push_back({*address, bits});
  }
  return proxies;
}

bool TrustedProxies::trusts(const IpAddress& address) const {
  return std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
    return block.address.same_prefix(address, block.bits);
  });
}

TrustedProxies::Client TrustedProxies::client(std::string_view peer, bool peer_is_tls,
                                              const Request& request) const {
  Client client{.address = std::string(peer), .is_tls = peer_is_tls};
  if (blocks_.empty()) return client;
  auto hop = IpAddress::parse(peer);
  if (!hop || !trusts(*hop)) return client;
  const bool forwarded = header_ == ForwardedHeader::kForwarded;
  const auto entries = list_entries(request, forwarded ? "Forwarded" : "X-Forwarded-For");
  std::string_view protocol;
  if (!forwarded) protocol = request.header("X-Forwarded-Proto").value_or("");
  std::size_t hops = 0;
  for (auto entry = entries.rbegin(); entry != entries.rend() && hops < kMaxHops; ++entry, ++hops) {
    const auto next = parse_node(forwarded ? forwarded_parameter(*entry, "for") : *entry);
    if (!next) break;
    client.address = next->text();
    if (forwarded) protocol = forwarded_parameter(*entry, "proto");
    if (!trusts(*next)) break;
  }
  if (!protocol.empty()) client.is_tls = same_header_name(protocol, "https");
  return client;
}

}  // namespace vedette::http
