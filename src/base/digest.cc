#include "base/digest.h"

#include <sodium.h>

#include "base/check.h"
#include "base/encoding.h"

namespace vedette::base {
namespace {

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// libsodium picks its implementations once; every function below needs that to have happened.
void initialise() {
  static const bool ready = sodium_init() >= 0;
  VEDETTE_CHECK(ready);
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  initialise();
  Sha256 out;
  crypto_hash_sha256(out.data(), raw(bytes), bytes.size());
  return out;
}

struct Sha256Stream::State {
  crypto_hash_sha256_state hash;
};

Sha256Stream::Sha256Stream() : state_(std::make_unique<State>()) {
  initialise();
  crypto_hash_sha256_init(&state_->hash);
}
Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_->hash, raw(bytes), bytes.size());
}

Sha256 Sha256Stream::finish() {
  Sha256 out;
  crypto_hash_sha256_final(&state_->hash, out.data());
  return out;
}

Sha256 hmac_sha256(const Key256& key, std::string_view bytes) {
  initialise();
  static_assert(crypto_auth_hmacsha256_KEYBYTES == 32 && crypto_auth_hmacsha256_BYTES == 32);
  Sha256 out;
  crypto_auth_hmacsha256(out.data(), raw(bytes), bytes.size(), key.data());
  return out;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  initialise();
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

void fill_random(std::span<std::uint8_t> out) {
  initialise();
  randombytes_buf(out.data(), out.size());
}

Key256 random_key() {
  Key256 key;
  fill_random(key);
  return key;
}

std::string random_token(std::size_t bytes) {
  std::string raw_bytes(bytes, '\0');
  fill_random({reinterpret_cast<std::uint8_t*>(raw_bytes.data()), bytes});
  return base64url(raw_bytes);
}

}  // namespace vedette::base
