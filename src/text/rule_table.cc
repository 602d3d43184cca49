#include "text/rule_table.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "base/check.h"
#include "text/fold.h"
#include "text/tokenise.h"
#include "text/tsv.h"
#include "text/utf8.h"

namespace vedette::text {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool is_plain(char32_t value) {
  return (value >= U'a' && value <= U'z') || (value >= U'0' && value <= U'9');
}

}  // namespace

RuleTable::RuleTable(std::string_view path) {
  for_each_row(path, [this](auto fields) { add(fields); });
  build_index();
}

void RuleTable::add(std::span<const std::string_view> fields) {
  if (systems_ == 0) {
    VEDETTE_CHECK(fields[0] == "letters" && fields.size() >= 2 && fields.size() <= kMaxSystems + 1);
    systems_ = fields.size() - 1;
    return;
  }
  if (fields[0] == "vowels") {
    vowels_ = decode(fields[1]);
    return;
  }
  VEDETTE_CHECK(fields.size() >= 2 && fields.size() <= systems_ + 1 && !fields[1].empty());
  Rule rule;
  std::string_view from = fields[0];
  if (from.starts_with("V|")) {
    rule.after_vowel = true;
    from.remove_prefix(2);
  }
  if (from.starts_with('^')) {
    rule.at_start = true;
    from.remove_prefix(1);
  }
  if (from.ends_with('$')) {
    rule.at_end = true;
    from.remove_suffix(1);
  }
  rule.from = decode(from);
  VEDETTE_CHECK(!rule.from.empty());
  for (std::size_t i = 0; i < kMaxSystems; ++i) {
    const bool given = i + 1 < fields.size() && !fields[i + 1].empty();
    rule.to[i] = given ? fields[i + 1] : fields[1];
    if (rule.to[i] == "-") rule.to[i] = {};
  }
  rule.row = rules_.size();
  rules_.push_back(std::move(rule));
}

void RuleTable::build_index() {
  const auto rank = [](const Rule& rule) {
    const int ties = rule.at_start + rule.at_end + rule.after_vowel;
    return std::tuple(rule.from[0], -static_cast<int>(rule.from.size()), -ties, rule.row);
  };
  std::sort(rules_.begin(), rules_.end(),
            [&](const Rule& a, const Rule& b) { return rank(a) < rank(b); });
  for (std::size_t i = rules_.size(); i-- > 0;)
    first_.put(rules_[i].from[0], static_cast<std::uint32_t>(i + 1));
}

bool RuleTable::fits(const Rule& rule, std::u32string_view word, std::size_t place) const {
  if (rule.at_start && place != 0) return false;
  if (word.substr(place, rule.from.size()) != rule.from) return false;
  if (rule.at_end && place + rule.from.size() != word.size()) return false;
  return !rule.after_vowel || (place > 0 && vowels_.find(word[place - 1]) != std::u32string::npos);
}

std::size_t RuleTable::match(std::u32string_view word, std::size_t place) const {
  const std::uint32_t first = first_.get(word[place]);
  if (first == 0) return kNone;
  for (std::size_t i = first - 1; i < rules_.size() && rules_[i].from[0] == word[place]; ++i)
    if (fits(rules_[i], word, place)) return i;
  return kNone;
}

void RuleTable::apply(std::u32string_view word, Forms& out, std::size_t systems) const {
  std::array<FormBuilder, kMaxSystems> spellings;
  const std::span<FormBuilder> used(spellings.data(), std::min(systems, systems_));
  spell(word, used);
  for (const FormBuilder& spelling : used)
    spelling.add_to(out);
}

void RuleTable::spell(std::u32string_view word, std::span<FormBuilder> systems) const {
  const auto append_rule = [&](std::size_t rule) {
    for (std::size_t i = 0; i < systems.size(); ++i)
      systems[i].append(rules_[rule].to[i]);
  };
  word = word.substr(0, kMaxWordLength);
  for (std::size_t place = 0; place < word.size();) {
    const std::size_t rule = match(word, place);
    if (rule != kNone) {
      append_rule(rule);
      place += rules_[rule].from.size();
      continue;
    }
    char32_t letter = word[place++];
    if (!is_plain(letter)) letter = strip_diacritics(letter);
    const std::size_t stripped = match(std::u32string_view(&letter, 1), 0);
    if (stripped != kNone) {
      append_rule(stripped);
    } else if (is_plain(letter)) {
      for (FormBuilder& spelling : systems)
        spelling.push(static_cast<char>(letter));
    }
  }
}

}  // namespace vedette::text
