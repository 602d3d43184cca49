#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/party_details.h"

namespace vedette::app {

// What the heading of a column says of a customer beside the name: "Passport No", "Steuernummer".
struct DetailHeading {
  evidence::DetailField field = evidence::DetailField::kIdentifiers;
  evidence::IdentifierType type = evidence::IdentifierType::kOther;  // of an identifier
};
// `words` as plain_words() leaves them.
std::optional<DetailHeading> detail_heading(std::string_view words);

struct DetailColumn {
  std::size_t at = 0;
  DetailHeading heading = {};
};

// Reads the cells of these columns; several values of a cell are separated by ";" or "|", and
// countries may be names. What cannot be read is left out and told in the answer, empty when all
// was read.
std::string read_details(std::span<const DetailColumn> columns,
                         const std::vector<std::string>& cells, evidence::PartyDetails& details);

}  // namespace vedette::app
