#include "names/words/kind.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace vedette::names {
namespace {

constexpr std::pair<std::string_view, Kind> kSchemas[] = {
    {"person", Kind::kPerson},
    {"individual", Kind::kPerson},
    {"people", Kind::kPerson},
    {"company", Kind::kOrganisation},
    {"organization", Kind::kOrganisation},
    {"organisation", Kind::kOrganisation},
    {"business", Kind::kOrganisation},
    {"publicbody", Kind::kOrganisation},
    {"vessel", Kind::kThing},
    {"airplane", Kind::kThing},
    {"aircraft", Kind::kThing},
    {"vehicle", Kind::kThing},
    {"thing", Kind::kThing},
    {"asset", Kind::kThing},
    {"legalentity", Kind::kUnknown},
    {"unknown", Kind::kUnknown},
    {"entity", Kind::kUnknown},
};

}  // namespace

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kPerson:
      return "person";
    case Kind::kOrganisation:
      return "organisation";
    case Kind::kThing:
      return "thing";
    case Kind::kUnknown:
      return "unknown";
  }
  return "unknown";
}

std::optional<Kind> kind_of_schema(std::string_view schema) {
  std::string lower(schema);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  for (const auto& [name, kind] : kSchemas)
    if (lower == name) return kind;
  return std::nullopt;
}

}  // namespace vedette::names
