#include "base/signature.h"

#include <sodium.h>

#include "base/check.h"

namespace vedette::base {
namespace {

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void initialise() {
  static const bool ready = sodium_init() >= 0;
  VEDETTE_CHECK(ready);
}

}  // namespace

KeyPair::KeyPair(const Key256& seed) {
  static_assert(crypto_sign_SEEDBYTES == 32 && crypto_sign_PUBLICKEYBYTES == 32 &&
                crypto_sign_SECRETKEYBYTES == 64 && crypto_sign_BYTES == 64);
  initialise();
  VEDETTE_CHECK(crypto_sign_seed_keypair(public_.data(), secret_.data(), seed.data()) == 0);
}

Signature KeyPair::sign(std::string_view message) const {
  Signature out;
  VEDETTE_CHECK(
      crypto_sign_detached(out.data(), nullptr, raw(message), message.size(), secret_.data()) == 0);
  return out;
}

bool is_signed(const PublicKey& key, std::string_view message, const Signature& signature) {
  initialise();
  return crypto_sign_verify_detached(signature.data(), raw(message), message.size(), key.data()) ==
         0;
}

}  // namespace vedette::base
