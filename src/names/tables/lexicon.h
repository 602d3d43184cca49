#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_table.h"
#include "names/tables/phrase_hash.h"
#include "names/words/word.h"

namespace vedette::names {

// Tables are told apart by the top byte of a row's number, so that a shared row also says what the
// two words share.
enum class RowSpace : std::uint8_t {
  kNone,
  kSpelling,      // one name, written differently
  kTranslation,   // one name in two languages
  kNickname,      // a name and its short form
  kParticle,      // forms of one particle
  kLegal,         // legal forms of one family
  kConcept,       // one meaning in several languages
  kPlace,         // one place
  kAbbreviation,  // a word and its abbreviation
  kGendered,      // a family name without the ending of women and men
  kNarrower,      // a phrase and the word that it narrows: commercial bank, bank
};
constexpr RowSpace space_of(std::uint32_t row) {
  return static_cast<RowSpace>(row >> 24);
}
constexpr std::uint32_t row_in(RowSpace space, std::uint32_t row) {
  return static_cast<std::uint32_t>(space) << 24 | (row & 0xFFFFFFu);
}

// What the tables say of a word or phrase.
struct Entry {
  Role role = Role::kName;
  std::uint16_t flags = 0;
  std::uint32_t row = 0;    // 0: none
  std::uint32_t value = 0;  // numerals and generations
};

// Entries of one phrase, beside it where they are few.
class Entries {
 public:
  void push_back(const Entry& entry) {
    if (count_ < few_.size()) few_[count_] = entry;
    if (count_ == few_.size()) many_.assign(few_.begin(), few_.end());
    if (count_ >= few_.size()) many_.push_back(entry);
    ++count_;
  }
  std::span<const Entry> all() const {
    return count_ > few_.size() ? std::span<const Entry>(many_)
                                : std::span<const Entry>(few_.data(), count_);
  }

 private:
  std::uint32_t count_ = 0;
  std::array<Entry, 2> few_;
  std::vector<Entry> many_;
};

// Endings of words, with a value each. Most words have none, as their last letter tells.
template <class Value>
class Endings {
 public:
  // The first value of an ending counts.
  void add(std::string_view ending, const Value& value) {
    if (ending.empty() || known_.contains(ending)) return;
    known_.put(ending) = value;
    lengths_[last_of(ending)] |= length_bit(ending.size());
  }
  // Null when the word does not end so, or is shorter than that.
  const Value* find(std::string_view word, std::size_t length) const {
    if ((lengths_[last_of(word)] & length_bit(length)) == 0) return nullptr;
    return known_.find(word.substr(word.size() - length));
  }

 private:
  static std::size_t last_of(std::string_view word) {
    return static_cast<unsigned char>(word.back());
  }
  // Those that are longer share a bit.
  static std::uint32_t length_bit(std::size_t length) {
    return 1u << std::min<std::size_t>(length, 31);
  }

  base::TextTable<Value> known_;
  std::array<std::uint32_t, 256> lengths_{};  // by the last byte, as bits
};

// How many words the phrases have that begin with a word: a set of lengths for each word, found by
// its hash. Words that share a place share their lengths, so that there may be no such phrase.
class PhraseLengths {
 public:
  static constexpr std::size_t kMost = 31;  // which stands for more words as well

  void add(std::uint64_t word, std::size_t length) { at(word) |= 1u << std::min(length, kMost); }
  std::uint32_t of(std::uint64_t word) const { return lengths_[word >> kShift]; }

 private:
  static constexpr unsigned kShift = 64 - 13;
  std::uint32_t& at(std::uint64_t word) { return lengths_[word >> kShift]; }

  std::vector<std::uint32_t> lengths_ = std::vector<std::uint32_t>(std::size_t{1} << 13);
};

// The shipped tables, read once and never changed. Forms are normalised exactly as names are, so a
// table may be written with accents. A table that is not in the binary is an empty table.
class Lexicon {
 public:
  Lexicon();

  // Entries of a phrase whose words are separated by one blank; empty when it is not in the tables.
  std::span<const Entry> person(std::string_view phrase) const {
    return entries_of(person_.find(phrase, phrase_hash(phrase)));
  }
  std::span<const Entry> organisation(std::string_view phrase) const {
    return entries_of(organisation_.find(phrase, phrase_hash(phrase)));
  }
  // Of neighbouring words of a name, the hashes of which are given.
  std::span<const Entry> person(std::span<const std::string_view> words,
                                std::span<const std::uint64_t> hashes) const {
    return find(person_, words, hashes);
  }
  std::span<const Entry> organisation(std::span<const std::string_view> words,
                                      std::span<const std::uint64_t> hashes) const {
    return find(organisation_, words, hashes);
  }
  // The numbers of words, as bits, that a phrase may have whose first word this is. Phrases of one
  // word do not count.
  std::uint32_t person_phrases(std::uint64_t first) const { return person_phrases_.of(first); }
  // The same of an organisation, misspelled or not: its first word is this or its second one that.
  std::uint32_t organisation_phrases(std::uint64_t first, std::uint64_t second) const {
    return organisation_phrases_.of(first) | misspelled_phrases_.of(second);
  }
  // Whether a word ends like one that is made from the father's name and stands beside a family
  // name (Russian and its neighbours). Family names may end so, too: the place in the name decides.
  bool is_patronymic(std::string_view form) const;
  // Adds the rows that a family name shares with the form of it that the other sex bears: those of
  // ivanova and ivanov. `latin` is a Latin spelling.
  void add_gendered_rows(std::string_view latin, std::vector<std::uint32_t>& rows) const;
  // The entries of a phrase of an organisation in which one word is misspelled by one letter, so
  // that it is no word of the tables; empty when there is none. "joynt stock company" finds "joint
  // stock company".
  std::span<const Entry> misspelled_phrase(std::span<const std::string_view> words,
                                           std::span<const std::uint64_t> hashes) const;
  // The same for a legal form of one long word: "comany" finds "company".
  std::span<const Entry> misspelled_legal_word(std::string_view word) const;
  // The number that a word stands for which is also a name, a letter or a common word ("one",
  // "premier"); 0 when there is none. It is a number only beside the same one.
  std::uint32_t number_of_name(std::string_view form) const {
    const std::uint32_t* found = numbers_of_names_.find(form);
    return found == nullptr ? 0 : *found;
  }

 private:
  using Table = base::TextTable<Entries>;
  // A phrase that has a word taken out.
  struct Slip {
    std::string word;
    std::string phrase;
  };
  static std::span<const Entry> entries_of(const Entries* found) {
    return found == nullptr ? std::span<const Entry>() : found->all();
  }
  static std::span<const Entry> find(const Table& table, std::span<const std::string_view> words,
                                     std::span<const std::uint64_t> hashes);

  void read_equivalents();
  void read_person_words();
  void read_common_names();
  void read_patronymics();
  void read_gendered_endings();
  void read_legal_forms();
  void read_organisation_words();
  void read_abbreviations();
  struct Concept {
    std::uint32_t row;
    std::vector<std::string> forms;
  };
  void add_narrower_rows(const std::vector<Concept>& concepts);
  std::uint32_t narrowed_by(const Concept& narrow) const;
  void add_misspelled_phrases();
  void add_misspelled_word(const std::string& form);
  void add(Table& table, std::string_view form, Entry entry);
  void add_lengths(std::string_view phrase, PhraseLengths& lengths);
  std::uint32_t next_row(RowSpace space);

  Table person_;        // by phrase_hash()
  Table organisation_;  // the same
  PhraseLengths person_phrases_;
  PhraseLengths organisation_phrases_;
  PhraseLengths misspelled_phrases_;  // by the second word: the first one has the slip
  // Phrases of organisations by what is left of them when one word is taken out.
  base::TextTable<std::vector<Slip>> phrases_without_;
  // Long legal words by what is left when one letter, or none, is taken out.
  base::TextTable<std::vector<std::string>> legal_words_without_;
  base::TextTable<std::uint32_t> numbers_of_names_;
  std::size_t longest_legal_word_ = 0;
  std::vector<bool> ends_of_legal_words_;  // by the hashes of their first and last letters
  Endings<bool> patronymic_endings_;
  Endings<std::string> gendered_endings_;  // their family
  std::uint32_t rows_ = 0;
};

}  // namespace vedette::names
