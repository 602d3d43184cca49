#include "service/monitoring/decision_report.h"

#include <algorithm>
#include <map>

#include "service/monitoring/case_summary.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

// Of matches of stored records; the statuses are named so that an index tells their times.
constexpr ProjectSql kFound =
    "select m.resource_id, count(*) from matches m join records r on r.project_id = m.project_id"
    " and r.record_number = m.record_number and r.deleted_at is null where m.project_id = $1"
    " and m.deleted = 0 and m.status in (1, 2, 3, 4) and m.created_at >= $2 and m.created_at < $3"
    " group by m.resource_id limit $4";
constexpr ProjectSql kDecided =
    "select m.resource_id, h.username, h.client_user_id, h.to_status, h.at,"
    " (select max(o.at) from match_history o where o.project_id = h.project_id"
    " and o.record_number = h.record_number and o.qr_code = h.qr_code and o.step < h.step"
    " and o.to_status = 1 and (o.from_status is null or o.from_status <> 1))"
    " from match_history h join matches m on m.project_id = h.project_id"
    " and m.record_number = h.record_number and m.qr_code = h.qr_code and m.deleted = 0"
    " where h.project_id = $1 and h.is_review = 1 and h.source = 1 and h.at >= $2 and h.at < $3"
    " and h.from_status = 1 and h.to_status <> 1 limit $4";

struct Gathered {
  std::string name = {};
  DecisionCounts counts = {};
  std::vector<std::int64_t> seconds = {};

  void decide(MatchStatus status, std::optional<std::int64_t> taken) {
    ++counts.decided.of(status);
    if (taken) seconds.push_back(*taken);
  }
  DecisionCounts finish() {
    std::ranges::sort(seconds);
    if (!seconds.empty()) {
      const std::size_t last = seconds.size() - 1;
      counts.median_seconds = seconds[last / 2];
      counts.ninth_decile_seconds = seconds[(last * 9 + 9) / 10];
    }
    return counts;
  }
};
using Lines = std::map<std::string, Gathered>;

std::int64_t events_of(const DecisionCounts& counts) {
  return counts.decided.total() + counts.found;
}

// The busiest first.
std::vector<DecisionLine> lines_of(Lines& lines) {
  std::vector<DecisionLine> out;
  for (auto& [key, gathered] : lines)
    out.push_back({key, std::move(gathered.name), gathered.finish()});
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [](const DecisionLine& line) { return events_of(line.counts); });
  return out;
}

base::Error too_large() {
  const std::string message = "There is too much in this period. Ask for a shorter one.";
  return {base::Cause::kTooLarge, message, {{"", "PERIOD_TOO_LARGE", message}}};
}

class Gathering {
 public:
  explicit Gathering(const catalogue::Catalogue* catalogue) : lists_(catalogue) {}

  Result<void> read(ProjectReader& reader, base::Time from, base::Time to) {
    VEDETTE_ASSIGN(const auto found,
                   (reader.rows<std::string, std::int64_t>(kFound, from, to, kMostDecisions + 1)));
    VEDETTE_ASSIGN(const auto decided,
                   (reader.rows<std::string, std::optional<std::string>, std::optional<std::string>,
                                std::int64_t, base::Time, std::optional<base::Time>>(
                       kDecided, from, to, kMostDecisions + 1)));
    if (std::cmp_greater(std::max(found.size(), decided.size()), kMostDecisions))
      return too_large();
    for (const auto& [resource, matches] : found)
      add_found(resource, matches);
    for (const auto& [resource, user, client_user, status, at, opened] : decided) {
      std::optional<std::int64_t> taken;
      if (opened) taken = std::max<std::int64_t>(0, (at.unix_millis - opened->unix_millis) / 1000);
      add_decided(resource, user ? *user : client_user.value_or(""),
                  static_cast<MatchStatus>(status), taken);
    }
    return {};
  }

  DecisionReport finish(base::Time from, base::Time to) {
    return {from, to, all_.finish(), lines_of(by_list_), lines_of(by_analyst_)};
  }

 private:
  void add_found(const std::string& resource, std::int64_t matches) {
    all_.counts.found += matches;
    for (Gathered* line : lists_naming(resource))
      line->counts.found += matches;
  }
  void add_decided(const std::string& resource, const std::string& user, MatchStatus status,
                   std::optional<std::int64_t> taken) {
    all_.decide(status, taken);
    Gathered& analyst = by_analyst_[user];
    analyst.name = user;
    analyst.decide(status, taken);
    for (Gathered* line : lists_naming(resource))
      line->decide(status, taken);
  }
  std::vector<Gathered*> lists_naming(const std::string& resource) {
    std::vector<Gathered*> out;
    for (const NamedList& list : lists_.of(resource)) {
      Gathered& line = by_list_[list.key];
      line.name = list.name;
      out.push_back(&line);
    }
    if (out.empty()) out.push_back(&by_list_[""]);
    return out;
  }

  NamingLists lists_;
  Gathered all_;
  Lines by_list_;
  Lines by_analyst_;
};

}  // namespace

Result<DecisionReport> read_decisions(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                      const catalogue::Catalogue* catalogue, base::Time from,
                                      base::Time to) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<DecisionReport> {
    Gathering gathering(catalogue);
    VEDETTE_TRY(gathering.read(reader, from, to));
    return gathering.finish(from, to);
  });
}

}  // namespace vedette::service
