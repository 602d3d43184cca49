#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace vedette::base {

// Appends JSON to a string, in the order of the calls: commas and escapes are its business, the
// nesting is the caller's. Text that is not UTF-8 is written as escapes, never as broken bytes.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool flag);
  template <class Integer>
    requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>)
  JsonWriter& value(Integer number) {
    return raw(std::to_string(number));
  }
  // At most `decimals` digits behind the point, no trailing zeros; not a number becomes null.
  JsonWriter& value(double number, int decimals);
  JsonWriter& null() { return raw("null"); }
  // `json` must be JSON already.
  JsonWriter& raw(std::string_view json);

  template <class T>
  JsonWriter& member(std::string_view name, const T& member_value) {
    return key(name).value(member_value);
  }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace vedette::base
