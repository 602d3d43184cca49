#include "text/edit_distance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace vedette::text {
namespace {

constexpr std::size_t kMachineWord = 64;

template <typename View>
void strip_common_ends(View& a, View& b) {
  std::size_t front = 0;
  const std::size_t shorter = std::min(a.size(), b.size());
  while (front < shorter && a[front] == b[front])
    ++front;
  a.remove_prefix(front);
  b.remove_prefix(front);
  std::size_t back = 0;
  const std::size_t left = std::min(a.size(), b.size());
  while (back < left && a[a.size() - 1 - back] == b[b.size() - 1 - back])
    ++back;
  a.remove_suffix(back);
  b.remove_suffix(back);
}

// Hyyrö's bit-parallel algorithm (2003) for optimal string alignment: one column of the distance
// matrix in two machine words. `a` has 1 to 64 characters. Stops when the limit is out of reach.
template <typename View, typename Masks>
std::size_t bit_parallel(View a, View b, std::size_t limit, const Masks& masks) {
  std::uint64_t positive = ~std::uint64_t{0};
  std::uint64_t negative = 0;
  std::uint64_t diagonal = 0;
  std::uint64_t before = 0;
  const std::uint64_t last = std::uint64_t{1} << (a.size() - 1);
  std::size_t distance = a.size();
  for (std::size_t j = 0; j < b.size(); ++j) {
    const std::uint64_t equal = masks(b[j]);
    const std::uint64_t swapped = ((~diagonal & equal) << 1) & before;
    diagonal = (((equal & positive) + positive) ^ positive) | equal | negative | swapped;
    std::uint64_t up = negative | ~(diagonal | positive);
    std::uint64_t down = diagonal & positive;
    distance += (up & last) != 0 ? 1 : 0;
    distance -= (down & last) != 0 ? 1 : 0;
    // Each remaining letter can lower the distance by one at most.
    if (distance > limit + (b.size() - 1 - j)) return limit + 1;
    up = (up << 1) | 1;
    down <<= 1;
    positive = down | ~(diagonal | up);
    negative = up & diagonal;
    before = equal;
  }
  return distance <= limit ? distance : limit + 1;
}

// Positions of each letter of `a`. Only ASCII letters and digits have a place of their own, which
// is all that romanise() writes; anything else goes the slower way.
struct AsciiMasks {
  std::array<std::uint64_t, 128> bits{};
  explicit AsciiMasks(std::string_view a) {
    for (std::size_t i = 0; i < a.size(); ++i)
      bits[static_cast<unsigned char>(a[i]) & 127u] |= std::uint64_t{1} << i;
  }
  std::uint64_t operator()(char c) const { return bits[static_cast<unsigned char>(c) & 127u]; }
};

template <typename View>
struct ScannedMasks {
  View a;
  std::uint64_t operator()(typename View::value_type c) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      bits |= static_cast<std::uint64_t>(a[i] == c) << i;
    return bits;
  }
};

// The classic matrix, only the band of cells that can be within the limit, three rows of it.
template <typename View>
std::size_t banded(View a, View b, std::size_t limit) {
  constexpr std::size_t kWidth = 2 * kMaxEditLimit + 3;
  using Row = std::array<std::uint32_t, kWidth>;
  const auto far = static_cast<std::uint32_t>(limit + 1);
  Row rows[3];
  for (Row& row : rows)
    row.fill(far);
  // Cell (i, j) lies at index j - i + limit + 1 of row i; the outermost cells stay "far".
  const std::size_t middle = limit + 1;
  for (std::size_t j = 0; j <= std::min(limit, b.size()); ++j)
    rows[0][middle + j] = static_cast<std::uint32_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    Row& row = rows[i % 3];
    const Row& above = rows[(i + 2) % 3];
    const Row& two_above = rows[(i + 1) % 3];
    row.fill(far);
    const std::size_t from = i > limit ? i - limit : 0;
    const std::size_t to = std::min(b.size(), i + limit);
    std::uint32_t best = far;
    for (std::size_t j = from; j <= to; ++j) {
      const std::size_t at = middle + j - i;
      std::uint32_t cell = std::min(far, above[at + 1] + 1);
      if (j == 0) {
        cell = std::min(far, static_cast<std::uint32_t>(i));
      } else {
        cell = std::min(cell, row[at - 1] + 1);
        cell = std::min(cell, above[at] + (a[i - 1] == b[j - 1] ? 0u : 1u));
        const bool swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
        if (swap) cell = std::min(cell, two_above[at] + 1);
      }
      row[at] = std::min(cell, far);
      best = std::min(best, row[at]);
    }
    // A swap looks two rows back, so one hopeless row alone decides nothing.
    if (best == far && *std::min_element(above.begin(), above.end()) == far) return far;
  }
  return rows[a.size() % 3][middle + b.size() - a.size()];
}

bool all_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

// The distance when it is at most one, else two: everything after the first difference must agree.
template <typename View>
std::size_t up_to_one(View a, View b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return 2;
  std::size_t i = 0;
  while (i < a.size() && a[i] == b[i])
    ++i;
  if (i == a.size()) return b.size() - a.size();
  if (a.size() < b.size()) return a.substr(i) == b.substr(i + 1) ? 1 : 2;
  if (a.substr(i + 1) == b.substr(i + 1)) return 1;
  const bool swapped = i + 1 < a.size() && a[i] == b[i + 1] && a[i + 1] == b[i];
  return swapped && a.substr(i + 2) == b.substr(i + 2) ? 1 : 2;
}

// The distance when it is at most two, else three. The words differ in their first letters, so that
// the first edit is there: one of four.
template <typename View>
std::size_t up_to_two(View a, View b) {
  std::size_t rest = up_to_one(a.substr(1), b.substr(1));
  if (rest > 0 && a.size() <= b.size()) rest = std::min(rest, up_to_one(a, b.substr(1)));
  if (rest > 0 && a.size() >= b.size()) rest = std::min(rest, up_to_one(a.substr(1), b));
  const bool swapped = a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0];
  if (rest > 0 && swapped) rest = std::min(rest, up_to_one(a.substr(2), b.substr(2)));
  return 1 + rest;
}

// Sixteen letters at once, the first one lowest and zeros behind the last: most words have no more.
// What is compared letter by letter above is compared as a whole here, with few branches, which
// would mispredict.
class ShortWord {
 public:
  explicit ShortWord(std::string_view text) : letters_(load(text)) {}

  // Texts that are long, or have zeros themselves, are none.
  static bool is_one(std::string_view text) {
    return text.size() <= kMost && !has_zero(load(text), text.size());
  }

  // As up_to_two() for all words, whatever they begin with.
  static std::size_t up_to_two(ShortWord a, ShortWord b) {
    if (a.letters_ == b.letters_) return 0;
    a.skip_to_difference(b);
    const ShortWord a1 = a.without_first();
    const ShortWord b1 = b.without_first();
    std::size_t rest = std::min({up_to_one(a1, b1), up_to_one(a, b1), up_to_one(a1, b)});
    if (swapped(a, b)) rest = std::min(rest, up_to_one(a1.without_first(), b1.without_first()));
    return 1 + rest;
  }
  static std::size_t up_to_one(ShortWord a, ShortWord b) {
    if (a.letters_ == b.letters_) return 0;
    a.skip_to_difference(b);
    const ShortWord a1 = a.without_first();
    const ShortWord b1 = b.without_first();
    const bool one = (a1.letters_ == b1.letters_) | (a.letters_ == b1.letters_) |
                     (a1.letters_ == b.letters_) |
                     (swapped(a, b) & (a1.letters_ >> 8 == b1.letters_ >> 8));
    return one ? 1 : 2;
  }

 private:
  __extension__ using Letters = unsigned __int128;

  explicit ShortWord(Letters letters) : letters_(letters) {}

  static constexpr std::size_t kMost = 16;

  // Whether one of the first so many letters is zero.
  static bool has_zero(Letters letters, std::size_t count) {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    constexpr std::uint64_t kHighest = 0x8080808080808080u;
    const Letters all = count == kMost ? letters : letters | ~Letters{0} << 8 * count;
    const auto zeros = [](std::uint64_t bits) { return (bits - kOnes) & ~bits & kHighest; };
    return (zeros(static_cast<std::uint64_t>(all)) |
            zeros(static_cast<std::uint64_t>(all >> 64))) != 0;
  }

  template <class T>
  static std::uint64_t read(const char* from) {
    T bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
  }
  // Up to eight letters, none behind them being read.
  static std::uint64_t load_few(const char* from, std::size_t count) {
    if (count == 8) return read<std::uint64_t>(from);
    if (count >= 4)
      return read<std::uint32_t>(from) | read<std::uint32_t>(from + count - 4) << 8 * (count - 4);
    if (count == 0) return 0;
    return read<std::uint8_t>(from) | read<std::uint8_t>(from + count / 2) << 8 * (count / 2) |
           read<std::uint8_t>(from + count - 1) << 8 * (count - 1);
  }
  static Letters load(std::string_view text) {
    static_assert(std::endian::native == std::endian::little);
    if (text.size() <= 8) return load_few(text.data(), text.size());
    return read<std::uint64_t>(text.data()) |
           static_cast<Letters>(load_few(text.data() + 8, text.size() - 8)) << 64;
  }

  // Takes away what both begin with in common; they differ.
  void skip_to_difference(ShortWord& other) {
    const Letters differ = letters_ ^ other.letters_;
    const auto low = static_cast<std::uint64_t>(differ);
    const unsigned bit = low != 0 ? static_cast<unsigned>(std::countr_zero(low))
                                  : 64u + static_cast<unsigned>(std::countr_zero(
                                              static_cast<std::uint64_t>(differ >> 64)));
    letters_ >>= bit / 8 * 8;
    other.letters_ >>= bit / 8 * 8;
  }
  ShortWord without_first() const { return ShortWord(letters_ >> 8); }
  // The first two letters of the one are those of the other in turn.
  static bool swapped(ShortWord a, ShortWord b) {
    const auto x = static_cast<std::uint16_t>(a.letters_);
    const auto y = static_cast<std::uint16_t>(b.letters_);
    return x > 0xFF && static_cast<std::uint16_t>(x << 8 | x >> 8) == y;
  }

  Letters letters_;
};

template <typename View>
std::size_t distance_of(View a, View b, std::size_t limit) {
  limit = std::min(limit, kMaxEditLimit);
  if constexpr (std::is_same_v<View, std::string_view>) {
    const bool is_short = ShortWord::is_one(a) && ShortWord::is_one(b);
    if (is_short && limit == 2) return ShortWord::up_to_two(ShortWord(a), ShortWord(b));
    if (is_short && limit == 1) return ShortWord::up_to_one(ShortWord(a), ShortWord(b));
  }
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  strip_common_ends(a, b);
  if (a.empty()) return b.size() <= limit ? b.size() : limit + 1;
  if (limit <= 1) {
    if (limit == 0) return 1;
    const bool replaced = a.size() == 1 && b.size() == 1;
    const bool swapped = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
    return replaced || swapped ? 1 : 2;
  }
  if (limit == 2) return up_to_two(a, b);
  if (a.size() > kMachineWord) return banded(a, b, limit);
  if constexpr (std::is_same_v<View, std::string_view>) {
    if (all_ascii(a) && all_ascii(b)) return bit_parallel(a, b, limit, AsciiMasks(a));
  }
  return bit_parallel(a, b, limit, ScannedMasks<View>{a});
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  return distance_of(a, b, limit);
}

std::size_t edit_distance(std::u32string_view a, std::u32string_view b, std::size_t limit) {
  return distance_of(a, b, limit);
}

bool are_keyboard_neighbours(char a, char b) {
  // Rows of the three common Latin layouts, each row shifted half a key to the right of the one
  // above, so that the key below index i of a row is at i or i - 1.
  static constexpr std::string_view kLayouts[][4] = {
      {"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"},
      {"1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"},
      {"1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"}};
  for (const auto& layout : kLayouts) {
    for (std::size_t row = 0; row < std::size(layout); ++row) {
      const std::size_t at = layout[row].find(a);
      if (at == std::string_view::npos) continue;
      for (std::size_t other = row == 0 ? 0 : row - 1; other <= std::min<std::size_t>(row + 1, 3);
           ++other) {
        const std::size_t to = layout[other].find(b);
        if (to == std::string_view::npos) continue;
        if (other == row && (to + 1 == at || to == at + 1)) return true;
        if (other == row + 1 && (to == at || to + 1 == at)) return true;
        if (other + 1 == row && (to == at || to == at + 1)) return true;
      }
    }
  }
  return false;
}

bool look_alike(char a, char b) {
  static constexpr std::string_view kAlike[] = {"i1l", "o0", "s5", "b8", "z2", "g9q", "uv",
                                                "ce",  "nm", "vw", "hn", "a4", "e3",  "t7"};
  return a != b && std::any_of(std::begin(kAlike), std::end(kAlike), [&](std::string_view group) {
           return group.find(a) != group.npos && group.find(b) != group.npos;
         });
}

}  // namespace vedette::text
