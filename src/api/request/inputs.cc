#include "api/request/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <limits>

#include "api/request/fields.h"
#include "api/request/json_keys.h"
#include "base/ascii.h"
#include "base/encoding.h"

namespace vedette::api {
namespace {

namespace json = boost::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// "application/json; charset=utf-8" -> "application/json"
std::string media_type(const http::Request& request) {
  const std::string_view value = request.header("Content-Type").value_or("");
  return base::lower(base::trim(value.substr(0, value.find(';'))));
}

Failure malformed(std::string message) {
  return {.status = 400, .code = "MALFORMED_JSON", .message = std::move(message)};
}

// What the parser lets through and the API does not; nothing when all is well.
std::optional<std::string> beyond_limits(const json::value& value) {
  if (const auto* text = value.if_string(); text != nullptr && text->size() > kMaxJsonStringBytes)
    return fmt::format("the body has a text of more than {} bytes", kMaxJsonStringBytes);
  if (const double* number = value.if_double()) {
    // Two ids of so many digits would become one.
    constexpr double kFirstInexact = 9007199254740992.0;
    if (!std::isfinite(*number)) return "the body has a number that is too large";
    if (std::abs(*number) >= kFirstInexact)
      return "the body has a number of more digits than can be kept; send it as a text";
  }
  if (const auto* array = value.if_array()) {
    for (const json::value& item : *array)
      if (auto problem = beyond_limits(item)) return problem;
  }
  if (const auto* object = value.if_object()) {
    for (const auto& member : *object)
      if (auto problem = beyond_limits(member.value())) return problem;
  }
  return std::nullopt;
}

std::string number_text(double number) {
  // 80.0 is 80: a client that computes a threshold as a float means the integer.
  constexpr double kExactIntegers = 9.0e15;
  if (std::nearbyint(number) == number && std::abs(number) < kExactIntegers)
    return std::to_string(static_cast<std::int64_t>(number));
  return fmt::format("{}", number);
}

// The text of a scalar; nothing for objects and arrays. null is the empty text.
std::optional<std::string> scalar_text(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "";
    case json::kind::bool_:
      return value.get_bool() ? "true" : "false";
    case json::kind::int64:
      return std::to_string(value.get_int64());
    case json::kind::uint64:
      return std::to_string(value.get_uint64());
    case json::kind::double_:
      return number_text(value.get_double());
    case json::kind::string:
      return std::string(value.get_string());
    default:
      return std::nullopt;
  }
}

// Adds the comma-separated items of `text` that are not there yet.
void add_items(std::string_view text, std::vector<std::string>& items) {
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = base::trim(text.substr(0, comma));
    if (!item.empty() && std::ranges::find(items, item) == items.end()) items.emplace_back(item);
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

std::optional<bool> truth_of(std::string_view text) {
  const std::string word = base::lower(base::trim(text));
  if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "0" || word == "no" || word == "off") return false;
  return std::nullopt;
}

std::string canonical_boolean(std::string text) {
  const auto truth = truth_of(text);
  if (!truth) return text;
  return *truth ? "true" : "false";
}

std::string canonical_integer(std::string text) {
  using Limits = std::numeric_limits<std::int64_t>;
  const auto number = parse_whole_number(text, Limits::min(), Limits::max());
  return number.ok() ? std::to_string(*number) : text;
}

Failure undecodable(std::string_view in, const base::Error& error) {
  if (!error.details.empty()) {
    const base::ErrorDetail& detail = error.details.front();
    return invalid_inputs({{detail.path, std::string(in), detail.code, detail.message}});
  }
  return invalid_inputs(
      {{.path = "", .in = std::string(in), .code = "INVALID_CHARACTER", .message = error.message}});
}

}  // namespace

std::variant<json::value, Failure> parse_json(std::string_view text) {
  json::parse_options options;
  options.max_depth = kMaxJsonDepth;
  boost::system::error_code problem;
  json::value value = json::parse(text, problem, {}, options);
  if (problem) {
    if (!base::is_utf8(text)) return malformed("the body is not UTF-8");
    if (problem == json::error::too_deep)
      return malformed(fmt::format("the body is nested more than {} deep", kMaxJsonDepth));
    return malformed("the body is not JSON: " + problem.message());
  }
  if (auto beyond = beyond_limits(value)) return malformed(std::move(*beyond));
  if (const auto key = repeated_key(text, kMaxJsonDepth))
    return malformed(fmt::format("the key \"{}\" stands twice in one object", *key));
  return value;
}

std::variant<Inputs, Failure> Inputs::read_query(const http::Request& request) {
  Inputs inputs;
  auto query = http::QueryFields::parse(request.query());
  if (!query.ok()) return undecodable("query", query.error());
  inputs.query_ = std::move(query).value();
  return inputs;
}

std::variant<Inputs, Failure> Inputs::read(const http::Request& request, List list) {
  auto read = read_query(request);
  if (std::holds_alternative<Failure>(read)) return read;
  Inputs inputs = std::get<Inputs>(std::move(read));

  std::string_view body = request.body;
  if (body.starts_with(kByteOrderMark)) body.remove_prefix(kByteOrderMark.size());
  body = base::trim(body);
  if (body.empty()) return inputs;

  if (body.front() == '{' || body.front() == '[') {
    auto parsed = parse_json(body);
    if (auto* failure = std::get_if<Failure>(&parsed)) return std::move(*failure);
    inputs.json_ = std::get<json::value>(std::move(parsed));
    const json::array* items = inputs.json_->if_array();
    if (items != nullptr && !items->empty() && list == List::kRefused)
      return malformed("the body is a list; it must be a JSON object");
    return inputs;
  }
  const std::string type = media_type(request);
  if (type == "application/x-www-form-urlencoded") {
    auto form = http::QueryFields::parse(body);
    if (!form.ok()) return undecodable("body", form.error());
    inputs.form_ = std::move(form).value();
    return inputs;
  }
  if (type.empty() || type == "text/plain" || type == "application/json" || type.ends_with("+json"))
    return malformed("the body is not a JSON object");
  return Failure{.status = 415,
                 .code = "UNSUPPORTED_MEDIA_TYPE",
                 .message = fmt::format("send the body as application/json, not as {}", type)};
}

Inputs Inputs::of_object(json::object object) {
  Inputs inputs;
  inputs.json_ = std::move(object);
  return inputs;
}

std::vector<Inputs::Found> Inputs::find(InputNames names) const {
  // All names count, so that two of them with different values are noticed: which record is deleted
  // must not hang on the order of a list of aliases.
  std::vector<Found> found;
  for (const std::string_view name : names) {
    for (const http::QueryField& field : query_.all())
      if (field.key == name)
        found.push_back({name, "query", &field.value, nullptr, !field.has_value});
    for (const http::QueryField& field : form_.all())
      if (field.key == name)
        found.push_back({name, "body", &field.value, nullptr, !field.has_value});
    if (json_ && json_->is_object())
      if (const json::value* node = json_->get_object().if_contains(name))
        found.push_back({name, "body", nullptr, node, false});
  }
  return found;
}

bool Inputs::filled(std::string_view name) const {
  return std::ranges::any_of(find({name}), [](const Found& found) {
    return found.node != nullptr ? scalar_text(*found.node) != "" : !found.text->empty();
  });
}

std::optional<std::string> Inputs::scalar(InputNames names, std::string_view bare_value,
                                          Canonical canonical) {
  std::optional<std::string> result;
  for (const Found& found : find(names)) {
    std::optional<std::string> text;
    if (found.node != nullptr) {
      text = scalar_text(*found.node);
    } else {
      text = found.bare ? std::string(bare_value) : *found.text;
    }
    const auto refuse = [&](std::string code, std::string message) {
      problems_.push_back(
          {std::string(found.name), std::string(found.in), std::move(code), std::move(message)});
      return std::nullopt;
    };
    if (!text) return refuse("INVALID_TYPE", "must be a single value");
    if (text->empty()) continue;
    if (canonical != nullptr) text = canonical(std::move(*text));
    if (result && *result != *text)
      return refuse("CONFLICTING_PARAMETER", "is given twice with different values");
    result = std::move(text);
  }
  return result;
}

std::optional<std::string> Inputs::text(InputNames names) {
  for (const Found& found : find(names)) {
    if (found.node == nullptr || !found.node->is_bool()) continue;
    problems_.push_back(
        {std::string(found.name), std::string(found.in), "INVALID_TYPE", "must be a text"});
    return std::nullopt;
  }
  return scalar(names, "");
}

std::optional<std::int64_t> Inputs::integer(InputNames names, std::int64_t least,
                                            std::int64_t most) {
  const auto given = scalar(names, "", canonical_integer);
  if (!given) return std::nullopt;
  const auto number = parse_whole_number(*given, least, most);
  if (!number.ok()) {
    add_problem(given_name(names), number.problem().code, number.problem().message);
    return std::nullopt;
  }
  return *number;
}

std::optional<bool> Inputs::boolean(InputNames names) {
  const auto given = scalar(names, "true", canonical_boolean);
  if (!given) return std::nullopt;
  const auto truth = truth_of(*given);
  if (!truth) add_problem(given_name(names), "INVALID_TYPE", "must be true or false");
  return truth;
}

std::optional<std::vector<std::string>> Inputs::json_items(InputNames names) {
  if (!json_ || !json_->is_object()) return std::nullopt;
  for (const std::string_view name : names) {
    const json::value* node = json_->get_object().if_contains(name);
    if (node == nullptr) continue;
    std::vector<std::string> items;
    const json::array* array = node->if_array();
    const std::size_t count = array != nullptr ? array->size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const auto text = scalar_text(array != nullptr ? (*array)[i] : *node);
      if (text) {
        add_items(*text, items);
      } else {
        problems_.push_back(
            {fmt::format("{}[{}]", name, i), "body", "INVALID_TYPE", "must be a text"});
      }
    }
    return items;
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> Inputs::list(InputNames names) {
  std::vector<std::vector<std::string>> places;
  for (const http::QueryFields* fields : {&query_, &form_}) {
    for (const std::string_view name : names) {
      const auto values = fields->values(name);
      if (values.empty()) continue;
      places.emplace_back();
      for (const std::string_view value : values)
        add_items(value, places.back());
      break;
    }
  }
  if (auto items = json_items(names)) places.push_back(std::move(*items));
  if (places.empty()) return std::nullopt;
  const auto same = [&](const auto& other) { return other == places.front(); };
  if (!std::ranges::all_of(places, same)) {
    add_problem(*names.begin(), "CONFLICTING_PARAMETER", "is given twice with different values");
    return std::nullopt;
  }
  return places.front();
}

std::optional<std::vector<json::value>> Inputs::values(InputNames names, bool at_commas) {
  std::vector<std::vector<json::value>> places;
  for (const http::QueryFields* fields : {&query_, &form_}) {
    for (const std::string_view name : names) {
      const auto texts = fields->values(name);
      if (texts.empty()) continue;
      std::vector<std::string> items;
      for (const std::string_view text : texts) {
        if (at_commas)
          add_items(text, items);
        else
          items.emplace_back(text);
      }
      places.emplace_back(items.begin(), items.end());
      break;
    }
  }
  for (const std::string_view name : names) {
    if (!json_ || !json_->is_object()) break;
    const json::value* node = json_->get_object().if_contains(name);
    if (node == nullptr) continue;
    const auto* array = node->if_array();
    if (array != nullptr) {
      places.emplace_back(array->begin(), array->end());
    } else if (node->is_string() && at_commas) {
      std::vector<std::string> items;
      add_items(node->get_string(), items);
      places.emplace_back(items.begin(), items.end());
    } else {
      places.push_back({*node});
    }
    break;
  }
  if (places.empty()) return std::nullopt;
  const auto same = [&](const auto& other) { return other == places.front(); };
  if (!std::ranges::all_of(places, same)) {
    add_problem(*names.begin(), "CONFLICTING_PARAMETER", "is given twice with different values");
    return std::nullopt;
  }
  return std::move(places.front());
}

std::string Inputs::required_text(InputNames names) {
  const std::size_t before = problems_.size();
  auto value = text(names);
  if (!value && problems_.size() == before)
    add_problem(*names.begin(), "MISSING_PARAMETER", "is missing");
  return value.value_or("");
}

std::string_view Inputs::given_name(InputNames names) const {
  const auto found = find(names);
  return found.empty() ? *names.begin() : found.front().name;
}

Problem Inputs::about(InputNames names, std::string message) const {
  const auto found = find(names);
  if (found.empty()) return {std::string(*names.begin()), "query", "", std::move(message)};
  return {std::string(found.front().name), std::string(found.front().in), "", std::move(message)};
}

void Inputs::add_problem(std::string_view name, std::string code, std::string message) {
  const bool in_body = query_.find(name) == nullptr && (json_ || !form_.empty());
  problems_.push_back(
      {std::string(name), in_body ? "body" : "query", std::move(code), std::move(message)});
}

}  // namespace vedette::api
