#include "service/lists/served_lists.h"

#include <map>

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::sql::Sql;

constexpr Sql kLatest =
    "select list, removed, checksum from served_lists s where serial ="
    " (select max(serial) from served_lists l where l.list = s.list)";
constexpr Sql kNewest =
    "select serial, generation_created_at from served_lists"
    " where serial = (select max(serial) from served_lists)";
constexpr Sql kInsert =
    "insert into served_lists (serial, list, name, removed, generation, generation_created_at,"
    " served_at, published, checksum, read_at, records)"
    " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
constexpr Sql kSince =
    "select serial, list, name, removed, generation, generation_created_at, served_at, published,"
    " checksum, read_at, records from served_lists s where served_at >= $1 or serial ="
    " (select max(serial) from served_lists l where l.list = s.list and l.served_at < $1)"
    " order by serial";

struct Known {
  bool removed = false;
  std::string checksum = {};
};

Result<void> insert(OperatorWriter& writer, const ServedList& row) {
  VEDETTE_TRY(writer.bookkeep(kInsert, row.serial, row.list, row.name, row.removed, row.generation,
                              row.generation_created, row.served, row.published, row.checksum,
                              row.read, row.records));
  return {};
}

}  // namespace

Result<void> note_served_lists(OperatorWriter& writer, const catalogue::Catalogue& catalogue,
                               Time served) {
  const Time created{catalogue.meta().created_millis};
  VEDETTE_ASSIGN(const auto newest, (writer.maybe<std::int64_t, Time>(kNewest)));
  if (newest && std::get<1>(*newest) > created) return {};
  VEDETTE_ASSIGN(const auto rows, (writer.rows<std::string, bool, std::string>(kLatest)));
  std::map<std::string, Known, std::less<>> known;
  for (const auto& [list, removed, checksum] : rows)
    known[list] = {removed, checksum};
  ServedList row;
  row.serial = newest ? std::get<0>(*newest) : 0;
  row.generation = static_cast<std::int64_t>(catalogue.meta().generation);
  row.generation_created = created;
  row.served = served;
  for (const catalogue::ListInfo& list : catalogue.lists()) {
    const auto before = known.extract(list.key);
    if (!before.empty() && !before.mapped().removed && before.mapped().checksum == list.checksum)
      continue;
    ++row.serial;
    row.list = list.key;
    row.name = list.name;
    row.published = list.published;
    row.checksum = list.checksum;
    row.read = list.read;
    row.records = static_cast<std::int64_t>(list.accepted);
    VEDETTE_TRY(insert(writer, row));
  }
  for (const auto& [list, before] : known) {
    if (before.removed) continue;
    ServedList gone;
    gone.serial = ++row.serial;
    gone.list = list;
    gone.removed = true;
    gone.generation = row.generation;
    gone.generation_created = row.generation_created;
    gone.served = served;
    VEDETTE_TRY(insert(writer, gone));
  }
  return {};
}

Result<std::vector<ServedList>> served_lists(OperatorReader& reader, Time since) {
  VEDETTE_ASSIGN(auto rows,
                 (reader.rows<std::int64_t, std::string, std::string, bool, std::int64_t, Time,
                              Time, std::string, std::string, Time, std::int64_t>(kSince, since)));
  std::vector<ServedList> out;
  out.reserve(rows.size());
  for (auto& [serial, list, name, removed, generation, created, served, published, checksum, read,
              records] : rows)
    out.push_back({serial, std::move(list), std::move(name), removed, generation, created, served,
                   std::move(published), std::move(checksum), read, records});
  return out;
}

}  // namespace vedette::service
