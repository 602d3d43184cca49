#include "text/romanise.h"

#include "text/rule_table.h"

namespace vedette::text {
namespace {

// One table per script, read on first use and never changed afterwards.
const RuleTable& latin_table() {
  static const RuleTable kTable("data/romanise/latin.tsv");
  return kTable;
}
const RuleTable& cyrillic_table() {
  static const RuleTable kTable("data/romanise/cyrillic.tsv");
  return kTable;
}

bool is_plain(char32_t value) {
  return (value >= U'a' && value <= U'z') || (value >= U'0' && value <= U'9');
}

void romanise_latin(std::u32string_view word, Forms& out) {
  FormBuilder text;
  bool plain = true;
  for (const char32_t value : word) {
    plain = plain && is_plain(value);
    text.push(static_cast<char>(value));
  }
  if (plain) {
    text.add_to(out);
  } else {
    latin_table().apply(word, out);
  }
}

}  // namespace

void romanise(std::u32string_view word, Script script, Part, Forms& out) {
  out.clear();
  switch (script) {
    case Script::Cyrillic:
      return cyrillic_table().apply(word, out);
    default:
      return romanise_latin(word, out);
  }
}

void romanise(const Word& word, Forms& out) {
  romanise(word.text, word.script, word.part, out);
}

}  // namespace vedette::text
