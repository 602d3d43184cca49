#include "text/chinese_syllables.h"

#include <algorithm>

#include "base/check.h"
#include "text/tsv.h"

namespace vedette::text {
namespace {

struct Table {
  std::vector<ChineseSyllable> syllables;
  std::vector<std::string_view> spellings;  // sorted, as the generator writes them

  Table() {
    for_each_row("data/romanise/chinese_syllables.tsv", [this](auto fields) {
      VEDETTE_CHECK(fields.size() == 2);
      spellings.push_back(fields[0]);
      syllables.push_back({replaced(fields[0], "u"), replaced(fields[0], "yu"), fields[1]});
    });
    VEDETTE_CHECK(std::is_sorted(spellings.begin(), spellings.end()));
  }

  static std::string replaced(std::string_view spelling, std::string_view with) {
    std::string out;
    for (const char c : spelling) {
      if (c == 'v') {
        out += with;
      } else {
        out += c;
      }
    }
    return out;
  }
};

const Table& table() {
  static const Table kTable;
  return kTable;
}

}  // namespace

const std::vector<ChineseSyllable>& chinese_syllables() {
  return table().syllables;
}

std::size_t chinese_syllable_number(std::string_view spelling) {
  const auto& spellings = table().spellings;
  const auto found = std::lower_bound(spellings.begin(), spellings.end(), spelling);
  VEDETTE_CHECK(found != spellings.end() && *found == spelling);
  return static_cast<std::size_t>(found - spellings.begin());
}

}  // namespace vedette::text
