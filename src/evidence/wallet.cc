#include "evidence/wallet.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/digest.h"
#include "evidence/keccak.h"

namespace vedette::evidence {
namespace {

using Check = WalletAddress::Check;

constexpr std::string_view kBitcoinDigits =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
constexpr std::string_view kRippleDigits =
    "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
constexpr std::string_view kBech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::string_view kCashPrefix = "bitcoincash";

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}
bool has_upper(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}
bool has_lower(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

WalletAddress read_hex(std::string_view text) {
  WalletAddress address;
  address.value = lower(text);
  const std::string_view digits = text.substr(2);
  if (!has_upper(digits) || !has_lower(digits)) return address;  // no case, no check
  const auto digest = keccak_256(std::string_view(address.value).substr(2));
  address.check = Check::kValid;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int half = digest[i / 2] >> (i % 2 == 0 ? 4 : 0) & 0xF;
    const char c = digits[i];
    const bool wrong = half >= 8 ? c >= 'a' && c <= 'f' : c >= 'A' && c <= 'F';
    if (wrong) address.check = Check::kInvalid;
  }
  return address;
}

// The bytes of a base58 text; nothing when a character is not of the alphabet.
std::optional<std::vector<std::uint8_t>> base58(std::string_view text, std::string_view alphabet) {
  std::vector<std::uint8_t> bytes;  // the last one first
  for (const char c : text) {
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    std::uint32_t carry = static_cast<std::uint32_t>(value);
    for (std::uint8_t& byte : bytes) {
      carry += std::uint32_t{byte} * 58;
      byte = static_cast<std::uint8_t>(carry);
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8)
      bytes.push_back(static_cast<std::uint8_t>(carry));
  }
  for (const char c : text) {
    if (c != alphabet[0]) break;
    bytes.push_back(0);
  }
  std::ranges::reverse(bytes);
  return bytes;
}

Check base58_check(std::string_view text, std::string_view alphabet) {
  const auto bytes = base58(text, alphabet);
  if (!bytes) return Check::kInvalid;
  // One or two bytes of version, twenty of a hash, four of the check.
  if (bytes->size() != 25 && bytes->size() != 26) return Check::kNone;
  const std::string_view all = base::as_text(*bytes);
  const base::Sha256 once = base::sha256(all.substr(0, all.size() - 4));
  const base::Sha256 twice = base::sha256(base::as_text(once));
  const bool same = std::equal(bytes->end() - 4, bytes->end(), twice.begin());
  return same ? Check::kValid : Check::kInvalid;
}

// The remainder of the code of bech32: 1, or 0x2bc830a3 for bech32m.
std::uint32_t bech32_remainder(std::string_view prefix, std::string_view data) {
  static constexpr std::array<std::uint32_t, 5> kGenerator = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa,
                                                              0x3d4233dd, 0x2a1462b3};
  std::uint32_t rest = 1;
  const auto take = [&](std::uint32_t value) {
    const std::uint32_t top = rest >> 25;
    rest = (rest & 0x1ffffff) << 5 ^ value;
    for (std::size_t i = 0; i < kGenerator.size(); ++i)
      if ((top >> i & 1) != 0) rest ^= kGenerator[i];
  };
  for (const char c : prefix)
    take(static_cast<std::uint32_t>(c) >> 5);
  take(0);
  for (const char c : prefix)
    take(static_cast<std::uint32_t>(c) & 31);
  for (const char c : data)
    take(static_cast<std::uint32_t>(kBech32Digits.find(c)));
  return rest;
}

// The same of Bitcoin Cash, whose check has 40 bits; 0 is right.
std::uint64_t cash_remainder(std::string_view data) {
  static constexpr std::array<std::uint64_t, 5> kGenerator = {
      0x98f2bc8e61, 0x79b76d99e2, 0xf33e5fb3c4, 0xae2eabe2a8, 0x1e4f43e470};
  std::uint64_t rest = 1;
  const auto take = [&](std::uint64_t value) {
    const std::uint64_t top = rest >> 35;
    rest = (rest & 0x07ffffffff) << 5 ^ value;
    for (std::size_t i = 0; i < kGenerator.size(); ++i)
      if ((top >> i & 1) != 0) rest ^= kGenerator[i];
  };
  for (const char c : kCashPrefix)
    take(static_cast<std::uint64_t>(c) & 31);
  take(0);
  for (const char c : data)
    take(static_cast<std::uint64_t>(kBech32Digits.find(c)));
  return rest ^ 1;
}

bool is_bech32_data(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return kBech32Digits.find(c) != std::string_view::npos; });
}

bool read_cash(std::string_view text, WalletAddress& out) {
  const std::string lowered = lower(text);
  std::string_view data = lowered;
  const bool prefixed = data.starts_with(kCashPrefix) && data.size() > kCashPrefix.size() &&
                        data[kCashPrefix.size()] == ':';
  if (prefixed) data.remove_prefix(kCashPrefix.size() + 1);
  const bool shaped = data.size() == 42 && (data[0] == 'q' || data[0] == 'p');
  if (!shaped || !is_bech32_data(data)) return false;
  if (has_upper(text) && has_lower(text)) return false;
  const Check check = cash_remainder(data) == 0 ? Check::kValid : Check::kInvalid;
  if (!prefixed && check == Check::kInvalid) return false;
  out.value.assign(data);
  out.check = check;
  return true;
}

bool read_bech32(std::string_view text, WalletAddress& out) {
  constexpr std::uint32_t kBech32m = 0x2bc830a3;
  constexpr std::size_t kCheckLength = 6, kShortestData = 14, kLongestPrefix = 8;
  const std::string value = lower(text);
  const std::size_t one = value.rfind('1');
  if (one == std::string::npos || one == 0 || one > kLongestPrefix) return false;
  const std::string_view prefix = std::string_view(value).substr(0, one);
  const std::string_view data = std::string_view(value).substr(one + 1);
  if (data.size() < kShortestData + kCheckLength || !is_bech32_data(data)) return false;
  if (has_upper(text) && has_lower(text)) return false;
  const std::uint32_t rest = bech32_remainder(prefix, data);
  const bool good = rest == 1 || rest == kBech32m;
  // A base58 text may look like bech32 by chance; only a good check, or a well-known prefix, tells.
  const bool known = prefix == "bc" || prefix == "tb" || prefix == "ltc";
  if (!good && !known) return false;
  out.value = value;
  out.check = good ? Check::kValid : Check::kInvalid;
  return true;
}

}  // namespace

WalletAddress read_wallet(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (static_cast<unsigned char>(c) > ' ') plain += c;
  const bool hex = plain.size() == 42 && plain[0] == '0' && (plain[1] == 'x' || plain[1] == 'X') &&
                   std::ranges::all_of(plain.substr(2), is_hex);
  if (hex) return read_hex(plain);
  WalletAddress address;
  if (read_cash(plain, address) || read_bech32(plain, address)) return address;
  address.value = plain;
  if (plain.size() >= 26 && plain.size() <= 36) {
    const bool ripple = plain[0] == 'r' && base58(plain, kRippleDigits).has_value();
    address.check = base58_check(plain, ripple ? kRippleDigits : kBitcoinDigits);
  }
  return address;
}

}  // namespace vedette::evidence
