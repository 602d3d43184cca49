#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "names/reading/name_rule.h"

namespace vedette::names {

// No question that the interface admits has room for more.
inline constexpr std::size_t kMaxNamesInQuestion = 250;

// A further name of a query, and the rule that found it.
struct FoundName {
  std::string text;
  const NameRule* rule;  // of names/reading/name_rule.h
};

// The names that a question has beside itself, each once, in the order in which they are found.
class NamesFound {
 public:
  explicit NamesFound(std::string_view question) : question_(question) {}

  // Names that are added from here on are found by this rule.
  NamesFound& by(const NameRule& rule) {
    rule_ = &rule;
    return *this;
  }
  void add(std::string name) {
    if (others_.size() + 1 < kMaxNamesInQuestion && name != question_ &&
        std::ranges::find(others_, name, &FoundName::text) == others_.end())
      others_.push_back({std::move(name), rule_});
  }
  std::vector<FoundName> take() { return std::move(others_); }

 private:
  std::string_view question_;
  const NameRule* rule_ = &rules::kListItem;
  std::vector<FoundName> others_;
};

}  // namespace vedette::names
