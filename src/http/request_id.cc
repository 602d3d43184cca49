#include "http/request_id.h"

#include <array>
#include <cstring>

#include "base/digest.h"

namespace vedette::http {
namespace {

// Crockford's base 32: no I, L, O, U.
constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

}  // namespace

bool is_valid_request_id(std::string_view id) {
  if (id.empty() || id.size() > 128) return false;
  for (const char c : id) {
    const bool good = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
    if (!good) return false;
  }
  return true;
}

RequestIds::RequestIds() {
  std::array<std::uint8_t, 10> seed{};
  base::fill_random(seed);
  std::memcpy(&high_, seed.data(), sizeof high_);
  std::memcpy(&low_, seed.data() + sizeof high_, sizeof low_);
}

std::string RequestIds::next(base::Time now) {
  if (++low_ == 0) ++high_;
  std::string id(26, '0');
  auto millis = static_cast<std::uint64_t>(now.unix_millis);
  for (std::size_t i = 10; i-- > 0; millis >>= 5)
    id[i] = kDigits[millis & 31];
  std::uint64_t low = low_;
  for (std::size_t i = 26; i-- > 14; low >>= 5)
    id[i] = kDigits[low & 31];
  // 60 bits went into twelve digits; the last four join the sixteen high ones in four digits.
  std::uint32_t rest = (std::uint32_t{high_} << 4) | static_cast<std::uint32_t>(low);
  for (std::size_t i = 14; i-- > 10; rest >>= 5)
    id[i] = kDigits[rest & 31];
  return id;
}

}  // namespace vedette::http
