#include "list_fuzz.h"

// Any bytes at all: unpacked, recognised, read by whatever they claim to be.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vedette::lists;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  InputLimits limits;
  limits.most_bytes = 1U << 20;
  const auto opened = open_bytes("file", bytes, limits);
  if (!opened.ok()) return 0;
  for (const auto& input : *opened) {
    const auto planned = plan({input.get()});
    if (!planned.ok()) continue;
    for (const ListFiles& files : *planned)
      fuzz_account(files);
  }
  return 0;
}
