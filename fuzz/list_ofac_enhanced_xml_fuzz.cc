#include "list_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return vedette::lists::fuzz_format(vedette::lists::Format::kOfacEnhancedXml, "sdn_enhanced.xml",
                                     data, size);
}
