#include "names/reading/glued_initials.h"

#include <algorithm>
#include <array>

#include "text/utf8.h"

namespace vedette::names {
namespace {

using std::u32string_view;

bool is_vowel(char32_t c) {
  return u32string_view(U"aeiouyаеиоуыэюяєії").find(c) != u32string_view::npos;
}

// What names in capitals may have as a syllable: a consonant and a vowel (BO, LI), and these.
bool is_syllable(u32string_view word) {
  static constexpr std::array<u32string_view, 22> kOthers = {
      U"an", U"en", U"in", U"on", U"un", U"ok", U"ik", U"ak", U"uk", U"il", U"al",
      U"el", U"ul", U"oh", U"ah", U"eo", U"ир", U"ен", U"ан", U"ын", U"ун", U"ок"};
  return (!is_vowel(word[0]) && is_vowel(word[1])) ||
         std::ranges::find(kOthers, word) != kOthers.end();
}

bool is_script_with_initials(text::Script script) {
  return script == text::Script::Latin || script == text::Script::Cyrillic;
}

class GluedInitials {
 public:
  GluedInitials(const Lexicon& lexicon, std::span<const text::Word> words)
      : lexicon_(lexicon), words_(words) {}

  // The place of the initials; the number of words when there are none.
  std::size_t find() const {
    constexpr std::size_t kFewest = 2;
    constexpr std::size_t kMost = 3;
    const std::size_t none = words_.size();
    if (none < kFewest || none > kMost) return none;
    // Initials stand at the ends of a name.
    for (const std::size_t at : {none - 1, std::size_t{0}})
      if (may_be_initials(at) && others_are_names(at)) return at;
    return none;
  }

 private:
  // In capitals beside small letters only what is a family name (Wei LI), a title or a suffix is no
  // initials; short forms of given names are not written so. No particle stands last.
  bool is_known(std::size_t at) const {
    const bool last = at + 1 == words_.size();
    return std::ranges::any_of(
        lexicon_.person(text::encode(words_[at].text)), [&](const Entry& entry) {
          if (is_particle(entry.role)) return !last;
          return entry.role != Role::kName || (entry.flags & kKnownName) ||
                 space_of(entry.row) != RowSpace::kNickname || !names_are_in_small_letters();
        });
  }

  bool may_be_initials(std::size_t at) const {
    const text::Word& word = words_[at];
    const std::size_t letters = word.text.size();
    if (!word.all_capitals || word.dotted || word.has_digit || word.joined_to_next ||
        word.in_brackets || !is_script_with_initials(word.script) || is_known(at))
      return false;
    if (letters == 3) return std::ranges::none_of(word.text, is_vowel);
    return letters == 2 && (names_are_in_small_letters() || !is_syllable(word.text));
  }

  // "Petrov SA": in capitals only what is no name.
  bool names_are_in_small_letters() const {
    return std::ranges::any_of(
        words_, [](const text::Word& word) { return word.text.size() > 1 && !word.all_capitals; });
  }

  bool others_are_names(std::size_t at) const {
    constexpr std::size_t kShortestFamilyName = 4;
    bool family_name = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i == at) continue;
      const text::Word& word = words_[i];
      if (word.has_digit || word.in_brackets || word.dotted || word.text.size() < 2 ||
          !is_script_with_initials(word.script))
        return false;
      family_name = family_name || word.text.size() >= kShortestFamilyName;
    }
    return family_name;
  }

  const Lexicon& lexicon_;
  std::span<const text::Word> words_;
};

}  // namespace

std::string with_initials_apart(const Lexicon& lexicon, std::string_view text,
                                std::span<const text::Word> words) {
  const std::size_t at = GluedInitials(lexicon, words).find();
  if (at == words.size()) return {};
  std::string initials;
  const std::string_view written = text.substr(words[at].begin, words[at].end - words[at].begin);
  for (const char32_t letter : text::decode(written))
    initials.append(initials.empty() ? "" : " ").append(text::encode({&letter, 1})).append(".");
  const std::size_t end = words.back().end;
  std::string name(text.substr(words.front().begin, words[at].begin - words.front().begin));
  return name.append(initials).append(text.substr(words[at].end, end - words[at].end));
}

}  // namespace vedette::names
