#include "app/commands/attest_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <iostream>

#include "app/commands/backup_files.h"
#include "app/installation/attesting.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"
#include "service/attestation/attestation_archive.h"

namespace vedette::app {
namespace {

using base::Result;
using boost::json::object;
using boost::json::value;
using service::AttestedDay;

constexpr std::int64_t kDaysShown = 31;

std::string text_of(const object& from, const char* name) {
  const value* found = from.if_contains(name);
  if (found == nullptr) return "unknown";
  if (found->is_string()) return std::string(found->get_string());
  return boost::json::serialize(*found);
}

void print_version(const object& version) {
  std::cout << fmt::format("    generation {}, published {}: fetched {}, served {}, last record {}",
                           text_of(version, "generation"), text_of(version, "published"),
                           text_of(version, "fetchedDateTimeISO"),
                           text_of(version, "servedDateTimeISO"),
                           text_of(version, "screenedDateTimeISO"));
  if (version.contains("minutesFromPublication"))
    std::cout << fmt::format(", {} minutes from publication",
                             text_of(version, "minutesFromPublication"));
  std::cout << (version.at("late").get_bool() ? " LATE\n" : "\n");
}

void print_day(const AttestedDay& day) {
  const value parsed = boost::json::parse(day.document);
  const object& json = parsed.get_object();
  const object& records = json.at("records").get_object();
  std::cout << fmt::format("{} ({}): {}\n", day.date, text_of(json, "timeZone"), day.state);
  std::cout << fmt::format("{} of {} watched records are screened\n", text_of(records, "screened"),
                           text_of(records, "watched"));
  for (const value& list : json.at("lists").get_array()) {
    const object& each = list.get_object();
    std::cout << fmt::format("  {}: confirmed {}\n", text_of(each, "list"),
                             text_of(each, "confirmedDateTimeISO"));
    for (const value& version : each.at("versions").get_array())
      print_version(version.get_object());
  }
  for (const value& gap : json.at("gaps").get_array())
    std::cout << fmt::format("  {}{}: {} (from {} until {})\n",
                             gap.at("late").get_bool() ? "LATE " : "",
                             text_of(gap.get_object(), "reason"), text_of(gap.get_object(), "text"),
                             text_of(gap.get_object(), "fromDateTimeISO"),
                             text_of(gap.get_object(), "untilDateTimeISO"));
}

void print_days(const AttestCommand& command, const std::vector<AttestedDay>& days) {
  if (!command.json) {
    for (const AttestedDay& day : days)
      std::cout << fmt::format("{} {}, {} gaps\n", day.date, day.state, day.gaps);
    if (days.empty()) std::cout << "no day has been closed yet\n";
    return;
  }
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().key("days").begin_array();
  for (const AttestedDay& day : days)
    json.begin_object()
        .member("date", day.date)
        .member("state", day.state)
        .member("gaps", day.gaps)
        .end_object();
  json.end_array().end_object();
  std::cout << out << "\n";
}

bool none_late(const std::vector<AttestedDay>& days) {
  return std::ranges::none_of(days, [](const AttestedDay& day) { return day.state == "late"; });
}

Result<void> write_archive(const Settings& settings, const service::Attestations& attestations,
                           const ledger::ProjectScope& scope, const AttestCommand& command,
                           base::Time now) {
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  VEDETTE_ASSIGN(const std::string archive,
                 command.year > 0
                     ? service::attested_year_archive(attestations, signer, scope, command.project,
                                                      command.year, now)
                     : service::attested_day_archive(attestations, signer, scope, command.project,
                                                     command.date, now));
  VEDETTE_TRY(write_durably(command.out, archive));
  if (!command.json)
    std::cout << fmt::format("written: {} (vedette verify {} checks it)\n", command.out,
                             command.out);
  return {};
}

Result<void> check(const AttestCommand& command) {
  if (command.year != 0 && !command.date.empty())
    return base::Error(base::Cause::kInvalidInput, "--date and --year do not go together");
  if (command.year < 0 || (command.year == 0 && command.date.empty() && !command.out.empty()))
    return base::Error(base::Cause::kInvalidInput, "--out needs --date or --year");
  return {};
}

// Whether no day that it shows is late.
Result<bool> run(const Settings& settings, const AttestCommand& command) {
  VEDETTE_TRY(check(command));
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const service::Attestations attestations,
                 make_attestations(settings, installation->ledger(), clock));
  const auto operator_scope = ledger::OperatorScope::for_command_line();
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope, command.project));
  const ledger::ProjectScope scope = operator_scope.project(project.id);
  if (!command.out.empty())
    VEDETTE_TRY(write_archive(settings, attestations, scope, command, clock.now()));
  if (!command.date.empty()) {
    VEDETTE_ASSIGN(const AttestedDay day, attestations.day(scope, command.date));
    if (command.json)
      std::cout << day.document;
    else
      print_day(day);
    return none_late({day});
  }
  const std::string year = std::to_string(command.year);
  const auto& calendar = attestations.calendar();
  const service::CalendarDay today = attestations.today();
  const std::string from = command.year > 0
                               ? year + "-01-01"
                               : calendar.day_of(today.begins - base::days(kDaysShown)).date;
  const std::string to = command.year > 0 ? year + "-12-31" : today.date;
  VEDETTE_ASSIGN(const auto days,
                 attestations.days(scope, from, to, service::Attestations::Content::kSummary));
  print_days(command, days);
  return none_late(days);
}

}  // namespace

int attest(const Settings& settings, const AttestCommand& command) {
  const auto good = run(settings, command);
  if (!good.ok()) return print_error(good.error());
  return *good ? 0 : 1;
}

}  // namespace vedette::app
