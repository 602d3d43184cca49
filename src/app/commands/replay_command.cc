#include "app/commands/replay_command.h"

#include <fmt/format.h>

#include <iostream>
#include <limits>
#include <map>

#include "api/screening/search_record.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/installation/list_updating.h"
#include "app/terminal/terminal.h"
#include "names/tables/lexicon.h"
#include "service/common/engine_version.h"
#include "service/lists/list_ages.h"
#include "service/screening/replay.h"

namespace vedette::app {
namespace {

using base::Result;
using service::RecordedItem;
using service::RecordedSearch;

// A recorded search, and whose it is.
struct Found {
  std::string project = {};
  ledger::ProjectScope scope;
  RecordedSearch search = {};
};

Result<Found> find(Installation& installation, const ReplayCommand& command) {
  const auto scope = ledger::OperatorScope::for_command_line();
  std::vector<service::Project> projects;
  if (command.project.empty()) {
    VEDETTE_ASSIGN(projects, installation.accounts().list_projects(scope));
  } else {
    VEDETTE_ASSIGN(service::Project project,
                   installation.accounts().find_project(scope, command.project));
    projects.push_back(std::move(project));
  }
  service::Searches searches(installation.ledger());
  for (const service::Project& project : projects) {
    const ledger::ProjectScope of_project = scope.project(project.id);
    auto search = searches.find(of_project, command.ref);
    if (search.ok()) return Found{project.code, of_project, std::move(search).value()};
    if (search.error().cause != base::Cause::kNotFound) return std::move(search).error();
  }
  return base::Error(base::Cause::kNotFound,
                     fmt::format("no project has a search {}", command.ref));
}

// Screening over the generations on disk, for one command.
class Replayer {
 public:
  Replayer(Installation& installation, catalogue::Store store,
           std::shared_ptr<const catalogue::Catalogue> current, const Settings& settings,
           std::vector<service::ListSource> sources)
      : analyser_(lexicon_),
        generations_(std::move(store), [current] { return current; }),
        groupings_(generations_.store()),
        searches_(installation.ledger()),
        folder_(source_folder(settings)),
        ages_(folder_, std::move(sources), base::days(settings.list_stale_days),
              installation.clock()),
        screening_({.generations = generations_,
                    .analyser = analyser_,
                    .workspaces = workspaces_,
                    .searches = searches_,
                    .clock = installation.clock(),
                    .ages = ages_,
                    .groupings = &groupings_}) {}

  service::Screening& screening() { return screening_; }

 private:
  const names::Lexicon lexicon_;
  const names::Analyser analyser_;
  search::WorkspacePool workspaces_{1};
  service::Generations generations_;
  service::Groupings groupings_;
  service::Searches searches_;
  service::SourceFolder folder_;
  service::ListAges ages_;
  service::Screening screening_;
};

std::string name_of(const catalogue::Catalogue& catalogue, const catalogue::ResourceId& id) {
  const auto at = catalogue.find(id);
  if (!at) return "";
  const auto profile = catalogue.profile(*at);
  return profile.ok() && !profile->names.empty() ? profile->names.front().text : "";
}

std::string score_text(const std::optional<int>& score) {
  return score ? std::to_string(*score) : "-";
}

// One row per hit of then or now.
std::string hits_table(const catalogue::Catalogue& catalogue,
                       const std::vector<service::RecordedHit>& hits, const service::Replay& replay,
                       std::string_view cause) {
  std::map<catalogue::ResourceId, const service::ReplayDifference*> different;
  for (const service::ReplayDifference& each : replay.differences)
    different[each.resource_id] = &each;
  std::vector<std::vector<std::string>> table = {{"THEN", "NOW", "NAME", "WHY IT DIFFERS"}};
  for (const service::RecordedHit& hit : hits) {
    const auto other = different.find(hit.resource_id);
    const bool same = other == different.end();
    table.push_back({std::to_string(hit.score),
                     same ? std::to_string(hit.score) : score_text(other->second->after),
                     name_of(catalogue, hit.resource_id), same ? "" : std::string(cause)});
  }
  for (const service::ReplayDifference& each : replay.differences)
    if (!each.before)
      table.push_back(
          {"-", score_text(each.after), name_of(catalogue, each.resource_id), std::string(cause)});
  if (table.size() > 1) return aligned(table);
  return replay.total_before == 0 && replay.total_after == 0
             ? "no hits then, none now\n"
             : "the page that was asked for (limit, offset) had no hits then and has none now\n";
}

Result<service::Replay> asked_again(service::Screening& screening, const RecordedSearch& search,
                                    const std::string& question, std::uint64_t total,
                                    const std::vector<service::RecordedHit>& hits) {
  VEDETTE_ASSIGN(service::SearchQuestion asked, service::question_from_json(question));
  return service::replay(
      screening,
      {.question = std::move(asked), .basis = search.basis, .total = total, .hits = hits});
}

void print_head(const Found& found) {
  const RecordedSearch& search = found.search;
  std::cout << fmt::format("search {} of project {}, by {}, {}\n", search.identity.ref,
                           found.project, search.username, base::iso_seconds(search.identity.at));
  std::cout << fmt::format("generation {}, engine {} (now {})\n", search.basis.generation,
                           search.basis.engine_version, service::kEngineVersion);
  std::cout << "asked: " << search.question << "\n\n";
}

// Prints a search and its replay; whether they are the same.
Result<bool> print_replay(service::Screening& screening, const Found& found,
                          const std::vector<RecordedItem>& items) {
  const RecordedSearch& search = found.search;
  const auto cause_of = [&](const service::Replay& replay) {
    return service::cause_of_differences(replay, search.basis.engine_version);
  };
  VEDETTE_ASSIGN(const auto catalogue, screening.generations().at(search.basis.generation));
  print_head(found);
  if (search.batch_items == 0) {
    VEDETTE_ASSIGN(const service::Replay replay,
                   asked_again(screening, search, search.question, search.total, search.hits));
    const std::string_view cause = cause_of(replay);
    std::cout << hits_table(*catalogue, search.hits, replay, cause);
    std::cout << fmt::format("\n{} then, {} now: {}\n", replay.total_before, replay.total_after,
                             replay.identical ? "identical" : cause);
    return replay.identical;
  }
  std::size_t same = 0;
  for (const RecordedItem& item : items) {
    if (!item.failure.empty()) {
      std::cout << fmt::format("{}: was not searched, {}\n", item.key, item.failure);
      ++same;
      continue;
    }
    VEDETTE_ASSIGN(const service::Replay replay,
                   asked_again(screening, search, item.question, item.total, item.hits));
    same += replay.identical ? 1 : 0;
    if (!replay.identical)
      std::cout << item.key << "\n"
                << hits_table(*catalogue, item.hits, replay, cause_of(replay)) << "\n";
  }
  std::cout << fmt::format("{} of {} names have the same answer\n", same, items.size());
  return same == items.size();
}

Result<bool> run(const Settings& settings, const ReplayCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                 Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const Found found, find(*installation, command));
  VEDETTE_ASSIGN(catalogue::Store store, open_existing_catalogue_folder(settings));
  VEDETTE_ASSIGN(auto current, open_current_catalogue(settings));
  VEDETTE_ASSIGN(std::vector<service::ListSource> sources, configured_sources(settings));
  Replayer replayer(*installation, std::move(store), std::move(current), settings,
                    std::move(sources));
  std::vector<RecordedItem> items;
  if (found.search.batch_items > 0) {
    VEDETTE_ASSIGN(items, replayer.screening().searches().items(
                              found.scope, found.search.identity.id, 0, found.search.batch_items));
  }
  if (!command.json) return print_replay(replayer.screening(), found, items);
  VEDETTE_ASSIGN(const std::string body,
                 api::replay_document(replayer.screening(), found.search, items));
  std::cout << body << "\n";
  return body.find("\"identical\":false") == std::string::npos;
}

}  // namespace

int replay(const Settings& settings, const ReplayCommand& command) {
  const auto same = run(settings, command);
  if (!same.ok()) return print_error(same.error());
  return *same ? 0 : 1;
}

}  // namespace vedette::app
