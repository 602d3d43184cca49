#include "lists/formats/us_csl_profile.h"

#include "lists/building/known_lists.h"

namespace vedette::lists {
namespace {

// "Entity List (EL) - Bureau of Industry and Security" -> "EL"
std::string source_code(std::string_view source) {
  const auto open = source.find('(');
  const auto close = source.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return slug(source);
  const std::string_view inside = source.substr(open + 1, close - open - 1);
  return std::string(inside.substr(0, inside.find(' ')));
}

}  // namespace

const CslAgency& CslAgencies::find(std::string_view source) {
  for (const CslAgency& each : known_)
    if (each.source == source) return *(last_ = &each);
  if (known_.size() == kMost) known_.clear();
  CslAgency made{std::string(source), source_code(source)};
  made.treasury = source.find("Treasury") != std::string_view::npos;
  made.sanctions = made.treasury || source.find("Nonproliferation") != std::string_view::npos;
  return *(last_ = &known_.emplace_back(std::move(made)));
}

}  // namespace vedette::lists
