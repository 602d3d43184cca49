#include "search/full_scan.h"

#include "names/score.h"
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
    const names::Score score = names::score(asked.as(listed.kind()), listed);
    ++results.scored;
    if (score.value >= query.threshold)
      passed.push_back({record.profile, name, record.ordinal,
                        static_cast<std::uint8_t>(score.value), score.truncated, listed.kind()});
  }
  results.scanned = true;
  rank(catalogue, filter, query, passed, results);
  return results;
}

}  // namespace vedette::search
