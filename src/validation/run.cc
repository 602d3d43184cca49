#include "validation/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "search/workspace_pool.h"
#include "validation/corpus.h"
#include "variations/name_text.h"

namespace vedette::validation {
namespace {

using variations::ListedName;

// A query that the engine refuses is counted and goes on: that it can be refused is a result.
using Found = std::optional<std::vector<FoundParty>>;

class Piece {
 public:
  Piece(const Plan& plan, const Engine& engine, search::Workspace& workspace)
      : plan_(plan), engine_(engine), workspace_(workspace) {}

  base::Result<void> run(std::size_t task) {
    switch (plan_.tasks()[task].part) {
      case Part::kControl:
        run_control(task);
        return {};
      case Part::kTreated:
        run_treated(task);
        return {};
      case Part::kStable:
        run_stable(task);
        return {};
      case Part::kOrdinary:
        return run_ordinary(task);
    }
    return {};
  }
  Tally take() { return std::move(tally_); }

 private:
  Found find(search::Query query) {
    query.threshold = plan_.options().floor;
    auto found = engine_.find(query, workspace_);
    if (!found.ok()) return std::nullopt;
    return std::move(*found);
  }

  // The score of the party that bears the name; 0: not found; nothing: refused.
  std::optional<int> score_of(const ListedName& name, const std::string& text) {
    search::Query query;
    query.name = text;
    query.scope = scope_of(name.kind);
    const Found found = find(query);
    if (!found) return std::nullopt;
    for (const FoundParty& each : *found)
      if (each.party == name.party) return each.score;
    return 0;
  }

  Scores& cell(const Task& task, const ListedName& name) {
    CellKey key;
    key.part = task.part;
    if (task.part != Part::kControl) key.group = variations::classes()[task.group].id;
    key.list = name.list;
    key.party = party_word(name.kind);
    key.script = text::name_of(variations::NameText(name.text).script());
    return tally_.cells[key];
  }

  static void count(Scores& cell, std::optional<int> score) {
    ++cell.queries;
    if (!score) ++cell.refused;
    if (score && *score > 0) ++cell.at_score[static_cast<std::size_t>(std::min(*score, 100))];
  }

  void keep(std::size_t task, const ListedName& name, const std::string& query, int score,
            std::string note) {
    const Task& of = plan_.tasks()[task];
    ExampleKey key{of.part, {}};
    if (of.part != Part::kControl) key.group = variations::classes()[of.group].id;
    tally_.add_example(key,
                       {task, query, name.text, name.list, name.record, score, std::move(note)});
  }

  std::string why_missed(std::optional<int> score) const {
    if (!score) return "the search was refused";
    if (*score == 0) return fmt::format("not found at {}", plan_.options().floor);
    return fmt::format("scores {}, below the threshold {}", *score, plan_.options().threshold);
  }

  void run_control(std::size_t index) {
    const Task& task = plan_.tasks()[index];
    const ListedName& name = plan_.names()[task.name];
    const auto score = score_of(name, name.text);
    count(cell(task, name), score);
    if (score.value_or(0) >= plan_.options().threshold) return;
    std::string why = why_missed(score);
    if (variations::NameText(name.text).script() == text::Script::Other)
      why = "the listed name has no letters that can be compared";
    keep(index, name, name.text, score.value_or(0), std::move(why));
  }

  void run_treated(std::size_t index) {
    const Task& task = plan_.tasks()[index];
    const ListedName& name = plan_.names()[task.name];
    const auto score = score_of(name, task.text);
    count(cell(task, name), score);
    if (score.value_or(0) < plan_.options().threshold)
      keep(index, name, task.text, score.value_or(0), why_missed(score));
  }

  void run_stable(std::size_t index) {
    const Task& task = plan_.tasks()[index];
    const ListedName& name = plan_.names()[task.name];
    const auto as_listed = score_of(name, name.text);
    const auto score = score_of(name, task.text);
    Scores& own = cell(task, name);
    count(own, score);
    if (score && score == as_listed) {
      ++own.same;
    } else {
      keep(index, name, task.text, score.value_or(0),
           fmt::format("scores {} as listed", as_listed.value_or(0)));
    }
  }

  base::Result<void> run_ordinary(std::size_t index) {
    const Task& task = plan_.tasks()[index];
    const bool own = task.group == kOwn;
    search::Query query;
    PopulationKey key;
    profile::Family family = profile::Family::kIndividual;
    if (own) {
      const OwnRecord& record = plan_.records()[task.name];
      query = record.query;
      family = record.family;
      key.region = kOwnRecords;
    } else {
      const Population& population = plan_.regions()[task.group];
      query.name = population.names[task.name].text;
      family = population.family;
      key.region = population.region;
    }
    const bool person = family == profile::Family::kIndividual;
    key.party = person ? "people" : "organisations";
    query.scope = person ? search::Scope::kIndividual : search::Scope::kBusiness;
    const Found found = find(query);
    Alerts& alerts = tally_.populations[key];
    ++alerts.queries;
    if (!found) ++alerts.refused;
    if (!found || found->empty()) return {};
    for (const FoundParty& each : *found)
      ++alerts.at_score[static_cast<std::size_t>(each.score)];
    const FoundParty& best = *std::ranges::max_element(*found, {}, &FoundParty::score);
    ++alerts.best_score[static_cast<std::size_t>(best.score)];
    if (best.score < plan_.options().threshold) return {};
    VEDETTE_ASSIGN(const profile::Profile profile, plan_.catalogue().profile(best.party));
    // The id of a customer and not the name: the report goes to people outside.
    const std::string shown =
        own ? fmt::format("record {}", plan_.records()[task.name].id) : query.name;
    tally_.add_example(
        {Part::kOrdinary, key.region + ", " + key.party},
        {index, shown, profile.name(), profile.key.list, profile.key.record, best.score, {}});
    return {};
  }

  const Plan& plan_;
  const Engine& engine_;
  search::Workspace& workspace_;
  Tally tally_;
};

}  // namespace

base::Result<Tally> run_piece(const Plan& plan, std::size_t piece, const Engine& engine,
                              search::Workspace& workspace) {
  Piece work(plan, engine, workspace);
  const std::size_t first = piece * Plan::kTasksPerPiece;
  const std::size_t end = std::min(first + Plan::kTasksPerPiece, plan.tasks().size());
  for (std::size_t task = first; task < end; ++task)
    VEDETTE_TRY(work.run(task));
  return work.take();
}

base::Result<Tally> run_plan(const Plan& plan, const Engine& engine, unsigned threads,
                             const std::function<void(std::size_t)>& progress) {
  search::WorkspacePool workspaces(threads);
  std::mutex mutex;
  Tally tally;
  std::size_t done = 0;
  std::optional<base::Error> failure;
  search::for_each_in_parallel(plan.pieces(), threads, [&](std::size_t piece) {
    const auto workspace = workspaces.take();
    auto result = run_piece(plan, piece, engine, *workspace);
    const std::lock_guard lock(mutex);
    if (!result.ok()) {
      failure = std::move(result).error();
      return;
    }
    tally.add(*result);
    progress(++done);
  });
  if (failure) return *std::move(failure);
  return tally;
}

}  // namespace vedette::validation
