#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "app/commands/list_commands.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/list_updating.h"
#include "app/installation/stale_lists.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"
#include "service/lists/catalogue_rebuild.h"
#include "service/lists/list_ages.h"

namespace vedette::app {
namespace {

struct Status {
  const catalogue::Store& store;
  const catalogue::Store::Opened& opened;
  const service::ListAges& ages;
  const std::vector<service::ListSource>& sources;
  std::vector<std::string> warnings = {};
};

std::string time_text(base::Time time) {
  return time.unix_millis == 0 ? "never" : base::iso_seconds(time);
}

void write_time(base::JsonWriter& json, std::string_view name, base::Time time) {
  json.key(name);
  if (time.unix_millis == 0) {
    json.null();
  } else {
    json.value(base::iso_millis(time));
  }
}

// Of sources that are enabled, or were once fetched.
bool is_shown(const service::ListSource& source, const service::SourceState& state) {
  return source.enabled || state.tried.unix_millis != 0;
}

void write_sources(base::JsonWriter& json, const Status& status) {
  json.key("sources").begin_array();
  for (const service::ListSource& source : status.sources) {
    const service::SourceState state = status.ages.state(source.id);
    if (!is_shown(source, state)) continue;
    json.begin_object().member("source", source.id).member("enabled", source.enabled);
    write_time(json, "tried", state.tried);
    write_time(json, "fetched", state.fetched);
    write_time(json, "confirmed", state.confirmed);
    json.member("error", state.failure).end_object();
  }
  json.end_array();
}

std::string status_json(const Status& status) {
  std::string out;
  base::JsonWriter json(out);
  const catalogue::Catalogue& current = *status.opened.catalogue;
  json.begin_object().member("generation", current.meta().generation).key("kept").begin_array();
  for (const std::uint64_t generation : status.store.generations())
    json.value(generation);
  json.end_array().key("lists").begin_array();
  const std::vector<service::ListAge> ages = status.ages.of(current);
  for (std::size_t i = 0; i < ages.size(); ++i) {
    const catalogue::ListInfo& list = current.lists()[i];
    json.begin_object().member("list", list.key).member("name", list.name);
    json.member("published", list.published).member("read", base::iso_millis(list.read));
    json.member("ageSeconds", ages[i].age.count / 1000).member("stale", ages[i].stale);
    json.member("undated", is_undated(list));
    json.member("records", list.records).member("accepted", list.accepted);
    json.member("rejected", list.rejected).member("sha256", list.checksum).end_object();
  }
  json.end_array();
  write_sources(json, status);
  json.key("warnings").begin_array();
  for (const std::string& warning : status.warnings)
    json.value(warning);
  json.end_array().end_object();
  return out;
}

void print_status(const Status& status) {
  const catalogue::Catalogue& current = *status.opened.catalogue;
  std::vector<std::vector<std::string>> table = {
      {"LIST", "NAME", "PUBLISHED", "READ", "AGE", "RECORDS", "REJECTED"}};
  const std::vector<service::ListAge> ages = status.ages.of(current);
  for (std::size_t i = 0; i < ages.size(); ++i) {
    const catalogue::ListInfo& list = current.lists()[i];
    table.push_back(
        {list.key, list.name, list.published.empty() ? "-" : list.published,
         base::iso_seconds(list.read),
         age_text(ages[i].age) + (is_undated(list) ? "?" : "") + (ages[i].stale ? " STALE" : ""),
         std::to_string(list.records), std::to_string(list.rejected)});
  }
  std::cout << aligned(table);
  for (const catalogue::ListInfo& list : current.lists())
    if (is_undated(list))
      std::cout << fmt::format(
          "{} does not say when it was published: the age is that of its reading, or of the last "
          "word of its source, and a file may be older\n",
          list.key);
  std::vector<std::vector<std::string>> sources = {
      {"SOURCE", "FETCHED", "CONFIRMED", "TRIED", "PROBLEM"}};
  for (const service::ListSource& source : status.sources) {
    const service::SourceState state = status.ages.state(source.id);
    if (is_shown(source, state))
      sources.push_back({source.id, time_text(state.fetched), time_text(state.confirmed),
                         time_text(state.tried), state.failure});
  }
  if (sources.size() > 1) std::cout << "\n" << aligned(sources);
  std::cout << fmt::format("\ngeneration {} serves: {}; {} generations are kept\n",
                           current.meta().generation, contents_text(current),
                           status.store.generations().size());
  for (const std::string& warning : status.warnings)
    std::cout << "warning: " << warning << "\n";
}

base::Result<void> run_status(const Settings& settings, bool json) {
  VEDETTE_ASSIGN(const std::vector<service::ListSource> sources, configured_sources(settings));
  VEDETTE_ASSIGN(const catalogue::Store store, open_existing_catalogue_folder(settings));
  VEDETTE_ASSIGN(const catalogue::Store::Opened opened, store.open_current());
  const base::SystemClock clock;
  const service::SourceFolder folder = source_folder(settings);
  const service::ListAges ages(folder, sources, base::days(settings.list_stale_days), clock);
  Status status{store, opened, ages, sources};
  if (!opened.explanation.empty()) status.warnings.push_back(opened.explanation);
  if (auto reason = service::reason_to_rebuild(*opened.catalogue))
    status.warnings.push_back(*std::move(reason));
  if (json) {
    std::cout << status_json(status) << "\n";
  } else {
    print_status(status);
  }
  return {};
}

std::string_view format_text(const service::ListSource& source) {
  return source.options.format ? lists::format_name(*source.options.format) : "";
}

std::string sources_json(const std::vector<service::ListSource>& sources) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().key("sources").begin_array();
  for (const service::ListSource& source : sources) {
    json.begin_object().member("source", source.id).member("name", source.name);
    json.member("enabled", source.enabled).member("format", format_text(source));
    json.member("staleDays", source.stale_days).key("urls").begin_array();
    for (const std::string& url : source.urls)
      json.value(url);
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return out;
}

base::Result<void> run_sources(const Settings& settings, bool json) {
  VEDETTE_ASSIGN(const std::vector<service::ListSource> sources, configured_sources(settings));
  if (json) {
    std::cout << sources_json(sources) << "\n";
    return {};
  }
  std::vector<std::vector<std::string>> table = {{"SOURCE", "FETCHED", "FORMAT", "NAME", "FROM"}};
  for (const service::ListSource& source : sources)
    table.push_back({source.id, source.enabled ? "yes" : "no", std::string(format_text(source)),
                     source.name, fmt::format("{}", fmt::join(source.urls, " "))});
  std::cout << aligned(table)
            << "\nEnable some with update_sources, or describe your own in sources.toml.\n";
  return {};
}

}  // namespace

int print_lists_status(const Settings& settings, const ListsStatusCommand& command) {
  const auto done = run_status(settings, command.json);
  return done.ok() ? 0 : print_error(done.error());
}

int print_list_sources(const Settings& settings, const ListsStatusCommand& command) {
  const auto done = run_sources(settings, command.json);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
