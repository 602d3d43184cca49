#include "api/request/unknown_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "api/request/bearer.h"
#include "api/request/described_parameters.h"
#include "api/request/failure.h"
#include "http/query.h"

namespace vedette::api {
namespace {

using Names = DescribedParameters::Names;

constexpr std::size_t kMostNamed = 10;
constexpr std::size_t kMostNameBytes = 64;

// Other names that operations accept for a described input; names are written as plain() does.
struct Alias {
  std::string_view name;
  std::string_view described;
};
constexpr std::array<Alias, 24> kAliases = {{
    {"country", "countries"},
    {"dataset", "datasets"},
    {"dateofbirth", "dob"},
    {"yearofbirth", "birthyear"},
    {"birthdaterule", "dobmatching"},
    {"searchtype", "family"},
    {"companyname", "name"},
    {"qrcode", "matchqrcode"},
    {"matchqrcode", "qrcode"},
    {"qrcode", "resourceid"},
    {"resourceuri", "resourceid"},
    {"id", "businessmonitorrecordid"},
    {"id", "individualmonitorrecordid"},
    {"businessmonitorrecordid", "individualmonitorrecordid"},
    {"individualmonitorrecordid", "businessmonitorrecordid"},
    // The fields of one review, which may be beside the others instead of in a list.
    {"qrcode", "reviews"},
    {"matchqrcode", "reviews"},
    {"status", "reviews"},
    {"clientriskrating", "reviews"},
    {"clientcomment", "reviews"},
    {"clientuserid", "reviews"},
    {"expectedstatus", "reviews"},
    {"matchversion", "reviews"},
    {"referenceid", "reviews"},
}};

// search_type, searchType and searchType[] are one input.
std::string plain(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, name.find('['))) {
    if (c == '_' || c == '-') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

bool is_known(const Names& plain_names, std::string_view name) {
  const std::string wanted = plain(name);
  if (plain_names.contains(wanted)) return true;
  return std::ranges::any_of(kAliases, [&](const Alias& alias) {
    return alias.name == wanted && plain_names.contains(alias.described);
  });
}

std::vector<std::string> unknown_in(const http::Request& request, const Names& plain_names) {
  std::vector<std::string> unknown;
  const auto query = http::QueryFields::parse(request.query());
  if (!query.ok()) return unknown;  // who reads the query refuses it
  for (const http::QueryField& field : query->all())
    if (!is_known(plain_names, field.key) &&
        std::ranges::find(unknown, field.key) == unknown.end() && unknown.size() < kMostNamed)
      unknown.push_back(field.key);
  return unknown;
}

Failure refusal(const std::vector<std::string>& unknown, const Names& known) {
  std::vector<Problem> problems;
  const std::string message =
      known.empty()
          ? "is no parameter of this operation, which has none"
          : fmt::format("is no parameter of this operation; it has {}", fmt::join(known, ", "));
  for (const std::string& name : unknown)
    problems.push_back(
        {.path = name, .in = "query", .code = "UNKNOWN_PARAMETER", .message = message});
  return invalid_inputs(std::move(problems));
}

// A header holds no text of the client as it is.
std::string header_value(const std::vector<std::string>& unknown) {
  std::vector<std::string> names;
  for (const std::string& name : unknown)
    names.push_back(http::encode_component(name).substr(0, kMostNameBytes));
  return fmt::format("{}", fmt::join(names, ", "));
}

http::Handler checked(http::Handler handler, const Names& known, UnknownParameters policy,
                      service::Tokens& tokens) {
  Names plain_names;
  for (const std::string& name : known)
    plain_names.insert(plain(name));
  return [&known, policy, &tokens, plain_names = std::move(plain_names),
          handler = std::move(handler)](const http::Request& request) -> http::Response {
    if (request.query().empty()) return handler(request);
    const std::vector<std::string> unknown = unknown_in(request, plain_names);
    if (unknown.empty()) return handler(request);
    if (policy == UnknownParameters::kRefuse) {
      // Whoever has no valid token is refused by the handler, and learns no more.
      const auto token = access_token(request);
      if (token && tokens.authenticate(*token).ok())
        return failure_response(request, refusal(unknown, known));
    }
    http::Response response = handler(request);
    response.set(kUnknownParametersHeader, header_value(unknown));
    return response;
  };
}

}  // namespace

std::vector<http::Route> with_known_parameters(std::vector<http::Route> table,
                                               UnknownParameters policy, service::Tokens& tokens) {
  for (http::Route& route : table) {
    const Names* known = DescribedParameters::all().of(route.pattern);
    if (known == nullptr || is_token_path(route.pattern)) continue;
    route.handler = checked(std::move(route.handler), *known, policy, tokens);
  }
  return table;
}

}  // namespace vedette::api
