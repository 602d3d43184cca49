// slow_names_bench SECONDS [SEED]: looks for pairs of names whose comparison takes the longest, by
// changing the slowest ones found so far, and prints them as lines of bench/slow_names.tsv, which
// names_bench measures. The time of a pair is the least of several repeats, so that what else the
// machine does is not taken for work of ours.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "names/comparing/score.h"
#include "names/reading/analyser.h"

namespace {

using namespace vedette;

constexpr std::size_t kKept = 48;
constexpr std::size_t kPrinted = 12;
constexpr std::size_t kMostWords = 20;

struct Candidate {
  names::Kind kind = names::Kind::kPerson;
  std::array<std::vector<std::string>, 2> words;
  double nanoseconds = 0;
};

std::string text_of(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

class Search {
 public:
  explicit Search(std::uint64_t seed) : analyser_(lexicon_), random_(seed) {}

  void run(double seconds) {
    for (std::size_t i = 0; i < kKept; ++i)
      keep(measured(fresh()));
    const double end = now() + seconds * 1e9;
    while (now() < end) {
      Candidate next = below(20) == 0 ? fresh() : kept_[below(kept_.size())];
      for (std::size_t changes = 1 + below(4); changes > 0; --changes)
        change(next);
      keep(measured(std::move(next)));
    }
    // What was slow by chance is not slow again.
    for (Candidate& candidate : kept_)
      candidate = measured(std::move(candidate), 200);
    sort();
  }

  void print() const {
    for (std::size_t i = 0; i < std::min(kPrinted, kept_.size()); ++i) {
      const Candidate& c = kept_[i];
      const char kind = c.kind == names::Kind::kPerson         ? 'P'
                        : c.kind == names::Kind::kOrganisation ? 'O'
                                                               : 'T';
      fmt::print("{}\t{}\t{}\n", kind, text_of(c.words[0]), text_of(c.words[1]));
      fmt::print(stderr, "{:.1f} us\n", c.nanoseconds / 1000);
    }
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  Candidate measured(Candidate candidate, int repeats = 5) {
    const names::AnalysedName a = analyser_.analyse(text_of(candidate.words[0]), candidate.kind);
    const names::AnalysedName b = analyser_.analyse(text_of(candidate.words[1]), candidate.kind);
    candidate.nanoseconds = 1e18;
    for (int i = 0; i < repeats; ++i) {
      const double start = now();
      checksum_ += names::score(a, b).value;
      candidate.nanoseconds = std::min(candidate.nanoseconds, now() - start);
    }
    return candidate;
  }

  void sort() {
    std::ranges::sort(kept_, [](const Candidate& x, const Candidate& y) {
      return x.nanoseconds > y.nanoseconds;
    });
  }

  void keep(Candidate candidate) {
    if (kept_.size() == kKept && candidate.nanoseconds <= kept_.back().nanoseconds) return;
    if (kept_.size() == kKept) {
      candidate = measured(std::move(candidate), 30);
      if (candidate.nanoseconds <= kept_.back().nanoseconds) return;
      kept_.pop_back();
    }
    kept_.push_back(std::move(candidate));
    sort();
  }

  // Letters of scripts whose words have many spellings, letters with several sounds, and few
  // letters, so that words are near each other.
  std::string letter() {
    static const std::vector<std::vector<std::string>> kAlphabets = {
        {"a", "b", "c", "e", "h", "i", "j", "k", "o", "s", "t", "u", "w", "y", "z"},
        {"щ", "ж", "х", "ц", "ю", "я", "е", "ё", "ч", "ш", "й", "ы", "г", "и", "в", "к", "с"},
        {"م", "ح", "د", "ق", "و", "ي", "ع", "ا", "ل", "ه", "ة", "ج", "ش", "ث", "ذ"},
        {"ש", "ו", "י", "כ", "פ", "ב", "ח", "ת"},
        {"李", "王", "张", "陳", "許", "謝", "鄭", "黃", "吳", "曾"},
        {"김", "이", "박", "최", "정", "노", "류", "현", "경"},
        {"キ", "ャ", "シ", "ュ", "チ", "ョ", "ー", "ジ", "ツ"},
        {"ज", "्", "ञ", "क", "ष", "त", "श", "ी", "व"},
        {"ა", "ჩ", "ჭ", "ჟ", "ყ", "ქ", "კ", "ხ", "ღ"},
        {"γ", "χ", "ξ", "ψ", "η", "ου", "ευ", "μπ", "ντ", "γκ"},
        {"ส", "ม", "ช", "า", "ย", "ร", "ณ", "์", "พ"}};
    const auto& alphabet = kAlphabets[alphabet_ % kAlphabets.size()];
    return alphabet[below(alphabet.size())];
  }

  std::string word() {
    if (below(3) == 0) alphabet_ = below(11);
    std::string out;
    const std::size_t few = below(3);
    const std::string one = letter();
    const std::string two = letter();
    for (std::size_t n = 1 + below(below(2) == 0 ? 8 : 38); n > 0; --n)
      out += few == 0 ? letter() : below(2) == 0 ? one : two;
    return out;
  }

  Candidate fresh() {
    constexpr names::Kind kKinds[] = {names::Kind::kPerson, names::Kind::kOrganisation,
                                      names::Kind::kThing};
    Candidate out;
    out.kind = kKinds[below(3)];
    for (auto& words : out.words) {
      const std::string stem = word();
      for (std::size_t n = kMostWords; n > 0; --n)
        words.push_back(below(2) == 0 ? word() : below(2) == 0 ? stem + letter() : letter() + stem);
    }
    return out;
  }

  // Whole letters only: the first byte of each.
  std::size_t border(const std::string& text) {
    std::size_t at = below(text.size() + 1);
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u)
      --at;
    return at;
  }

  void change(Candidate& candidate) {
    auto& words = candidate.words[below(2)];
    const auto& others = candidate.words[below(2)];
    std::string& one = words[below(words.size())];
    switch (below(9)) {
      case 0:
        one = word();
        break;
      case 1:
        one = others[below(others.size())];
        break;
      case 2:
        one.insert(border(one), letter());
        break;
      case 3: {
        const std::size_t from = border(one);
        const std::size_t to = border(one);
        if (from < to && to - from < one.size()) one.erase(from, to - from);
        break;
      }
      case 4:
        one = others[below(others.size())] + letter();
        break;
      case 5: {
        // Every word gets a letter, so that a whole side changes its length or script.
        const std::string more = letter();
        for (std::string& each : words)
          each += more;
        break;
      }
      case 6:
        if (words.size() > 1) words.erase(words.begin() + static_cast<long>(below(words.size())));
        break;
      case 7:
        if (words.size() < kMostWords) words.push_back(others[below(others.size())]);
        break;
      default: {
        const std::string copy = one;
        for (std::size_t n = below(8); n > 0; --n)
          words[below(words.size())] = copy + (below(2) == 0 ? letter() : "");
      }
    }
  }

  names::Lexicon lexicon_;
  names::Analyser analyser_;
  std::mt19937_64 random_;
  std::vector<Candidate> kept_;
  std::size_t alphabet_ = 0;
  int checksum_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: slow_names_bench SECONDS [SEED]\n");
    return 2;
  }
  const std::uint64_t seed =
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
  fmt::print(stderr, "seed {}\n", seed);
  Search search(seed);
  search.run(std::atof(argv[1]));
  search.print();
}
