#include "profile/partial_date.h"

#include <array>
#include <utility>

#include "base/ascii.h"

namespace vedette::profile {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
// Words before a date which say that it is not exact.
constexpr std::array<std::string_view, 19> kApproximateWords = {
    "circa",  "c",      "ca",    "cir",        "approximately", "approx",   "about",
    "around", "late",   "early", "mid",        "probably",      "possibly", "estimated",
    "est",    "before", "after", "presumably", "likely"};
// Words around a date that add nothing.
constexpr std::array<std::string_view, 6> kFillers = {"in", "born", "dob", "of", "the", "on"};
constexpr std::array<int, 13> kDaysInMonth = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
constexpr int kExpandedYears = 10;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::string_view each : words)
    if (each == word) return true;
  return false;
}

constexpr std::size_t kLongestDate = 80;

// One word of a written date: a number with its count of digits, letters in lower case, or a sign.
struct Word {
  enum Type { kNumber, kLetters, kSign } type;
  int value;
  int digits;
  std::string_view text;
};

// The words of a text of at most kLongestDate bytes, without memory of their own on the heap: lists
// hold more dates than anything else but names.
class Words {
 public:
  explicit Words(std::string_view s) {
    for (std::size_t i = 0; i < s.size(); ++i)
      lower_[i] = is_letter(s[i]) ? static_cast<char>(s[i] | 0x20) : s[i];
    const std::string_view lower(lower_.data(), s.size());
    for (std::size_t i = 0; i < s.size();) {
      const std::size_t from = i;
      Word word{Word::kSign, 0, 0, {}};
      if (is_digit(s[i])) {
        word.type = Word::kNumber;
        for (; i < s.size() && is_digit(s[i]); ++i, ++word.digits)
          if (word.digits < 9) word.value = word.value * 10 + (s[i] - '0');
      } else if (is_letter(s[i])) {
        word.type = Word::kLetters;
        while (i < s.size() && is_letter(s[i]))
          ++i;
        word.text = lower.substr(from, i - from);
      } else if (s.substr(i, 3) == "\xE2\x80\x93" || s.substr(i, 3) == "\xE2\x80\x94") {
        word.text = "-";
        i += 3;
      } else {
        ++i;
        if (s[from] == ' ' || s[from] == '\t' || s[from] == '\n' || s[from] == '\r') continue;
        word.text = lower.substr(from, 1);
      }
      words_[count_++] = word;
    }
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  std::size_t size() const { return count_; }
  const Word& operator[](std::size_t i) const { return words_[i]; }

 private:
  std::array<char, kLongestDate> lower_;
  std::array<Word, kLongestDate> words_;
  std::size_t count_ = 0;
};

int month_of(std::string_view word) {
  if (word.size() < 3) return 0;
  if (word == "sept") return 9;
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (kMonths[i] == word || (word.size() == 3 && kMonths[i].substr(0, 3) == word))
      return static_cast<int>(i) + 1;
  return 0;
}

bool is_year(const Word& word) {
  return word.type == Word::kNumber && word.digits == 4 && word.value >= 1000 && word.value < 3000;
}

// The cursor over the words of one text.
class DateWords {
 public:
  DateWords(std::string_view text, DayOrder order) : words_(text), order_(order) {}

  bool done() const { return at_ >= words_.size(); }
  bool sign(std::string_view text) { return take(Word::kSign, text); }
  bool word(std::string_view text) { return take(Word::kLetters, text); }

  // Skips fillers; true when one of the words said "about".
  bool skip_qualifiers() {
    bool approximate = false;
    for (; !done(); ++at_) {
      const Word& w = words_[at_];
      if (w.type == Word::kLetters && contains(kApproximateWords, w.text)) {
        approximate = true;
        // "c." and "approx." bring their full stop with them.
        if (at_ + 1 < words_.size() && words_[at_ + 1].text == ".") ++at_;
        if (at_ + 1 < words_.size() && words_[at_ + 1].text == "-") ++at_;  // mid-1961
      } else if (w.type == Word::kSign && w.text == "~") {
        approximate = true;
      } else if (w.type == Word::kLetters && contains(kFillers, w.text)) {
        continue;
      } else if (w.type == Word::kSign && (w.text == ":" || w.text == "(")) {
        continue;
      } else {
        break;
      }
    }
    return approximate;
  }

  std::optional<CalendarDay> one() {
    const std::size_t start = at_;
    for (auto form : {&DateWords::with_month_name, &DateWords::compact, &DateWords::year_first,
                      &DateWords::year_last, &DateWords::month_year, &DateWords::year_alone}) {
      at_ = start;
      if (auto day = (this->*form)()) return day;
    }
    at_ = start;
    return std::nullopt;
  }

  // "s" after a year is a decade; a clock time after an ISO day is of no interest.
  bool decade() { return word("s"); }
  void skip_clock() {
    // "T00:00:00Z", " 00:00:00", "-04:00": a colon is near and no date follows.
    for (std::size_t i = at_; i < at_ + 4 && i < words_.size(); ++i)
      if (words_[i].text == ":") {
        at_ = words_.size();
        return;
      }
  }

 private:
  bool take(Word::Type type, std::string_view text) {
    if (done() || words_[at_].type != type || words_[at_].text != text) return false;
    ++at_;
    return true;
  }
  const Word* number(int max_digits) {
    if (done() || words_[at_].type != Word::kNumber || words_[at_].digits > max_digits)
      return nullptr;
    return &words_[at_++];
  }
  const Word* year() {
    if (done() || !is_year(words_[at_])) return nullptr;
    return &words_[at_++];
  }
  int month_name() {
    if (done() || words_[at_].type != Word::kLetters) return 0;
    const int month = month_of(words_[at_].text);
    if (month != 0) ++at_;
    if (month != 0) sign(".");
    return month;
  }
  // The part of a numeric date: a number, or letters that stand for "unknown" (dd, mm, xx).
  std::optional<int> part() {
    if (done()) return std::nullopt;
    const Word& w = words_[at_];
    if (w.type == Word::kLetters && (w.text == "dd" || w.text == "mm" || w.text == "xx")) {
      ++at_;
      return 0;
    }
    if (w.type != Word::kNumber || w.digits > 2) return std::nullopt;
    ++at_;
    return w.value;
  }
  std::optional<std::string_view> separator() {
    for (const char* text : {"-", "/", "."})
      if (sign(text)) return text;
    return std::nullopt;
  }

  // 14 Jul 1961, 14-Jul-1961, Jul 1961, Jul 14, 1961, 1961 Jul 14
  std::optional<CalendarDay> with_month_name() {
    if (const Word* y = year()) {
      separator();
      const int month = month_name();
      if (month == 0) return std::nullopt;
      separator();
      const Word* day = number(2);
      return make_day(y->value, month, day ? day->value : 0);
    }
    const Word* day = number(2);
    if (day) {
      for (const char* suffix : {"st", "nd", "rd", "th"})
        word(suffix);
      separator();
    }
    const int month = month_name();
    if (month == 0) return std::nullopt;
    separator();
    sign(",");
    if (!day && !done() && !is_year(words_[at_])) {
      day = number(2);
      if (!day) return std::nullopt;
      for (const char* suffix : {"st", "nd", "rd", "th"})
        word(suffix);
      sign(",");
    }
    const Word* y = year();
    if (!y) return std::nullopt;
    return make_day(y->value, month, day ? day->value : 0);
  }

  // 19610714
  std::optional<CalendarDay> compact() {
    if (done() || words_[at_].type != Word::kNumber || words_[at_].digits != 8) return std::nullopt;
    const int value = words_[at_++].value;
    return make_day(value / 10000, value / 100 % 100, value % 100);
  }

  // 1961-07-14, 1961/07/14, 1961-07, 1961-00-00
  std::optional<CalendarDay> year_first() {
    const Word* y = year();
    if (!y) return std::nullopt;
    const auto first = separator();
    if (!first) return std::nullopt;
    const auto month = part();
    if (!month) return std::nullopt;
    const std::size_t short_end = at_;
    if (sign(*first)) {
      if (const auto day = part()) {
        auto made = make_day(y->value, *month, *day);
        skip_clock();
        return made;
      }
    }
    at_ = short_end;
    return make_day(y->value, *month, 0);
  }

  // 14/07/1961, 00/00/1961, dd/mm/1961
  std::optional<CalendarDay> year_last() {
    const auto a = part();
    const auto first = separator();
    if (!a || !first) return std::nullopt;
    const auto b = part();
    if (!b || !sign(*first)) return std::nullopt;
    const Word* y = year();
    if (!y) return std::nullopt;
    const bool day_first = order_ == DayOrder::kDayFirst;
    const int day = day_first ? *a : *b;
    const int month = day_first ? *b : *a;
    auto made = make_day(y->value, month, month == 0 ? 0 : day);
    // A month over 12 says that the file broke its own convention once.
    if (!made && month > 12 && day <= 12) made = make_day(y->value, day, month);
    if (made) skip_clock();
    return made;
  }

  // 07/1961
  std::optional<CalendarDay> month_year() {
    const auto month = part();
    if (!month || !separator()) return std::nullopt;
    const Word* y = year();
    return y ? make_day(y->value, *month, 0) : std::nullopt;
  }

  std::optional<CalendarDay> year_alone() {
    const Word* y = year();
    return y ? make_day(y->value, 0, 0) : std::nullopt;
  }

  const Words words_;
  DayOrder order_;
  std::size_t at_ = 0;
};

void append_number(std::string& out, int value, int width) {
  std::array<char, 4> digits{};
  for (int i = width - 1; i >= 0; --i, value /= 10)
    digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
  out.append(digits.data(), static_cast<std::size_t>(width));
}

bool read_iso(std::string_view text, CalendarDay& day) {
  const auto digits = [&](std::size_t at, std::size_t count) {
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
      if (i >= text.size() || !is_digit(text[i])) return -1;
      value = value * 10 + (text[i] - '0');
    }
    return value;
  };
  const int year = digits(0, 4);
  int month = 0;
  int dom = 0;
  if (text.size() >= 7 && text[4] == '-') month = digits(5, 2);
  if (text.size() == 10 && text[7] == '-') dom = digits(8, 2);
  const bool shape = text.size() == 4 || (text.size() == 7 && month > 0) ||
                     (text.size() == 10 && month > 0 && dom > 0);
  if (!shape || year < 0 || month < 0 || dom < 0) return false;
  const auto made = make_day(year, month, dom);
  if (!made) return false;
  day = *made;
  return true;
}

// "14 Jul 1961", as American lists write their dates.
bool read_short_month(std::string_view text, CalendarDay& day) {
  const std::size_t digits = text.size() == 11 ? 2 : 1;
  if (text.size() != digits + 9 || text[digits] != ' ' || text[digits + 4] != ' ') return false;
  const auto number = [](std::string_view part) {
    int value = 0;
    for (const char c : part) {
      if (!is_digit(c)) return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const int dom = number(text.substr(0, digits));
  const int year = number(text.substr(digits + 5));
  if (dom <= 0 || year < 0) return false;
  std::array<char, 3> month{};
  for (std::size_t i = 0; i < month.size(); ++i)
    month[i] = static_cast<char>(text[digits + 1 + i] | 0x20);
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i].substr(0, month.size()) != std::string_view(month.data(), month.size()))
      continue;
    const auto made = make_day(year, static_cast<int>(i) + 1, dom);
    if (made) day = *made;
    return made.has_value();
  }
  return false;
}

std::string_view trim_marks(std::string_view s) {
  return base::trim(s, " \t\r\n.,;");
}

// "a) 1961", "(1) 1961", "2) 1961": the date alone.
std::string_view without_label(std::string_view piece) {
  piece = trim_marks(piece);
  const auto bracket = piece.find(')');
  return bracket != std::string_view::npos && bracket <= 2 ? trim_marks(piece.substr(bracket + 1))
                                                           : piece;
}

}  // namespace

std::optional<CalendarDay> make_day(int year, int month, int day) {
  if (year < 1000 || year > 2999 || month < 0 || month > 12 || day < 0) return std::nullopt;
  if (month == 0) day = 0;
  if (day > kDaysInMonth[static_cast<std::size_t>(month)]) return std::nullopt;
  if (month == 2 && day == 29 && !is_leap(year)) return std::nullopt;
  return CalendarDay{static_cast<std::int16_t>(year), static_cast<std::uint8_t>(month),
                     static_cast<std::uint8_t>(day)};
}

std::string iso(CalendarDay day) {
  std::string out;
  append_number(out, day.year, 4);
  if (day.month == 0) return out;
  out += '-';
  append_number(out, day.month, 2);
  if (day.day == 0) return out;
  out += '-';
  append_number(out, day.day, 2);
  return out;
}

std::string to_text(const PartialDate& date) {
  if (date.empty()) return {};
  std::string out = date.approximate ? "~" : "";
  out += iso(date.first);
  if (date.is_range()) out += "/" + iso(date.last);
  return out;
}

bool from_text(std::string_view text, PartialDate& date) {
  PartialDate read;
  if (text.starts_with('~')) {
    read.approximate = true;
    text.remove_prefix(1);
  }
  const auto slash = text.find('/');
  if (!read_iso(text.substr(0, slash), read.first)) return false;
  if (slash != std::string_view::npos && !read_iso(text.substr(slash + 1), read.last)) return false;
  date = read;
  return true;
}

std::vector<std::string> iso_texts(const PartialDate& date) {
  if (date.empty()) return {};
  if (!date.is_range()) return {iso(date.first)};
  const int years = date.last.year - date.first.year;
  if (years < 0 || years > kExpandedYears) return {iso(date.first), iso(date.last)};
  std::vector<std::string> out;
  for (int year = date.first.year; year <= date.last.year; ++year)
    out.push_back(iso({static_cast<std::int16_t>(year), 0, 0}));
  return out;
}

std::optional<PartialDate> parse_date(std::string_view text, DayOrder order) {
  text = trim_marks(text);
  if (text.empty() || text.size() > kLongestDate) return std::nullopt;
  PartialDate date;
  // The most common forms need no words.
  if (read_iso(text, date.first) || read_short_month(text, date.first)) return date;
  DateWords words(text, order);
  date.approximate = words.skip_qualifiers();
  const bool between = words.word("between") || words.word("from");
  date.approximate = words.skip_qualifiers() || date.approximate;
  const auto first = words.one();
  if (!first) return std::nullopt;
  date.first = *first;
  if (words.decade()) {
    if (date.first.month != 0 || date.first.year % 10 != 0) return std::nullopt;
    date.last = {static_cast<std::int16_t>(date.first.year + 9), 0, 0};
    date.approximate = true;
  } else if (words.sign("-") || words.sign("/") || words.word("to") || words.word("until") ||
             (between && words.word("and"))) {
    date.approximate = words.skip_qualifiers() || date.approximate;
    const auto last = words.one();
    if (!last || *last < date.first) return std::nullopt;
    if (*last != date.first) date.last = *last;
  }
  words.sign(")");
  if (words.skip_qualifiers()) date.approximate = true;  // "1961 (approximately)"
  words.sign(")");
  words.sign(".");
  if (!words.done()) return std::nullopt;
  return date;
}

std::vector<PartialDate> parse_dates(std::string_view text, DayOrder order, std::string& rest) {
  std::vector<PartialDate> dates;
  const auto keep = [&](std::string_view piece) {
    piece = trim_marks(piece);
    if (piece.empty()) return;
    if (!rest.empty()) rest += "; ";
    rest += piece;
  };
  if (auto whole = parse_date(text, order)) return {*whole};
  // Cut before each separator; a comma cuts only when what stands before it is a date by itself.
  std::size_t start = 0;
  const auto take = [&](std::size_t end) {
    const std::string_view piece = without_label(text.substr(start, end - start));
    if (auto date = parse_date(piece, order))
      dates.push_back(*date);
    else
      keep(piece);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t length = 0;
    if (text[i] == ';' || text[i] == '|' || text[i] == '\n') length = 1;
    if (text[i] == ',' && parse_date(without_label(text.substr(start, i - start)), order))
      length = 1;
    if (text.substr(i, 4) == " or " || text.substr(i, 4) == " OR ") length = 4;
    if (text.substr(i, 5) == " and " && text.substr(start, i - start).find("etween") == text.npos)
      length = 5;
    if (i > start && i + 1 < text.size() && text[i] == ' ' &&
        ((i + 2 < text.size() && text[i + 2] == ')') ||
         (i + 3 < text.size() && text[i + 1] == '(' && text[i + 3] == ')')))
      length = 1;
    if (length == 0) continue;
    take(i);
    start = i + length;
    i += length - 1;
  }
  if (start < text.size()) take(text.size());
  return dates;
}

}  // namespace vedette::profile
