// The part of KindSearch that describes a finished search, for --plan.
#include <algorithm>

#include "search/kind_search.h"
#include "search/search_plan.h"

namespace vedette::search {
namespace {

std::string_view reach_text(catalogue::Reach reach) {
  switch (reach) {
    case catalogue::Reach::kAlike:
      return "alike";
    case catalogue::Reach::kOneEdit:
      return "one edit";
    case catalogue::Reach::kTwoEdits:
      return "two edits";
  }
  return "";
}

std::vector<PlannedRelative> relatives_of(const catalogue::Catalogue& catalogue,
                                          const std::vector<Related>& related) {
  std::vector<PlannedRelative> relatives;
  for (const Related& each : related) {
    const names::NameView word = catalogue.word(each.word);
    relatives.push_back({std::string(word.form(word.words().front())), each.cost});
  }
  std::ranges::sort(relatives, [](const PlannedRelative& a, const PlannedRelative& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.word < b.word;
  });
  return relatives;
}

std::string_view names_of(catalogue::Partition partition) {
  switch (partition) {
    case catalogue::Partition::kPerson:
    case catalogue::Partition::kPersonWithInitial:
      return "people";
    case catalogue::Partition::kUnknownAsPerson:
    case catalogue::Partition::kUnknownAsPersonWithInitial:
    case catalogue::Partition::kUnknownAsOrganisation:
      return "parties of unknown kind";
    case catalogue::Partition::kOrganisation:
      return "organisations";
    case catalogue::Partition::kThing:
      return "vessels and aircraft";
  }
  return "";
}

}  // namespace

KindPlan KindSearch::plan(catalogue::Partition partition) const {
  KindPlan plan{.kind = query_.kind(), .query = {}, .among = names_of(partition)};
  for (const names::Word& word : query_.words()) {
    const auto i = static_cast<std::size_t>(&word - query_.words().data());
    plan.query.append(i == 0 ? "" : " ").append(query_.form(word));
    if (names::is_cut_off(word)) plan.query += "\u2026";
    PlannedWord& planned = plan.words.emplace_back();
    planned.form = query_.form(word);
    planned.looked_up = words_[i].looked_up;
    if (planned.looked_up) planned.reach = reach_text(words_[i].reach);
    planned.relatives = relatives_of(catalogue_, w_.related[i]);
    planned.names = words_[i].names;
  }
  plan.joined_words = joined_.size();
  for (const Range& range : ranges_) {
    PlannedRange& planned = plan.ranges.emplace_back();
    planned.names = range.last - range.first;
    planned.scanned = !range.planned;
    if (planned.scanned) continue;
    for (const Step& step : range.steps) {
      PlannedStep& own = planned.steps.emplace_back(step.word, step.reach);
      for (const Related& each : w_.related[step.word]) {
        if (each.cost > step.reach) continue;
        ++own.lists;
        own.postings += postings(each.word, range).size();
      }
    }
  }
  return plan;
}

}  // namespace vedette::search
