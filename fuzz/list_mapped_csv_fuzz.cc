#include "list_fuzz.h"

// Both the table and its mapping come from outside: the bytes up to the first 0 are the mapping.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vedette::lists;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto cut = bytes.find('\0');
  const std::string_view table = cut == bytes.npos ? std::string_view() : bytes.substr(cut + 1);
  fuzz_read(Format::kMappedCsv, "own.csv", table, std::string(bytes.substr(0, cut)));
  fuzz_read(Format::kMappedCsv, "own.csv", bytes,
            "list='own'\ndatasets=['REL']\n[columns]\nid='a'\nname='b'\nbirth='c'\n");
  return 0;
}
