#include "base/keyed_hash.h"

#include <sodium.h>

#include "base/check.h"

namespace vedette::base {

Mac128 keyed_hash(const Key256& key, std::string_view bytes) {
  static const bool ready = sodium_init() >= 0;
  VEDETTE_CHECK(ready);
  Mac128 out;
  VEDETTE_CHECK(crypto_generichash(out.data(), out.size(),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   bytes.size(), key.data(), key.size()) == 0);
  return out;
}

}  // namespace vedette::base
