#include "service/attestation/attestation_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "base/csv.h"
#include "base/json_writer.h"
#include "base/spreadsheet_cell.h"
#include "service/common/signed_archive.h"

namespace vedette::service {
namespace {

using base::Result;
using boost::json::object;
using boost::json::value;

constexpr const char* kPurpose = "attestation";
constexpr const char* kReadMe =
    "Daily attestations of Vedette: which lists every watched record was screened against, and\n"
    "when.\n"
    "\n"
    "days/DATE.json  the attestation of a calendar day, as it was closed\n"
    "days.csv        one row for each day\n"
    "lists.csv       one row for each version of a list on each day\n"
    "manifest.json   size and SHA-256 of each file; manifest.json.sig is its signature\n"
    "\n"
    "vedette verify FILE checks the signature and every file. The audit chain of the project has\n"
    "the SHA-256 of each day (attestation.closed).\n";

std::string cell(const value& found) {
  if (found.is_string()) return base::spreadsheet_cell(std::string(found.get_string()));
  return boost::json::serialize(found);
}
// The members by name; one that is missing is an empty cell.
void add_cells(std::vector<std::string>& cells, const object& from,
               std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const value* found = from.if_contains(name);
    cells.push_back(found == nullptr ? std::string() : cell(*found));
  }
}

Result<object> parse(const AttestedDay& day) {
  boost::system::error_code problem;
  value parsed = boost::json::parse(day.document, problem);
  if (problem || !parsed.is_object())
    return base::Error(base::Cause::kCorrupt, "the attestation of " + day.date + " is no JSON");
  return std::move(parsed.get_object());
}

void add_day(std::string& csv, const object& day) {
  std::vector<std::string> cells;
  add_cells(cells, day, {"date", "timeZone", "state", "closedDateTimeISO"});
  add_cells(cells, day.at("records").get_object(),
            {"watched", "screened", "behind", "notScreenable", "lastScreenedDateTimeISO"});
  std::string gaps;
  for (const value& gap : day.at("gaps").get_array())
    gaps += (gaps.empty() ? "" : "; ") + std::string(gap.at("text").get_string());
  cells.push_back(base::spreadsheet_cell(gaps));
  base::append_csv(csv, cells);
}

void add_versions(std::string& csv, const object& day) {
  for (const value& list : day.at("lists").get_array())
    for (const value& version : list.at("versions").get_array()) {
      std::vector<std::string> cells;
      add_cells(cells, day, {"date"});
      add_cells(cells, list.get_object(), {"list", "source", "confirmedDateTimeISO"});
      add_cells(cells, version.get_object(),
                {"generation", "published", "publishedDateTimeISO", "fetchedDateTimeISO",
                 "servedDateTimeISO", "screenedDateTimeISO", "minutesFromPublication",
                 "minutesFromFetch", "servedBeforeTheDay", "late", "records", "sha256"});
      base::append_csv(csv, cells);
    }
}

}  // namespace

Result<std::string> attestation_archive(const DocumentSigner& signer, const std::string& project,
                                        std::vector<AttestedDay> days, base::Time now) {
  std::ranges::sort(days, {}, &AttestedDay::date);
  std::string day_rows;
  std::string list_rows;
  base::append_csv(
      day_rows, {"date", "timeZone", "state", "closedDateTimeISO", "watched", "screened", "behind",
                 "notScreenable", "lastScreenedDateTimeISO", "gaps"});
  base::append_csv(list_rows,
                   {"date", "list", "source", "confirmedDateTimeISO", "generation", "published",
                    "publishedDateTimeISO", "fetchedDateTimeISO", "servedDateTimeISO",
                    "screenedDateTimeISO", "minutesFromPublication", "minutesFromFetch",
                    "servedBeforeTheDay", "late", "records", "sha256"});
  std::vector<ZipMember> members{{"README.txt", kReadMe}};
  for (AttestedDay& day : days) {
    VEDETTE_ASSIGN(const object parsed, parse(day));
    add_day(day_rows, parsed);
    add_versions(list_rows, parsed);
    members.push_back({"days/" + day.date + ".json", std::move(day.document)});
  }
  members.push_back({"days.csv", std::move(day_rows)});
  members.push_back({"lists.csv", std::move(list_rows)});
  std::string about;
  base::JsonWriter json(about);
  json.begin_object().member("project", project).member("days", days.size());
  json.member("madeDateTimeISO", base::iso_millis(now)).end_object();
  return signed_archive(signer, kPurpose, about, std::move(members), now);
}

Result<std::string> attested_day_archive(const Attestations& attestations,
                                         const DocumentSigner& signer,
                                         const ledger::ProjectScope& scope,
                                         const std::string& project, const std::string& date,
                                         base::Time now) {
  VEDETTE_ASSIGN(AttestedDay day, attestations.day(scope, date));
  if (!day.closed)
    return base::Error(base::Cause::kConflict, "the attestation of " + date +
                                                   " is still open: it is closed some minutes "
                                                   "after the end of the day");
  return attestation_archive(signer, project, {std::move(day)}, now);
}

Result<std::string> attested_year_archive(const Attestations& attestations,
                                          const DocumentSigner& signer,
                                          const ledger::ProjectScope& scope,
                                          const std::string& project, std::int64_t year,
                                          base::Time now) {
  VEDETTE_ASSIGN(auto days, attestations.days(scope, fmt::format("{:04}-01-01", year),
                                              fmt::format("{:04}-12-31", year),
                                              Attestations::Content::kDocuments));
  if (days.empty())
    return base::Error(base::Cause::kNotFound, fmt::format("no day of {} has been attested", year));
  return attestation_archive(signer, project, std::move(days), now);
}

}  // namespace vedette::service
