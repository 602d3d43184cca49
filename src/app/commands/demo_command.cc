#include "app/commands/demo_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/commands/list_commands.h"
#include "app/customers/demo_customers.h"
#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/serving/event_pushing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"
#include "names/tables/lexicon.h"
#include "search/workspace_pool.h"
#include "service/access/passwords.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/records.h"
#include "service/monitoring/reviews.h"
#include "service/webhooks/webhook_signing.h"
#include "service/webhooks/webhooks.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;

using base::Result;
using profile::Family;

constexpr const char* kList = "vedette-demo-2026-01.jsonl";
constexpr const char* kHouseList = "demo-house-2026-01.jsonl";
constexpr const char* kHouseListLater = "demo-house-2026-02.jsonl";
constexpr std::string_view kHouseListId = "demo-house";
constexpr const char* kReceiver = "https://hooks.example.com/vedette";
// Who reviews in the demonstration bank; their passwords are thrown away.
constexpr std::array<const char*, 2> kAnalysts = {"ines", "tomas"};
constexpr std::int64_t kMostCustomers = 10'000;

ledger::OperatorScope operator_scope() {
  return ledger::OperatorScope::for_command_line();
}

// The folder of the lists: the named one, that of the sources, or that of an installed package.
Result<fs::path> lists_folder(const std::string& named) {
  std::vector<fs::path> places = {named};
  if (named.empty()) {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    places = {"data/demo", program / "../share/doc/vedette/demo", "/usr/share/doc/vedette/demo"};
  }
  for (const fs::path& place : places) {
    VEDETTE_ASSIGN(const bool there, is_there(place / kList));
    if (there) return place;
  }
  return base::Error(base::Cause::kNotFound,
                     fmt::format("{} is not in {}: name the folder that has it with --lists", kList,
                                 places.front().string()));
}

Result<void> import_files(const Settings& settings, const std::vector<fs::path>& files) {
  ListsImportCommand command;
  for (const fs::path& file : files)
    command.files.push_back(file.string());
  if (import_lists(settings, command) == 0) return {};
  return base::Error(base::Cause::kUnavailable, "the demonstration lists could not be imported");
}

// The first version of each list. Lists that serve already stay as they are.
Result<void> import_first_lists(const Settings& settings, const fs::path& folder) {
  const auto serving = open_current_catalogue(settings);
  if (!serving.ok()) return import_files(settings, {folder / kList, folder / kHouseList});
  const auto& lists = (*serving)->lists();
  if (std::ranges::find(lists, kHouseListId, &catalogue::ListInfo::key) != lists.end()) return {};
  return import_files(settings, {folder / kHouseList});
}

struct Made {
  std::int64_t customers = 0;
  std::int64_t reviewed = 0;  // matches
  std::int64_t open = 0;
};

class Demo {
 public:
  Demo(const Settings& settings, const DemoCommand& command, Installation& installation,
       catalogue::Store store, std::shared_ptr<const catalogue::Catalogue> catalogue,
       ledger::ProjectScope scope)
      : settings_(settings),
        command_(command),
        installation_(installation),
        scope_(scope),
        analyser_(lexicon_),
        workspaces_(std::max(1U, std::thread::hardware_concurrency())),
        generations_(std::move(store), [catalogue] { return catalogue; }),
        records_({.ledger = installation.ledger(),
                  .generations = generations_,
                  .analyser = analyser_,
                  .workspaces = workspaces_,
                  .clock = installation.clock()}) {}

  Result<Made> run() {
    VEDETTE_TRY(add_analysts());
    const auto customers = demo_customers(static_cast<std::size_t>(command_.customers),
                                          static_cast<std::uint64_t>(command_.seed));
    VEDETTE_TRY(save(customers));
    VEDETTE_TRY(review(customers));
    VEDETTE_TRY(add_webhook());
    return made_;
  }

 private:
  service::Actor actor(std::size_t analyst) const {
    if (analyst >= users_.size()) return {scope_, "operator", "", "demo"};
    return {scope_, fmt::format("user:{}", users_[analyst].value()), kAnalysts[analyst], "demo"};
  }

  Result<void> add_analysts() {
    for (const char* name : kAnalysts) {
      const auto added = installation_.accounts().add_user(
          operator_scope(),
          {command_.project, name, service::Passwords::generate(), service::Role::kAnalyst});
      if (added.ok())
        users_.push_back(added->id);
      else if (added.error().cause != base::Cause::kConflict)
        return added.error();
    }
    return {};
  }

  Result<void> save(const std::vector<DemoCustomer>& customers) {
    for (const Family family : {Family::kIndividual, Family::kBusiness}) {
      service::SaveRequest request{.family = family};
      for (const DemoCustomer& each : customers) {
        if (each.family != family) continue;
        service::RecordChange change;
        change.id = each.id;
        change.name = each.name;
        if (!each.country.empty()) change.countries = {each.country};
        if (!each.birth.empty() && family == Family::kIndividual) change.dob = each.birth;
        request.changes.push_back(std::move(change));
      }
      service::AnswerOnce<service::SaveReport> once;
      once.render = [this](const service::SaveReport& report) {
        made_.customers += std::ssize(report.items);
        return std::string();
      };
      VEDETTE_TRY(records_.save(actor(users_.size()), request, once));
    }
    return {};
  }

  Result<void> review(const std::vector<DemoCustomer>& customers) {
    std::size_t turn = 0;
    for (const DemoCustomer& each : customers) {
      VEDETTE_ASSIGN(const auto found,
                     service::read_matches(installation_.ledger(), scope_, each.family, each.id));
      service::ReviewRequest request{.family = each.family, .record_id = each.id};
      for (const service::Match& match : found.matches) {
        if (match.status != service::MatchStatus::kOpen) continue;
        if (!each.decision) {
          ++made_.open;
          continue;
        }
        service::ReviewInput input;
        input.qr_code = match.seen.qr_code;
        input.status = each.decision;
        input.client_comment = each.comment;
        if (each.decision == service::MatchStatus::kTruePositive) input.client_risk_rating = "high";
        request.reviews.push_back(std::move(input));
      }
      if (request.reviews.empty()) continue;
      const auto reviewed = std::ssize(request.reviews);
      service::AnswerOnce<service::ReviewReport> once;
      once.render = [](const service::ReviewReport&) { return std::string(); };
      VEDETTE_TRY(service::insert_reviews(installation_.ledger(), actor(turn++ % kAnalysts.size()),
                                          request, once));
      made_.reviewed += reviewed;
    }
    return {};
  }

  // Switched off: there is no such receiver, and whoever tries the address sees what is sent.
  Result<void> add_webhook() {
    const service::WebhookSigning signing(installation_.key());
    service::Webhooks webhooks({.ledger = installation_.ledger(),
                                .clock = installation_.clock(),
                                .signing = signing,
                                .rules = webhook_rules(settings_).targets});
    service::WebhookChange wanted;
    wanted.url = kReceiver;
    wanted.types = {"match.created", "match.reopened"};
    wanted.active = false;
    wanted.description = "Our case system (put your own address here and switch it on)";
    const auto added = webhooks.add(actor(users_.size()), wanted);
    return added.ok() ? Result<void>() : added.error();
  }

  const Settings& settings_;
  const DemoCommand& command_;
  Installation& installation_;
  const ledger::ProjectScope scope_;
  std::vector<base::UserId> users_;
  names::Lexicon lexicon_;
  names::Analyser analyser_;
  search::WorkspacePool workspaces_;
  service::Generations generations_;
  service::Records records_;
  Made made_;
};

Result<ledger::ProjectScope> project_of(Installation& installation, const std::string& code) {
  auto found = installation.accounts().find_project(operator_scope(), code);
  if (!found.ok() && found.error().cause == base::Cause::kNotFound)
    found = installation.accounts().add_project(operator_scope(), {code, "Demonstration Bank"});
  if (!found.ok()) return found.error();
  return operator_scope().project(found->id);
}

Result<std::int64_t> customers_in(Installation& installation, const ledger::ProjectScope& scope) {
  return installation.ledger().read(
      scope, [](ledger::ProjectReader& reader) -> Result<std::int64_t> {
        std::int64_t records = 0;
        for (const Family family : {Family::kIndividual, Family::kBusiness}) {
          VEDETTE_ASSIGN(const service::FamilyTotals totals, service::read_totals(reader, family));
          records += totals.records;
        }
        return records;
      });
}

void print(const DemoCommand& command, const Made& made) {
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().member("project", command.project).member("customers", made.customers);
    json.member("reviewed", made.reviewed).member("open", made.open).end_object();
    std::cout << out << "\n";
    return;
  }
  std::cout << fmt::format(
      "project {}: {} fictional customers, {} reviewed and {} open matches, and a webhook that is "
      "switched off\n",
      command.project, made.customers, made.reviewed, made.open);
}

Result<void> run(const Settings& settings, const DemoCommand& command) {
  if (command.customers < 1 || command.customers > kMostCustomers)
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("--customers must be from 1 to {}", kMostCustomers));
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const fs::path folder, lists_folder(command.lists));
  {
    VEDETTE_ASSIGN(const auto installation, Installation::open(settings, clock));
    VEDETTE_ASSIGN(const auto scope, project_of(*installation, command.project));
    VEDETTE_ASSIGN(const std::int64_t before, customers_in(*installation, scope));
    if (before > 0)
      return base::Error(base::Cause::kConflict,
                         fmt::format("the project {} has {} customers already: nothing was "
                                     "changed. Another project can be named with --project",
                                     command.project, before));
  }
  VEDETTE_TRY(import_first_lists(settings, folder));
  Made made;
  {
    VEDETTE_ASSIGN(auto catalogue, open_current_catalogue(settings));
    VEDETTE_ASSIGN(auto store, open_existing_catalogue_folder(settings));
    VEDETTE_ASSIGN(const auto installation, Installation::open(settings, clock));
    VEDETTE_ASSIGN(const auto scope, project_of(*installation, command.project));
    Demo demo(settings, command, *installation, std::move(store), std::move(catalogue), scope);
    VEDETTE_ASSIGN(made, demo.run());
  }
  // The customers were screened against the first version: what the second one brings is new.
  VEDETTE_TRY(import_files(settings, {folder / kHouseListLater}));
  print(command, made);
  return {};
}

}  // namespace

int make_demo(const Settings& settings, const DemoCommand& command) {
  const auto done = run(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
