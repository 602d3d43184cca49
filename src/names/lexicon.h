#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "names/word.h"

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

// The shipped tables, read once and never changed. Forms are normalised exactly as names are, so a
// table may be written with accents. A table that is not in the binary is an empty table.
class Lexicon {
 public:
  Lexicon();

  // Entries of a phrase whose words are separated by one blank; empty when it is not in the tables.
  std::span<const Entry> person(std::string_view phrase) const { return find(person_, phrase); }
  std::span<const Entry> organisation(std::string_view phrase) const {
    return find(organisation_, phrase);
  }
  // Whether a word ends like one that is made from the father's name and stands beside a family
  // name (Russian and its neighbours). Family names may end so, too: the place in the name decides.
  bool is_patronymic(std::string_view form) const;
  // Adds the rows that a family name shares with the form of it that the other sex bears: those of
  // ivanova and ivanov. `latin` is a Latin spelling.
  void add_gendered_rows(std::string_view latin, std::vector<std::uint32_t>& rows) const;
  // Longest phrase of either table, in words.
  std::size_t longest_phrase() const { return longest_phrase_; }
  // The entries of a phrase of an organisation in which one word is misspelled by one letter, so
  // that it is no word of the tables; empty when there is none. "joynt stock company" finds "joint
  // stock company".
  std::span<const Entry> misspelled_phrase(std::span<const std::string_view> words) const;
  // The same for a legal form of one long word: "comany" finds "company".
  std::span<const Entry> misspelled_legal_word(std::string_view word) const;

 private:
  using Map = std::unordered_map<std::string, std::vector<Entry>>;
  static std::span<const Entry> find(const Map& map, std::string_view phrase);

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
  void add(Map& map, std::string_view form, Entry entry);
  std::uint32_t next_row(RowSpace space);

  Map person_;
  Map organisation_;
  // Phrases of organisations by what is left of them when one word is taken out.
  std::unordered_map<std::string, std::vector<std::string>> phrases_without_;
  // Long legal words by what is left when one letter, or none, is taken out.
  std::unordered_map<std::string, std::vector<std::string>> legal_words_without_;
  std::unordered_set<std::string> patronymic_endings_;
  std::unordered_map<std::string, std::string> gendered_endings_;  // ending -> family
  std::size_t longest_phrase_ = 1;
  std::uint32_t rows_ = 0;
};

}  // namespace vedette::names
