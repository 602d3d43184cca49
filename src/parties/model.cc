#include "parties/model.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/embedded.h"
#include "parties/candidates.h"

namespace vedette::parties {
namespace {

// Raised whenever the code of evidence/ or parties/ changes what a comparison gives.
constexpr int kModelVersion = 1;

}  // namespace

std::uint64_t model_digest(const catalogue::Catalogue& catalogue) {
  std::string text = fmt::format("{} {} {} {}", kModelVersion, kCandidateLine, kMostBearers,
                                 catalogue.engine_version());
  for (const std::string_view table :
       {"data/evidence/weights.tsv", "data/evidence/identifier_types.tsv",
        "data/evidence/word_information.tsv", "data/evidence/place_words.tsv"})
    text += base::embedded(table).value_or(std::string_view());
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace vedette::parties
