#include "profile/country.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <deque>
#include <unordered_map>

#include "base/ascii.h"
#include "base/check.h"
#include "base/table.h"
#include "text/fold.h"

namespace vedette::profile {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

// No name of the table has a longer key; what is longer is no country.
constexpr std::size_t kLongestKey = 96;
constexpr std::size_t kLongestFormerCode = 4;

// What a byte is in a key: the letter or digit itself in lower case, or one of these.
constexpr char kEnd = 0;      // ends a word
constexpr char kNothing = 1;  // an apostrophe
constexpr char kOther = 2;    // not ASCII
constexpr std::array<char, 256> kKeyBytes = [] {
  std::array<char, 256> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = static_cast<char>(i);
    if (i >= 0x80)
      bytes[i] = kOther;
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      bytes[i] = c;
    else if (c >= 'A' && c <= 'Z')
      bytes[i] = static_cast<char>(c | 0x20);
    else if (c == '\'')
      bytes[i] = kNothing;
  }
  return bytes;
}();

// A text of at most kLongestKey bytes, built without memory on the heap.
class Key {
 public:
  // Folded letters and digits, words joined by one space, without "the", "of" and "and": what
  // remains tells country names apart however lists punctuate them. An apostrophe is nothing
  // ("People's").
  explicit Key(std::string_view text) {
    if (read(text)) return;
    size_ = word_ = 0;
    too_long_ = false;
    read_folded(text::fold(text));
  }

  // Empty when the text is longer than any key of the table.
  std::string_view text() const {
    return too_long_ ? std::string_view() : std::string_view(bytes_.data(), size_);
  }

 private:
  // False when a byte is not ASCII.
  bool read(std::string_view text) {
    for (const char c : text) {
      const char key = kKeyBytes[static_cast<unsigned char>(c)];
      if (key > kOther)
        add(key);
      else if (key == kOther)
        return false;
      else if (key == kEnd)
        end_word();
      if (too_long_) break;
    }
    end_word();
    return true;
  }
  void read_folded(std::string_view text) {
    for (std::size_t i = 0; i < text.size() && !too_long_; ++i) {
      if (text.substr(i, 3) == "\xE2\x80\x99" || text.substr(i, 3) == "\xE2\x80\x98") {
        i += 2;
        continue;
      }
      const char key = kKeyBytes[static_cast<unsigned char>(text[i])];
      if (key >= kOther)
        add(key == kOther ? text[i] : key);
      else if (key == kEnd)
        end_word();
    }
    end_word();
  }
  void add(char c) {
    // A word begins with the space that joins it to the one before.
    if (size_ == word_ && word_ > 0) put(' ');
    put(c);
  }
  void put(char c) {
    too_long_ = too_long_ || size_ == bytes_.size();
    if (!too_long_) bytes_[size_++] = c;
  }
  void end_word() {
    std::string_view word(bytes_.data() + word_, size_ - word_);
    if (word.starts_with(' ')) word.remove_prefix(1);
    if (word == "the" || word == "of" || word == "and") size_ = word_;
    word_ = size_;
  }

  std::array<char, kLongestKey> bytes_;
  std::size_t size_ = 0;
  std::size_t word_ = 0;  // where the current word begins
  bool too_long_ = false;
};

// Codes of two or three capital letters, found by their letters.
class CodeTable {
 public:
  CodeTable() : pairs_(26 * 26), triples_(26 * 26 * 26) {}
  // The first country of a code stays.
  void add(std::string_view code, Country country) {
    Country* place = at(code);
    VEDETTE_CHECK(place != nullptr);
    if (place->empty()) *place = country;
  }
  std::optional<Country> find(std::string_view code) const {
    const Country* place = const_cast<CodeTable*>(this)->at(code);
    if (place == nullptr || place->empty()) return std::nullopt;
    return *place;
  }

 private:
  Country* at(std::string_view code) {
    std::size_t index = 0;
    for (const char c : code) {
      if (c < 'A' || c > 'Z') return nullptr;
      index = index * 26 + static_cast<std::size_t>(c - 'A');
    }
    if (code.size() == 2) return &pairs_[index];
    return code.size() == 3 ? &triples_[index] : nullptr;
  }
  std::vector<Country> pairs_;
  std::vector<Country> triples_;
};

// The names as the table writes them, which is how lists write most countries: found without
// folding them.
class Spellings {
 public:
  void add(std::string_view name, Country country) {
    Place& place = places_[place_of(name)];
    VEDETTE_CHECK(++count_ * 2 < places_.size());
    if (place.name.empty()) place = {name, country};
  }
  std::optional<Country> find(std::string_view name) const {
    const Place& place = places_[place_of(name)];
    if (place.name.empty()) return std::nullopt;
    return place.country;
  }

 private:
  struct Place {
    std::string_view name;
    Country country;
  };
  // Where the name is, or would be: open addressing by its size and both its ends.
  std::size_t place_of(std::string_view name) const {
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
    std::memcpy(&head, name.data(), std::min(name.size(), sizeof head));
    if (name.size() > sizeof tail)
      std::memcpy(&tail, name.data() + name.size() - sizeof tail, sizeof tail);
    const std::uint64_t both = (std::uint64_t{head} << 32 | tail) + name.size();
    std::size_t place = (both * 0x9E37'79B9'7F4A'7C15) >> 52;
    while (!places_[place].name.empty() && places_[place].name != name)
      place = (place + 1) & (places_.size() - 1);
    return place;
  }

  std::vector<Place> places_ = std::vector<Place>(1U << 12);
  std::size_t count_ = 0;
};

// The letters at both ends of the names: most texts that are no country end here, without a key
// being made of them.
class NameEnds {
 public:
  void add(std::string_view key) {
    if (const auto place = place_of(key, key)) known_.set(*place);
  }
  // False when no name begins like the one text and ends like the other.
  bool may_be(std::string_view begin, std::string_view end) const {
    const auto place = place_of(begin, end);
    return !place || known_.test(*place);
  }

 private:
  static constexpr std::size_t kBits = 14;
  using Letters = std::uint32_t;

  // Nothing unless all of them are letters of ASCII: only those stand in a key as they are, and
  // belong to a word that is too long to be left out of it.
  static std::optional<std::size_t> place_of(std::string_view begin, std::string_view end) {
    if (begin.size() < sizeof(Letters) || end.size() < sizeof(Letters)) return std::nullopt;
    std::uint64_t both = 0;
    for (const char c : begin.substr(0, sizeof(Letters)))
      both = both << 8 | static_cast<unsigned char>(c | 0x20);
    for (const char c : end.substr(end.size() - sizeof(Letters)))
      both = both << 8 | static_cast<unsigned char>(c | 0x20);
    if (!are_letters(both)) return std::nullopt;
    return (both * 0x9E37'79B9'7F4A'7C15) >> (64 - kBits);
  }
  // Of eight bytes whose bit 0x20 is set.
  static bool are_letters(std::uint64_t bytes) {
    constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
    constexpr std::uint64_t kHigh = kEach * 0x80;
    if ((bytes & kHigh) != 0) return false;
    const std::uint64_t from_a = bytes + kEach * (0x80 - 'a');  // the high bit when not before
    const std::uint64_t past_z = bytes + kEach * (0x7F - 'z');  // the high bit when behind
    return (from_a & ~past_z & kHigh) == kHigh;
  }

  std::bitset<std::size_t{1} << kBits> known_;
};

bool has_digit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

struct Table {
  std::vector<CountryRow> rows;
  std::deque<std::string> keys;  // what by_name points at
  std::unordered_map<std::string_view, Country> by_name;
  Spellings by_spelling;
  // Whether a name of this length begins with this byte: asked before the map is.
  std::array<std::bitset<256>, kLongestKey + 1> beginnings;
  NameEnds ends;
  bool has_digits = false;  // some name does
  CodeTable by_code;
  std::unordered_map<std::string_view, Country> by_former_code;

  void add_name(std::string_view name, Country country) {
    const Key key(name);
    VEDETTE_CHECK(!key.text().empty());
    by_name.emplace(keys.emplace_back(key.text()), country);
    beginnings[key.text().size()].set(static_cast<unsigned char>(key.text().front()));
    ends.add(key.text());
    has_digits = has_digits || has_digit(key.text());
  }
};

std::optional<Country> by_name(const Table& known, std::string_view text) {
  if (!known.ends.may_be(text, text)) return std::nullopt;
  // Whole addresses are asked for too, in any script: to fold them takes long.
  if (!known.has_digits && has_digit(text)) return std::nullopt;
  const Key key(text);
  if (key.text().empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(key.text().front());
  if (!known.beginnings[key.text().size()].test(first)) return std::nullopt;
  const auto found = known.by_name.find(key.text());
  if (found == known.by_name.end()) return std::nullopt;
  return found->second;
}

// Called for every place of every list: comparisons, where a search in a set would be a call each.
std::string_view trim_points(std::string_view s) {
  const auto is_point = [](char c) {
    return base::is_blank(c) || c == '.' || c == ',' || c == ';' || c == ':';
  };
  while (!s.empty() && is_point(s.front()))
    s.remove_prefix(1);
  while (!s.empty() && is_point(s.back()))
    s.remove_suffix(1);
  return s;
}

// What is no code of two or three letters.
std::optional<Country> parse_name(const Table& known, std::string_view text) {
  if (text.size() <= kLongestFormerCode)
    if (const auto found = known.by_former_code.find(text); found != known.by_former_code.end())
      return found->second;
  if (auto name = by_name(known, text)) return name;
  // "USSR (now Russian Federation)"
  if (const auto now = text.find("(now "); now != std::string_view::npos)
    if (auto name = by_name(known, text.substr(now + 5))) return name;
  // "Cote d'Ivoire" stands in the table as "cote d ivoire".
  if (const auto at = text.find(" d'"); at != std::string_view::npos) {
    std::string spaced(text);
    spaced[at + 2] = ' ';
    if (auto name = by_name(known, spaced)) return name;
  }
  // "Iran (Islamic Republic of)", "Afghanistan (since 2009)": what stands before the bracket.
  if (const auto bracket = text.find('('); bracket != std::string_view::npos && bracket > 0) {
    if (auto name = by_name(known, text.substr(0, bracket))) return name;
    return std::nullopt;
  }
  // "Korea, North", "Congo, Democratic Republic of the": the words the other way round.
  if (const auto comma = text.find(','); comma != std::string_view::npos) {
    const std::string_view behind = trim_points(text.substr(comma + 1));
    const std::string_view before = text.substr(0, comma);
    if (!known.ends.may_be(behind, before)) return std::nullopt;
    std::string turned(behind);
    turned += ' ';
    turned += before;
    if (auto name = by_name(known, turned)) return name;
  }
  return std::nullopt;
}

void spell(Table& table, std::string_view name) {
  if (const auto country = parse_name(table, name)) table.by_spelling.add(name, *country);
}

Table read_table() {
  Table table;
  base::for_each_table_row("data/countries.tsv", [&](const base::TableRow& cells) {
    CountryRow row;
    VEDETTE_CHECK(from_text(cells.text(0), row.country));
    row.alpha3 = cells.text(1);
    row.numeric = cells.text(2);
    row.name = cells.text(3);
    row.other_names = cells.forms(4);
    table.by_code.add(cells.text(0), row.country);
    table.by_code.add(row.alpha3, row.country);
    table.rows.push_back(std::move(row));
  });
  // Official names win over other names, whichever row comes first.
  for (const CountryRow& row : table.rows)
    table.add_name(row.name, row.country);
  for (const CountryRow& row : table.rows)
    for (std::string_view name : row.other_names)
      table.add_name(name, row.country);
  // Of former countries only the codes are read: a name ("USSR") is no one's successor for sure.
  base::for_each_table_row("data/former_countries.tsv", [&](const base::TableRow& cells) {
    Country country;
    if (!from_text(cells.text(5), country)) return;
    if (cells.text(6) == "alias") {
      table.by_code.add(cells.text(0), country);
    } else {
      for (const std::string_view code : {cells.text(0), cells.text(1)}) {
        VEDETTE_CHECK(code.size() <= kLongestFormerCode);
        table.by_former_code.emplace(code, country);
      }
    }
  });
  for (const CountryRow& row : table.rows) {
    spell(table, row.name);
    for (std::string_view name : row.other_names)
      spell(table, name);
  }
  return table;
}

const Table& table() {
  static const Table instance = read_table();
  return instance;
}

}  // namespace

std::string Country::lower() const {
  std::string out(code());
  for (char& c : out)
    c = static_cast<char>(c | 0x20);
  return out;
}

std::optional<Country> Country::from_alpha2(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char code[2] = {upper(text[0]), upper(text[1])};
  const auto found = table().by_code.find(std::string_view(code, 2));
  if (!found || found->code() != std::string_view(code, 2)) return std::nullopt;
  return found;
}

std::span<const CountryRow> country_rows() {
  return table().rows;
}

std::string_view country_name(Country country) {
  for (const CountryRow& row : table().rows)
    if (row.country == country) return row.name;
  return {};
}

std::optional<Country> parse_country_code(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  char code[3] = {};
  for (std::size_t i = 0; i < text.size(); ++i)
    code[i] = upper(text[i]);
  return table().by_code.find(std::string_view(code, text.size()));
}

std::optional<Country> parse_country(std::string_view text) {
  text = trim_points(text);
  if (text.empty()) return std::nullopt;
  if (auto code = parse_country_code(text)) return code;
  const Table& known = table();
  if (auto same = known.by_spelling.find(text)) return same;
  return parse_name(known, text);
}

std::string to_text(Country country) {
  return std::string(country.code());
}

bool from_text(std::string_view text, Country& country) {
  if (text.size() != 2) return false;
  for (char c : text)
    if (c < 'A' || c > 'Z') return false;
  country.code_ = {text[0], text[1]};
  return true;
}

}  // namespace vedette::profile
