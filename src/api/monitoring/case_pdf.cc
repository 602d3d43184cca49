#include "api/monitoring/case_pdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "documents/pdf_document.h"
#include "service/common/engine_version.h"
#include "service/monitoring/case_summary.h"
#include "service/screening/name_explanation.h"

namespace vedette::api {
namespace {

using documents::PdfDocument;
using service::CaseDetail;
using service::CaseItem;
using service::DecisionCounts;
using service::DecisionLine;
using service::HistoryStep;
using service::Match;
using service::MatchStatus;

// The best ones; the archive has all.
constexpr std::size_t kMostMatches = 100;
constexpr std::size_t kMostStepsOfMatch = 200;
constexpr std::size_t kMostItems = 500;
constexpr std::size_t kDigestShown = 16;

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string foot_of(const TakenBy& by) {
  return fmt::format("Vedette {} · project {} · taken by {} on {}", service::kEngineVersion,
                     by.project, by.username, base::iso_seconds(by.at));
}

void write_customer(PdfDocument& pdf, const service::MonitorRecord& record) {
  pdf.heading("Customer");
  pdf.facts(
      {{"Name", record.criteria.name},
       {"Record id", record.id},
       {"Searched among", record.family == profile::Family::kBusiness ? "businesses" : "people"},
       {"Date of birth", record.criteria.dob},
       {"Gender", record.criteria.gender},
       {"Countries", joined(record.criteria.countries)},
       {"Added", base::iso_seconds(record.created)},
       {"Last screened", base::iso_seconds(record.screened_at)}});
}

std::string text_of(const boost::json::object& term, std::string_view name) {
  const boost::json::value* value = term.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

// The evidence terms of a match as rows: attribute, both sides, outcome, contribution.
std::vector<std::vector<std::string>> evidence_rows(const Match& match) {
  std::vector<std::vector<std::string>> rows;
  if (!match.seen.confidence) return rows;
  boost::system::error_code problem;
  const boost::json::value terms = boost::json::parse(match.seen.confidence->terms, problem);
  if (problem || !terms.is_array()) return rows;
  for (const boost::json::value& each : terms.get_array()) {
    if (!each.is_object()) continue;
    const boost::json::object& term = each.get_object();
    const boost::json::value* share = term.if_contains("contribution");
    rows.push_back({text_of(term, "attribute"), text_of(term, "ours"), text_of(term, "theirs"),
                    text_of(term, "outcome"),
                    share != nullptr && share->is_number()
                        ? fmt::format("{:+.2f}", share->to_number<double>())
                        : std::string()});
  }
  return rows;
}

std::string who_of(const HistoryStep& step) {
  if (!step.by_client) return "Vedette";
  const std::string user = step.username.value_or("");
  return user.empty() ? step.client_user_id.value_or("") : user;
}

void write_steps(PdfDocument& pdf, const CaseDetail& detail, const Match& match) {
  PdfDocument::Table table{{3, 2, 3, 5}, {"When", "Who", "What", "Comment"}, {}};
  for (const HistoryStep& step : detail.timeline) {
    if (step.qr_code != match.seen.qr_code) continue;
    if (table.rows.size() == kMostStepsOfMatch) {
      table.rows.push_back({"", "", "There is more: take the archive.", ""});
      break;
    }
    const std::string rating =
        step.client_risk_rating ? "Risk rating: " + *step.client_risk_rating + "\n" : std::string();
    table.rows.push_back(
        {base::iso_seconds(step.at), who_of(step),
         fmt::format("{}{}", step.action,
                     step.from != step.to ? fmt::format(" → {}", service::status_name(step.to))
                                          : std::string()),
         rating + step.client_comment.value_or(step.reason)});
  }
  pdf.table(table);
}

void write_match(PdfDocument& pdf, const CaseDetail& detail, const Match& match,
                 service::NamingLists& lists, const names::Analyser& analyser) {
  const service::MonitorRecord& record = detail.record;
  pdf.heading(match.seen.name);
  std::vector<std::string> named;
  for (const service::NamedList& list : lists.of(match.seen.resource_id))
    named.push_back(list.name);
  pdf.facts(
      {{"Status", std::string(service::status_name(match.status))},
       {"Score", std::to_string(match.seen.score)},
       {"Confidence", match.seen.confidence ? fmt::format("{} %", match.seen.confidence->percent)
                                            : std::string()},
       {"Matched name", match.seen.matched_name},
       {"Listed by", joined(named)},
       {"Born", match.seen.births},
       {"Countries", match.seen.countries},
       {"Profile", match.seen.resource_id},
       {"Found", base::iso_seconds(match.created)}});
  const auto explanation = service::explain_names(
      analyser, record.family, record.criteria.name, match.seen.matched_name,
      match.seen.score > 0 ? std::optional<std::int64_t>(match.seen.score) : std::nullopt);
  if (!explanation.sentence.empty()) pdf.paragraph("Why the names match: " + explanation.sentence);
  if (match.seen.confidence) pdf.paragraph(match.seen.confidence->sentence);
  auto rows = evidence_rows(match);
  if (rows.empty())
    rows = {{"birthDate", record.criteria.dob, match.seen.births,
             std::string(evidence::to_text(service::birth_agreement(record, match))), ""},
            {"country", joined(record.criteria.countries), match.seen.countries,
             std::string(evidence::to_text(service::country_agreement(record, match))), ""}};
  pdf.table({{2, 4, 4, 2, 2},
             {"Attribute", "Customer", "Listed party", "Outcome", "Adds"},
             std::move(rows)});
  write_steps(pdf, detail, match);
}

void write_items(PdfDocument& pdf, const std::vector<CaseItem>& items) {
  if (items.empty()) return;
  pdf.heading("Comments, files and links");
  PdfDocument::Table table{{3, 2, 2, 6}, {"When", "Who", "What", "Content"}, {}};
  for (const CaseItem& item : items) {
    if (table.rows.size() == kMostItems) break;
    std::string content = item.comment;
    if (!item.name.empty()) content = item.name + (content.empty() ? "" : "\n" + content);
    if (item.kind == service::CaseItemKind::kFile)
      content += fmt::format("\n{} bytes, SHA-256 {}", item.bytes, item.sha256);
    if (item.is_removed())
      content +=
          fmt::format("\nRemoved by {} on {}", item.removed_by, base::iso_seconds(item.removed));
    table.rows.push_back({base::iso_seconds(item.at), item.username,
                          std::string(service::to_text(item.kind)), std::move(content)});
  }
  pdf.table(table);
}

void write_lists(PdfDocument& pdf, const catalogue::Catalogue* catalogue) {
  pdf.heading("Lists");
  if (catalogue == nullptr) return pdf.paragraph("No list is loaded.");
  pdf.facts({{"Generation", std::to_string(catalogue->meta().generation)},
             {"Engine", std::string(service::kEngineVersion)}});
  PdfDocument::Table table{
      {4, 2, 3, 2, 3}, {"List", "Published", "Read", "Records", "SHA-256"}, {}};
  for (const catalogue::ListInfo& list : catalogue->lists())
    table.rows.push_back({list.name, list.published, base::iso_seconds(list.read),
                          std::to_string(list.records), list.checksum.substr(0, kDigestShown)});
  pdf.table(table);
}

std::string duration(const std::optional<std::int64_t>& seconds) {
  if (!seconds) return "";
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  if (*seconds < kMinute) return fmt::format("{} s", *seconds);
  if (*seconds < kHour) return fmt::format("{} min", *seconds / kMinute);
  return fmt::format("{:.1f} h", static_cast<double>(*seconds) / kHour);
}

std::vector<std::string> report_row(const std::string& name, const DecisionCounts& counts) {
  return {name,
          std::to_string(counts.found),
          std::to_string(counts.decided.total()),
          std::to_string(counts.decided.of(MatchStatus::kTruePositive)),
          std::to_string(counts.decided.of(MatchStatus::kFalsePositive)),
          std::to_string(counts.decided.of(MatchStatus::kDiscarded)),
          duration(counts.median_seconds),
          duration(counts.ninth_decile_seconds)};
}

void write_report(PdfDocument& pdf, const std::string& title,
                  const std::vector<DecisionLine>& lines) {
  PdfDocument::Table table{
      {5, 2, 2, 2, 2, 2, 2, 2},
      {"", "Found", "Decided", "True", "False", "Discarded", "Median", "9 of 10"},
      {}};
  for (const DecisionLine& line : lines)
    table.rows.push_back(report_row(line.name.empty() ? line.key : line.name, line.counts));
  pdf.heading(title);
  pdf.table(table);
}

}  // namespace

base::Result<std::string> case_pdf(const CaseDetail& detail, const catalogue::Catalogue* catalogue,
                                   const names::Analyser& analyser, const TakenBy& by) {
  PdfDocument pdf("Case " + detail.record.id, foot_of(by));
  pdf.title("Case file: " + detail.record.criteria.name);
  pdf.paragraph(
      "For reading. The signed archive of the case has all of it with the proofs of the audit "
      "chain.");
  write_customer(pdf, detail.record);
  service::NamingLists lists(catalogue);
  for (std::size_t i = 0; i < std::min(detail.matches.size(), kMostMatches); ++i)
    write_match(pdf, detail, detail.matches[i], lists, analyser);
  if (detail.matches.size() > kMostMatches)
    pdf.paragraph(fmt::format("{} more matches, with lower scores, are in the archive.",
                              detail.matches.size() - kMostMatches));
  write_items(pdf, detail.items);
  write_lists(pdf, catalogue);
  return pdf.finish();
}

base::Result<std::string> report_pdf(const service::DecisionReport& report, const std::string& from,
                                     const std::string& to, const TakenBy& by) {
  PdfDocument pdf("Decisions " + from + " to " + to, foot_of(by));
  pdf.title(fmt::format("Decisions from {} to {}", from, to));
  pdf.paragraph(
      "Found: matches that came up in the period. Decided: taken from open to another status. The "
      "times run from when the match was opened last; nine of ten decisions took at most the last "
      "column.");
  write_report(pdf, "All matches", {{"", "All matches", report.all}});
  write_report(pdf, "By list", report.by_list);
  write_report(pdf, "By analyst", report.by_analyst);
  return pdf.finish();
}

}  // namespace vedette::api
