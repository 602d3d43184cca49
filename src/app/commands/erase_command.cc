#include "app/commands/erase_command.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <iostream>
#include <sstream>

#include "api/request/version.h"
#include "app/commands/backup_files.h"
#include "app/commands/signing_commands.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"
#include "service/erasure/erasure.h"

namespace vedette::app {
namespace {

using base::Result;
using service::ErasureCounts;
using service::Person;

constexpr std::string_view kPurpose = "erasure-certificate";

ledger::OperatorScope operator_scope() {
  return ledger::OperatorScope::for_command_line();
}

// Whom an earlier erasure was about: after a restore, what it took away may be there again.
Result<Person> person_of_certificate(const Settings& settings, const std::string& path) {
  VEDETTE_ASSIGN(const service::TrustedSigners trusted, trusted_signers(settings, ""));
  VEDETTE_TRY(check_signed_file(path, std::string(kPurpose), trusted));
  VEDETTE_ASSIGN(const std::ifstream in, open_to_read(path));
  std::ostringstream text;
  text << in.rdbuf();
  boost::system::error_code problem;
  const boost::json::value parsed = boost::json::parse(text.str(), problem);
  const boost::json::value* person =
      !problem && parsed.is_object() ? parsed.get_object().if_contains("person") : nullptr;
  return Person::from_json(person == nullptr ? "" : boost::json::serialize(*person));
}

Result<Person> person_of(const Settings& settings, const EraseCommand& command) {
  if (!command.again.empty()) return person_of_certificate(settings, command.again);
  return Person::of(command.record, command.name);
}

Result<void> write_certificate(const Settings& settings, const EraseCommand& command,
                               const Person& person, const ErasureCounts& counts, base::Time at) {
  if (command.certificate.empty()) return {};
  std::string text;
  base::JsonWriter json(text);
  json.begin_object().member("document", kPurpose).member("project", command.project);
  json.member("erasedAt", base::iso_millis(at)).member("vedette", api::kVersion);
  json.key("person").raw(person.json()).key("erased").raw(counts.json()).end_object();
  VEDETTE_TRY(write_durably(command.certificate, text + "\n"));
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  return sign_file(signer, command.certificate, std::string(kPurpose), at);
}

void print(const EraseCommand& command, const ErasureCounts& counts) {
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().member("project", command.project).member("dryRun", command.dry_run);
    json.key("erased").raw(counts.json()).end_object();
    std::cout << out << "\n";
    return;
  }
  if (counts.total() == 0) {
    std::cout << fmt::format("project {} has nothing of this person\n", command.project);
    return;
  }
  std::cout << fmt::format(
      "{}: {} records with their matches and reviews, {} searches, {} names of batches, {} events, "
      "{} kept answers, {} texts of the audit trail\n",
      command.dry_run ? "would be erased" : "erased", counts.records, counts.searches,
      counts.batch_names, counts.events, counts.answers, counts.audit_payloads);
  if (!command.certificate.empty() && !command.dry_run)
    std::cout << fmt::format("certificate: {} (vedette verify {} checks it)\n", command.certificate,
                             command.certificate);
  if (command.dry_run) std::cout << "nothing was changed; without --dry-run it is\n";
}

Result<void> run(const Settings& settings, const EraseCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const Person person, person_of(settings, command));
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope(), command.project));
  const ledger::ProjectScope scope = operator_scope().project(project.id);
  ErasureCounts counts;
  if (command.dry_run) {
    VEDETTE_ASSIGN(counts, service::count_traces(installation->ledger(), scope, person));
  } else {
    VEDETTE_ASSIGN(counts, service::erase_person(installation->ledger(),
                                                 {scope, "operator", "", ""}, person, clock.now()));
    VEDETTE_TRY(write_certificate(settings, command, person, counts, clock.now()));
  }
  print(command, counts);
  return {};
}

}  // namespace

int erase(const Settings& settings, const EraseCommand& command) {
  const auto done = run(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
