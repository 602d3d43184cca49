#include "app/commands/erase_command.h"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "app/commands/backup_files.h"
#include "app/commands/signing_commands.h"
#include "app/installation/erasing.h"
#include "app/installation/installation.h"
#include "app/installation/signing.h"
#include "app/settings/file_access.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"

namespace vedette::app {
namespace {

using base::Result;
using service::ErasureCounts;
using service::Person;

ledger::OperatorScope operator_scope() {
  return ledger::OperatorScope::for_command_line();
}

// Whom an earlier erasure was about: after a restore, what it took away may be there again.
Result<Person> person_of_certificate(const Settings& settings, const service::Erasures& erasures,
                                     const std::string& path) {
  VEDETTE_ASSIGN(const service::TrustedSigners trusted, trusted_signers(settings, ""));
  VEDETTE_TRY(check_signed_file(path, std::string(service::kErasurePurpose), trusted));
  VEDETTE_ASSIGN(const std::ifstream in, open_to_read(path));
  std::ostringstream text;
  text << in.rdbuf();
  return erasures.person_of(text.str());
}

Result<Person> person_of(const Settings& settings, const service::Erasures& erasures,
                         const EraseCommand& command) {
  if (!command.again.empty()) return person_of_certificate(settings, erasures, command.again);
  return erasures.person(command.record, command.name);
}

Result<void> write_certificate(const EraseCommand& command, const service::Erasure& erasure) {
  if (command.certificate.empty()) return {};
  VEDETTE_TRY(write_durably(command.certificate, erasure.certificate));
  return write_durably(signature_file(command.certificate), erasure.signature);
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

Result<void> reapply(const Settings& settings, const EraseCommand& command,
                     const service::Erasures& erasures) {
  VEDETTE_ASSIGN(const service::Erasures::Reapplied done, reapply_erasures(settings, erasures));
  if (command.json) {
    std::string out;
    base::JsonWriter json(out);
    json.begin_object().member("reapplied", done.erasures);
    json.member("ofLostProjects", done.of_lost_projects);
    json.key("erased").raw(done.counts.json()).end_object();
    std::cout << out << "\n";
  } else if (done.erasures == 0) {
    std::cout << "the ledger has seen every erasure of this installation\n";
  } else {
    std::cout << fmt::format(
        "{} erasures that the ledger had not seen were done again: {} records, "
        "{} searches\n",
        done.erasures, done.counts.records, done.counts.searches);
  }
  return {};
}

Result<void> run(const Settings& settings, const EraseCommand& command) {
  const base::SystemClock clock;
  VEDETTE_ASSIGN(const auto installation, Installation::open_existing(settings, clock));
  VEDETTE_ASSIGN(const service::DocumentSigner signer, open_signer(settings));
  const service::Erasures erasures = open_erasures(settings, *installation, signer);
  if (command.reapply) return reapply(settings, command, erasures);
  VEDETTE_ASSIGN(const Person person, person_of(settings, erasures, command));
  VEDETTE_ASSIGN(const auto project,
                 installation->accounts().find_project(operator_scope(), command.project));
  const ledger::ProjectScope scope = operator_scope().project(project.id);
  ErasureCounts counts;
  if (command.dry_run) {
    VEDETTE_ASSIGN(counts, erasures.count(scope, person));
  } else {
    VEDETTE_ASSIGN(const service::Erasures::Done done,
                   erasures.erase({scope, "operator", "", ""}, person));
    counts = done.counts;
    VEDETTE_TRY(write_certificate(command, done.erasure));
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
