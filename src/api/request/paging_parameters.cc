#include "api/request/paging_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "api/request/described_parameters.h"
#include "http/query.h"

namespace vedette::api {
namespace {

// By which operations of this service and of others are asked for a part of their answer.
constexpr std::array<std::string_view, 16> kPagingNames = {
    "limit",     "offset",    "cursor",    "nextCursor", "after",   "before",
    "page",      "pageSize",  "page_size", "pageNumber", "perPage", "per_page",
    "nextToken", "pageToken", "since",     "skip"};

bool is_paging(std::string_view name) {
  return std::ranges::find(kPagingNames, name) != kPagingNames.end();
}

std::string explanation(const DescribedParameters::Names& all) {
  std::vector<std::string_view> known;
  for (const std::string& name : all)
    if (is_paging(name)) known.push_back(name);
  if (known.empty()) return "is no parameter of this operation, which answers everything at once";
  return fmt::format("is no parameter of this operation; a part of its answer is asked for by {}",
                     fmt::join(known, ", "));
}

}  // namespace

std::optional<Failure> refuse_foreign_paging(const http::Request& request) {
  if (request.query().empty()) return std::nullopt;
  const auto* known = DescribedParameters::all().of(request.route_pattern);
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
