#include <expat.h>
#include <sys/resource.h>

#include <boost/json.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "lists/formats/format.h"
#include "lists/input/csv.h"
#include "lists/input/json_items.h"
#include "profile/profile_lines.h"

// How fast lists are read, next to a bare parse of the same bytes: expat without handlers for XML,
// the bare cutting of cells for csv, Boost.JSON's parser per record for JSON. Give files of one
// list as one argument, joined by "+":
//   lists_bench official/un/un.xml official/ofac/sdn.csv+official/ofac/alt.csv
// With --dump first, everything the readers make of the files instead, to compare two builds.

namespace vedette::lists {
namespace {

// CPU time of this thread: steadier than the clock on the wall when others use the machine.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

template <class Run>
double seconds_of(Run run) {
  const double start = cpu_seconds();
  run();
  return cpu_seconds() - start;
}

std::string unpacked(const Input& input) {
  std::string out;
  auto source = input.open();
  if (!source.ok()) return out;
  std::vector<char> block(1U << 18);
  for (;;) {
    const auto count = (*source)->read(block.data(), block.size());
    if (!count.ok() || *count == 0) return out;
    out.append(block.data(), *count);
  }
}

void bare_xml(const std::string& bytes) {
  XML_Parser parser = XML_ParserCreate(nullptr);
  XML_Parse(parser, bytes.data(), static_cast<int>(bytes.size()), 1);
  XML_ParserFree(parser);
}

void bare_csv(const Input& input, char delimiter) {
  auto source = input.open();
  CsvReader rows(**source, delimiter);
  for (;;) {
    const auto more = rows.next();
    if (!more.ok() || !*more) return;
  }
}

void bare_json(const Input& input, JsonShape shape) {
  auto source = input.open();
  const auto done = read_json_items(**source, shape, [](const JsonItem& item) {
    boost::json::error_code error;
    boost::json::monotonic_resource memory;
    const auto value = boost::json::parse(item.text, error, &memory);
    return base::Result<void>();
  });
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

base::Result<std::vector<std::unique_ptr<Input>>> open_all(const std::string& argument) {
  std::vector<std::unique_ptr<Input>> inputs;
  for (std::size_t at = 0; at <= argument.size();) {
    const auto end = std::min(argument.find('+', at), argument.size());
    VEDETTE_ASSIGN(auto opened, open_file(argument.substr(at, end - at)));
    for (auto& each : opened)
      inputs.push_back(std::move(each));
    at = end + 1;
  }
  return inputs;
}

int failed(const base::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

void print_counts(const std::map<std::string, std::uint64_t>& counts) {
  for (const auto& [what, count] : counts)
    std::printf("  %s %lu\n", what.c_str(), static_cast<unsigned long>(count));
}

void print_account(const Account& account) {
  std::printf(
      "%s %s %s: %lu = %lu + %lu, %lu orphans\n", account.list.id.c_str(), account.format.c_str(),
      profile::to_text(account.list.date).c_str(), static_cast<unsigned long>(account.records),
      static_cast<unsigned long>(account.accepted), static_cast<unsigned long>(account.rejected),
      static_cast<unsigned long>(account.orphans));
  print_counts(account.causes);
  print_counts(account.parts);
  for (const Rejection& each : account.examples)
    std::printf("  line %lu %s: %s: %s\n", static_cast<unsigned long>(each.line), each.id.c_str(),
                each.cause.c_str(), each.detail.c_str());
}

int dump(const std::string& argument) {
  const auto inputs = open_all(argument);
  if (!inputs.ok()) return failed(inputs.error());
  std::vector<const Input*> given;
  for (const auto& each : *inputs)
    given.push_back(each.get());
  const auto planned = plan(given);
  if (!planned.ok()) return failed(planned.error());
  for (const ListFiles& files : *planned) {
    const auto account = read_list(files, [](profile::Profile&& each) {
      std::string line;
      profile::append_line(each, line);
      std::puts(line.c_str());
      return base::Result<void>();
    });
    if (!account.ok()) return failed(account.error());
    print_account(*account);
  }
  return 0;
}

int bench(const std::string& argument) {
  const auto opened = open_all(argument);
  if (!opened.ok()) return failed(opened.error());
  const auto& packed = *opened;
  // Unpacked once into memory, so that both sides parse and neither unpacks.
  std::vector<std::string> bytes;
  std::vector<std::unique_ptr<Input>> inputs;
  std::size_t size = 0;
  for (const auto& each : packed)
    bytes.push_back(unpacked(*each));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    size += bytes[i].size();
    auto unpacked_input = open_bytes(packed[i]->name(), bytes[i]);
    inputs.push_back(std::move(unpacked_input->front()));
  }
  std::vector<const Input*> given;
  for (const auto& each : inputs)
    given.push_back(each.get());
  const auto planned = plan(given);
  if (!planned.ok()) return failed(planned.error());
  const ListFiles& files = planned->front();
  std::uint64_t records = 0;
  const std::string_view format = format_name(files.format);
  const auto read_all = [&] {
    const auto account = read_list(files, [](profile::Profile&&) { return base::Result<void>(); });
    if (account.ok()) records = account->records;
  };
  const auto parse_all = [&] {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (format.ends_with("xml"))
        bare_xml(bytes[i]);
      else if (format.ends_with("csv"))
        bare_csv(*inputs[i], format == "eu-csv" ? ';' : ',');
      else
        bare_json(*inputs[i], format == "popolo-json" || format == "us-csl-json"
                                  ? JsonShape::kMembers
                                  : JsonShape::kLinesOrArray);
    }
  };
  // In turn, and the best of several runs: the others were disturbed.
  constexpr int kRuns = 25;
  double read = 1e9;
  double bare = 1e9;
  for (int i = 0; i < kRuns; ++i) {
    read = std::min(read, seconds_of(read_all));
    bare = std::min(bare, seconds_of(parse_all));
  }
  const double megabytes = static_cast<double>(size) / 1e6;
  std::printf(
      "%-18s %7.1f MB %8lu records | read %7.1f MB/s %9.0f records/s | bare %7.1f MB/s | ratio "
      "%5.2f | peak %6.0f MB\n",
      std::string(format).c_str(), megabytes, static_cast<unsigned long>(records), megabytes / read,
      static_cast<double>(records) / read, megabytes / bare, read / bare, peak_megabytes());
  return 0;
}

}  // namespace
}  // namespace vedette::lists

int main(int argc, char** argv) {
  int failed = 0;
  const bool dumps = argc > 1 && std::string_view(argv[1]) == "--dump";
  if (dumps) {
    for (int i = 2; i < argc; ++i)
      failed += vedette::lists::dump(argv[i]);
    return failed;
  }
  if (argc > 1) {
    for (int i = 1; i < argc; ++i)
      failed += vedette::lists::bench(argv[i]);
    return failed;
  }
  const char* named = std::getenv("VEDETTE_TEST_DATA");
  const std::string data = std::string(named ? named : "../shared/data") + "/";
  const std::string sdn = data + "official/ofac/sdn_2023-12-28/";
  for (const std::string& each :
       {data + "official/ofac/cons_2018_all_formats/consolidated.xml.gz",
        data + "official/ofac/cons_advanced_2020-03-17.xml.gz",
        sdn + "sdn.csv+" + sdn + "alt.csv+" + sdn + "add.csv",
        data + "official/un/un_2026-02-27.xml",
        data + "official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz",
        data + "official/uk/uk_sl_rebuilt_2026-05-02.xml.gz",
        data + "official/uk/ofsi_conlist_2020-04-27.csv.gz",
        data + "official/us_csl/csl_2022-04.csv.gz", data + "official/ca/sema-lmes_canada.xml.gz",
        data + "opensanctions/sa_wiki_peps_v3_entities.ftm.json",
        data + "opensanctions/khong_ftm/ftm_misc/targets.nested_248k.json",
        data + "opensanctions/us_congress_senzing.json",
        data + "pep/popolo_raw/Russia_Duma.json.gz"})
    failed += vedette::lists::bench(each);
  return failed;
}
