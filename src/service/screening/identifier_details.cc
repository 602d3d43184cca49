#include "service/screening/identifier_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vedette::service {
namespace {

using evidence::CheckDigit;
using search::IdentifierFinding;
using search::IdentifierMatch;

// In the order of evidence::IdentifierType.
constexpr std::array<std::string_view, evidence::kIdentifierTypes> kWords = {
    "passport number",
    "national ID",
    "tax number",
    "registration number",
    "LEI",
    "BIC",
    "ISIN",
    "IMO number",
    "MMSI",
    "aircraft serial number",
    "wallet address",
    "list reference",
    "number"};

std::string_view word_of(evidence::IdentifierType type) {
  return kWords[static_cast<std::size_t>(type)];
}

std::string_view name_of(IdentifierFinding finding) {
  switch (finding) {
    case IdentifierFinding::kAgrees:
      return "agrees";
    case IdentifierFinding::kShort:
      return "short";
    case IdentifierFinding::kOneOff:
      return "oneOff";
  }
  return "";
}

std::string sentence_of(const IdentifierMatch& match) {
  std::string text = fmt::format("the {} {}", word_of(match.listed.type), match.listed.value);
  switch (match.finding) {
    case IdentifierFinding::kAgrees:
      text += " agrees";
      break;
    case IdentifierFinding::kShort:
      text += " is the same, but so short that others have it by chance (a hint)";
      break;
    case IdentifierFinding::kOneOff:
      text += " differs by one character (a hint)";
      break;
  }
  if (match.shared_by > 1) text += fmt::format("; {} listed parties have it", match.shared_by);
  if (match.listed.check == CheckDigit::kInvalid) text += "; its check digit is wrong";
  return text;
}

}  // namespace

std::string identifier_sentence(std::span<const IdentifierMatch> matches) {
  std::string text;
  for (const IdentifierMatch& match : matches) {
    if (!text.empty()) text += "; ";
    text += sentence_of(match);
  }
  return text;
}

void write_identifier_matches(base::JsonWriter& json, bool by_name,
                              std::span<const IdentifierMatch> matches,
                              std::span<const evidence::Identifier> asked) {
  json.key("matchedBy").begin_array();
  if (by_name) json.value("name");
  if (!matches.empty()) json.value("identifier");
  json.end_array().key("identifierMatches").begin_array();
  for (const IdentifierMatch& match : matches) {
    json.begin_object().member("type", to_text(match.listed.type));
    json.member("value", match.listed.value);
    if (!match.listed.country.empty()) json.member("country", match.listed.country.code());
    if (match.asked < asked.size())
      json.member("queryType", to_text(asked[match.asked].type))
          .member("queryValue", asked[match.asked].value);
    json.member("outcome", name_of(match.finding));
    json.member("checkDigit", to_text(match.listed.check));
    if (match.finding == IdentifierFinding::kAgrees) json.member("sharedBy", match.shared_by);
    json.member("explanation", sentence_of(match)).end_object();
  }
  json.end_array();
}

std::vector<std::string> identifier_warnings(std::span<const evidence::Identifier> asked) {
  std::vector<std::string> warnings;
  for (const evidence::Identifier& each : asked)
    if (each.check == CheckDigit::kInvalid)
      warnings.push_back(
          fmt::format("The check digit of the {} {} is wrong: compare it with the "
                      "document.",
                      word_of(each.type), each.value));
  return warnings;
}

bool has_agreeing(std::span<const IdentifierMatch> matches) {
  return std::ranges::any_of(matches, [](const IdentifierMatch& match) {
    return match.finding == IdentifierFinding::kAgrees;
  });
}

}  // namespace vedette::service
