#include "parties/party_catalogue.h"

#include <fmt/format.h>

namespace vedette::parties {

std::string PartyCatalogue::parties_text() const {
  if (!grouping || grouping->digest() == 0) return "";
  return fmt::format("{}-{:016x}", grouping->id().revision, grouping->digest());
}

bool same_parties(std::string_view one, std::string_view other) {
  return one.substr(one.find('-') + 1) == other.substr(other.find('-') + 1);
}

}  // namespace vedette::parties
