// Compares the fast edit distance with the whole matrix on arbitrary words and limits.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "text/edit_distance.h"

namespace {

std::size_t whole_matrix(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using vedette::text::edit_distance;
  if (size < 2 || size > 600) return 0;
  const std::size_t limit = data[0] % (vedette::text::kMaxEditLimit + 1);
  const std::string_view all(reinterpret_cast<const char*>(data + 2), size - 2);
  const std::size_t border = std::min<std::size_t>(data[1], all.size());
  const std::string_view a = all.substr(0, border);
  const std::string_view b = all.substr(border);
  const std::size_t expected = std::min(whole_matrix(a, b), limit + 1);
  VEDETTE_CHECK(edit_distance(a, b, limit) == expected);
  VEDETTE_CHECK(edit_distance(b, a, limit) == expected);
  const std::u32string wide_a(a.begin(), a.end());
  const std::u32string wide_b(b.begin(), b.end());
  VEDETTE_CHECK(edit_distance(std::u32string_view(wide_a), std::u32string_view(wide_b), limit) ==
                expected);
  return 0;
}
