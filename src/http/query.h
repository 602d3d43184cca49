#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::http {

// Percent-decoding. Strict: an invalid escape, an encoded or plain NUL, or bytes that are not
// UTF-8 make it fail instead of passing something nobody meant.
std::optional<std::string> decode_component(std::string_view text);       // '+' stays '+'
std::optional<std::string> decode_form_component(std::string_view text);  // '+' is a space

// Everything but unreserved characters becomes %XX.
std::string encode_component(std::string_view text);

struct QueryField {
  std::string key;
  std::string value;
  bool has_value = false;  // false for a key without '='
};

// The fields of a query string or of an application/x-www-form-urlencoded body, in the order sent,
// repeated keys kept.
class QueryFields {
 public:
  // kInvalidInput naming the first bad field; kTooLarge past kMaxFields.
  static base::Result<QueryFields> parse(std::string_view text);

  const std::vector<QueryField>& all() const { return fields_; }
  bool empty() const { return fields_.empty(); }

  // The first field of that key.
  const QueryField* find(std::string_view key) const;
  std::optional<std::string_view> first(std::string_view key) const;
  // Values of `key` and of `key[]` (and `key[0]`...), in the order sent.
  std::vector<std::string_view> values(std::string_view key) const;

  static constexpr std::size_t kMaxFields = 10'000;

 private:
  std::vector<QueryField> fields_;
};

}  // namespace vedette::http
