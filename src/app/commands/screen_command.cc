#include "app/commands/screen_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "api/request/fields.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/stale_lists.h"
#include "app/terminal/terminal.h"
#include "base/clock.h"
#include "base/json_writer.h"
#include "evidence/identifier.h"
#include "evidence/party_details.h"
#include "names/comparing/explanation.h"
#include "profile/profile_json.h"
#include "search/search_plan.h"
#include "search/searcher.h"
#include "service/screening/hit_details.h"
#include "service/screening/identifier_details.h"
#include "service/screening/name_cut.h"

namespace vedette::app {
namespace {

std::vector<std::string> items(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (const std::string_view item = text.substr(0, comma); !item.empty()) out.emplace_back(item);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return out;
}

base::Error invalid(std::string message) {
  return {base::Cause::kInvalidInput, std::move(message)};
}

// What the flags ask; the name is not one of them.
base::Result<service::SearchQuestion> question_of(const ScreenCommand& command, base::Time now) {
  service::SearchQuestion question;
  const auto take = [](std::string_view flag, const auto& field, auto& into) -> base::Result<void> {
    if (!field.ok()) return invalid(fmt::format("{} {}", flag, field.problem().message));
    into = *field;
    return {};
  };
  if (!command.type.empty())
    VEDETTE_TRY(take("--type", api::parse_search_type(command.type), question.family));
  VEDETTE_TRY(take("--threshold", api::parse_threshold(std::to_string(command.threshold)),
                   question.threshold));
  const std::int64_t limit =
      command.limit.value_or(command.csv.empty() ? kShownHits : kWrittenHits);
  if (limit < 0) return invalid("--limit must not be negative");
  question.limit = static_cast<std::size_t>(limit);
  api::CountryList countries;
  VEDETTE_TRY(take("--countries", api::parse_countries(items(command.countries)), countries));
  question.countries = countries.countries;
  VEDETTE_TRY(
      take("--datasets", api::parse_dataset_list(items(command.datasets)), question.datasets));
  if (!command.birth.empty()) {
    api::BirthDate birth;
    VEDETTE_TRY(take("--dob", api::parse_dob(command.birth, now), birth));
    question.birth = birth.date;
  }
  return question;
}

struct Shown {
  const search::Hit& hit;
  parties::PartyProfile party;
  std::string resource_id;
  std::string matched;
  names::Explanation explanation;  // of the name; empty where none was given
  std::string sentence;

  const profile::Profile& profile() const { return party.profile; }
  // Of its live entries, each once; of all when it is deleted.
  std::string lists() const {
    std::vector<std::string_view> keys;
    for (const profile::Profile& entry : party.entries())
      if ((!entry.is_deleted || profile().is_deleted) &&
          std::ranges::find(keys, entry.key.list) == keys.end())
        keys.push_back(entry.key.list);
    return fmt::format("{}", fmt::join(keys, ", "));
  }
};

base::Result<Shown> show(const parties::PartyCatalogue& lists, const names::Analyser& analyser,
                         const std::string& query, const search::Hit& hit) {
  service::HitExplainer explainer(lists, analyser, query);
  VEDETTE_ASSIGN(service::HitDetails details, explainer.explain(hit));
  std::string sentence = details.explanation();
  std::string matched = details.best().name;
  names::Explanation explanation = std::move(details.names.front().explanation);
  return Shown{hit,
               std::move(details.party),
               lists.catalogue->resource_id_text(hit.profile),
               std::move(matched),
               std::move(explanation),
               std::move(sentence)};
}

void print_json(const search::Results& results, const std::vector<Shown>& hits,
                const search::Query& query, bool cut, const std::vector<service::ListAge>& ages) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("total", results.total).key("hits").begin_array();
  for (const Shown& shown : hits) {
    json.begin_object().member("score", shown.hit.score).member("name", shown.profile().name());
    json.member("type", profile::type_text(shown.profile().kind));
    json.member("match", shown.matched).member("resourceId", shown.resource_id);
    json.member("list", shown.profile().key.list)
        .member("datasets", profile::to_text(shown.profile().datasets));
    json.key("entries").begin_array();
    for (const profile::Profile& entry : shown.party.entries())
      json.value(profile::entry_id(entry.key));
    json.end_array();
    if (!query.identifiers.empty())
      service::write_identifier_matches(json, shown.hit.by_name, shown.hit.identifiers,
                                        query.identifiers);
    json.key("explanation").raw(names::to_json(shown.explanation)).end_object();
  }
  json.end_array();
  if (cut) json.key("warnings").begin_array().value(service::kNameCut).end_array();
  json.key("staleLists").begin_array();
  for (const service::ListAge& age : ages)
    if (age.stale) json.value(age.list);
  json.end_array().end_object();
  std::cout << out << "\n";
}

std::string_view searched_families(const ScreenCommand& command) {
  if (command.type.empty()) return "individuals and businesses";
  const auto family = api::parse_search_type(command.type);
  return family.ok() && *family == profile::Family::kBusiness ? "businesses" : "individuals";
}

void print_table(const search::Results& results, const std::vector<Shown>& hits,
                 const ScreenCommand& command) {
  if (results.total == 0) {
    const std::string line =
        fmt::format("at {} or more among {}", command.threshold, searched_families(command));
    std::cout << "no match " << (command.name.empty() ? "by identifier" : line) << "\n";
    return;
  }
  std::vector<std::vector<std::string>> table = {
      {"SCORE", "MATCH", "NAME", "TYPE", "BORN", "DATASETS", "LIST"}};
  for (const Shown& shown : hits) {
    const profile::Profile& profile = shown.profile();
    const auto& births = profile.births;
    table.push_back({std::to_string(shown.hit.score), shown.matched, profile.name(),
                     std::string(profile::type_text(profile.kind)),
                     births.empty() ? "" : profile::to_text(births.front()),
                     profile::to_text(profile.datasets), shown.lists()});
  }
  if (hits.empty()) {  // of this page: --limit 0, or an offset behind the last one
    std::cout << fmt::format("0 of {} matches\n", results.total);
    return;
  }
  std::cout << aligned(table);
  std::cout << fmt::format("\n{} of {} matches; the first: {}\n", hits.size(), results.total,
                           hits.front().sentence);
}

// Those of --id, or the one that was typed as the name.
base::Result<std::vector<evidence::Identifier>> identifiers_of(const ScreenCommand& command) {
  std::vector<evidence::Identifier> identifiers;
  if (auto typed = evidence::typed_identifier(command.name))
    identifiers.push_back(std::move(*typed));
  evidence::PartyDetails details;
  if (const auto problem = evidence::set_detail(details, evidence::DetailField::kIdentifiers,
                                                "--id", command.identifiers))
    return invalid(problem->path + " " + problem->message);
  for (const evidence::GivenIdentifier& given : details.identifiers)
    identifiers.push_back(evidence::make_identifier(given));
  return identifiers;
}

// The exit status when rows were not screened: a nightly job must not take that for clean.
constexpr int kNotAllScreened = 1;

// Whether everything that was asked for was screened.
base::Result<bool> run(const Settings& settings, const ScreenCommand& command) {
  VEDETTE_ASSIGN(service::SearchQuestion question, question_of(command, base::SystemClock().now()));
  if (!command.csv.empty()) return screen_csv(settings, command, question);
  VEDETTE_ASSIGN(const auto identifiers, identifiers_of(command));
  if (!command.name.empty() || identifiers.empty()) {
    const auto name = api::parse_name(command.name);
    if (!name.ok()) return invalid("the name " + name.problem().message);
    question.name = *name;
  }
  search::Query query = service::query_of(question);
  query.identifiers = identifiers;
  if (command.type.empty()) query.scope = search::Scope::kBoth;
  VEDETTE_ASSIGN(const std::shared_ptr<const catalogue::Catalogue> catalogue,
                 open_current_catalogue(settings));
  VEDETTE_ASSIGN(const std::vector<service::ListAge> ages,
                 list_ages(settings, *catalogue, base::SystemClock()));
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  VEDETTE_ASSIGN(const parties::PartyCatalogue lists, with_parties(settings, catalogue));
  const search::Searcher searcher(catalogue, analyser, search::kDefaultWorkLimit,
                                  search::Capped::kTaken, lists.grouping);
  search::Workspace workspace;
  search::SearchPlan plan;
  if (command.plan) workspace.plan = &plan;
  VEDETTE_ASSIGN(const search::Results results, searcher.search(query, workspace));
  if (command.plan) {
    std::cout << (command.json ? search::to_json(plan, results) + "\n"
                               : search::to_text(plan, results));
    return true;
  }
  std::vector<Shown> hits;
  for (const search::Hit& hit : results.hits) {
    VEDETTE_ASSIGN(Shown shown, show(lists, analyser, query.name, hit));
    hits.push_back(std::move(shown));
  }
  const bool cut = service::is_name_cut(analyser, profile::Family::kIndividual, query.name) ||
                   service::is_name_cut(analyser, profile::Family::kBusiness, query.name);
  if (cut)
    std::cerr << "the name has more words than are compared; what is behind them was not looked "
                 "for\n";
  for (const std::string& warning : service::identifier_warnings(query.identifiers))
    std::cerr << warning << "\n";
  if (const std::string stale = stale_text(ages); !stale.empty()) std::cerr << stale << "\n";
  if (command.json) {
    print_json(results, hits, query, cut, ages);
  } else {
    print_table(results, hits, command);
  }
  return true;
}

}  // namespace

int screen(const Settings& settings, const ScreenCommand& command) {
  const auto done = run(settings, command);
  if (!done.ok()) return print_error(done.error());
  return *done ? 0 : kNotAllScreened;
}

}  // namespace vedette::app
