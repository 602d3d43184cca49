#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::ledger::sql {

// Walks SQL text and knows which characters are code and which stand in quotes or comments.
// Usable at compile time.
class SqlCharacters {
 public:
  constexpr explicit SqlCharacters(std::string_view text) : text_(text) {}

  constexpr bool done() const { return at_ >= text_.size(); }
  constexpr std::size_t position() const { return at_; }
  constexpr char current() const { return text_[at_]; }

  // Whether the current character is code; then on to the next. The two characters that open or
  // close a block comment are one step.
  constexpr bool step() {
    const char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const State before = state_;
    switch (before) {
      case State::kCode:
        if (c == '\'') state_ = State::kQuote;
        if (c == '"') state_ = State::kName;
        if (c == '-' && next == '-') state_ = State::kLine;
        if (c == '/' && next == '*') state_ = State::kBlock;
        if (state_ == State::kBlock) ++at_;
        break;
      case State::kQuote:
        if (c == '\'') state_ = State::kCode;
        break;
      case State::kName:
        if (c == '"') state_ = State::kCode;
        break;
      case State::kLine:
        if (c == '\n') state_ = State::kCode;
        break;
      case State::kBlock:
        if (c != '*' || next != '/') break;
        state_ = State::kCode;
        ++at_;
        break;
    }
    ++at_;
    return before == State::kCode && state_ == State::kCode;
  }

 private:
  enum class State { kCode, kQuote, kName, kLine, kBlock };

  std::string_view text_;
  std::size_t at_ = 0;
  State state_ = State::kCode;
};

constexpr int kBadPlaceholders = -1;

// How many parameters the text has, when each of $1..$n appears; kBadPlaceholders when one of them
// is missing, or when the text holds `?` or `;` outside quotes and comments.
constexpr int count_placeholders(std::string_view text) {
  constexpr int kMost = 60;
  unsigned long long seen = 0;
  int most = 0;
  for (SqlCharacters at(text); !at.done();) {
    const std::size_t here = at.position();
    if (!at.step()) continue;
    if (text[here] == '?' || text[here] == ';') return kBadPlaceholders;
    if (text[here] != '$') continue;
    int number = 0;
    while (!at.done() && at.current() >= '0' && at.current() <= '9' && number <= kMost) {
      number = number * 10 + (at.current() - '0');
      at.step();
    }
    if (number < 1 || number > kMost) return kBadPlaceholders;
    seen |= 1ULL << number;
    most = number > most ? number : most;
  }
  for (int i = 1; i <= most; ++i)
    if ((seen & (1ULL << i)) == 0) return kBadPlaceholders;
  return most;
}

// $N becomes ?N outside quotes and comments: SQLite would number `$2, $1` by first appearance.
std::string sqlite_placeholders(std::string_view text);

// The statements of a migration, split at semicolons outside quotes and comments; blank ones and
// comments alone are left out.
std::vector<std::string> split_statements(std::string_view script);

}  // namespace vedette::ledger::sql
