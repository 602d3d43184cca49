#include "names/reading/clerical_marks.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace vedette::names {
namespace {

using std::string_view;

// A number of the bearer follows; "a/c" is read as one word.
constexpr std::array<string_view, 16> kNumberTags = {
    "ac",  "account", "acct", "imo",  "inn", "инн", "ogrn", "огрн",
    "bin", "kpp",     "vat",  "mmsi", "lei", "uen", "crn",  "tin"};
// And this may stand between the two.
constexpr std::array<string_view, 4> kNumberWords = {"no", "nr", "number", "num"};

template <std::size_t N>
bool is_one_of(const DraftWord& word, const std::array<string_view, N>& forms) {
  return std::ranges::find(forms, string_view(word.word.form)) != forms.end();
}

bool is_number(const DraftWord& word) {
  constexpr std::uint8_t kShortest = 4;
  return word.word.has_digit && word.word.length >= kShortest;
}

class Marks {
 public:
  Marks(std::vector<DraftWord>& words, Kind kind) : words_(words), kind_(kind) {}

  void mark() {
    mark_front();
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (!has_name_before(i)) continue;
      if (const std::size_t count = number_at(i); count > 0) {
        take(i, count);
        i += count - 1;
      } else if (const std::size_t box = box_at(i); box > 0) {
        take(i, box);
        i += box - 1;
      } else if (is_for_somebody(i)) {
        return take(i, words_.size() - i);
      }
    }
    mark_flag();
  }

 private:
  void take(std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < begin + count; ++i)
      words_[i].role = Role::kTitle;
  }

  void mark_front() {
    if (words_.size() < 2) return;
    const ReadWord& first = words_.front().word;
    const bool line = first.before_slash && first.has_digit && first.length == 1;
    if (line || first.form == "messrs" || (first.slashed && first.form == "ms")) take(0, 1);
  }

  bool has_name_before(std::size_t i) const {
    return std::any_of(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(i),
                       [](const DraftWord& word) {
                         return word.role != Role::kTitle && word.role != Role::kLegal &&
                                word.role != Role::kConnective;
                       });
  }

  // How many words from i on are a tag and its number; 0 when they are none. The letters before the
  // slash of "A/C" tell it from a company's name.
  std::size_t number_at(std::size_t i) const {
    const DraftWord& tag = words_[i];
    if (!is_one_of(tag, kNumberTags) || (tag.word.form == "ac" && !tag.word.slashed)) return 0;
    std::size_t at = i + 1;
    if (at < words_.size() && is_one_of(words_[at], kNumberWords)) ++at;
    return at < words_.size() && is_number(words_[at]) ? at + 1 - i : 0;
  }

  // How many words from i on are a post office box: "P.O. Box 1234".
  std::size_t box_at(std::size_t i) const {
    constexpr std::array<string_view, 3> kPostOffice = {"po", "p o", "post office"};
    std::size_t at = i;
    if (is_one_of(words_[at], kPostOffice)) ++at;
    if (at + 1 >= words_.size() || words_[at].word.form != "box") return 0;
    return words_[at + 1].word.has_digit ? at + 2 - i : 0;
  }

  bool is_for_somebody(std::size_t i) const {
    return words_[i].word.form == "attn" && i + 1 < words_.size();
  }

  // "Artavil, Panama flag"
  void mark_flag() {
    if (kind_ != Kind::kThing || words_.size() < 3 || words_.back().word.form != "flag") return;
    if (words_[words_.size() - 2].role == Role::kPlace && has_name_before(words_.size() - 2))
      take(words_.size() - 2, 2);
  }

  std::vector<DraftWord>& words_;
  Kind kind_;
};

}  // namespace

void mark_clerical_marks(std::vector<DraftWord>& words, Kind kind) {
  Marks(words, kind).mark();
}

}  // namespace vedette::names
