#include "service/lists/list_checks.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace vedette::service {
namespace {

using base::Result;
using base::Time;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::sql::Sql;

constexpr Sql kLast =
    "select began_at, until_at, good, checksum, modified_at, failure from list_checks"
    " where source = $1 and list = $2 order by began_at desc limit 1";
constexpr Sql kInsert =
    "insert into list_checks (source, list, began_at, until_at, good, checksum, modified_at,"
    " failure) values ($1, $2, $3, $4, $5, $6, $7, $8)"
    " on conflict (source, list, began_at) do update set until_at = $4, good = $5, checksum = $6,"
    " modified_at = $7, failure = $8";
constexpr Sql kProlong =
    "update list_checks set until_at = $4 where source = $1 and list = $2 and began_at = $3";
constexpr Sql kSince =
    "select source, list, began_at, until_at, good, checksum, modified_at, failure"
    " from list_checks c where until_at >= $1 or began_at = (select max(began_at) from list_checks "
    "l"
    " where l.source = c.source and l.list = c.list and l.until_at < $1)"
    " order by began_at, source, list";
constexpr std::size_t kMostFailureBytes = 500;

}  // namespace

Result<void> note_list_check(OperatorWriter& writer, const ListCheck& check) {
  const std::string failure = check.failure.substr(0, kMostFailureBytes);
  VEDETTE_ASSIGN(const auto last, (writer.maybe<Time, Time, bool, std::string, Time, std::string>(
                                      kLast, check.source, check.list)));
  if (last) {
    const auto& [began, until, good, checksum, modified, why] = *last;
    const base::Millis apart = check.until - until;
    if (good == check.good && checksum == check.checksum && modified == check.modified &&
        why == failure && apart >= base::Millis{} && apart <= kNeighbouringTries) {
      VEDETTE_TRY(writer.bookkeep(kProlong, check.source, check.list, began, check.until));
      return {};
    }
  }
  VEDETTE_TRY(writer.bookkeep(kInsert, check.source, check.list, check.until, check.until,
                              check.good, check.checksum, check.modified, failure));
  return {};
}

Result<std::vector<ListCheck>> list_checks(OperatorReader& reader, Time since) {
  VEDETTE_ASSIGN(
      auto rows,
      (reader.rows<std::string, std::string, Time, Time, bool, std::string, Time, std::string>(
          kSince, since)));
  std::vector<ListCheck> out;
  out.reserve(rows.size());
  for (auto& [source, list, began, until, good, checksum, modified, failure] : rows)
    out.push_back({std::move(source), std::move(list), began, until, good, std::move(checksum),
                   modified, std::move(failure)});
  return out;
}

Time http_time(const std::string& text) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  int day = 0;
  int year = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::array<char, 4> month{};
  // NOLINTNEXTLINE(cert-err34-c): the date is checked by parse_iso
  if (std::sscanf(text.c_str(), "%*3s, %2d %3s %4d %2d:%2d:%2d GMT", &day, month.data(), &year,
                  &hour, &minute, &second) != 6)
    return {};
  const std::size_t at = kMonths.find(month.data());
  if (at == std::string_view::npos || at % 3 != 0 || std::strlen(month.data()) != 3) return {};
  const auto time = base::parse_iso(fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", year,
                                                at / 3 + 1, day, hour, minute, second));
  return time.value_or(Time{});
}

}  // namespace vedette::service
