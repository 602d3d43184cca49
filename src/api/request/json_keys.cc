#include "api/request/json_keys.h"

#include <boost/json/basic_parser_impl.hpp>
#include <set>
#include <vector>

namespace vedette::api {
namespace {

namespace json = boost::json;
using Code = json::error_code;
using Text = json::string_view;

// What the parser calls while it walks the text; only keys and the borders of objects matter.
struct KeyWatch {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  bool on_document_begin(Code&) { return true; }
  bool on_document_end(Code&) { return true; }
  bool on_object_begin(Code&) {
    open.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, Code&) {
    open.pop_back();
    return true;
  }
  bool on_array_begin(Code&) { return true; }
  bool on_array_end(std::size_t, Code&) { return true; }
  bool on_key_part(Text part, std::size_t, Code&) {
    key += part;
    return true;
  }
  bool on_key(Text part, std::size_t, Code& code) {
    key += part;
    if (open.back().insert(key).second) {
      key.clear();
      return true;
    }
    repeated = std::move(key);
    code = json::error::extra_data;  // any failure ends the walk
    return false;
  }
  bool on_string_part(Text, std::size_t, Code&) { return true; }
  bool on_string(Text, std::size_t, Code&) { return true; }
  bool on_number_part(Text, Code&) { return true; }
  bool on_int64(std::int64_t, Text, Code&) { return true; }
  bool on_uint64(std::uint64_t, Text, Code&) { return true; }
  bool on_double(double, Text, Code&) { return true; }
  bool on_bool(bool, Code&) { return true; }
  bool on_null(Code&) { return true; }
  bool on_comment_part(Text, Code&) { return true; }
  bool on_comment(Text, Code&) { return true; }

  std::vector<std::set<std::string, std::less<>>> open;
  std::string key;
  std::optional<std::string> repeated;
};

}  // namespace

std::optional<std::string> repeated_key(std::string_view text, std::size_t most_depth) {
  json::parse_options options;
  options.max_depth = most_depth;
  json::basic_parser<KeyWatch> parser(options);
  Code code;
  parser.write_some(false, text.data(), text.size(), code);
  return parser.handler().repeated;
}

}  // namespace vedette::api
