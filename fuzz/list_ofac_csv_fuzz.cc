#include <algorithm>
#include <memory>
#include <vector>

#include "list_fuzz.h"

// Up to four files, one after the other with a NUL between each two: parties, aliases, addresses,
// remarks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vedette::lists;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::unique_ptr<Input>> inputs;
  ListFiles files;
  files.format = Format::kOfacCsv;
  for (const char* name : {"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"}) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    auto opened = open_bytes(name, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!opened.ok() || opened->size() != 1) return 0;
    inputs.push_back(std::move(opened->front()));
    files.files.push_back(inputs.back().get());
  }
  fuzz_account(files);
  return 0;
}
