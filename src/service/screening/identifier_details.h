#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "evidence/identifier.h"
#include "search/query.h"

namespace vedette::service {

// "the IMO number 9116412 agrees; 2 listed parties have it"; empty without matches.
std::string identifier_sentence(std::span<const search::IdentifierMatch> matches);

// `matchedBy` ("name", "identifier") and `identifierMatches` as members of an open object: which
// identifiers of the query the party has, and how surely.
void write_identifier_matches(base::JsonWriter& json, bool by_name,
                              std::span<const search::IdentifierMatch> matches,
                              std::span<const evidence::Identifier> asked);

// The warning of an answer to a query with an identifier whose check digit is wrong.
inline constexpr std::string_view kWrongCheckDigit = "CHECK_DIGIT_WRONG";
// What an answer must say of the identifiers of a query: wrong check digits.
std::vector<std::string> identifier_warnings(std::span<const evidence::Identifier> asked);

bool has_agreeing(std::span<const search::IdentifierMatch> matches);

}  // namespace vedette::service
