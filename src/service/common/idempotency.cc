#include "service/common/idempotency.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr base::Millis kKept = base::days(1);
constexpr std::int64_t kOk = 200;

constexpr ProjectSql kFind =
    "select request_sha256, answer from idempotency_keys where project_id = $1"
    " and key_sha256 = $2";
constexpr ProjectSql kStore =
    "insert into idempotency_keys (project_id, key_sha256, request_sha256, status, answer,"
    " created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)";

}  // namespace

template <class Reader>
Result<std::optional<Answered>> find_answer(Reader& reader,
                                            const std::optional<IdempotencyKey>& key) {
  std::optional<Answered> out;
  if (!key) return out;
  VEDETTE_ASSIGN(const auto row,
                 (reader.template maybe<base::Sha256, std::string>(kFind, key->key)));
  if (!row) return out;
  if (std::get<0>(*row) != key->request)
    return base::Error(base::Cause::kConflict, "the Idempotency-Key was used for another request",
                       {{"Idempotency-Key", "IDEMPOTENCY_KEY_REUSED",
                         "was used for another request; choose a new key"}});
  out = Answered{std::get<1>(*row), true};
  return out;
}
template Result<std::optional<Answered>> find_answer(ProjectReader&,
                                                     const std::optional<IdempotencyKey>&);
template Result<std::optional<Answered>> find_answer(ProjectWriter&,
                                                     const std::optional<IdempotencyKey>&);

Result<void> store_answer(ProjectWriter& writer, const std::optional<IdempotencyKey>& key,
                          const std::string& body, base::Time now) {
  if (!key) return {};
  VEDETTE_TRY(writer.bookkeep(kStore, key->key, key->request, kOk, body, now, now + kKept));
  return {};
}

}  // namespace vedette::service
