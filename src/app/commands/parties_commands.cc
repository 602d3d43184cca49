#include "app/commands/parties_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/installation/catalogue_folder.h"
#include "app/installation/installation.h"
#include "app/installation/party_resolving.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "names/tables/lexicon.h"
#include "service/parties/entry_lookup.h"
#include "service/parties/groupings.h"
#include "service/parties/judgement_evidence.h"
#include "service/parties/judgement_lines.h"
#include "service/parties/party_export.h"
#include "service/parties/party_view.h"

namespace vedette::app {
namespace {

using base::Cause;
using base::Error;
using base::Result;

// The lists that serve, how they are grouped, and the judgements.
struct Desk {
  static Result<std::unique_ptr<Desk>> open(const Settings& settings) {
    auto desk = std::make_unique<Desk>();
    VEDETTE_ASSIGN(desk->store, open_existing_catalogue_folder(settings));
    VEDETTE_ASSIGN(auto opened, desk->store->open_current());
    desk->catalogue = std::move(opened.catalogue);
    VEDETTE_ASSIGN(desk->installation, Installation::open_existing(settings, desk->clock));
    desk->judgements.emplace(desk->installation->ledger(), desk->clock);
    desk->how = party_resolution(settings, *desk->installation);
    desk->groupings.emplace(*desk->store);
    VEDETTE_ASSIGN(desk->grouping, desk->groupings->look(*desk->catalogue));
    return desk;
  }

  // Regroups by what was judged. A server beside takes the new parties over.
  Result<void> regroup() {
    VEDETTE_ASSIGN(const auto made, service::resolve_parties(*store, catalogue, analyser, how));
    grouping = made.grouping;
    return {};
  }

  service::PartyView view() const { return {*catalogue, *grouping, analyser}; }

  base::SystemClock clock;
  std::optional<catalogue::Store> store;
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  std::unique_ptr<Installation> installation;
  std::optional<service::PartyJudgements> judgements;
  service::PartyResolution how;
  std::optional<service::Groupings> groupings;
  std::shared_ptr<const parties::Grouping> grouping;
  names::Lexicon lexicon;
  names::Analyser analyser{lexicon};
};

std::string entry_text(const catalogue::Catalogue& catalogue, parties::Entry entry) {
  const auto profile = catalogue.profile(entry);
  if (!profile.ok()) return std::to_string(entry);
  return fmt::format("{}:{}", profile->key.list, profile->key.record);
}

std::string name_text(const catalogue::Catalogue& catalogue, parties::Entry entry) {
  const auto profile = catalogue.profile(entry);
  return profile.ok() ? profile->name() : std::string();
}

Result<void> suggest(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  const auto all = desk->grouping->suggestions();
  const auto shown = all.subspan(
      0, std::min(
             all.size(),
             static_cast<std::size_t>(std::max<std::int64_t>(
                 command.limit == 0 ? static_cast<std::int64_t>(all.size()) : command.limit, 0))));
  if (command.json) {
    service::PartyView view = desk->view();
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().key("counts");
    service::write_party_counts(json, *desk->catalogue, *desk->grouping);
    json.member("total", all.size()).key("suggestions").begin_array();
    for (const parties::Suggestion& each : shown)
      VEDETTE_TRY(view.write_suggestion(json, each));
    json.end_array().end_object();
    std::cout << out << "\n";
    return {};
  }
  std::vector<std::vector<std::string>> table = {{"CONFIDENCE", "LEFT", "NAME", "RIGHT", "NAME"}};
  for (const parties::Suggestion& each : shown)
    table.push_back({fmt::format("{}{}", each.confidence(), each.conflict ? " (conflict)" : ""),
                     entry_text(*desk->catalogue, each.a), name_text(*desk->catalogue, each.a),
                     entry_text(*desk->catalogue, each.b), name_text(*desk->catalogue, each.b)});
  if (!shown.empty()) std::cout << aligned(table);
  std::cout << fmt::format("{} of {} suggestions; {} list entries are {} parties\n", shown.size(),
                           all.size(), desk->grouping->entry_count(),
                           desk->grouping->party_count());
  if (desk->grouping->id().revision == 0)
    std::cout << "the parties of this generation are not decided yet: start the server, or run "
                 "`vedette lists rebuild`\n";
  return {};
}

// The newest judgements on the entries of a party, all of them, oldest first.
Result<std::vector<service::Judgement>> judgements_of(const Desk& desk, parties::Entry entry) {
  VEDETTE_ASSIGN(const auto all, desk.judgements->all());
  std::vector<service::Judgement> made;
  for (const service::Judgement& one : all) {
    const auto left = desk.catalogue->find(one.left.id), right = desk.catalogue->find(one.right.id);
    const parties::Party party = desk.grouping->party_of(entry);
    if ((left && desk.grouping->party_of(*left) == party) ||
        (right && desk.grouping->party_of(*right) == party))
      made.push_back(one);
  }
  return made;
}

Result<void> print_party(const Desk& desk, parties::Entry entry, bool as_json) {
  VEDETTE_ASSIGN(const auto judged, judgements_of(desk, entry));
  if (as_json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().key("party");
    VEDETTE_TRY(desk.view().write_party(json, entry));
    json.key("judgements").begin_array();
    for (const service::Judgement& one : judged)
      service::write_judgement(json, one);
    json.end_array().end_object();
    std::cout << out << "\n";
    return {};
  }
  std::vector<std::vector<std::string>> table = {{"ENTRY", "QR CODE", "STATUS", "NAME"}};
  for (const parties::Entry each : desk.grouping->entries_of(entry))
    table.push_back(
        {entry_text(*desk.catalogue, each), std::to_string(desk.catalogue->facts(each).qr_code),
         desk.catalogue->is_deleted(each) ? "deleted" : "live", name_text(*desk.catalogue, each)});
  std::cout << fmt::format("party {}\n",
                           desk.catalogue->resource_id_text(desk.grouping->party_of(entry)));
  std::cout << aligned(table);
  for (const service::Judgement& one : judged)
    std::cout << fmt::format(
        "judgement {} of {} by {}: {}:{} and {}:{} are {}{}\n", one.number,
        base::iso_seconds(one.at), one.username.empty() ? one.actor : one.username,
        one.left.key.list, one.left.key.record, one.right.key.list, one.right.key.record,
        parties::to_text(one.verdict), one.reason.empty() ? "" : ": " + one.reason);
  return {};
}

Result<void> show(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  VEDETTE_ASSIGN(const parties::Entry entry,
                 service::find_entry(*desk->catalogue, command.entries.at(0)));
  return print_party(*desk, entry, command.json);
}

Result<std::vector<parties::Entry>> entries_of(const Desk& desk, const PartiesCommand& command) {
  std::vector<parties::Entry> entries;
  for (const std::string& text : command.entries) {
    VEDETTE_ASSIGN(const parties::Entry entry, service::find_entry(*desk.catalogue, text));
    entries.push_back(entry);
  }
  return entries;
}

// Stores what was judged, regroups and shows the party of the first entry.
Result<void> judge(Desk& desk, const std::vector<parties::Entry>& entries, parties::Verdict verdict,
                   const PartiesCommand& command) {
  std::vector<service::NewJudgement> wanted;
  VEDETTE_ASSIGN(const service::JudgedEntry first,
                 service::judged_entry(*desk.catalogue, entries.front()));
  for (std::size_t i = 1; i < entries.size(); ++i) {
    VEDETTE_ASSIGN(const service::JudgedEntry other,
                   service::judged_entry(*desk.catalogue, entries[i]));
    wanted.push_back({.one = first, .other = other, .verdict = verdict, .reason = command.reason});
  }
  VEDETTE_TRY(service::add_evidence(*desk.catalogue, *desk.grouping, desk.analyser, wanted));
  VEDETTE_TRY(desk.judgements->add(wanted, {.actor = "operator"}));
  VEDETTE_TRY(desk.regroup());
  return print_party(desk, entries.front(), command.json);
}

Result<void> merge(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  VEDETTE_ASSIGN(const auto entries, entries_of(*desk, command));
  if (entries.size() < 2)
    return Error(Cause::kInvalidInput, "merge needs two list entries or more");
  return judge(*desk, entries, parties::Verdict::kSame, command);
}

Result<void> split(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  VEDETTE_ASSIGN(auto entries, entries_of(*desk, command));
  if (entries.size() == 1)
    for (const parties::Entry each : desk->grouping->entries_of(entries.front()))
      if (each != entries.front()) entries.push_back(each);
  if (entries.size() < 2)
    return Error(Cause::kInvalidInput,
                 fmt::format("{} is alone in its party already", command.entries.front()));
  return judge(*desk, entries, parties::Verdict::kDifferent, command);
}

// Calls `fill` with what writes into the file, or to standard output.
template <class Fill>
Result<void> write_to(const std::string& path, const Fill& fill) {
  errno = 0;
  if (path.empty() || path == "-") {
    VEDETTE_TRY(fill([](std::string_view text) { std::cout << text; }));
    if (!std::cout.flush()) return cannot_write("standard output");
    return {};
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) return cannot_write(path);
  VEDETTE_TRY(fill([&](std::string_view text) { file << text; }));
  if (!file.flush()) return cannot_write(path);
  return {};
}

Result<void> export_all(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  return write_to(command.file, [&](const auto& write) {
    return service::export_parties(*desk->catalogue, *desk->grouping, write);
  });
}

Result<void> judgements_out(const Settings& settings, const PartiesCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  const service::PartyJudgements judgements(installation->ledger(), clock);
  VEDETTE_ASSIGN(const service::HoldingJudgements held, judgements.holding());
  const auto format = command.format == "nomenklatura" ? service::JudgementFormat::kNomenklatura
                                                       : service::JudgementFormat::kOwn;
  return write_to(command.file, [&](const auto& write) -> Result<void> {
    for (const service::Judgement& one : held.judgements)
      write(service::to_line(one, format));
    return {};
  });
}

Result<std::string> text_of_file(const std::string& path) {
  constexpr std::size_t kMostBytes = 64U << 20;
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
  } else {
    VEDETTE_ASSIGN(const std::ifstream file, open_to_read(path));
    text << file.rdbuf();
  }
  std::string read = std::move(text).str();
  if (read.size() > kMostBytes)
    return Error(Cause::kTooLarge,
                 fmt::format("{} has more than {} MiB of judgements", path, kMostBytes >> 20));
  return read;
}

Result<void> judgements_in(const Settings& settings, const PartiesCommand& command) {
  VEDETTE_ASSIGN(const std::string text, text_of_file(command.file));
  VEDETTE_ASSIGN(const auto desk, Desk::open(settings));
  VEDETTE_ASSIGN(auto wanted, service::read_judgements(*desk->catalogue, text));
  VEDETTE_TRY(service::add_evidence(*desk->catalogue, *desk->grouping, desk->analyser, wanted));
  VEDETTE_ASSIGN(const auto added, desk->judgements->add(wanted, {.actor = "operator"}));
  VEDETTE_TRY(desk->regroup());
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().member("read", wanted.size()).member("added", added.size());
    json.member("parties", desk->grouping->party_count()).end_object();
    std::cout << out << "\n";
  } else {
    std::cout << fmt::format("{} judgements read, {} added; {} list entries are {} parties\n",
                             wanted.size(), added.size(), desk->grouping->entry_count(),
                             desk->grouping->party_count());
  }
  return {};
}

int status_of(const Result<void>& done) {
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace

int suggest_parties(const Settings& settings, const PartiesCommand& command) {
  return status_of(suggest(settings, command));
}
int show_party(const Settings& settings, const PartiesCommand& command) {
  return status_of(show(settings, command));
}
int merge_parties(const Settings& settings, const PartiesCommand& command) {
  return status_of(merge(settings, command));
}
int split_party(const Settings& settings, const PartiesCommand& command) {
  return status_of(split(settings, command));
}
int export_parties(const Settings& settings, const PartiesCommand& command) {
  return status_of(export_all(settings, command));
}
int export_judgements(const Settings& settings, const PartiesCommand& command) {
  return status_of(judgements_out(settings, command));
}
int import_judgements(const Settings& settings, const PartiesCommand& command) {
  return status_of(judgements_in(settings, command));
}

}  // namespace vedette::app
