#include "service/access/passwords.h"

#include <sodium.h>

#include <chrono>

#include "base/check.h"
#include "base/digest.h"

namespace vedette::service {
namespace {

std::string hash_now(const PasswordCost& cost, std::string_view password) {
  std::string out(crypto_pwhash_argon2id_STRBYTES, '\0');
  // Fails only when the memory cannot be had.
  if (crypto_pwhash_argon2id_str(out.data(), password.data(), password.size(), cost.passes,
                                 cost.memory_bytes) != 0)
    return "";
  out.resize(out.find('\0'));
  return out;
}

}  // namespace

// One caller's turn to compute.
class Passwords::Turn {
 public:
  explicit Turn(Passwords& passwords) : passwords_(passwords) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { passwords_.leave(); }

 private:
  Passwords& passwords_;
};

Passwords::Passwords(PasswordCost cost, PasswordLimits limits) : cost_(cost), limits_(limits) {
  VEDETTE_CHECK(limits_.parallel > 0);
  // random_token also makes sure that libsodium is ready.
  dummy_hash_ = hash_now(cost_, base::random_token(32));
  VEDETTE_CHECK(!dummy_hash_.empty());
}

base::Result<void> Passwords::enter() {
  std::unique_lock lock(mutex_);
  if (running_ >= limits_.parallel && waiting_ >= limits_.waiting)
    return base::Error(base::Cause::kOverloaded, "too many sign-ins at one time");
  ++waiting_;
  const bool free = freed_.wait_for(lock, std::chrono::milliseconds(limits_.patience.count),
                                    [this] { return running_ < limits_.parallel; });
  --waiting_;
  if (!free) return base::Error(base::Cause::kOverloaded, "too many sign-ins at one time");
  ++running_;
  return {};
}

void Passwords::leave() {
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  freed_.notify_one();
}

base::Result<std::string> Passwords::hash(std::string_view password,
                                          const std::vector<std::string_view>& names) {
  VEDETTE_TRY(check_new_password(password, names));
  VEDETTE_TRY(enter());
  const Turn turn(*this);
  std::string out = hash_now(cost_, password);
  if (out.empty()) return base::Error(base::Cause::kOverloaded, "no memory to hash a password");
  return out;
}

base::Result<bool> Passwords::verify(const std::optional<std::string>& hash,
                                     std::string_view password) {
  VEDETTE_TRY(enter());
  const Turn turn(*this);
  ++verifications_;
  const std::string& against = hash ? *hash : dummy_hash_;
  const std::string_view compared = password.substr(0, kMaxPasswordBytes);
  const bool fits =
      crypto_pwhash_str_verify(against.c_str(), compared.data(), compared.size()) == 0;
  return fits && hash.has_value() && password.size() <= kMaxPasswordBytes;
}

std::string Passwords::generate() {
  // 32 letters and digits without those that look alike: five bits each.
  constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";
  static_assert(kLetters.size() == 32);
  std::array<std::uint8_t, 26> bytes{};
  base::fill_random(bytes);
  std::string out;
  for (const std::uint8_t byte : bytes)
    out += kLetters[byte % kLetters.size()];
  return out;
}

}  // namespace vedette::service
