#include "service/parties/judgement_rows.h"

#include <fmt/format.h>

#include <limits>

#include "base/encoding.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::sql::Sql;

constexpr int kSealVersion = 1;
constexpr std::int64_t kAll = std::numeric_limits<std::int32_t>::max();

constexpr Sql kNewest = "select coalesce(max(judgement_id), 0) from party_judgements";
constexpr Sql kAfter =
    "select judgement_id, left_id, left_list, left_record, right_id, right_list, right_record,"
    " verdict, confidence, reason, actor, username, of_project, request_id, made_at, seal"
    " from party_judgements where judgement_id > $1 order by judgement_id limit $2";
constexpr Sql kAdd =
    "insert into party_judgements (judgement_id, left_id, left_list, left_record, right_id,"
    " right_list, right_record, verdict, confidence, reason, actor, username, of_project,"
    " request_id, made_at, seal)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

std::string hex_of(const catalogue::ResourceId& id) {
  return base::hex(base::as_text(id));
}

bool read_id(const std::string& hex, catalogue::ResourceId& id) {
  const auto bytes = base::unhex(hex);
  if (!bytes || bytes->size() != id.size()) return false;
  std::copy(bytes->begin(), bytes->end(), id.begin());
  return true;
}

ledger::SealedContent content_of(const Judgement& judgement) {
  ledger::SealedContent content("party_judgements", kSealVersion, ledger::kInstallation);
  content.add(judgement.number);
  for (const JudgedEntry* entry : {&judgement.left, &judgement.right})
    content.add(hex_of(entry->id)).add(entry->key.list).add(entry->key.record);
  content.add(static_cast<std::int64_t>(judgement.verdict)).add(judgement.confidence);
  content.add(judgement.reason).add(judgement.actor).add(judgement.username);
  content.add(judgement.project).add(judgement.request_id).add(judgement.at.unix_millis);
  return content;
}

base::Error altered(const ledger::RowSeals& seals, std::int64_t number) {
  seals.found_altered(fmt::format("judgement {} on parties", number));
  const std::string message =
      fmt::format("judgement {} on parties was changed or removed in the database", number);
  return {base::Cause::kCorrupt, message, {{"", "JUDGEMENT_ALTERED", message}}};
}

template <class Reader>
Result<std::vector<Judgement>> read_after(Reader& reader, std::int64_t after, std::int64_t limit) {
  VEDETTE_ASSIGN(
      const auto rows,
      (reader.template rows<std::int64_t, std::string, std::string, std::string, std::string,
                            std::string, std::string, std::int64_t, std::optional<std::int64_t>,
                            std::string, std::string, std::string, std::int64_t, std::string,
                            base::Time, ledger::RowSeal>(kAfter, after, limit)));
  std::vector<Judgement> made;
  made.reserve(rows.size());
  for (const auto& [number, left, left_list, left_record, right, right_list, right_record, verdict,
                    confidence, reason, actor, username, project, request, at, seal] : rows) {
    Judgement one{.number = number,
                  .left = {.key = {left_list, left_record}},
                  .right = {.key = {right_list, right_record}},
                  .verdict = static_cast<parties::Verdict>(verdict),
                  .confidence = confidence,
                  .reason = reason,
                  .actor = actor,
                  .username = username,
                  .project = project,
                  .request_id = request,
                  .at = at};
    const bool whole = read_id(left, one.left.id) && read_id(right, one.right.id) &&
                       number == after + static_cast<std::int64_t>(made.size()) + 1 &&
                       verdict >= 0 &&
                       verdict <= static_cast<std::int64_t>(parties::Verdict::kWithdrawn) &&
                       seal.version() == kSealVersion && reader.seals().fits(seal, content_of(one));
    if (!whole) return altered(reader.seals(), after + static_cast<std::int64_t>(made.size()) + 1);
    made.push_back(std::move(one));
  }
  return made;
}

ledger::AuditEntry audit_of(const Judgement& judgement) {
  ledger::AuditPayload payload;
  payload.add("judgement", judgement.number)
      .add("left", judgement.left.key.list + " " + judgement.left.key.record)
      .add("right", judgement.right.key.list + " " + judgement.right.key.record)
      .add("verdict", parties::to_text(judgement.verdict));
  if (judgement.project != 0) payload.add("project", judgement.project);
  if (!judgement.reason.empty()) payload.add("reason", judgement.reason);
  return {"party.judged", judgement.actor, judgement.request_id, payload.json(), 0};
}

}  // namespace

template <class Reader>
Result<std::int64_t> newest_judgement(Reader& reader) {
  VEDETTE_ASSIGN(const auto row, (reader.template maybe<std::int64_t>(kNewest)));
  return row ? std::get<0>(*row) : 0;
}
template Result<std::int64_t> newest_judgement(ledger::OperatorReader& reader);
template Result<std::int64_t> newest_judgement(ledger::OperatorWriter& reader);

template <class Reader>
Result<std::vector<Judgement>> all_judgements(Reader& reader) {
  return read_after(reader, 0, kAll);
}
template Result<std::vector<Judgement>> all_judgements(ledger::OperatorReader& reader);
template Result<std::vector<Judgement>> all_judgements(ledger::OperatorWriter& reader);

Result<std::vector<Judgement>> judgements_after(ledger::OperatorReader& reader, std::int64_t after,
                                                std::int64_t limit) {
  return read_after(reader, after, limit);
}

Result<void> add_judgements(ledger::OperatorWriter& writer, std::vector<Judgement>& judgements) {
  VEDETTE_ASSIGN(std::int64_t number, newest_judgement(writer));
  for (Judgement& one : judgements) {
    one.number = ++number;
    const ledger::RowSeal seal = writer.seals().seal(content_of(one));
    const std::string left = hex_of(one.left.id), right = hex_of(one.right.id);
    VEDETTE_TRY(writer.execute(kAdd, one.number, left, one.left.key.list, one.left.key.record,
                               right, one.right.key.list, one.right.key.record,
                               static_cast<std::int64_t>(one.verdict), one.confidence, one.reason,
                               one.actor, one.username, one.project, one.request_id, one.at, seal));
    writer.audit(audit_of(one));
  }
  return {};
}

}  // namespace vedette::service
