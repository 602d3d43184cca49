#include "http/query.h"

#include <utility>

#include "base/encoding.h"

namespace vedette::http {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (c == '\0') return std::nullopt;
    out += c;
  }
  if (!base::is_utf8(out)) return std::nullopt;
  return out;
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

// "key[]" and "key[12]" name a list called "key".
bool names_list(std::string_view field, std::string_view key) {
  if (!field.starts_with(key)) return false;
  field.remove_prefix(key.size());
  if (field.size() < 2 || field.front() != '[' || field.back() != ']') return false;
  for (const char c : field.substr(1, field.size() - 2))
    if (c < '0' || c > '9') return false;
  return true;
}

}  // namespace

std::optional<std::string> decode_component(std::string_view text) {
  return decode(text, false);
}

std::optional<std::string> decode_form_component(std::string_view text) {
  return decode(text, true);
}

std::string encode_component(std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

base::Result<QueryFields> QueryFields::parse(std::string_view text) {
  QueryFields result;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view field = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (field.empty()) continue;
    if (result.fields_.size() == kMaxFields)
      return base::Error(base::Cause::kTooLarge, "more than 10000 fields");
    const std::size_t equals = field.find('=');
    const bool has_value = equals != std::string_view::npos;
    auto key = decode_form_component(field.substr(0, equals));
    // The position is named and the text is not: a query may hold anything.
    if (!key)
      return base::Error(base::Cause::kInvalidInput, "name of field " + std::to_string(number) +
                                                         " is not valid percent-encoded UTF-8");
    auto value = has_value ? decode_form_component(field.substr(equals + 1)) : std::string();
    if (!value)
      return base::Error(
          base::Cause::kInvalidInput,
          "value of field " + std::to_string(number) + " is not valid percent-encoded UTF-8",
          {{*key, "INVALID_CHARACTER",
            field.find("%00") != std::string_view::npos ? "must not hold a zero character (%00)"
                                                        : "is not valid percent-encoded UTF-8"}});
    result.fields_.push_back({std::move(*key), std::move(*value), has_value});
  }
  return result;
}

const QueryField* QueryFields::find(std::string_view key) const {
  for (const QueryField& field : fields_)
    if (field.key == key) return &field;
  return nullptr;
}

std::optional<std::string_view> QueryFields::first(std::string_view key) const {
  const QueryField* field = find(key);
  if (field == nullptr) return std::nullopt;
  return field->value;
}

std::vector<std::string_view> QueryFields::values(std::string_view key) const {
  std::vector<std::string_view> values;
  for (const QueryField& field : fields_)
    if (field.key == key || names_list(field.key, key)) values.emplace_back(field.value);
  return values;
}

}  // namespace vedette::http
