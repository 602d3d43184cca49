#include "app/commands/audit_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "app/commands/anchor_check.h"
#include "app/installation/installation.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "ledger/audit_heads.h"

namespace vedette::app {
namespace {

using ledger::AuditHead;
using ledger::OperatorScope;

base::Result<std::map<std::int64_t, AuditHead>> exported_heads(const std::string& path,
                                                               const ledger::ServerKey& key) {
  std::map<std::int64_t, AuditHead> out;
  if (path.empty()) return out;
  VEDETTE_ASSIGN(const std::ifstream file, open_to_read(path));
  std::ostringstream text;
  text << file.rdbuf();
  VEDETTE_ASSIGN(const ledger::ExportedHeads read, ledger::read_signed_heads(text.str(), key));
  for (const ledger::ChainHead& chain : read.heads)
    out[chain.project.value()] = chain.head;
  return out;
}

base::Result<CheckedChain> check_installation(ledger::Ledger& ledger, const OperatorScope& scope,
                                              const std::optional<AuditHead>& head) {
  CheckedChain checked;
  VEDETTE_ASSIGN(checked.report, ledger.verify_audit_chain(scope, head));
  return checked;
}

base::Result<CheckedChain> check_project(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         const std::optional<AuditHead>& head) {
  CheckedChain checked;
  VEDETTE_ASSIGN(checked.report, ledger.verify_audit_chain(scope, head));
  VEDETTE_ASSIGN(checked.rows, service::prove_rows(ledger, scope));
  // A chain that does not hold proves nothing about what stands beside it.
  if (checked.report.whole()) {
    VEDETTE_ASSIGN(checked.searches, service::prove_searches(ledger, scope));
    VEDETTE_ASSIGN(checked.reviews, service::prove_reviews(ledger, scope));
  }
  return checked;
}

base::Result<AuditVerdict> walk_all(Installation& installation, const std::string& head_file) {
  const OperatorScope scope = OperatorScope::for_command_line();
  VEDETTE_ASSIGN(const auto exported, exported_heads(head_file, installation.key()));
  VEDETTE_ASSIGN(const auto present, installation.ledger().audit_chains(scope));
  VEDETTE_ASSIGN(const auto projects, installation.accounts().list_projects(scope));
  // A chain that is gone altogether stands in the exported heads alone, or in the projects.
  std::map<std::int64_t, std::string> chains;
  for (const base::ProjectId project : present)
    chains[project.value()];
  for (const auto& [project, head] : exported)
    chains[project];
  for (const service::Project& project : projects)
    chains[project.id.value()] = project.code;
  AuditVerdict verdict;
  VEDETTE_ASSIGN(verdict.damage,
                 installation.ledger().storage_damage(scope, ledger::Ledger::StorageCheck::kFull));
  for (const auto& [project, code] : chains) {
    const auto known = exported.find(project);
    const std::optional<AuditHead> head =
        known == exported.end() ? std::nullopt : std::optional(known->second);
    VEDETTE_ASSIGN(
        CheckedChain checked,
        project == ledger::kInstallation.value()
            ? check_installation(installation.ledger(), scope, head)
            : check_project(installation.ledger(), scope.project(base::ProjectId(project)), head));
    checked.project = project;
    checked.code = code;
    verdict.chains.push_back(std::move(checked));
  }
  return verdict;
}

std::string chain_name(const CheckedChain& chain) {
  if (chain.project == ledger::kInstallation.value()) return "the installation";
  return chain.code.empty() ? fmt::format("project number {}", chain.project)
                            : "project " + chain.code;
}

void print_misfit(const std::string& what, const CheckedChain& chain, std::int64_t entry,
                  const std::string& reason) {
  const std::string place = entry > 0 ? fmt::format(" (audit entry {})", entry) : "";
  std::cout << fmt::format("{}, {}, is not what was recorded: {}{}\n", what, chain_name(chain),
                           reason, place);
}

void write_bad_search(base::JsonWriter& json, const service::SearchMisfit& bad) {
  json.begin_object().member("search", bad.search).member("entry", bad.sequence);
  json.member("reason", bad.reason).end_object();
}

void print_rows(const service::RowProof& rows, const CheckedChain& chain) {
  if (!rows.sealed)
    std::cout << fmt::format(
        "{}: its records are not sealed yet, so that nothing can be said of them: start the "
        "server, which seals them\n",
        chain_name(chain));
  for (const service::RowMisfit& bad : rows.first_bad)
    print_misfit(bad.what, chain, 0, bad.reason);
  if (const auto unnamed = rows.misfits - std::ssize(rows.first_bad); unnamed > 0)
    std::cout << fmt::format("and {} more, {}\n", unnamed, chain_name(chain));
}

void write_rows(base::JsonWriter& json, const service::RowProof& rows) {
  json.key("rows").begin_object().member("records", rows.records).member("matches", rows.matches);
  json.member("history", rows.history).member("sealed", rows.sealed);
  json.member("misfits", rows.misfits).key("firstBad").begin_array();
  for (const service::RowMisfit& bad : rows.first_bad)
    json.begin_object().member("what", bad.what).member("reason", bad.reason).end_object();
  json.end_array().end_object();
}

base::Result<int> run_verify(const Settings& settings, const AuditCommand& command) {
  VEDETTE_ASSIGN(const auto verdict, check_audit(settings, command.head));
  if (!verdict) return no_ledger(settings);
  std::optional<AnchorVerdict> anchors;
  if (!command.anchors.empty()) {
    VEDETTE_ASSIGN(anchors, check_anchors(settings, command.anchors, command.timestamp_ca));
  }
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().key("audit");
    write_verdict(json, *verdict);
    if (anchors) {
      json.key("anchors");
      write_anchors(json, *anchors);
    }
    json.end_object();
    std::cout << out << "\n";
  } else {
    print_verdict(*verdict);
    if (anchors) print_anchors(*anchors);
  }
  return verdict->whole() && (!anchors || anchors->bad.empty()) ? 0 : 1;
}

base::Result<void> run_export(const Settings& settings, const AuditCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                 Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const ledger::ExportedHeads heads,
                 installation->ledger().audit_heads(OperatorScope::for_command_line()));
  const std::string text = ledger::signed_heads(heads, installation->key());
  if (command.head.empty()) {
    std::cout << text;
    return {};
  }
  errno = 0;
  std::ofstream file(command.head, std::ios::binary | std::ios::trunc);
  if (!(file << text).flush()) return cannot_write(command.head);
  std::cout << fmt::format("the heads of {} chains are in {}; keep it away from this machine\n",
                           heads.heads.size(), command.head);
  return {};
}

}  // namespace

bool AuditVerdict::whole() const {
  return damage.empty() && std::ranges::all_of(chains, &CheckedChain::whole);
}

bool AuditVerdict::chains_hold() const {
  return std::ranges::all_of(chains, [](const CheckedChain& each) { return each.report.whole(); });
}

base::Result<std::optional<AuditVerdict>> check_audit(const Settings& settings,
                                                      const std::string& head_file) {
  if (auto lost = lost_ledger(settings)) return *std::move(lost);
  if (!has_ledger(settings)) return std::optional<AuditVerdict>();
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const std::unique_ptr<Installation> installation,
                 Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(AuditVerdict verdict, walk_all(*installation, head_file));
  return std::optional<AuditVerdict>(std::move(verdict));
}

void print_verdict(const AuditVerdict& verdict) {
  std::int64_t entries = 0;
  std::int64_t searches = 0;
  std::int64_t reviews = 0;
  std::int64_t rows = 0;
  for (const std::string& damage : verdict.damage)
    std::cout << fmt::format("the file of the ledger is damaged: {}\n", damage);
  for (const CheckedChain& chain : verdict.chains) {
    entries += chain.report.entries;
    searches += chain.searches.searches;
    reviews += chain.reviews.reviews;
    if (!chain.report.whole())
      std::cout << fmt::format("audit chain of {}: entry {} is bad: {}\n", chain_name(chain),
                               *chain.report.first_bad, chain.report.reason);
    for (const service::SearchMisfit& bad : chain.searches.bad)
      print_misfit("recorded search " + bad.search, chain, bad.sequence, bad.reason);
    if (const auto unnamed = chain.searches.bad_count - std::ssize(chain.searches.bad); unnamed > 0)
      std::cout << fmt::format("and {} more recorded searches, {}\n", unnamed, chain_name(chain));
    if (const auto& bad = chain.reviews.first_bad)
      print_misfit("the reviews of " + bad->match, chain, bad->sequence, bad->reason);
    print_rows(chain.rows, chain);
    rows += chain.rows.records + chain.rows.matches + chain.rows.history;
  }
  if (verdict.whole())
    std::cout << fmt::format(
        "audit: {} chains with {} entries are whole; {} recorded searches and {} reviews fit "
        "them; {} records, matches and steps of history fit their seals\n",
        verdict.chains.size(), entries, searches, reviews, rows);
}

void write_verdict(base::JsonWriter& json, const AuditVerdict& verdict) {
  json.begin_object().member("whole", verdict.whole()).key("damage").begin_array();
  for (const std::string& damage : verdict.damage)
    json.value(damage);
  json.end_array().key("chains").begin_array();
  for (const CheckedChain& chain : verdict.chains) {
    json.begin_object().member("project", chain.project).member("code", chain.code);
    json.member("entries", chain.report.entries);
    json.member("erasedPayloads", chain.report.erased_payloads);
    json.member("searches", chain.searches.searches);
    json.member("reviews", chain.reviews.reviews);
    json.member("whole", chain.whole());
    if (!chain.report.whole())
      json.member("firstBad", *chain.report.first_bad).member("reason", chain.report.reason);
    if (!chain.searches.whole()) {
      json.member("badSearchCount", chain.searches.bad_count).key("badSearches").begin_array();
      for (const service::SearchMisfit& bad : chain.searches.bad)
        write_bad_search(json, bad);
      json.end_array().key("firstBadSearch");
      write_bad_search(json, chain.searches.bad.front());
    }
    if (const auto& bad = chain.reviews.first_bad) {
      json.key("firstBadReview").begin_object().member("match", bad->match);
      json.member("entry", bad->sequence).member("reason", bad->reason).end_object();
    }
    if (chain.project != ledger::kInstallation.value()) write_rows(json, chain.rows);
    json.end_object();
  }
  json.end_array().end_object();
}

int verify_audit(const Settings& settings, const AuditCommand& command) {
  const auto status = run_verify(settings, command);
  return status.ok() ? *status : print_error(status.error());
}

int export_audit_head(const Settings& settings, const AuditCommand& command) {
  const auto done = run_export(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
