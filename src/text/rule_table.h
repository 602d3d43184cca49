#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/code_point_table.h"
#include "text/forms.h"

namespace vedette::text {

inline constexpr std::size_t kMaxSystems = 8;  // of one script
static_assert(kMaxSystems <= kMaxForms, "every system of a script must find room");

// A romanisation table read from data/romanise/*.tsv. A row says what a run of letters becomes in
// each system; the longest row that fits is taken, rows tied to a place in the word before others.
// The first row names the systems. A row "vowels" lists the letters that "V|" means.
//   letters<TAB>to in system 1<TAB>to in system 2 ...
// Empty means "as in system 1", "-" means nothing; ^x is at the start of a word, x$ at its end,
// V|x after a vowel. Immutable once built.
class RuleTable {
 public:
  explicit RuleTable(std::string_view path);

  // Adds the spelling of each system, in the order of the columns. Letters without a rule are left
  // out, after a look without their diacritic; ASCII letters and digits stay.
  // At most the first `systems` are used.
  void apply(std::u32string_view word, Forms& out, std::size_t systems = kMaxSystems) const;

  // The same into one builder per system, for scripts that do more with each spelling.
  void spell(std::u32string_view word, std::span<FormBuilder> systems) const;

  bool knows(char32_t letter) const { return first_.get(letter) != 0; }
  std::size_t systems() const { return systems_; }

 private:
  struct Rule {
    std::u32string from;
    bool at_start = false;
    bool at_end = false;
    bool after_vowel = false;
    std::size_t row = 0;  // place in the table
    std::array<std::string_view, kMaxSystems> to;
  };

  void add(std::span<const std::string_view> fields);
  void build_index();
  // The number of the rule that fits at `place`, or npos.
  std::size_t match(std::u32string_view word, std::size_t place) const;
  bool fits(const Rule& rule, std::u32string_view word, std::size_t place) const;

  std::vector<Rule> rules_;  // grouped by first letter, best first
  CodePointTable first_;     // letter -> 1 + number of its first rule
  std::u32string vowels_;
  std::size_t systems_ = 0;
};

}  // namespace vedette::text
