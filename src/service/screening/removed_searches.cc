#include "service/screening/removed_searches.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <string>

namespace vedette::service {
namespace {

namespace json = boost::json;
using ledger::sql::ProjectSql;

constexpr ProjectSql kEntries =
    "select p.payload from audit_entries e join audit_payloads p on p.project_id = e.project_id"
    " and p.sequence = e.sequence where e.project_id = $1 and e.action = 'searches.removed'";

}  // namespace

base::Result<RemovedThrough> removed_through(ledger::ProjectReader& reader) {
  VEDETTE_ASSIGN(const auto rows, reader.rows<std::string>(kEntries));
  RemovedThrough out;
  for (const auto& [payload] : rows) {
    boost::system::error_code problem;
    const json::value parsed = json::parse(payload, problem);
    if (problem || !parsed.is_object()) continue;
    const json::value* kind = parsed.get_object().if_contains("kind");
    const json::value* last = parsed.get_object().if_contains("last");
    if (kind == nullptr || last == nullptr || !kind->is_string() || !last->is_int64()) continue;
    std::int64_t& through =
        std::string_view(kind->get_string()) == kRemovedBatches ? out.batch : out.search;
    through = std::max(through, last->get_int64());
  }
  return out;
}

}  // namespace vedette::service
