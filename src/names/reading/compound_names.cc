#include "names/reading/compound_names.h"

#include <algorithm>
#include <array>

#include "names/words/analysed_name.h"
#include "text/chinese.h"
#include "text/cyrillic_korean.h"
#include "text/korean.h"
#include "text/utf8.h"
#include "text/vocalised.h"

namespace vedette::names {
namespace {

constexpr std::size_t kShortestHalf = 3;

bool is_plain_latin(const ReadWord& word) {
  return word.script == text::Script::Latin && !word.has_digit &&
         std::ranges::all_of(word.form, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

// A word that stands in the tables as a name or as half of one.
bool is_name(const Lexicon& lexicon, std::string_view form) {
  return std::ranges::any_of(lexicon.person(form), [](const Entry& entry) {
    if (entry.role == Role::kCompound) return true;
    return entry.role == Role::kName && (entry.row != 0 || (entry.flags & kKnownName));
  });
}

bool has_role(const Lexicon& lexicon, std::string_view form, Role role) {
  return std::ranges::any_of(lexicon.person(form),
                             [&](const Entry& entry) { return entry.role == role; });
}

ReadWord latin_word(const ReadWord& source, std::string_view letters) {
  ReadWord word;
  word.form = letters;
  word.latin.add(word.form);
  word.length = static_cast<std::uint8_t>(letters.size());
  word.flags = source.flags;
  word.commas = source.commas;
  return word;
}

// Where the second half of a servant's name begins: after abdul, abdel, abd-, abder(r)-, abdi-; 0
// when the word is not such a name. Abdullah itself is one word everywhere.
std::size_t servant_border(const Lexicon& lexicon, std::string_view form) {
  if (!form.starts_with("abd")) return 0;
  std::size_t vowels = 3;
  while (vowels < form.size() && vowels < 5 && is_vowel(form[vowels]))
    ++vowels;
  const auto rest_at = [&](std::size_t border) {
    const std::string_view rest = form.substr(std::min(border, form.size()));
    const bool too_short = rest.size() < kShortestHalf;
    return too_short || rest.starts_with("lah") || rest == "allah" ? std::string_view() : rest;
  };
  const bool article = vowels > 3 && vowels + 1 < form.size() &&
                       (form[vowels] == 'l' || form[vowels] == form[vowels + 1]);
  const std::string_view after_article = article ? rest_at(vowels + 1) : std::string_view();
  const std::string_view after_vowel = rest_at(vowels);
  // A name of God before any other name: Abdelatif is Abd al-Latif.
  if (has_role(lexicon, after_article, Role::kCompound)) return vowels + 1;
  if (has_role(lexicon, after_vowel, Role::kCompound)) return vowels;
  if (is_name(lexicon, after_article)) return vowels + 1;
  if (is_name(lexicon, after_vowel)) return vowels;
  // A slip in the second half does not hide the first; Abdulayev is another name.
  const bool other = after_article.size() > kShortestHalf && !is_vowel(after_article[0]) &&
                     after_article[0] != 'l';
  return other ? vowels + 1 : 0;
}

// Korean names are written with hyphens as well, and share many syllables (han, chung); these
// sounds they do not have.
bool is_only_chinese(std::string_view syllable) {
  constexpr std::array<std::string_view, 14> kSounds = {"hs", "ts", "tz", "ih", "ao", "ai", "ei",
                                                        "ou", "uo", "ia", "iu", "ie", "ua", "erh"};
  return std::ranges::any_of(kSounds, [&](std::string_view sound) {
    return syllable.find(sound) != std::string_view::npos;
  });
}

class CompoundNames {
 public:
  CompoundNames(const Lexicon& lexicon, Reading& reading) : lexicon_(lexicon), in_(reading.words) {}

  void settle() {
    join_chinese_given_name();
    spell_korean_names();
    settle_korean_syllables();
    out_.reserve(in_.size() + 1);  // one more where a name has two halves
    for (std::size_t i = 0; i < in_.size();)
      i += take(i);
    in_ = std::move(out_);
  }

 private:
  std::size_t take(std::size_t i) {
    if (const std::size_t count = take_ending(i); count > 0) return count;
    ReadWord& word = in_[i];
    if (!is_plain_latin(word) || !take_halves(word)) out_.push_back(std::move(word));
    return 1;
  }

  bool take_halves(const ReadWord& word) {
    const std::string_view form = word.form;
    if (const std::size_t border = servant_border(lexicon_, form); border > 0) {
      const std::string_view servant = form.substr(0, border);
      const bool known = has_role(lexicon_, servant, Role::kCompound);
      out_.push_back(latin_word(word, known ? servant : "abdul"));
      out_.push_back(latin_word(word, form.substr(border)));
      out_.back().cut_off = word.cut_off;
      return true;
    }
    if (word.cut_off) return false;
    const text::LatinBorder border = text::double_name_border(form);
    if (border.first == 0) return false;
    out_.push_back(latin_word(word, form.substr(0, border.first)));
    out_.back().flags |= kHalfName;
    out_.push_back(latin_word(word, form.substr(border.first + border.link)));
    out_.back().flags |= kHalfName;
    return true;
  }

  // Wade-Giles writes the two syllables of a given name with a hyphen, or apart: Mao Tse-tung. They
  // become one word that is also spelled in Pinyin: zedong. Only in a name of a Chinese family name
  // and Chinese syllables that are not Korean; without a hyphen one at least must not be Pinyin.
  void join_chinese_given_name() {
    if (in_.size() < 2 || in_.size() > 3) return;
    const std::size_t syllables = in_.size() == 2 ? 2 : 1;
    for (const ReadWord& word : in_)
      if (!is_plain_latin(word) || !text::is_chinese(word.form, syllables)) return;
    if (in_.size() == 2) {
      for (ReadWord& word : in_)
        if (!text::is_pinyin(word.form)) add_pinyin(word);
      return;
    }
    const bool hyphen = in_[0].joined_to_next != in_[1].joined_to_next;
    const bool family_last = hyphen ? in_[0].joined_to_next : has_family_last_by_comma();
    const std::size_t given = family_last ? 0 : 1;
    if (!text::is_chinese_family_name(in_[family_last ? 2 : 0].form)) return;
    if (!hyphen && text::is_pinyin(in_[given].form, 1) && text::is_pinyin(in_[given + 1].form, 1))
      return;
    if (!is_only_chinese(in_[given].form) && !is_only_chinese(in_[given + 1].form)) return;
    ReadWord joined = latin_word(in_[given], in_[given].form + in_[given + 1].form);
    add_pinyin(joined);
    in_[given] = std::move(joined);
    in_.erase(in_.begin() + static_cast<std::ptrdiff_t>(given) + 1);
  }

  // "Chou, Hsien Cheng": the family name was put last by then.
  bool has_family_last_by_comma() const {
    return in_.back().commas < in_.front().commas && in_[in_.size() - 2].commas > 0;
  }

  static void add_spellings(ReadWord& word, const text::Forms& spellings) {
    for (std::size_t i = 0; i < spellings.size() && word.latin.size() < kMaxSpellings; ++i)
      if (!word.latin.contains(spellings[i])) word.latin.add(spellings[i]);
  }
  static void add_pinyin(ReadWord& word) {
    text::Forms readings;
    text::chinese_readings(word.form, readings);
    add_spellings(word, readings);
  }

  // A Korean given name of two syllables is written as one word or as two. Where it is one it is
  // also spelled by the other systems, so that it meets the two of another one: Dongcheol, Tong
  // Chol. Where it is two, none of them is a particle or a title: Kim Il Su, Choe Pu-il.
  void settle_korean_syllables() {
    if (in_.size() < 2 || in_.size() > 3) return;
    if (!std::ranges::all_of(in_, is_plain_latin)) return;
    const bool last = has_family_last_by_comma() || (in_.size() == 3 && in_[0].joined_to_next);
    if (in_.size() == 2) {
      for (const std::size_t family : {0u, 1u})
        if (text::is_korean_family_name(in_[family].form)) spell_korean_given_name(in_[1 - family]);
      return;
    }
    const std::size_t given = last ? 0 : 1;
    if (!text::is_korean_family_name(in_[last ? 2 : 0].form)) return;
    for (const std::size_t i : {given, given + 1})
      if (!text::is_korean_syllable(in_[i].form)) return;
    for (const std::size_t i : {given, given + 1})
      in_[i].is_syllable = true;
  }

  static void spell_korean_given_name(ReadWord& word) {
    // Fewer are cut by accident, or are many a name: Anna, chiu.
    constexpr std::size_t kFewestLetters = 5;
    if (word.form.size() < kFewestLetters) return;
    text::Forms spellings;
    text::spell_korean_given_name(word.form, spellings);
    for (std::size_t i = 0; i < spellings.size() && word.latin.size() < kMaxSpellings; ++i)
      if (spellings[i].size() >= kFewestLetters && !word.latin.contains(spellings[i]))
        word.latin.add(spellings[i]);
  }

  // A Korean name that Russian writes by ear (Ким Чен Ын) is also spelled as Koreans do. Only a
  // name of a Korean family name, first or last, and one or two words of Korean syllables.
  void spell_korean_names() {
    if (in_.size() < 2 || in_.size() > 3) return;
    std::vector<std::u32string> words;
    for (const ReadWord& word : in_) {
      if (word.script != text::Script::Cyrillic) return;
      words.push_back(text::decode(word.form));
      if (!text::is_korean_in_cyrillic(words.back())) return;
    }
    if (!text::is_korean_family_in_cyrillic(words.front()) &&
        !text::is_korean_family_in_cyrillic(words.back()))
      return;
    for (std::size_t i = 0; i < in_.size(); ++i) {
      text::Forms spellings;
      text::spell_korean_in_cyrillic(words[i], spellings);
      add_spellings(in_[i], spellings);
    }
  }

  // "Nur al Din", "Nur Eddine" or "Noureddine" at i: how many words it has; 0 when it is no such
  // name.
  std::size_t take_ending(std::size_t i) {
    if (!is_plain_latin(in_[i]) || in_[i].cut_off) return 0;
    if (const std::size_t stem = stem_before_ending(in_[i].form); stem > 0) {
      out_.push_back(with_ending(in_[i], in_[i].form.substr(0, stem), in_[i].form));
      return 1;
    }
    if (in_[i].length < kShortestHalf || in_[i].form.starts_with("abd")) return 0;
    for (const std::size_t count : {2u, 3u}) {
      if (i + count > in_.size()) return 0;
      const ReadWord& last = in_[i + count - 1];
      if (!is_plain_latin(last) || last.commas != in_[i].commas) return 0;
      if (count == 3 && !has_role(lexicon_, in_[i + 1].form, Role::kArticle)) return 0;
      const bool ends = count == 2 ? is_whole_ending(last.form) : is_din(last.form);
      if (!ends) continue;
      std::string glued = in_[i].form;
      for (std::size_t k = i + 1; k < i + count; ++k)
        glued += in_[k].form;
      out_.push_back(with_ending(in_[i], in_[i].form, glued));
      return count;
    }
    return 0;
  }

  static bool is_din(std::string_view form) {
    return form == "din" || form == "deen" || form == "dine" || form == "dien";
  }
  // uddin, eddine, aldeen: the article and the word as one.
  static bool is_whole_ending(std::string_view form) {
    if (form.size() < 5 || !is_vowel(form[0]) || (form[1] != 'd' && form[1] != 'l')) return false;
    return is_din(form.substr(2));
  }
  // Letters before such an ending; 0 when there is none.
  static std::size_t stem_before_ending(std::string_view form) {
    for (std::size_t length = 5; length <= 6 && length + kShortestHalf <= form.size(); ++length)
      if (is_whole_ending(form.substr(form.size() - length))) return form.size() - length;
    return 0;
  }

  static ReadWord with_ending(const ReadWord& source, std::string_view stem,
                              std::string_view glued) {
    glued = glued.substr(0, kMaxLetters);
    ReadWord word = latin_word(source, glued);
    // The last one has no article: Nur Din.
    for (const std::string_view ending : {"uddin", "aldin", "eddine", "din"}) {
      const std::string spelling = std::string(stem) + std::string(ending);
      if (spelling.size() <= kMaxLetters && !word.latin.contains(spelling))
        word.latin.add(spelling);
    }
    return word;
  }

  const Lexicon& lexicon_;
  std::vector<ReadWord>& in_;
  std::vector<ReadWord> out_;
};

}  // namespace

void settle_compound_names(const Lexicon& lexicon, Reading& reading) {
  CompoundNames(lexicon, reading).settle();
}

}  // namespace vedette::names
