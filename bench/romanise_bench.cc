// Measures romanisation against real pairs of spellings: how often a name in another script meets
// its Latin spelling, by what, and how often two unrelated names would. Then the time per word.
//
// Reads labelled/translit/*.gz, labelled/derived/*_pairs and clusters, and people/ under the folder
// named by VEDETTE_TEST_DATA, by default ../shared/data seen from the source tree, in which it is
// run. Says so and leaves that part out when they are absent. VEDETTE_SHOW_MISSES=1 lists misses.

#include <fmt/format.h>
#include <zlib.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "text/edit_distance.h"
#include "text/phonetic.h"
#include "text/romanise.h"
#include "text/skeleton.h"

namespace {

using namespace vedette::text;

struct Pair {
  std::string latin;
  std::string native;
};

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("VEDETTE_TEST_DATA")) return folder;
  return "../shared/data";
}

std::string read_gz(const std::filesystem::path& path) {
  std::string out;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return out;
  char buffer[1 << 16];
  for (int got = 0; (got = gzread(file, buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(got));
  gzclose(file);
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

// Everything the matcher would know of one word.
struct Known {
  Script script = Script::Other;
  Forms forms;
};

Known know(std::u32string_view text, Part part) {
  Known out;
  for (const char32_t value : text)
    if (out.script == Script::Other) out.script = script_of(value);
  romanise(text, out.script, part, out.forms);
  return out;
}

struct Met {
  bool equal = false;
  bool sound = false;
  bool phonetic = false;
  bool skeleton = false;
  bool edit1 = false;
  bool edit2 = false;
  bool any() const { return equal || sound || skeleton || edit1; }
};

Met meet(const Known& latin, const Known& native) {
  Met met;
  for (std::size_t i = 0; i < latin.forms.size(); ++i) {
    for (std::size_t j = 0; j < native.forms.size(); ++j) {
      const std::string_view a = latin.forms[i];
      const std::string_view b = native.forms[j];
      met.equal |= a == b;
      met.sound |= sound_keys(a).shares_with(sound_keys(b));
      met.phonetic |= phonetic_keys(a).shares_with(phonetic_keys(b));
      const std::size_t distance = edit_distance(a, b, 2);
      met.edit1 |= distance <= 1;
      met.edit2 |= distance <= 2;
      if (is_unvocalised(native.script))
        met.skeleton |=
            consonant_skeleton(a, native.script) == consonant_skeleton(b, native.script);
    }
  }
  return met;
}

struct Tally {
  std::size_t pairs = 0;
  std::map<std::string, std::size_t> counts;
  void add(const Met& met) {
    ++pairs;
    counts["equal"] += met.equal;
    counts["sound"] += met.sound;
    counts["phonetic"] += met.phonetic;
    counts["skeleton"] += met.skeleton;
    counts["edit1"] += met.edit1;
    counts["edit2"] += met.edit2;
    counts["any"] += met.any();
  }
  double percent(const std::string& what) const {
    const auto found = counts.find(what);
    if (pairs == 0 || found == counts.end()) return 0;
    return 100.0 * static_cast<double>(found->second) / static_cast<double>(pairs);
  }
};

constexpr const char* kColumns[] = {"equal",    "edit1",    "edit2", "sound",
                                    "phonetic", "skeleton", "any"};

void print_tally(const std::string& name, const Tally& true_pairs, const Tally& chance) {
  fmt::print("{:<12}{:>8}", name, true_pairs.pairs);
  for (const char* column : kColumns)
    fmt::print("{:>9.1f}", true_pairs.percent(column));
  fmt::print("\n{:<12}{:>8}", "  by chance", chance.pairs);
  for (const char* column : kColumns)
    fmt::print("{:>9.2f}", chance.percent(column));
  fmt::print("\n");
}

void print_header(const char* what) {
  fmt::print("\n{}\n{:<12}{:>8}", what, "", "pairs");
  for (const char* column : kColumns)
    fmt::print("{:>9}", column);
  fmt::print("\n");
}

void measure_tokens(const std::filesystem::path& folder) {
  print_header(
      "single words: percent that meet; \"any\" is equal, edit1, sound or skeleton; by chance: "
      "unrelated pairs");
  for (const char* language :
       {"russian", "arabic", "hebrew", "chinese", "korean", "katakana", "japanese"}) {
    const auto lines = lines_of(read_gz(folder / fmt::format("{}_tokens.tsv.gz", language)));
    std::vector<std::pair<Known, Known>> words;
    const std::size_t step = std::max<std::size_t>(1, lines.size() / 20000);
    for (std::size_t i = 0; i < lines.size(); i += step) {
      const std::size_t tab = lines[i].find('\t');
      const std::size_t second = lines[i].find('\t', tab + 1);
      if (tab == std::string::npos || second == std::string::npos) continue;
      words.emplace_back(
          know(normalise(lines[i].substr(0, tab)), Part::Unknown),
          know(normalise(lines[i].substr(tab + 1, second - tab - 1)), Part::Unknown));
      if (std::getenv("VEDETTE_SHOW_MISSES") != nullptr) {
        const Met met = meet(words.back().first, words.back().second);
        if (!met.any())
          fmt::print("miss {} {} {}\n", language, lines[i],
                     words.back().second.forms.empty() ? "" : words.back().second.forms[0]);
      }
    }
    Tally tally;
    Tally chance;
    for (std::size_t i = 0; i < words.size(); ++i) {
      tally.add(meet(words[i].first, words[i].second));
      chance.add(meet(words[i].first, words[(i + words.size() / 2) % words.size()].second));
    }
    print_tally(language, tally, chance);
  }
}

std::vector<Known> know_name(const std::string& name) {
  std::vector<Known> out;
  const Words words = tokenise(name);
  for (const Word& word : words.words()) {
    Known known;
    known.script = word.script;
    romanise(word, known.forms);
    out.push_back(std::move(known));
  }
  return out;
}

// The words and every two neighbours written together: "Hae Jin" and "Haejin" are one.
std::vector<Known> with_joined(const std::vector<Known>& words) {
  std::vector<Known> out = words;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    Known joined;
    joined.script = words[i].script;
    for (std::size_t a = 0; a < words[i].forms.size(); ++a)
      joined.forms.add(std::string(words[i].forms[a]) +
                       std::string(words[i + 1].forms[std::min(a, words[i + 1].forms.size() - 1)]));
    out.push_back(std::move(joined));
  }
  return out;
}

// How many words of the shorter name meet some word of the other.
double share_met(const std::vector<Known>& a, const std::vector<Known>& b, bool loose) {
  const auto& fewer = a.size() <= b.size() ? a : b;
  const auto more = with_joined(a.size() <= b.size() ? b : a);
  if (fewer.empty()) return 0;
  std::size_t met = 0;
  for (const Known& one : fewer) {
    bool found = false;
    for (const Known& other : more) {
      const Met how = one.script == Script::Latin ? meet(one, other) : meet(other, one);
      found |= how.any() || (loose && (how.phonetic || how.edit2));
    }
    met += found;
  }
  return static_cast<double>(met) / static_cast<double>(fewer.size());
}

void measure_names(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  struct Row {
    std::size_t names = 0;
    std::size_t all = 0;
    std::size_t all_loose = 0;
    std::size_t chance = 0;
  };
  std::map<std::string, Row> rows;
  std::vector<std::array<std::string, 3>> pairs;
  while (std::getline(in, line)) {
    const auto fields = csv_fields(line);
    if (fields.size() >= 8 && fields[7] == "true")
      pairs.push_back({fields[3], fields[4], fields[5]});
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto latin = know_name(pairs[i][0]);
    const auto native = know_name(pairs[i][1]);
    const auto other = know_name(pairs[(i + pairs.size() / 2) % pairs.size()][0]);
    Row& row = rows[pairs[i][2]];
    ++row.names;
    row.all += share_met(latin, native, false) == 1.0;
    row.all_loose += share_met(latin, native, true) == 1.0;
    row.chance += share_met(other, native, false) == 1.0;
    if (std::getenv("VEDETTE_SHOW_MISSES") != nullptr && share_met(latin, native, false) < 1.0)
      fmt::print("miss {} {} | {}\n", pairs[i][2], pairs[i][0], pairs[i][1]);
  }
  fmt::print(
      "\nwhole names: percent in which every word of the shorter name meets a word of the other\n"
      "{:<14}{:>8}{:>9}{:>9}{:>9}\n",
      "", "names", "any", "loose", "chance");
  for (const auto& [script, row] : rows) {
    const auto percent = [&row = row](std::size_t n) {
      return 100.0 * static_cast<double>(n) / static_cast<double>(row.names);
    };
    fmt::print("{:<14}{:>8}{:>9.1f}{:>9.1f}{:>9.2f}\n", script, row.names, percent(row.all),
               percent(row.all_loose), percent(row.chance));
  }
}

// People of the EU list who have names in several scripts: does each name in
// another script meet one of the Latin names?
void measure_listed(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::map<std::string, std::array<std::size_t, 3>> rows;
  for (std::string line; std::getline(in, line);) {
    const auto entity = boost::json::parse(line);
    if (entity.at("schema").as_string() != "Person") continue;
    std::vector<std::pair<std::string, std::vector<Known>>> latin;
    std::vector<std::pair<std::string, std::vector<Known>>> native;
    for (const auto& name : entity.at("names").as_array()) {
      const std::string text(name.at("name").as_string());
      auto words = know_name(text);
      if (words.empty()) continue;
      const bool is_latin = words[0].script == Script::Latin || words[0].script == Script::Other;
      (is_latin ? latin : native).emplace_back(text, std::move(words));
    }
    if (latin.empty()) continue;
    for (const auto& [text, words] : native) {
      bool strict = false;
      bool loose = false;
      for (const auto& [other, other_words] : latin) {
        strict |= share_met(words, other_words, false) == 1.0;
        loose |= share_met(words, other_words, true) == 1.0;
      }
      auto& row = rows[std::string(name_of(words[0].script))];
      ++row[0];
      row[1] += strict;
      row[2] += loose;
      if (!strict && std::getenv("VEDETTE_SHOW_MISSES") != nullptr)
        fmt::print("listed miss {} {} | {}\n", name_of(words[0].script), text, latin[0].first);
    }
  }
  fmt::print(
      "\nEU list: percent of names in another script that meet a Latin name of the same person\n");
  for (const auto& [script, row] : rows)
    fmt::print("{:<14}{:>8}{:>9.1f}{:>9.1f}\n", script, row[0],
               100.0 * static_cast<double>(row[1]) / static_cast<double>(row[0]),
               100.0 * static_cast<double>(row[2]) / static_cast<double>(row[0]));
}

// Processor time of this thread, because the machine may be shared.
double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

template <typename Work>
double nanoseconds(std::size_t rounds, Work work) {
  const double start = processor_nanoseconds();
  for (std::size_t i = 0; i < rounds; ++i)
    work(i);
  return (processor_nanoseconds() - start) / static_cast<double>(rounds);
}

void measure_time() {
  const char* const kNames[] = {"Smith", "Müller",   "Владимир", "محمد",   "Παπαδόπουλος",
                                "דוד",   "नरेंद्र",     "近平",     "김정은", "トランプ",
                                "สมชาย", "Մկրտչյան", "გიორგი"};
  constexpr std::size_t kRounds = 200000;
  std::size_t sink = 0;
  fmt::print("\nprocessor time per word (one run, this machine)\n");
  for (const char* name : kNames) {
    const std::u32string text = normalise(name);
    Forms forms;
    const Script script = script_of(text[0]);
    const double spent = nanoseconds(kRounds, [&](std::size_t) {
      romanise(text, script, Part::Unknown, forms);
      sink += forms.size();
    });
    fmt::print("romanise {:<11}{:>8.0f} ns, {} spellings\n", name_of(script), spent, forms.size());
  }
  Words words;
  fmt::print("tokenise (3 words)  {:>8.0f} ns\n", nanoseconds(kRounds, [&](std::size_t) {
               tokenise("PUTIN, Vladimir Vladimirovich", words);
               sink += words.size();
             }));
  fmt::print("phonetic_keys       {:>8.0f} ns\n",
             nanoseconds(kRounds, [&](std::size_t) { sink += phonetic_keys("tchaikovsky")[0]; }));
  fmt::print("sound_keys          {:>8.0f} ns\n",
             nanoseconds(kRounds, [&](std::size_t) { sink += sound_keys("tchaikovsky")[0]; }));
  fmt::print("consonant_skeleton  {:>8.0f} ns\n", nanoseconds(kRounds, [&](std::size_t) {
               sink += consonant_skeleton("muhammad", Script::Arabic).size();
             }));
  const std::string_view kWords[] = {"vladimir", "wladimir", "vladimirovich", "volodymyr",
                                     "putin",    "poutine",  "muhammad",      "mohamed"};
  fmt::print("edit_distance <= 1  {:>8.1f} ns\n", nanoseconds(kRounds, [&](std::size_t i) {
               sink += edit_distance(kWords[i % 8], kWords[(i / 8) % 8], 1);
             }));
  fmt::print("edit_distance <= 2  {:>8.1f} ns\n", nanoseconds(kRounds, [&](std::size_t i) {
               sink += edit_distance(kWords[i % 8], kWords[(i / 8) % 8], 2);
             }));
  fmt::print("(checksum {})\n", sink);
}

// How many distinct names share a key: what a phonetic match is worth.
void measure_collisions(const std::filesystem::path& folder) {
  std::vector<std::string> names = lines_of(read_gz(folder / "first_names.txt.gz"));
  std::ifstream last(folder / "last_names.txt");
  for (std::string line; std::getline(last, line);)
    names.push_back(line);
  std::map<std::string, bool> distinct;
  for (const std::string& name : names) {
    const Words words = tokenise(name);
    for (const Word& word : words.words()) {
      Forms forms;
      romanise(word, forms);
      if (word.script == Script::Latin) distinct[std::string(forms[0])] = true;
    }
  }
  std::map<std::uint64_t, std::size_t> coarse;
  std::map<std::uint64_t, std::size_t> fine;
  for (const auto& [name, seen] : distinct) {
    ++coarse[phonetic_keys(name)[0]];
    ++fine[sound_keys(name)[0]];
  }
  const auto print = [&](const char* what, const std::map<std::uint64_t, std::size_t>& groups) {
    double together = 0;
    for (const auto& [key, count] : groups)
      together += static_cast<double>(count) * static_cast<double>(count);
    const auto all = static_cast<double>(distinct.size());
    fmt::print(
        "{:<10}{:>9} keys, a name shares its first key with {:.1f} others, "
        "two random names share it once in {:.0f} pairs\n",
        what, groups.size(), together / all - 1, all * all / together);
  };
  fmt::print("\n{} distinct given and family names\n", distinct.size());
  print("phonetic", coarse);
  print("sound", fine);
}

// Every table is read once, on first use.
void measure_start() {
  const double start = processor_nanoseconds();
  for (const char* name : {"Müller", "Владимир", "Γιώργος", "محمد", "דוד", "Գ", "გ", "मोदी", "ทักษิณ",
                           "አበበ", "习近平", "김정은", "トランプ", "Рutin"}) {
    const Words words = tokenise(name);
    Forms forms;
    romanise(words[0], forms);
    phonetic_keys(forms[0]);
  }
  fmt::print("reading all tables: {:.1f} ms of processor time\n",
             (processor_nanoseconds() - start) / 1e6);
}

}  // namespace

int main() {
  measure_start();
  const std::filesystem::path data = data_folder();
  if (std::filesystem::exists(data / "labelled/translit")) {
    measure_tokens(data / "labelled/translit");
    measure_names(data / "labelled/derived/pep_cross_script_pairs.csv");
    measure_listed(data / "labelled/derived/eu_alias_clusters.jsonl");
    measure_collisions(data / "people");
  } else {
    fmt::print("{} is absent: recall is not measured (set VEDETTE_TEST_DATA)\n", data.string());
  }
  measure_time();
  return 0;
}
