// names_bench [LISTED.tsv]: time and instructions of one comparison of analysed names, over the
// labelled pairs and over real list names (id, kind P/O/T, name per line), mean and percentiles,
// and the slowest of names built to be slow. Times are processor time of the thread.

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>

#include "base/csv.h"
#include "names/compare.h"
#include "names/pairing.h"

namespace {

using namespace vedette;

double cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Counts instructions of this thread where the kernel and the machine allow it.
class Instructions {
 public:
  Instructions() {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    file_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
  }
  ~Instructions() {
    if (file_ >= 0) close(file_);
  }
  bool available() const { return file_ >= 0; }
  double count() const {
    std::uint64_t value = 0;
    if (file_ < 0 || read(file_, &value, sizeof value) != sizeof value) return 0;
    return static_cast<double>(value);
  }

 private:
  int file_ = -1;
};

using Pair = std::pair<names::AnalysedName, names::AnalysedName>;

std::vector<Pair> labelled_pairs(const names::Analyser& analyser, const std::string& path) {
  std::vector<Pair> pairs;
  std::ifstream in(path);
  base::CsvReader reader(in);
  std::vector<std::string> header;
  while (true) {
    auto record = reader.next();
    if (!record.ok() || !record->has_value()) return pairs;
    if (header.empty()) {
      header = **record;
      continue;
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < header.size(); ++i)
      row[header[i]] = (**record)[i];
    names::Kind kind = names::kind_of_schema(row["schema"]).value_or(names::Kind::kPerson);
    if (kind == names::Kind::kUnknown) kind = names::Kind::kOrganisation;
    pairs.emplace_back(analyser.analyse(row["name1"], kind), analyser.analyse(row["name2"], kind));
  }
}

// Each listed name against others of its kind, spread over the list.
std::vector<Pair> listed_pairs(const names::Analyser& analyser, const char* path) {
  std::map<char, std::vector<std::string>> by_kind;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second != std::string::npos) by_kind[line[first + 1]].push_back(line.substr(second + 1));
  }
  std::vector<Pair> pairs;
  for (const auto& [letter, names] : by_kind) {
    const names::Kind kind = letter == 'P'   ? names::Kind::kPerson
                             : letter == 'T' ? names::Kind::kThing
                                             : names::Kind::kOrganisation;
    for (std::size_t i = 0; i < names.size(); ++i)
      pairs.emplace_back(analyser.analyse(names[i], kind),
                         analyser.analyse(names[i * 7919 % names.size()], kind));
  }
  return pairs;
}

// Many long words that are all near each other: every relation and the whole assignment are tried.
// The stems are in scripts whose words have many spellings; each meets each.
std::vector<Pair> nasty_pairs(const names::Analyser& analyser) {
  const std::vector<std::string> stems = {std::string(38, 'a'),
                                          "abababababababababab",
                                          "muhammadmuhammadmuhammad",
                                          "schtschukinschtschukin",
                                          "ab",
                                          "щукинщукинщукин",
                                          "щщщщщщщщщщщщщщщ",
                                          "ещежьевжьевжщц",
                                          "чжщцхюяжщчцшщюя",
                                          "محمدمحمدمحمدمحمد",
                                          "שששששש",
                                          "李王张陳",
                                          "キャシュチョジュリャ",
                                          "ज्ञक्षत्रश्र"};
  std::vector<Pair> pairs;
  const auto add = [&](const std::string& x, const std::string& y, names::Kind kind) {
    std::array<std::string, 3> a;
    std::array<std::string, 3> b;
    for (char c = 'a'; c < 'a' + 24; ++c) {
      const char z = static_cast<char>('z' - (c - 'a'));
      a[0] += x + c + ' ';
      b[0] += y + z + "q ";
      a[1] += c + x + ' ';
      b[1] += y + z + ' ';
      a[2] += x + ' ';
      b[2] += y + (x == y ? "x " : " ");
    }
    for (std::size_t i = 0; i < a.size(); ++i)
      pairs.emplace_back(analyser.analyse(a[i], kind), analyser.analyse(b[i], kind));
  };
  for (const names::Kind kind :
       {names::Kind::kPerson, names::Kind::kOrganisation, names::Kind::kThing})
    for (std::size_t i = 0; i < stems.size(); ++i)
      for (std::size_t j = i; j < stems.size(); ++j)
        add(stems[i], stems[j], kind);
  return pairs;
}

// The most work that any pair asks for, in the units that are limited.
int most_work(const std::vector<Pair>& pairs) {
  int most = 0;
  for (const Pair& pair : pairs) {
    names::Pairing pairing(pair.first, pair.second);
    names::Tally tally;
    tally.clear();
    pairing.pair(tally);
    most = std::max(most, pairing.work());
  }
  return most;
}

int checksum = 0;

void measure(const char* what, const std::vector<Pair>& pairs, const Instructions& instructions) {
  if (pairs.empty()) {
    fmt::print("{}: no pairs found, skipped\n", what);
    return;
  }
  constexpr int kRounds = 20;
  std::vector<double> times;
  times.reserve(pairs.size());
  const double before = instructions.count();
  for (const Pair& pair : pairs) {
    double best = 1e18;
    // The least of a few batches: the cost of the code, without interruptions.
    for (int batch = 0; batch < 3; ++batch) {
      const double start = cpu_nanoseconds();
      for (int round = 0; round < kRounds; ++round)
        checksum += names::score(pair.first, pair.second).value;
      best = std::min(best, (cpu_nanoseconds() - start) / kRounds);
    }
    times.push_back(best);
  }
  const double counted =
      (instructions.count() - before) / (3.0 * kRounds * static_cast<double>(pairs.size()));
  double sum = 0;
  for (const double time : times)
    sum += time;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))] / 1000;
  };
  fmt::print(
      "{}: {} pairs, us per pair: mean {:.3f}  p50 {:.3f}  p95 {:.3f}  worst {:.3f}  most work {} "
      "of {}",
      what, times.size(), sum / static_cast<double>(times.size()) / 1000, at(0.5), at(0.95), at(1),
      most_work(pairs), names::kMaxWork);
  if (instructions.available())
    fmt::print("  instructions {:.0f}\n", counted);
  else
    fmt::print("  (no instruction counter on this machine)\n");
}

}  // namespace

int main(int argc, char** argv) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const Instructions instructions;
  const char* data = std::getenv("VEDETTE_TEST_DATA");
  const std::string root = data != nullptr ? data : "../shared/data";
  measure("labelled pairs", labelled_pairs(analyser, root + "/labelled/name_pairs.csv"),
          instructions);
  if (argc > 1) measure("list names", listed_pairs(analyser, argv[1]), instructions);
  measure("nasty names", nasty_pairs(analyser), instructions);
  fmt::print("(checksum {})\n", checksum);
}
