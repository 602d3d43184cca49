#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vedette::text {

inline constexpr std::size_t kMaxForms = 12;
inline constexpr std::size_t kMaxFormLength = 95;

// A small set of ASCII lower-case spellings of one word, the most standard first, each once. All
// storage is inline. What does not fit is left out and cut() says so.
class Forms {
 public:
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::string_view operator[](std::size_t i) const {
    return {forms_[i].text.data(), forms_[i].length};
  }
  // A spelling was longer than kMaxFormLength and is only there in part. More spellings than
  // kMaxForms are not a cut: the set is a choice, not an enumeration.
  bool cut() const { return cut_; }

  void clear() {
    count_ = 0;
    cut_ = false;
  }

  // Adds a spelling unless it is there already or the set is full.
  void add(std::string_view text) {
    if (text.size() > kMaxFormLength) {
      text = text.substr(0, kMaxFormLength);
      cut_ = true;
    }
    if (text.empty() || count_ == kMaxForms || contains(text)) return;
    Form& form = forms_[count_++];
    text.copy(form.text.data(), text.size());
    form.length = static_cast<std::uint8_t>(text.size());
  }

  bool contains(std::string_view text) const {
    for (std::size_t i = 0; i < count_; ++i)
      if ((*this)[i] == text) return true;
    return false;
  }

 private:
  struct Form {
    std::array<char, kMaxFormLength> text;
    std::uint8_t length;
  };

  std::array<Form, kMaxForms> forms_;
  std::uint8_t count_ = 0;
  bool cut_ = false;
};

// Writes one spelling piece by piece, inline; what is too long is noticed when it is added.
class FormBuilder {
 public:
  void push(char c) {
    if (length_ < text_.size()) text_[length_++] = c;
  }
  void append(std::string_view piece) {
    for (const char c : piece)
      push(c);
  }
  void clear() { length_ = 0; }
  std::size_t size() const { return length_; }
  std::string_view view() const { return {text_.data(), length_}; }
  void add_to(Forms& out) const { out.add(view()); }

 private:
  std::array<char, kMaxFormLength + 1> text_;  // one more, so that Forms sees what is too long
  std::size_t length_ = 0;
};

}  // namespace vedette::text
