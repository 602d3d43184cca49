#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/request/failure.h"
#include "http/message.h"
#include "http/query.h"

namespace vedette::api {

// The names under which one input is accepted, the proper one first. Under several of them it
// counts as given several times.
using InputNames = std::initializer_list<std::string_view>;

// Every input of one request, wherever it stood: the query, a JSON body, a form body. The getters
// read one input each; what is wrong with it is noted, and failure() tells all of it at the end.
// The same input in two places with the same value is fine; with two values it is a problem.
// null and "" are the same as absent, as are empty items of lists.
class Inputs {
 public:
  // Understands the body by its content: JSON when it begins with { or [, a form when the type says
  // so. Anything else that is not blank is a failure (MALFORMED_JSON, UNSUPPORTED_MEDIA_TYPE), and
  // so is a list where none is expected; an empty one is what some clients send for no body.
  enum class List : std::uint8_t { kRefused, kAccepted };
  static std::variant<Inputs, Failure> read(const http::Request& request,
                                            List list = List::kRefused);

  // The query alone, for operations whose body is bytes.
  static std::variant<Inputs, Failure> read_query(const http::Request& request);

  // The members of one JSON object, as of an item in a list. Problems are in the body.
  static Inputs of_object(boost::json::object object);

  // Whether the input was given at all, be it empty.
  bool present(InputNames names) const { return !find(names).empty(); }
  // Present, and neither null nor "".
  bool filled(std::string_view name) const;

  // A text; numbers count as their text.
  std::optional<std::string> text(InputNames names);
  // Optional sign and digits, as number or text; 80.0 is 80.
  std::optional<std::int64_t> integer(InputNames names, std::int64_t least, std::int64_t most);
  // true false 1 0 yes no on off, any case; a bare key in the query is true.
  std::optional<bool> boolean(InputNames names);
  // a=x,y or a=x&a=y or a[]=x&a[]=y or ["x","y"] or "x,y"; trimmed, no duplicates.
  // Nothing when the input is absent; an empty list when it is there and empty.
  std::optional<std::vector<std::string>> list(InputNames names);

  // The values as they were given, for fields that read them themselves: each value of the query or
  // a form is a text, cut at commas if `at_commas`; an array of the body gives its elements.
  // Nothing when the input is absent, or given in two places with different values (a problem).
  std::optional<std::vector<boost::json::value>> values(InputNames names, bool at_commas);

  // As text(); its absence is a problem (MISSING_PARAMETER).
  std::string required_text(InputNames names);

  // The name under which the input was given; the proper one when it was not.
  std::string_view given_name(InputNames names) const;

  // What to say of an input that is well written and names nothing that is there.
  Problem about(InputNames names, std::string message) const;

  // Notes a problem of the caller's own.
  void add_problem(std::string_view name, std::string code, std::string message);
  bool has_problems() const { return !problems_.empty(); }
  Failure failure() const { return invalid_inputs(problems_); }
  const std::vector<Problem>& problems() const { return problems_; }

  // The JSON body, when there is one.
  const boost::json::value* body() const { return json_ ? &*json_ : nullptr; }

 private:
  // One occurrence of an input. Exactly one of `text` and `node` is set.
  struct Found {
    std::string_view name;
    std::string_view in;
    const std::string* text = nullptr;
    const boost::json::value* node = nullptr;
    bool bare = false;  // a key without '=' in the query
  };
  std::vector<Found> find(InputNames names) const;
  // The scalar at the names as text; notes conflicts and values that are no scalars. `canonical`
  // writes all spellings of one value in the same way.
  using Canonical = std::string (*)(std::string);
  std::optional<std::string> scalar(InputNames names, std::string_view bare_value,
                                    Canonical canonical = nullptr);
  // The items that the JSON body has under the names; nothing when it has none.
  std::optional<std::vector<std::string>> json_items(InputNames names);

  http::QueryFields query_;
  http::QueryFields form_;
  std::optional<boost::json::value> json_;
  std::vector<Problem> problems_;
};

constexpr std::size_t kMaxJsonDepth = 32;
constexpr std::size_t kMaxJsonStringBytes = 64 * 1024;

// Parses JSON within the limits of the API (depth, length of strings, finite numbers, UTF-8, no key
// twice in one object).
std::variant<boost::json::value, Failure> parse_json(std::string_view text);

}  // namespace vedette::api
