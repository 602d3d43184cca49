// The readers of lists, one target each, in one program: they share all but a few lines, and a
// program of its own for each took a minute to compile and link. Links to the program carry the
// names of the targets; the one that it is started by says which reader gets the bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/encoding.h"
#include "lists/formats/format.h"
#include "lists/input/unpacking.h"
#include "profile/profile_binary.h"
#include "profile/profile_lines.h"

namespace vedette::lists {
namespace {

// What must hold for every reader whatever the bytes: it ends, its account adds up, and each
// profile it gives is well-formed and survives both stored forms.
void fuzz_account(const ListFiles& files) {
  std::uint64_t given = 0;
  const auto account = read_list(files, [&](profile::Profile&& each) {
    ++given;
    VEDETTE_CHECK(!each.key.record.empty() && !each.names.empty());
    std::string line;
    profile::append_line(each, line);
    VEDETTE_CHECK(base::is_utf8(line));
    const auto from_line = profile::parse_line(line);
    VEDETTE_CHECK(from_line.ok() && *from_line == each);
    std::string bytes;
    profile::append_binary(each, bytes);
    const auto from_bytes = profile::parse_binary(bytes);
    VEDETTE_CHECK(from_bytes.ok() && *from_bytes == each);
    return base::Result<void>();
  });
  if (!account.ok()) return;
  VEDETTE_CHECK(account->accepted == given);
  VEDETTE_CHECK(account->records == account->accepted + account->rejected);
}

void fuzz_read(Format format, const char* name, std::string_view bytes, std::string mapping) {
  const auto opened = open_bytes(name, bytes);
  if (!opened.ok() || opened->size() != 1) return;
  ListFiles files;
  files.format = format;
  files.files = {opened->front().get()};
  files.mapping = std::move(mapping);
  fuzz_account(files);
}

template <Format kFormat>
void read_alone(std::string_view bytes) {
  fuzz_read(kFormat, "file", bytes, {});
}

bool can_be_unpacked(std::string_view bytes, const InputLimits& limits) {
  const auto opened = open_bytes("file", bytes, limits);
  if (!opened.ok()) return false;
  const auto source = opened->front()->open();
  std::string block(1U << 16, '\0');
  for (bool more = source.ok(); more;) {
    const auto count = (*source)->read(block.data(), block.size());
    if (!count.ok()) return false;
    more = *count > 0;
  }
  return source.ok();
}

// What is packed is whole or refused: nothing may follow it unnoticed.
void unpack_with_a_byte_more(std::string_view bytes, const InputLimits& limits) {
  const Packing packing = packing_of(bytes);
  if (packing == Packing::kNone || packing == Packing::kZip) return;
  if (can_be_unpacked(bytes, limits))
    VEDETTE_CHECK(!can_be_unpacked(std::string(bytes) + "x", limits));
}

// Any bytes at all: unpacked, recognised, read by whatever they claim to be.
void recognise_and_read(std::string_view bytes) {
  InputLimits limits;
  limits.most_bytes = 1U << 20;
  unpack_with_a_byte_more(bytes, limits);
  const auto opened = open_bytes("file", bytes, limits);
  if (!opened.ok()) return;
  for (const auto& input : *opened) {
    const auto planned = plan({input.get()});
    if (!planned.ok()) continue;
    for (const ListFiles& files : *planned)
      fuzz_account(files);
  }
}

// Both the table and its mapping come from outside: the bytes up to the first 0 are the mapping.
// Few bytes make a mapping whose columns the table has, so that they are the rows of one as well.
void read_mapped(std::string_view bytes) {
  const auto cut = bytes.find('\0');
  const std::string_view table = cut == bytes.npos ? std::string_view() : bytes.substr(cut + 1);
  fuzz_read(Format::kMappedCsv, "own.csv", table, std::string(bytes.substr(0, cut)));
  fuzz_read(Format::kMappedCsv, "own.csv", std::string("a,b,c,d,e,f\n").append(bytes),
            "list='own'\ndatasets=['SAN-CURRENT']\nseparator=';'\nkinds={P='person'}\n[columns]\n"
            "id='a'\nname='b'\nbirth='c'\naddress='d'\nkind='e'\n[identifiers]\nf='Passport'\n");
}

// Up to four files, one after the other with a NUL between each two: parties, aliases, addresses,
// remarks.
void read_ofac_files(std::string_view rest) {
  std::vector<std::unique_ptr<Input>> inputs;
  ListFiles files;
  files.format = Format::kOfacCsv;
  for (const char* name : {"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"}) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    auto opened = open_bytes(name, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!opened.ok() || opened->size() != 1) return;
    inputs.push_back(std::move(opened->front()));
    files.files.push_back(inputs.back().get());
  }
  fuzz_account(files);
}

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

// fuzz/CMakeLists.txt and tests/fuzz/run_fuzz.py read the names from these lines.
constexpr Target kTargets[] = {
    {"list_au_csv_fuzz", read_alone<Format::kAuCsv>},
    {"list_ca_xml_fuzz", read_alone<Format::kCaXml>},
    {"list_ch_xml_fuzz", read_alone<Format::kChXml>},
    {"list_eu_csv_fuzz", read_alone<Format::kEuCsv>},
    {"list_eu_xml_fuzz", read_alone<Format::kEuXml>},
    {"list_ftm_json_fuzz", read_alone<Format::kFtmJson>},
    {"list_mapped_csv_fuzz", read_mapped},
    {"list_nested_json_fuzz", read_alone<Format::kNestedJson>},
    {"list_ofac_advanced_xml_fuzz", read_alone<Format::kOfacAdvancedXml>},
    {"list_ofac_csv_fuzz", read_ofac_files},
    {"list_ofac_enhanced_xml_fuzz", read_alone<Format::kOfacEnhancedXml>},
    {"list_ofac_xml_fuzz", read_alone<Format::kOfacXml>},
    {"list_popolo_json_fuzz", read_alone<Format::kPopoloJson>},
    {"list_profile_lines_fuzz", read_alone<Format::kProfileLines>},
    {"list_recognise_fuzz", recognise_and_read},
    {"list_senzing_json_fuzz", read_alone<Format::kSenzingJson>},
    {"list_simple_csv_fuzz", read_alone<Format::kSimpleCsv>},
    {"list_uk_csv_fuzz", read_alone<Format::kUkCsv>},
    {"list_uk_ofsi_csv_fuzz", read_alone<Format::kUkOfsiCsv>},
    {"list_uk_xml_fuzz", read_alone<Format::kUkXml>},
    {"list_un_xml_fuzz", read_alone<Format::kUnXml>},
    {"list_us_csl_csv_fuzz", read_alone<Format::kUsCslCsv>},
    {"list_us_csl_json_fuzz", read_alone<Format::kUsCslJson>},
};

const Target* chosen = nullptr;

}  // namespace
}  // namespace vedette::lists

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** argv) {
  using namespace vedette::lists;
  std::string_view name = (*argv)[0];
  name.remove_prefix(name.rfind('/') + 1);
  chosen = std::ranges::find(kTargets, name, &Target::name);
  if (chosen != std::end(kTargets)) return 0;
  std::fputs("start it by the name of a target, such as list_un_xml_fuzz\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  vedette::lists::chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
