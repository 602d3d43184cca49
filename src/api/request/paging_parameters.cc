#include "api/request/paging_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <map>
#include <set>
#include <string>

#include "base/check.h"
#include "base/embedded.h"
#include "http/query.h"

namespace vedette::api {
namespace {

namespace json = boost::json;

// By which operations of this service and of others are asked for a part of their answer.
constexpr std::array<std::string_view, 16> kPagingNames = {
    "limit",     "offset",    "cursor",    "nextCursor", "after",   "before",
    "page",      "pageSize",  "page_size", "pageNumber", "perPage", "per_page",
    "nextToken", "pageToken", "since",     "skip"};

bool is_paging(std::string_view name) {
  return std::ranges::find(kPagingNames, name) != kPagingNames.end();
}

using Names = std::set<std::string, std::less<>>;

// The paging parameters of each path of the description; those in a body too, because every input
// may stand in the query.
class Description {
 public:
  Description() {
    const auto text = base::embedded("docs/openapi.json");
    VEDETTE_CHECK(text.has_value());
    document_ = json::parse(*text);
    for (const auto& path : document_.at("paths").as_object())
      for (const auto& operation : path.value().as_object())
        add(operation.value().as_object(), names_[path.key()]);
    document_ = nullptr;
  }

  // Nothing for a path that is not described.
  const Names* of(std::string_view pattern) const {
    const auto found = names_.find(pattern);
    return found == names_.end() ? nullptr : &found->second;
  }

 private:
  void add(const json::object& operation, Names& names) const {
    if (const json::value* parameters = operation.if_contains("parameters"))
      for (const json::value& each : parameters->as_array()) {
        const json::object& parameter = resolved(each);
        if (parameter.at("in") == "query") add_name(parameter.at("name").as_string(), names);
      }
    if (const json::value* body = operation.if_contains("requestBody"))
      for (const auto& type : resolved(*body).at("content").as_object())
        add_properties(resolved(type.value().at("schema")), names);
  }

  void add_properties(const json::object& schema, Names& names) const {
    if (const json::value* properties = schema.if_contains("properties"))
      for (const auto& property : properties->as_object())
        add_name(property.key(), names);
    for (const char* combination : {"allOf", "anyOf", "oneOf"})
      if (const json::value* parts = schema.if_contains(combination))
        for (const json::value& part : parts->as_array())
          add_properties(resolved(part), names);
  }

  static void add_name(std::string_view name, Names& names) {
    if (is_paging(name)) names.emplace(name);
  }

  const json::object& resolved(const json::value& value) const {
    const json::object& object = value.as_object();
    const json::value* reference = object.if_contains("$ref");
    if (reference == nullptr) return object;
    std::string_view pointer = reference->as_string();
    pointer.remove_prefix(1);  // "#/components/..."
    return resolved(document_.at_pointer(pointer));
  }

  json::value document_;
  std::map<std::string, Names, std::less<>> names_;
};

std::string explanation(const Names& known) {
  if (known.empty()) return "is no parameter of this operation, which answers everything at once";
  return fmt::format("is no parameter of this operation; a part of its answer is asked for by {}",
                     fmt::join(known, ", "));
}

}  // namespace

std::optional<Failure> refuse_foreign_paging(const http::Request& request) {
  if (request.query().empty()) return std::nullopt;
  static const Description description;
  const Names* known = description.of(request.route_pattern);
  const auto query = http::QueryFields::parse(request.query());
  if (known == nullptr || !query.ok()) return std::nullopt;  // who reads the query refuses it
  std::vector<Problem> problems;
  for (const http::QueryField& field : query->all())
    if (is_paging(field.key) && !known->contains(field.key))
      problems.push_back({.path = field.key,
                          .in = "query",
                          .code = "UNKNOWN_PARAMETER",
                          .message = explanation(*known)});
  if (problems.empty()) return std::nullopt;
  return invalid_inputs(std::move(problems));
}

}  // namespace vedette::api
