#include "search/full_scan.h"

#include "names/comparing/compare.h"
#include "names/comparing/score.h"
#include "search/asked_names.h"
#include "search/ranking.h"

namespace vedette::search {

Results full_scan(const catalogue::Catalogue& catalogue, const names::Analyser& analyser,
                  const Query& query) {
  const AskedNames asked(analyser, query.name);
  const Filter filter(catalogue, query);
  catalogue::NameAssembler assembler;
  std::vector<ScoredName> passed;
  Results results;
  for (std::uint32_t name = 0; name < catalogue.name_count(); ++name) {
    const catalogue::NameRecord& record = catalogue.name(name);
    ++results.looked_at;
    if (!filter.keeps(record.profile)) continue;
    const names::NameView listed = catalogue.assemble(name, assembler);
    const std::span<const names::AnalysedName> questions = asked.as(listed.kind());
    names::Score best;
    std::size_t best_question = 0;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      names::Score score = names::score(questions[i], listed);
      score.value = names::score_of_asked(score.value, i);
      ++results.scored;
      if (i > 0 && score.value <= best.value) continue;
      best = score;
      best_question = i;
    }
    if (best.value >= query.threshold)
      passed.push_back({record.profile, name, record.ordinal, static_cast<std::uint8_t>(best.value),
                        best.truncated, listed.kind(), static_cast<std::uint8_t>(best_question)});
  }
  results.scanned = true;
  rank(catalogue, filter, query, passed, results);
  return results;
}

}  // namespace vedette::search
