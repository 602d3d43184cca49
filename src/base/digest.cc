#include "base/digest.h"

#include <openssl/evp.h>
#include <sodium.h>

#include "base/check.h"
#include "base/encoding.h"

namespace vedette::base {
namespace {

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// libsodium picks its implementations once; its functions below need that to have happened.
void initialise() {
  static const bool ready = sodium_init() >= 0;
  VEDETTE_CHECK(ready);
}

struct ContextCloser {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// SHA-256 is OpenSSL's, which uses what the processor has for it: files of lists and whole
// generations are hashed. libsodium's is several times slower.
class Hash {
 public:
  Hash() : context_(EVP_MD_CTX_new()) { VEDETTE_CHECK(context_ != nullptr); }
  void begin() { VEDETTE_CHECK(EVP_DigestInit_ex(context_.get(), method(), nullptr) == 1); }
  void add(std::string_view bytes) {
    VEDETTE_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  Sha256 finish() {
    Sha256 out;
    VEDETTE_CHECK(EVP_DigestFinal_ex(context_.get(), out.data(), nullptr) == 1);
    return out;
  }

 private:
  // Looked up once: that takes longer than hashing a token.
  static const EVP_MD* method() {
    static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    VEDETTE_CHECK(found != nullptr);
    return found;
  }

  std::unique_ptr<EVP_MD_CTX, ContextCloser> context_;
};

}  // namespace

Sha256 sha256(std::string_view bytes) {
  thread_local Hash hash;  // whose memory is used again
  hash.begin();
  hash.add(bytes);
  return hash.finish();
}

struct Sha256Stream::State {
  Hash hash;
};

Sha256Stream::Sha256Stream() : state_(std::make_unique<State>()) {
  state_->hash.begin();
}
Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::add(std::string_view bytes) {
  state_->hash.add(bytes);
}

Sha256 Sha256Stream::finish() {
  return state_->hash.finish();
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
