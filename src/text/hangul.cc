#include "text/hangul.h"

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr char32_t kFirst = 0xAC00;
constexpr char32_t kLast = 0xD7A3;
constexpr std::size_t kVowels = 21;
constexpr std::size_t kFinals = 28;
constexpr std::size_t kRieul = 5;  // the initial r
// The columns of the table.
enum System : std::size_t { kRevised, kMcCune, kHabit, kNorth, kForeign, kForeignSoft, kSystems };

// The letters in the order in which Unicode counts syllables.
constexpr std::u32string_view kInitialOrder = U"ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
constexpr std::u32string_view kVowelOrder = U"ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
constexpr std::u32string_view kFinalOrder =
    U"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

using Spellings = std::array<std::string_view, kSystems>;
using Spoken = std::vector<std::string_view>;

class Korean {
 public:
  Korean() {
    bool header = true;
    for_each_row("data/romanise/hangul.tsv", [&](auto fields) {
      VEDETTE_CHECK(fields.size() == kSystems + 2);
      if (!header) add_letter(fields);
      header = false;
    });
    for_each_row("data/romanise/korean_names.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 3);
      auto& names = fields[0] == "family" ? family_ : given_;
      names.emplace(decode(fields[1]), split_words(fields[2]));
    });
  }

  const Spoken* family(std::u32string_view syllables) const { return find(family_, syllables); }
  const Spoken* given(std::u32string_view syllables) const { return find(given_, syllables); }

  void append(char32_t syllable, std::size_t system, FormBuilder& out) const {
    const std::size_t number = syllable - kFirst;
    const std::size_t initial = number / (kVowels * kFinals);
    // A doubled r is spoken, and written, as l.
    if (initial == kRieul && out.view().ends_with('l')) {
      if (system < kForeign) out.push('l');
    } else {
      out.append(initials_[initial][system]);
    }
    out.append(vowels_[number / kFinals % kVowels][system]);
    const std::size_t final = number % kFinals;
    if (final != 0) out.append(finals_[final - 1][system]);
  }

 private:
  using Names = std::map<std::u32string, Spoken, std::less<>>;

  static const Spoken* find(const Names& names, std::u32string_view syllables) {
    const auto found = names.find(syllables);
    return found == names.end() ? nullptr : &found->second;
  }

  void add_letter(std::span<const std::string_view> fields) {
    Spellings spellings;
    for (std::size_t i = 0; i < kSystems; ++i)
      spellings[i] = fields[i + 2] == "-" ? std::string_view() : fields[i + 2];
    const char32_t letter = decode(fields[1])[0];
    if (fields[0] == "initial") {
      initials_[place(kInitialOrder, letter)] = spellings;
    } else if (fields[0] == "vowel") {
      vowels_[place(kVowelOrder, letter)] = spellings;
    } else {
      finals_[place(kFinalOrder, letter)] = spellings;
    }
  }

  static std::size_t place(std::u32string_view order, char32_t letter) {
    const std::size_t at = order.find(letter);
    VEDETTE_CHECK(at != order.npos);
    return at;
  }

  std::array<Spellings, kInitialOrder.size()> initials_;
  std::array<Spellings, kVowelOrder.size()> vowels_;
  std::array<Spellings, kFinalOrder.size()> finals_;
  Names family_;
  Names given_;
};

static_assert(kVowelOrder.size() == kVowels && kFinalOrder.size() + 1 == kFinals);

const Korean& korean() {
  static const Korean kKorean;
  return kKorean;
}

void add_system(std::u32string_view syllables, System system, Forms& out) {
  FormBuilder text;
  for (const char32_t syllable : syllables)
    if (syllable >= kFirst && syllable <= kLast) korean().append(syllable, system, text);
  text.add_to(out);
}

// Syllable by syllable as people usually write it: the `first_rank`-th habit where the table has
// one, in the last syllable the `last_rank`-th.
void add_usual(std::u32string_view syllables, std::size_t first_rank, std::size_t last_rank,
               Forms& out) {
  FormBuilder text;
  for (std::size_t i = 0; i < syllables.size(); ++i) {
    const std::size_t rank = i + 1 == syllables.size() ? last_rank : first_rank;
    if (syllables[i] < kFirst || syllables[i] > kLast) continue;
    const Spoken* habits = korean().given(syllables.substr(i, 1));
    if (habits == nullptr) {
      korean().append(syllables[i], kRevised, text);
    } else {
      text.append((*habits)[std::min(rank, habits->size() - 1)]);
    }
  }
  text.add_to(out);
}

}  // namespace

bool is_hangul_surname(std::u32string_view syllables) {
  return korean().family(syllables) != nullptr;
}

void spell_hangul(std::u32string_view syllables, Part part, Forms& out) {
  const Spoken* family = part == Part::Given ? nullptr : korean().family(syllables);
  if (family != nullptr)
    for (const std::string_view spelling : *family)
      out.add(spelling);
  add_system(syllables, kRevised, out);
  if (part == Part::Unknown) {
    add_system(syllables, kForeign, out);
    add_system(syllables, kForeignSoft, out);
  }
  add_usual(syllables, 0, 0, out);
  add_usual(syllables, 1, 1, out);
  add_system(syllables, kMcCune, out);
  add_system(syllables, kNorth, out);
  add_system(syllables, kHabit, out);
  add_usual(syllables, 0, 1, out);
  add_usual(syllables, 1, 0, out);
}

}  // namespace vedette::text
