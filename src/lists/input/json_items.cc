#include "lists/input/json_items.h"

#include <boost/json.hpp>

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using Visit = std::function<Result<void>(const JsonItem&)>;

constexpr std::size_t kBlock = 256U << 10;
constexpr std::size_t kLongestItem = 256U << 20;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A window over the source that grows while an item is being read and forgets it afterwards.
class Window {
 public:
  explicit Window(ByteSource& source) : source_(source) {}

  // True when there is a byte at `at()`.
  Result<bool> available() {
    if (at_ < buffer_.size()) return true;
    if (at_end_) return false;
    if (mark_ > 0) {
      buffer_.erase(0, mark_);
      at_ -= mark_;
      mark_ = 0;
    }
    if (buffer_.size() > kLongestItem) return Error(Cause::kTooLarge, "a JSON item is too large");
    const std::size_t old = buffer_.size();
    buffer_.resize(old + kBlock);
    VEDETTE_ASSIGN(const std::size_t count, source_.read(buffer_.data() + old, kBlock));
    buffer_.resize(old + count);
    at_end_ = count == 0;
    return !at_end_;
  }
  char current() const { return buffer_[at_]; }
  void advance() { line_ += buffer_[at_++] == '\n'; }
  void mark() { mark_ = at_; }  // an item starts here; what is before may be forgotten
  std::string_view marked() const { return std::string_view(buffer_).substr(mark_, at_ - mark_); }
  std::uint64_t line() const { return line_; }

  Result<bool> skip_blanks() {
    for (;;) {
      mark();
      VEDETTE_ASSIGN(const bool more, available());
      if (!more) return false;
      if (!is_blank(current())) return true;
      advance();
    }
  }

  // Moves past one value, told by its brackets and quotes alone. False: the document ended in it.
  Result<bool> skip_value() {
    mark();
    int depth = 0;
    bool in_string = false;
    for (;;) {
      VEDETTE_ASSIGN(const bool more, available());
      if (!more) return depth == 0 && !in_string && !marked().empty() && is_scalar_;
      const char c = current();
      if (in_string) {
        if (c == '\\') {
          advance();
          VEDETTE_ASSIGN(const bool escaped, available());
          if (!escaped) return false;
        } else if (c == '"') {
          in_string = false;
          if (depth == 0) {
            advance();
            return true;
          }
        }
        advance();
        continue;
      }
      is_scalar_ = depth == 0;
      if (c == '"') {
        in_string = true;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return !marked().empty();  // the end of what holds this scalar
        if (--depth == 0) {
          advance();
          return true;
        }
      } else if (depth == 0 && (c == ',' || is_blank(c))) {
        return !marked().empty();
      }
      advance();
    }
  }

 private:
  ByteSource& source_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t mark_ = 0;
  std::uint64_t line_ = 1;
  bool at_end_ = false;
  bool is_scalar_ = false;
};

Error truncated(const Window& window) {
  return Error(Cause::kInvalidInput,
               fmt::format("the JSON document ends too early (line {})", window.line()));
}
Error malformed(const Window& window) {
  return Error(Cause::kInvalidInput, fmt::format("not a JSON document (line {})", window.line()));
}

// The elements of an array whose opening bracket is the current byte.
Result<void> read_array(Window& window, std::string_view member, const Visit& visit) {
  window.advance();
  for (bool first = true;; first = false) {
    VEDETTE_ASSIGN(bool more, window.skip_blanks());
    if (!more) return truncated(window);
    if (window.current() == ']') break;
    if (!first) {
      if (window.current() != ',') return malformed(window);
      window.advance();
      VEDETTE_ASSIGN(more, window.skip_blanks());
      if (!more) return truncated(window);
    }
    const std::uint64_t line = window.line();
    VEDETTE_ASSIGN(const bool whole, window.skip_value());
    if (!whole) return truncated(window);
    VEDETTE_TRY(visit({member, window.marked(), line}));
  }
  window.advance();
  return {};
}

Result<void> read_members(Window& window, const Visit& visit) {
  if (window.current() != '{') return malformed(window);
  window.advance();
  for (bool first = true;; first = false) {
    VEDETTE_ASSIGN(bool more, window.skip_blanks());
    if (!more) return truncated(window);
    if (window.current() == '}') break;
    if (!first) {
      if (window.current() != ',') return malformed(window);
      window.advance();
      VEDETTE_ASSIGN(more, window.skip_blanks());
      if (!more) return truncated(window);
    }
    if (window.current() != '"') return malformed(window);
    VEDETTE_ASSIGN(bool whole, window.skip_value());
    if (!whole) return truncated(window);
    const std::string_view quoted = window.marked();
    const std::string member(quoted.substr(1, quoted.size() - 2));
    VEDETTE_ASSIGN(more, window.skip_blanks());
    if (!more) return truncated(window);
    if (window.current() != ':') return malformed(window);
    window.advance();
    VEDETTE_ASSIGN(more, window.skip_blanks());
    if (!more) return truncated(window);
    if (window.current() == '[') {
      VEDETTE_TRY(read_array(window, member, visit));
      continue;
    }
    const std::uint64_t line = window.line();
    VEDETTE_ASSIGN(whole, window.skip_value());
    if (!whole) return truncated(window);
    VEDETTE_TRY(visit({member, window.marked(), line}));
  }
  window.advance();
  return {};
}

// Puts bytes already read back in front of a source.
class Prefixed final : public ByteSource {
 public:
  Prefixed(std::string prefix, ByteSource& rest) : prefix_(std::move(prefix)), rest_(rest) {}
  Result<std::size_t> read(char* out, std::size_t size) override {
    if (at_ >= prefix_.size()) return rest_.read(out, size);
    const std::size_t count = std::min(size, prefix_.size() - at_);
    prefix_.copy(out, count, at_);
    at_ += count;
    return count;
  }
  std::uint64_t position() const override { return rest_.position(); }

 private:
  std::string prefix_;
  std::size_t at_ = 0;
  ByteSource& rest_;
};

Result<void> read_lines(ByteSource& source, const Visit& visit) {
  LineReader lines(source);
  std::string_view line;
  for (;;) {
    VEDETTE_ASSIGN(const bool more, lines.next(line));
    if (!more) return {};
    while (!line.empty() && is_blank(line.front()))
      line.remove_prefix(1);
    if (line.empty()) continue;
    if (lines.ended_without_newline()) {
      boost::json::error_code error;
      boost::json::parse(line, error);
      if (error)
        return Error(Cause::kInvalidInput,
                     fmt::format("the file ends inside a record (line {})", lines.line_number()));
    }
    VEDETTE_TRY(visit({{}, line, lines.line_number()}));
  }
}

}  // namespace

Result<void> read_json_items(ByteSource& source, JsonShape shape, const Visit& visit) {
  std::string head(4096, '\0');
  VEDETTE_ASSIGN(const std::size_t count, source.read(head.data(), head.size()));
  head.resize(count);
  if (head.starts_with("\xEF\xBB\xBF")) head.erase(0, 3);
  const auto first = head.find_first_not_of(" \t\r\n");
  const bool array = first != std::string::npos && head[first] == '[';
  Prefixed whole(std::move(head), source);
  if (shape == JsonShape::kLinesOrArray && !array) return read_lines(whole, visit);
  Window window(whole);
  VEDETTE_ASSIGN(bool more, window.skip_blanks());
  if (!more) return Error(Cause::kInvalidInput, "the file is empty");
  VEDETTE_TRY(array ? read_array(window, {}, visit) : read_members(window, visit));
  VEDETTE_ASSIGN(more, window.skip_blanks());
  if (more) return malformed(window);
  return {};
}

}  // namespace vedette::lists
