// Query and form decoding: never a crash, never text that is not UTF-8, and what was decoded
// decodes to the same after encoding it again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/encoding.h"
#include "http/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vedette;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto fields = http::QueryFields::parse(text);
  if (!fields.ok()) return 0;
  std::string again;
  for (const http::QueryField& field : fields->all()) {
    if (!base::is_utf8(field.key) || !base::is_utf8(field.value)) std::abort();
    if (!again.empty()) again += '&';
    again += http::encode_component(field.key);
    if (field.has_value) again += '=' + http::encode_component(field.value);
  }
  const auto second = http::QueryFields::parse(again);
  if (!second.ok()) std::abort();
  // Fields without a name and a value vanish: nothing else may.
  std::size_t at = 0;
  for (const http::QueryField& field : fields->all()) {
    if (field.key.empty() && !field.has_value) continue;
    const http::QueryField& other = second->all().at(at++);
    if (other.key != field.key || other.value != field.value || other.has_value != field.has_value)
      std::abort();
  }
  if (at != second->all().size()) std::abort();
  return 0;
}
