#include "app/commands/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/installation/list_updating.h"
#include "app/installation/ownership.h"
#include "app/installation/stale_lists.h"
#include "app/settings/file_access.h"
#include "ledger/confirmed_time.h"
#include "ledger/ledger.h"
#include "service/common/retention_clock.h"
#include "service/lists/list_ages.h"
#include "service/lists/serving_note.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;
using State = Finding::State;

Finding examine_settings(const LoadedSettings& loaded) {
  const auto given = std::ranges::count_if(
      loaded.sources, [](SettingSource source) { return source != SettingSource::kDefault; });
  if (loaded.settings.environment == "uat")
    return {State::kWarning, "settings",
            "environment = uat: tokens of the password grant live two years",
            "set environment = live outside of test systems"};
  return {State::kOk, "settings",
          fmt::format("{} of {} are not the defaults", given, loaded.sources.size())};
}

// A ledger of another user is whole, and a backup would not help.
std::string way_to_mend_ledger(const Settings& settings) {
  const auto foreign = foreign_files(settings);
  return foreign ? foreign->chown_command(settings) : "restore ledger.db from a backup";
}

Finding examine_ledger(const Settings& settings) {
  const bool postgresql = !settings.database.empty();
  const std::string_view store = postgresql ? "PostgreSQL" : "SQLite";
  if (const auto lost = lost_ledger(settings))
    return {State::kBad, "ledger",
            fmt::format("the {} ledger is empty or missing, though there was one: nobody is "
                        "monitored",
                        store),
            "put it back from a backup (vedette restore), or mount what is not mounted; to begin "
            "an empty one all the same, remove ledger.begun in the data directory"};
  if (!has_ledger(settings))
    return {State::kWarning, "ledger", "there is none yet",
            "vedette project add CODE --company NAME"};
  const auto schema = ledger::Ledger::inspect(ledger_settings(settings));
  if (!schema.ok()) {
    const bool other = schema.error().cause == base::Cause::kUnsupported;
    return {State::kBad, "ledger", fmt::format("{}: {}", store, schema.error().message),
            other        ? "run the newer program, or put back the backup from before the upgrade"
            : postgresql ? "check the URL in the setting database, the server and its rights"
                         : way_to_mend_ledger(settings)};
  }
  if (schema->applied == 0)
    return {State::kWarning, "ledger", fmt::format("{} answers and is empty", store),
            "vedette project add CODE --company NAME"};
  if (schema->applied < schema->known)
    return {State::kWarning, "ledger",
            fmt::format("{} answers; its schema is {}, this program's {}", store, schema->applied,
                        schema->known),
            "make a backup; the next start brings it up to date"};
  return {State::kOk, "ledger", fmt::format("{} answers with schema {}", store, schema->applied)};
}

void examine_time(const Settings& settings, const base::Clock& clock, std::vector<Finding>& found) {
  const auto confirmed = ledger::confirmed_time(ledger_settings(settings));
  if (!confirmed.ok() || !*confirmed) return;
  const base::Time now = clock.now();
  const service::ClockReading reading{service::state_of({.confirmed = **confirmed}, now, {}), now,
                                      **confirmed};
  if (reading.state == service::ClockState::kRight) return;
  found.push_back({reading.state == service::ClockState::kBehind ? State::kBad : State::kWarning,
                   "clock", service::clock_warning(reading),
                   "compare it with another machine's, and run a time service"});
}

// Whether key and catalogue are those of the ledger; nothing where that cannot be told, which other
// checks say.
void examine_belongings(const Settings& settings, const base::Clock& clock,
                        std::vector<Finding>& found) {
  if (found.back().state != State::kOk) return;
  const auto key = ledger::ServerKey::load(key_file(settings));
  if (!key.ok()) return;
  const auto known = ledger::Ledger::inspect(ledger_settings(settings), *key);
  if (!known.ok()) {
    found.push_back({State::kBad, "ledger", known.error().message, "vedette audit verify"});
    return;
  }
  if (!known->key_fits)
    found.push_back({State::kBad, "server key",
                     key_file(settings).string() + " is not the key that the ledger was begun with",
                     "put that key back, or name its file with key_file"});
  examine_time(settings, clock, found);
  const auto store = open_existing_catalogue_folder(settings);
  if (!store.ok()) return;
  const auto serves = store->open_current(catalogue::Purpose::kSearch);
  if (!serves.ok()) return;
  const auto generation = static_cast<std::int64_t>(serves->catalogue->meta().generation);
  if (generation < known->newest_generation)
    found.push_back(
        {State::kBad, "older lists",
         fmt::format("generation {} is the newest that can serve, but generation {} has served: "
                     "records are not screened again and no match is closed",
                     generation, known->newest_generation),
         "put back the file of that generation from a backup, or import the lists again"});
}

Finding examine_list(const service::ListAge& list, const catalogue::ListInfo& info,
                     const Settings& settings) {
  const std::string check = "list " + list.list;
  if (!list.stale && is_undated(info))
    return {State::kWarning, check,
            fmt::format("{} since it was read or confirmed; it does not say when it was published, "
                        "and a file may be older",
                        age_text(list.age)),
            "import a file that says its date, or fetch it: vedette lists update " + list.list};
  if (!list.stale) return {State::kOk, check, age_text(list.age) + " old"};
  return {settings.stale_lists == "refuse" ? State::kBad : State::kWarning, check,
          fmt::format("{} old, its bound is {}", age_text(list.age), age_text(list.bound)),
          "vedette lists update, or import its present file"};
}

void examine_sources(const service::ListAges& ages, const std::vector<service::ListSource>& sources,
                     std::vector<Finding>& found) {
  bool any = false;
  for (const service::ListSource& source : sources) {
    if (!source.enabled) continue;
    any = true;
    const service::SourceState state = ages.state(source.id);
    if (!state.failure.empty())
      found.push_back({State::kWarning, "source " + source.id, state.failure,
                       "see docs/lists.md, Fetching; the last good version goes on serving"});
  }
  if (!any)
    found.push_back({State::kWarning, "sources", "no list is fetched",
                     "enable some: update_sources = \"ofac-sdn,un-sc\" (vedette lists sources), "
                     "or import files by a job of your own"});
}

void examine_catalogue(const Settings& settings, const base::Clock& clock,
                       std::vector<Finding>& found) {
  const Finding none{State::kBad, "catalogue", "there is none: nothing can be screened",
                     "vedette lists import FILE, or vedette lists update SOURCE"};
  const auto there = is_there(catalogue_folder(settings));
  if (!there.ok() || !*there) {
    found.push_back(there.ok() ? none
                               : Finding{State::kBad, "catalogue", there.error().message,
                                         "run it as the user of the service"});
    return;
  }
  const auto store = open_existing_catalogue_folder(settings);
  const auto opened =
      store.ok() ? store->open_current() : base::Result<catalogue::Store::Opened>(store.error());
  if (!opened.ok()) {
    found.push_back(opened.error().cause == base::Cause::kNotFound
                        ? none
                        : Finding{State::kBad, "catalogue", opened.error().message,
                                  "vedette verify; import the lists again when it fails"});
    return;
  }
  const catalogue::Catalogue& current = *opened->catalogue;
  const auto since = store->served_since(current.meta().generation);
  if (since && since->unix_millis > clock.now().unix_millis)
    found.push_back({State::kBad, "clock",
                     fmt::format("generation {} serves since {}, which has not come yet",
                                 current.meta().generation, base::iso_seconds(*since)),
                     "set the clock: ages of lists and lives of tokens hang on it"});
  if (const auto whole = current.verify(); !whole.ok()) {
    found.push_back({State::kBad, "catalogue", whole.error().message,
                     "import the lists again, or restore the data directory from a backup"});
    return;
  }
  found.push_back(
      {opened->explanation.empty() ? State::kOk : State::kBad, "catalogue",
       opened->explanation.empty()
           ? fmt::format("generation {}: {}", current.meta().generation, contents_text(current))
           : opened->explanation,
       opened->explanation.empty() ? "" : "import the lists again"});
  const auto sources = configured_sources(settings);
  if (!sources.ok()) {
    found.push_back({State::kBad, "sources", sources.error().message, "mend sources_file"});
    return;
  }
  const service::SourceFolder folder = source_folder(settings);
  const service::ListAges ages(folder, *sources, base::days(settings.list_stale_days), clock);
  const std::vector<service::ListAge> of_lists = ages.of(current);
  for (std::size_t i = 0; i < of_lists.size(); ++i)
    found.push_back(examine_list(of_lists[i], current.lists()[i], settings));
  examine_sources(ages, *sources, found);
}

Finding examine_server(const Settings& settings) {
  const auto note = service::read_serving_note(catalogue_folder(settings));
  if (!note) return {State::kOk, "server", "none runs on this data directory now"};
  if (!note->problem.empty())
    return {State::kBad, "server",
            fmt::format("process {} serves generation {} and not the current one: {}",
                        note->process, note->generation, note->problem),
            "mend what it names; the server takes the current one within a second"};
  return {State::kOk, "server",
          fmt::format("process {} serves generation {}", note->process, note->generation)};
}

}  // namespace

std::string_view state_name(Finding::State state) {
  switch (state) {
    case State::kOk:
      return "ok";
    case State::kWarning:
      return "warn";
    case State::kBad:
      break;
  }
  return "bad";
}

std::vector<Finding> examine_data(const Settings& settings, const base::Clock& clock) {
  std::vector<Finding> found = {examine_ledger(settings)};
  examine_belongings(settings, clock, found);
  examine_catalogue(settings, clock, found);
  found.push_back(examine_server(settings));
  return found;
}

std::vector<Finding> examine(const LoadedSettings& loaded, const base::Clock& clock) {
  std::vector<Finding> found = {examine_settings(loaded)};
  for (auto* part : {examine_machine, examine_data})
    for (Finding& finding : part(loaded.settings, clock))
      found.push_back(std::move(finding));
  return found;
}

}  // namespace vedette::app
