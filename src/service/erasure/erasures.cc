#include "service/erasure/erasures.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <set>
#include <utility>

#include "base/encoding.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::OperatorReader;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;
using ledger::sql::Sql;

constexpr std::size_t kIdBytes = 12;

constexpr ProjectSql kInsert =
    "insert into erasures (project_id, erasure_id, at, actor, certificate, signature)"
    " values ($1, $2, $3, $4, $5, $6) on conflict do nothing";
constexpr ProjectSql kOfProject =
    "select e.erasure_id, p.code, e.at, e.actor, e.certificate, e.signature from erasures e"
    " join projects p on p.project_id = e.project_id where e.project_id = $1"
    " order by e.at desc, e.erasure_id";
constexpr ProjectSql kCode = "select code from projects where project_id = $1";
constexpr Sql kAll =
    "select e.erasure_id, p.code, e.at, e.actor, e.certificate, e.signature from erasures e"
    " join projects p on p.project_id = e.project_id order by e.at, e.erasure_id";
constexpr Sql kProject = "select project_id from projects where code = $1";

template <class Row>
Erasure erasure_of(Row& row) {
  auto& [id, project, at, actor, certificate, signature] = row;
  return {std::move(id),    std::move(project),     at,
          std::move(actor), std::move(certificate), std::move(signature)};
}

SignedFile measured(const std::string& certificate) {
  return {std::string(kErasurePurpose), certificate.size(), base::sha256(certificate)};
}

base::Error named(const base::Error& error, const Erasure& erasure) {
  return {error.cause, fmt::format("the erasure {} of the project {}: {}", erasure.id,
                                   erasure.project, error.message)};
}

Result<std::vector<Erasure>> all_of(ledger::Ledger& ledger, const ledger::OperatorScope& scope) {
  return ledger.read(scope, [](OperatorReader& reader) -> Result<std::vector<Erasure>> {
    VEDETTE_ASSIGN(
        auto rows,
        (reader.rows<std::string, std::string, base::Time, std::string, std::string, std::string>(
            kAll)));
    std::vector<Erasure> out;
    for (auto& row : rows)
      out.push_back(erasure_of(row));
    return out;
  });
}

// If it fails, the rows are removed all the same, and their text disappears when SQLite next starts
// the log again.
void forget(ledger::Ledger& ledger) {
  const auto forgotten = ledger.forget_removed_rows();
  if (forgotten.ok() && *forgotten) return;
  base::log(base::LogLevel::kWarning,
            "the log of the ledger (ledger.db-wal) could not be emptied, and may hold erased text "
            "until the server stops",
            {{"error", forgotten.ok() ? std::string() : forgotten.error().message}});
}

using Known = std::set<std::pair<std::string, std::string>>;
Known known_of(const std::vector<Erasure>& erasures) {
  Known out;
  for (const Erasure& each : erasures)
    out.emplace(each.project, each.id);
  return out;
}

// An erasure once more: its certificate is the first one's, the counts are what was there again.
Result<ErasureCounts> erase_again(ledger::Ledger& ledger, const Actor& actor, const Person& person,
                                  const Erasure& erasure, base::Time now) {
  return erase_person(ledger, actor, person, now,
                      [&](ProjectWriter& writer, const ErasureCounts&) -> Result<void> {
                        VEDETTE_TRY(writer.execute(kInsert, erasure.id, erasure.at, erasure.actor,
                                                   erasure.certificate, erasure.signature));
                        return {};
                      });
}

}  // namespace

Erasures::Erasures(Parts parts)
    : parts_(std::move(parts)), person_key_(parts_.key.derive("erased persons")) {}

Result<Person> Erasures::person(std::string_view record_id, std::string_view name) const {
  return Person::of(person_key_, record_id, name);
}

Result<Person> Erasures::person_of(const std::string& certificate) const {
  boost::system::error_code problem;
  const boost::json::value parsed = boost::json::parse(certificate, problem);
  const boost::json::value* person =
      !problem && parsed.is_object() ? parsed.get_object().if_contains("person") : nullptr;
  return Person::from_json(person_key_, person == nullptr ? "" : boost::json::serialize(*person));
}

Result<ErasureCounts> Erasures::count(const ledger::ProjectScope& scope,
                                      const Person& person) const {
  return count_traces(parts_.ledger, scope, person);
}

Result<Erasures::Done> Erasures::erase(const Actor& actor, const Person& person) const {
  Done done;
  const base::Time now = parts_.clock.now();
  const auto certify = [&](ProjectWriter& writer, const ErasureCounts& counts) -> Result<void> {
    VEDETTE_ASSIGN(const auto code, writer.maybe<std::string>(kCode));
    Erasure erasure{.id = base::random_token(kIdBytes),
                    .project = code ? std::get<0>(*code) : std::string(),
                    .at = now,
                    .actor = actor.name};
    base::JsonWriter json(erasure.certificate);
    json.begin_object().member("document", kErasurePurpose).member("id", erasure.id);
    json.member("project", erasure.project).member("erasedAt", base::iso_millis(now));
    json.member("vedette", parts_.program).key("person").raw(person.json());
    json.key("erased").raw(counts.json()).end_object();
    erasure.certificate += "\n";
    erasure.signature = parts_.signer.sign(measured(erasure.certificate), now);
    VEDETTE_TRY(writer.execute(kInsert, erasure.id, erasure.at, erasure.actor, erasure.certificate,
                               erasure.signature));
    done.erasure = std::move(erasure);
    return {};
  };
  VEDETTE_ASSIGN(done.counts, erase_person(parts_.ledger, actor, person, now, certify));
  forget(parts_.ledger);
  // After the ledger: what is missing in the file is written there at the next start.
  if (const auto written = parts_.file.append(done.erasure); !written.ok())
    base::log(base::LogLevel::kError, "an erasure is in the ledger and not in its file yet",
              {{"error", written.error().message}});
  return done;
}

Result<std::vector<Erasure>> Erasures::of_project(const ledger::ProjectScope& scope) const {
  return parts_.ledger.read(scope, [](ProjectReader& reader) -> Result<std::vector<Erasure>> {
    VEDETTE_ASSIGN(
        auto rows,
        (reader.rows<std::string, std::string, base::Time, std::string, std::string, std::string>(
            kOfProject)));
    std::vector<Erasure> out;
    for (auto& row : rows)
      out.push_back(erasure_of(row));
    return out;
  });
}

Result<Erasure> Erasures::find(const ledger::ProjectScope& scope, const std::string& id) const {
  VEDETTE_ASSIGN(auto all, of_project(scope));
  for (Erasure& each : all)
    if (each.id == id) return std::move(each);
  const std::string message = "there is no erasure of that id in this project";
  return base::Error(base::Cause::kNotFound, message, {{"id", "ERASURE_NOT_FOUND", message}});
}

Result<bool> Erasures::reapply_one(const ledger::OperatorScope& scope, const Erasure& erasure,
                                   Reapplied& done) const {
  using Row = std::optional<std::tuple<base::ProjectId>>;
  VEDETTE_ASSIGN(const Row row,
                 parts_.ledger.read(scope, [&](OperatorReader& reader) -> Result<Row> {
                   return reader.maybe<base::ProjectId>(kProject, erasure.project);
                 }));
  if (!row) {
    ++done.of_lost_projects;
    return false;
  }
  VEDETTE_ASSIGN(const Person person, person_of(erasure.certificate));
  const Actor actor{scope.project(std::get<0>(*row)), "service", "", ""};
  VEDETTE_ASSIGN(const ErasureCounts counts,
                 erase_again(parts_.ledger, actor, person, erasure, parts_.clock.now()));
  ++done.erasures;
  done.counts.add(counts);
  return true;
}

Result<Erasures::Reapplied> Erasures::reapply(const ledger::OperatorScope& scope,
                                              const TrustedSigners& trusted,
                                              const std::vector<Erasure>& others) const {
  VEDETTE_ASSIGN(const std::vector<Erasure> in_ledger, all_of(parts_.ledger, scope));
  VEDETTE_ASSIGN(std::vector<Erasure> wanted, parts_.file.read());
  const Known in_file = known_of(wanted);
  wanted.insert(wanted.end(), others.begin(), others.end());
  Known done = known_of(in_ledger);
  Reapplied out;
  std::vector<Erasure> to_write = in_ledger;
  for (const Erasure& each : wanted) {
    if (!done.emplace(each.project, each.id).second) continue;
    const auto checked = check_signature(each.signature, measured(each.certificate), trusted);
    if (!checked.ok()) return named(checked.error(), each);
    const auto again = reapply_one(scope, each, out);
    if (!again.ok()) return named(again.error(), each);
    to_write.push_back(each);
  }
  if (out.erasures > 0) forget(parts_.ledger);
  for (const Erasure& each : to_write)
    if (!in_file.contains({each.project, each.id})) VEDETTE_TRY(parts_.file.append(each));
  return out;
}

}  // namespace vedette::service
