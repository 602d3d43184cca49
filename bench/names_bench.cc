// names_bench [--instructions] [LISTED.tsv]: time of one comparison of analysed names, over the
// labelled pairs, over real list names (id, kind P/O/T, name per line), over names built to be slow
// and over the slowest that slow_names_bench found. Times are processor time of the thread.

#include <fmt/format.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>

#include "base/csv.h"
#include "names/comparing/compare.h"
#include "names/comparing/pairing.h"

namespace {

using namespace vedette;

double cpu_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Counts the instructions of one call by letting a child process take them one by one: exact, and
// independent of what the machine can count. 0 where that is not allowed.
template <class Call>
long instructions_of(const Call& call) {
  const pid_t child = fork();
  if (child < 0) return 0;
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
    raise(SIGSTOP);
    call();
    _exit(0);
  }
  long count = 0;
  int status = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    ++count;
    if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) break;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? count : 0;
}

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

names::Kind kind_of(char letter) {
  return letter == 'P'   ? names::Kind::kPerson
         : letter == 'T' ? names::Kind::kThing
                         : names::Kind::kOrganisation;
}

// The pairs that slow_names_bench found (kind, name, name per line).
std::vector<Pair> found_pairs(const names::Analyser& analyser, const char* path) {
  std::vector<Pair> pairs;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos) continue;
    const names::Kind kind = kind_of(line[0]);
    pairs.emplace_back(analyser.analyse(line.substr(first + 1, second - first - 1), kind),
                       analyser.analyse(line.substr(second + 1), kind));
  }
  return pairs;
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
    const names::Kind kind = kind_of(letter);
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

// The least time of a few repeats is the cost of the code: an interruption only adds to it.
double nanoseconds_of(const Pair& pair) {
  constexpr int kRounds = 5;
  constexpr int kBatches = 12;
  double best = 1e18;
  for (int batch = 0; batch < kBatches; ++batch) {
    const double start = cpu_nanoseconds();
    for (int round = 0; round < kRounds; ++round)
      checksum += names::score(pair.first, pair.second).value;
    best = std::min(best, (cpu_nanoseconds() - start) / kRounds);
  }
  return best;
}

// Instructions of a pair, without those of starting and ending the child.
std::string instructions_text(const Pair& pair) {
  const long nothing = instructions_of([] {});
  const long count =
      instructions_of([&] { checksum += names::score(pair.first, pair.second).value; });
  return count == 0 ? "(cannot be counted here)" : fmt::format("{}", count - nothing);
}

void measure(const char* what, const std::vector<Pair>& pairs, bool count_instructions) {
  if (pairs.empty()) {
    fmt::print("{}: no pairs found, skipped\n", what);
    return;
  }
  std::vector<std::pair<double, const Pair*>> times;
  double sum = 0;
  for (const Pair& pair : pairs) {
    times.emplace_back(nanoseconds_of(pair), &pair);
    sum += times.back().first;
  }
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))].first /
           1000;
  };
  fmt::print(
      "{}: {} pairs, us per pair: mean {:.3f}  p50 {:.3f}  p95 {:.3f}  worst {:.3f}  most work {} "
      "of {}\n",
      what, times.size(), sum / static_cast<double>(times.size()) / 1000, at(0.5), at(0.95), at(1),
      most_work(pairs), names::kMaxWork);
  // One step takes microseconds: only the middle pair and the slowest.
  if (count_instructions)
    fmt::print("  instructions: of the middle pair {}, of the slowest {}\n",
               instructions_text(*times[times.size() / 2].second),
               instructions_text(*times.back().second));
}

}  // namespace

int main(int argc, char** argv) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const bool count = argc > 1 && std::string_view(argv[1]) == "--instructions";
  const char* listed = argc > (count ? 2 : 1) ? argv[count ? 2 : 1] : nullptr;
  const char* data = std::getenv("VEDETTE_TEST_DATA");
  const std::string root = data != nullptr ? data : "../shared/data";
  measure("labelled pairs", labelled_pairs(analyser, root + "/labelled/name_pairs.csv"), count);
  if (listed != nullptr) measure("list names", listed_pairs(analyser, listed), count);
  measure("nasty names", nasty_pairs(analyser), count);
  measure("slowest names found", found_pairs(analyser, "bench/slow_names.tsv"), count);
  fmt::print("(checksum {})\n", checksum);
}
