#include "service/monitoring/match_counts.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::ProjectWriter;
using ledger::sql::ProjectSql;

constexpr ProjectSql kCounts =
    "select family, status, score, datasets, matches from match_counts"
    " where project_id = $1 and matches <> 0";
constexpr ProjectSql kDays =
    "select status, day, matches from match_days where project_id = $1 and matches <> 0";
constexpr ProjectSql kMoveCount =
    "insert into match_counts (project_id, family, status, score, datasets, matches)"
    " values ($1, $2, $3, $4, $5, $6) on conflict (project_id, family, status, score, datasets)"
    " do update set matches = match_counts.matches + $6";
constexpr ProjectSql kMoveDay =
    "insert into match_days (project_id, status, day, matches) values ($1, $2, $3, $4)"
    " on conflict (project_id, status, day) do update set matches = match_days.matches + $4";

}  // namespace

Result<std::vector<MatchCount>> read_match_counts(ProjectReader& reader) {
  VEDETTE_ASSIGN(
      const auto rows,
      (reader.rows<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>(kCounts)));
  std::vector<MatchCount> out;
  out.reserve(rows.size());
  for (const auto& [family, status, score, datasets, matches] : rows)
    out.push_back(
        {{family_of_number(family), static_cast<MatchStatus>(status), static_cast<int>(score),
          profile::DatasetSet::from_bits(static_cast<std::uint16_t>(datasets))},
         matches});
  return out;
}

Result<std::vector<MatchDay>> read_match_days(ProjectReader& reader) {
  VEDETTE_ASSIGN(const auto rows, (reader.rows<std::int64_t, std::int64_t, std::int64_t>(kDays)));
  std::vector<MatchDay> out;
  out.reserve(rows.size());
  for (const auto& [status, day, matches] : rows)
    out.push_back({static_cast<MatchStatus>(status), day, matches});
  return out;
}

void MatchTally::move(profile::Family family, const Match& match, std::int64_t sign) {
  const auto status = static_cast<std::int64_t>(match.status);
  counts_[{family_number(family), status, match.seen.score,
           static_cast<std::int64_t>(match.seen.datasets.bits())}] += sign;
  days_[{status, day_of(match.created)}] += sign;
}

void MatchTally::add(const MatchTally& other) {
  for (const auto& [key, change] : other.counts_)
    counts_[key] += change;
  for (const auto& [key, change] : other.days_)
    days_[key] += change;
}

Result<void> MatchTally::flush(ProjectWriter& writer) const {
  for (const auto& [key, change] : counts_)
    if (change != 0)
      VEDETTE_TRY(
          writer.execute(kMoveCount, key.family, key.status, key.score, key.datasets, change));
  for (const auto& [key, change] : days_)
    if (change != 0) VEDETTE_TRY(writer.execute(kMoveDay, key.status, key.day, change));
  return {};
}

}  // namespace vedette::service
