#include "names/reading/person_roles.h"

#include <algorithm>
#include <string>

#include "names/reading/patronymic.h"
#include "text/chinese_syllables.h"

namespace vedette::names {
namespace {

bool has_role(std::span<const Entry> entries, Role role, bool accept_names = false) {
  return std::ranges::any_of(entries, [&](const Entry& e) {
    return e.role == role && (accept_names || !(e.flags & kAlsoName));
  });
}

bool is_given_name(const Lexicon& lexicon, const ReadWord& word) {
  const auto is_given = [](const Entry& entry) { return entry.flags & kGivenName; };
  if (std::ranges::any_of(lexicon.person(word.form), is_given)) return true;
  return word.latin.front() != word.form &&
         std::ranges::any_of(lexicon.person(word.latin.front()), is_given);
}

// The rows and flags of a word as a name, found by its native form and by its spellings.
void take_name_entries(const Lexicon& lexicon, DraftWord& word) {
  const auto take = [&](std::string_view form) {
    for (const Entry& entry : lexicon.person(form)) {
      if (entry.role != Role::kName) continue;
      if (entry.row != 0) {
        word.rows.push_back(entry.row);
        // A row of spellings lists how a name may be written, which does not make it well known.
        if (space_of(entry.row) != RowSpace::kSpelling) word.flags |= kKnownName;
      }
      word.flags |= entry.flags & (kKnownName | kVeryCommon);
    }
  };
  take(word.word.form);
  // A spelling of a syllable or of bare consonants stands for many words: only the native form of
  // such a word leads to the tables.
  if (word.flags & (kSyllabic | kConsonantal)) {
    // That it is a known name may still be said: the romanisation has the vowels of common names.
    if ((word.flags & kConsonantal) && !word.word.latin.empty() &&
        has_role(lexicon.person(word.word.latin.front()), Role::kName))
      word.flags |= kKnownName;
    return;
  }
  if (word.word.script == text::Script::Latin) {
    for (const std::string_view spelling : word.word.latin)
      if (spelling != word.word.form) take(spelling);
  } else if (!word.word.latin.empty()) {
    take(word.word.latin.front());
  }
  // Given names have endings of their own: Martin is not Martina.
  if (word.role == Role::kName && !word.word.latin.empty() && !is_given_name(lexicon, word.word))
    lexicon.add_gendered_rows(word.word.latin.front(), word.rows);
  if (word.role == Role::kName && !word.word.latin.empty())
    add_patronymic_rows(lexicon, word.word.latin.front(), word.rows);
}

class PersonRoles {
 public:
  PersonRoles(const Lexicon& lexicon, Reading& reading) : lexicon_(lexicon) {
    words_.reserve(reading.words.size());
    for (ReadWord& word : reading.words) {
      DraftWord draft;
      draft.flags = word.flags;
      draft.word = std::move(word);
      words_.push_back(std::move(draft));
    }
  }

  std::vector<DraftWord> assign() {
    for (DraftWord& word : words_)
      if (word.word.cut_off || (word.word.length == 1 && !word.word.has_digit &&
                                !(word.flags & (kSyllabic | kConsonantal))))
        word.role = Role::kInitial;
    mark_titles();
    mark_tail();
    for (std::size_t i = 0; i < words_.size(); ++i)
      mark_particle(i);
    mark_relations();
    for (DraftWord& word : words_)
      take_name_entries(lexicon_, word);
    mark_patronymic();
    mark_second_halves();
    mark_ends();
    return std::move(words_);
  }

 private:
  std::string phrase(std::size_t begin, std::size_t count) const {
    std::string text;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (i > begin) text += ' ';
      text += words_[i].word.form;
    }
    return text;
  }

  std::size_t names_left() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(words_, [](const DraftWord& w) { return w.role == Role::kName; }));
  }

  // Titles go while a name remains; a word that is also borne as a name stays one, marked.
  void mark_titles() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].word.is_syllable && i > 0) continue;
      const std::string& first = words_[i].word.form;
      const std::uint32_t lengths = lexicon_.person_phrases(base::text_hash(first));
      for (std::size_t count = std::min(kLongestTitle, words_.size() - i); count > 0; --count) {
        if (count > 1 && (lengths >> count & 1) == 0) continue;
        const auto entries = count > 1 ? lexicon_.person(phrase(i, count)) : lexicon_.person(first);
        if (!has_role(entries, Role::kTitle, true)) continue;
        const bool also_name = !has_role(entries, Role::kTitle);
        if (also_name && count == 1) {
          words_[i].flags |= kAlsoName;
        } else if (names_left() > count) {
          for (std::size_t k = i; k < i + count; ++k) {
            words_[k].role = Role::kTitle;
            words_[k].value = entries.front().value;
          }
        }
        i += count - 1;
        break;
      }
    }
  }

  static bool is_number(std::string_view form) {
    return std::ranges::all_of(form, [](char c) { return c >= '0' && c <= '9'; });
  }

  // Somewhere every short syllable is a legal form: Ba, Ho and Sá are family names all the same,
  // and Kim Sung Ju has no other name to be told apart by.
  bool is_stray_legal_form(std::string_view form) const {
    constexpr std::size_t kLongestSyllable = 3;
    if (!has_role(lexicon_.organisation(form), Role::kLegal)) return false;
    if (form.size() > kLongestSyllable) return true;
    return !has_role(lexicon_.person(form), Role::kName) &&
           std::ranges::find(text::chinese_syllables(), form, &text::ChineseSyllable::pinyin) ==
               text::chinese_syllables().end();
  }

  // From the end: generations, degrees, dates and stray legal forms, as long as a name stands
  // before them.
  void mark_tail() {
    for (std::size_t i = words_.size(); i-- > 1 && names_left() > 1;) {
      DraftWord& word = words_[i];
      if (word.word.is_syllable) return;
      const auto entries = lexicon_.person(word.word.form);
      const auto generation = std::ranges::find_if(entries, [](const Entry& e) {
        return e.role == Role::kGeneration && !(e.flags & kAlsoName);
      });
      if (generation != entries.end()) {
        word.role = Role::kGeneration;
        word.value = generation->value;
      } else if (has_role(entries, Role::kSuffix) || is_number(word.word.form)) {
        word.role = Role::kSuffix;
      } else if (names_left() > 2 && is_stray_legal_form(word.word.form)) {
        word.role = Role::kLegal;
      } else if (word.role != Role::kTitle) {
        return;
      }
    }
  }

  // A particle needs a word after it; one that is also a name needs a word before it as well,
  // unless it opens a name by itself (abu, abdul).
  void mark_particle(std::size_t i) {
    DraftWord& word = words_[i];
    if (word.role != Role::kName || i + 1 == words_.size() || word.word.is_syllable) return;
    if (words_[i + 1].role != Role::kName && words_[i + 1].role != Role::kInitial) return;
    for (const Entry& entry : lexicon_.person(word.word.form)) {
      if (!is_particle(entry.role) && entry.role != Role::kCompound) continue;
      if (entry.role == Role::kCompound && !is_servant(word.word)) continue;
      if (entry.role == Role::kNobiliary && (entry.flags & kAlsoName) && i == 0) continue;
      if (entry.role == Role::kFiliation && i == 0 && !opens_name(word.word)) continue;
      if (entry.role == Role::kArticle && !assimilates(i)) continue;
      word.role = entry.role;
      word.rows.push_back(entry.row);
      return;
    }
  }

  // abd, abdul, abdel ...: servant of, half of a name.
  static bool is_servant(const ReadWord& word) {
    if (word.latin.empty()) return true;
    const std::string_view latin = word.latin.front();
    return latin.starts_with("abd") || latin.starts_with("abed") || latin.starts_with("ebd");
  }

  // abu, umm: father or mother of, may stand first.
  static bool opens_name(const ReadWord& word) {
    if (word.latin.empty()) return false;
    const std::string_view latin = word.latin.front();
    return latin.starts_with("ab") || latin.starts_with("um") || latin.starts_with("oum") ||
           latin.starts_with("om");
  }

  // The Arabic article ends in l, or in the first letter of the word after it: as-Sadr, an-Nasr.
  bool assimilates(std::size_t i) const {
    const ReadWord& article = words_[i].word;
    const ReadWord& next = words_[i + 1].word;
    if (article.latin.empty() || next.latin.empty()) return true;
    if (article.script != text::Script::Latin) return true;
    const char last = article.latin.front().back();
    return last == 'l' || last == next.latin.front().front() ||
           (article.form == "ash" && next.latin.front().front() == 's');
  }

  // Whose name a word is: the bearer's before bin, the father's after it.
  void mark_relations() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].role != Role::kFiliation) continue;
      for (std::size_t k = i; k-- > 0 && !(words_[k].flags & kAfterFiliation);)
        if (words_[k].role != Role::kFiliation) words_[k].flags |= kBeforeFiliation;
      for (std::size_t k = i + 1; k < words_.size(); ++k) {
        if (words_[k].role == Role::kFiliation) break;
        words_[k].flags |= kAfterFiliation;
        if (words_[k].role == Role::kName) break;
      }
    }
  }

  // "Given Patronymic Family" or "Family Given Patronymic": never first, and beside two other
  // names. Where two words end so, the first is the father's name and the other a family name:
  // Roman Arkadyevich Abramovich. After two given names it is a family name: John Anthony
  // Petrovich.
  void mark_patronymic() {
    if (names_left() < 3) return;
    std::size_t before = 0;
    std::size_t given = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      DraftWord& word = words_[i];
      if (word.role != Role::kName) continue;
      const bool last = before + 1 == names_left();
      if (before > 0 && is_patronymic(word.word, last)) {
        if (!last || given < before) word.flags |= kLeftOutLightly;
        return;
      }
      ++before;
      given += !word.word.latin.empty() && is_given_name(lexicon_, word.word);
    }
  }

  // Family names of neighbours end as some romanisations do (-ovic, -owicz): such a word is a
  // father's name only between two others.
  bool is_patronymic(const ReadWord& word, bool last) const {
    return lexicon_.is_patronymic(word.form) ||
           (!last && !word.latin.empty() && read_patronymic(word.latin.front()).has_value());
  }

  // "Abdul Hakim" and the halves of "Mohammadreza" have one initial between them.
  void mark_second_halves() {
    const DraftWord* before = nullptr;
    for (DraftWord& word : words_) {
      if (word.role == Role::kArticle) continue;
      const bool second =
          before != nullptr && word.role == Role::kName &&
          (before->role == Role::kCompound ||
           (before->flags & word.flags & kHalfName && !(before->flags & kLeftOutLightly)));
      if (second) word.flags |= kLeftOutLightly;
      before = &word;
    }
  }

  void mark_ends() {
    const auto is_name = [](const DraftWord& w) { return w.role == Role::kName; };
    const auto first = std::ranges::find_if(words_, is_name);
    if (first != words_.end()) first->flags |= kHeadPosition;
    const auto last = std::find_if(words_.rbegin(), words_.rend(), is_name);
    if (last != words_.rend()) last->flags |= kTailPosition;
  }

  static constexpr std::size_t kLongestTitle = 4;

  const Lexicon& lexicon_;
  std::vector<DraftWord> words_;
};

}  // namespace

void put_family_name_last(const Lexicon& lexicon, Reading& reading) {
  auto& words = reading.words;
  const auto comma = [&](std::size_t n) {
    return std::ranges::find_if(words, [n](const ReadWord& w) { return w.commas >= n; });
  };
  const auto first = comma(1);
  const auto second = comma(2);
  if (first == words.begin() || first == words.end()) return;
  const bool only_suffixes = std::all_of(first, second, [&](const ReadWord& w) {
    const auto entries = lexicon.person(w.form);
    return has_role(entries, Role::kGeneration) || has_role(entries, Role::kSuffix) ||
           has_role(entries, Role::kTitle);
  });
  if (!only_suffixes) std::rotate(words.begin(), first, second);
}

std::vector<DraftWord> person_words(const Lexicon& lexicon, Reading& reading) {
  return PersonRoles(lexicon, reading).assign();
}

}  // namespace vedette::names
