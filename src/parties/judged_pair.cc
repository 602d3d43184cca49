#include "parties/judged_pair.h"

#include <algorithm>
#include <array>

namespace vedette::parties {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"same", "different", "unsure", "withdrawn"};

}  // namespace

std::string_view to_text(Verdict verdict) {
  return kWords[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> parse_verdict(std::string_view text) {
  const auto found = std::ranges::find(kWords, text);
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Verdict>(found - kWords.begin());
}

}  // namespace vedette::parties
