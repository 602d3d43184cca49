#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fstream>

#include "api/request/version.h"
#include "app/customers/bulk_customer.h"
#include "app/customers/bulk_output.h"
#include "app/installation/stale_lists.h"
#include "app/settings/file_access.h"
#include "app/terminal/progress_line.h"
#include "base/html.h"
#include "service/common/engine_version.h"
#include "service/screening/name_cut.h"

// The report is one page of HTML with its style inside and no script: it opens anywhere, prints
// well, and stays what it is when it is filed.

namespace vedette::app {
namespace {

namespace json = boost::json;
using base::html_text;

constexpr std::string_view kStyle = R"(
body{font:14px/1.45 system-ui,sans-serif;color:#1b1f24;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2rem 0 .6rem;border-bottom:2px solid #1b1f24;padding-bottom:.2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #d5dae0}
th{font-weight:600;background:#f3f5f7}td.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}.muted{color:#5a6572}
.figures{display:flex;gap:1rem;flex-wrap:wrap;margin:1rem 0}.figures div{border:1px solid #d5dae0;border-radius:.4rem;padding:.6rem 1rem;min-width:8rem}
.figures b{display:block;font-size:1.5rem}.hit b{color:#a3210f}.score{font-weight:700}.stale{color:#a3210f;font-weight:700}
.customer{border:1px solid #d5dae0;border-radius:.4rem;margin:0 0 1rem;break-inside:avoid}.customer>h3{margin:0;padding:.5rem .8rem;background:#f3f5f7;font-size:1rem}
.sign{margin-top:3rem;display:grid;grid-template-columns:1fr 1fr;gap:2rem}.sign div{border-top:1px solid #1b1f24;padding-top:.3rem}
@media print{body{margin:0;max-width:none}}
)";

std::string text(const json::object& object, std::string_view name) {
  return html_text(text_of(object, name));
}

std::string joined(const json::object& object, std::string_view name) {
  std::string out;
  const json::value* found = object.if_contains(name);
  if (found == nullptr || !found->is_array()) return out;
  for (const json::value& each : found->get_array()) {
    if (!out.empty()) out += ", ";
    out += html_text(each.is_string() ? std::string_view(each.get_string()) : std::string_view());
  }
  return out;
}

std::string head_of(const BulkRun& run, const BulkSummary& summary) {
  return fmt::format(
      R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Screening report</title><style>{}</style></head><body>
<h1>Screening report</h1><p class="muted">{} &middot; {} &middot; Vedette {}</p>
<div class="figures"><div><b>{}</b>names</div><div class="hit"><b>{}</b>with hits</div><div><b>{}</b>clear</div><div><b>{}</b>not screened</div></div>
)",
      kStyle, html_text(run.input), base::iso_seconds(run.at), html_text(api::kVersion),
      count_text(summary.names), count_text(summary.with_hits), count_text(summary.clear),
      count_text(summary.not_screened));
}

// Which profiles the countries left in.
std::string countries_of(const BulkRun& run) {
  std::vector<std::string> codes;
  for (const profile::Country each : run.common.countries)
    codes.emplace_back(each.code());
  const std::string common =
      codes.empty() ? "all"
                    : fmt::format("{}, and profiles without any country", fmt::join(codes, ", "));
  if (!run.countries_from_file) return common;
  return fmt::format(
      "of each customer those that the file says, and profiles without any country; for customers "
      "without one: {}",
      common);
}

std::string parameters_of(const BulkRun& run, const BulkSummary& summary) {
  const std::string datasets = profile::to_text(run.common.datasets);
  return fmt::format(
      R"(<h2>What was asked</h2><table>
<tr><th>Input</th><td>{} <br><code>SHA-256 {}</code></td></tr>
<tr><th>Columns that are not used</th><td>{}</td></tr>
<tr><th>How the file was read</th><td>{}</td></tr>
<tr><th>Least similarity</th><td>{} of 100</td></tr>
<tr><th>Type, unless the file says otherwise</th><td>{}{}</td></tr>
<tr><th>Countries</th><td>{}</td></tr><tr><th>Datasets</th><td>{}</td></tr>
<tr><th>Catalogue</th><td>generation {}, {} profiles with {} names</td></tr>
<tr><th>Engine</th><td>version {}</td></tr></table>
)",
      html_text(run.input), run.input_sha256,
      run.unused_columns.empty()
          ? "none"
          : html_text(fmt::format("{}", fmt::join(run.unused_columns, ", "))),
      run.notes.empty() ? "as it stands" : html_text(fmt::format("{}", fmt::join(run.notes, "; "))),
      run.common.threshold,
      run.type_known ? profile::to_text(run.common.family) : "not known: individual and business",
      summary.both_families == 0 ? ""
                                 : fmt::format(" ({} names were searched in both families)",
                                               count_text(summary.both_families)),
      countries_of(run), datasets.empty() ? "all" : datasets, run.catalogue->meta().generation,
      count_text(run.catalogue->meta().live_profiles), count_text(run.catalogue->name_count()),
      service::kEngineVersion);
}

std::string lists_of(const BulkRun& run) {
  std::string out = "<h2>Lists searched</h2>";
  if (const std::string stale = stale_text(run.ages); !stale.empty())
    out += fmt::format("<p class=\"stale\">Attention: {}.</p>", html_text(stale));
  out +=
      "<table><tr><th>List</th><th>Published</th><th>Read</th><th>Age</th>"
      "<th>Records</th><th>Not accepted</th><th>SHA-256 of the file</th></tr>\n";
  for (std::size_t i = 0; i < run.ages.size(); ++i) {
    const catalogue::ListInfo& list = run.catalogue->lists()[i];
    out += fmt::format(
        R"(<tr><td>{}<br><span class="muted">{}</span></td><td>{}</td><td>{}</td><td>{}{}</td><td class="n">{}</td><td class="n">{}</td><td><code>{}</code></td></tr>
)",
        html_text(list.name), html_text(list.key),
        list.published.empty() ? "not said" : html_text(list.published),
        base::iso_seconds(list.read),
        age_text(run.ages[i].age) + (is_undated(list) ? " since it was read or confirmed" : ""),
        run.ages[i].stale ? " <span class=\"stale\">stale</span>" : "", count_text(list.records),
        count_text(list.rejected), list.checksum);
  }
  return out + "</table>\n";
}

std::string type_of(const json::object& customer) {
  const std::string type = text(customer, "type");
  return type == kBothFamilies ? "type not known, searched as individual and business" : type;
}

// "94 hits", or that only the first of them follow.
std::string hits_text(const json::object& customer) {
  const std::uint64_t total = total_of(customer);
  const std::size_t written = hits_of(customer).size();
  if (written == total) return fmt::format("{} {}", total, total == 1 ? "hit" : "hits");
  return fmt::format("<span class=\"stale\">the first {} of {} hits</span>", written, total);
}

// When the listed party was born, and how that agrees with the customer's date if there is one.
std::string born_text(const json::object& hit) {
  const std::string born = joined(hit, "born");
  const std::string agreement = text(hit, "birthDate");
  for (const auto& [code, words] : {std::pair("conflict", "another date"),
                                    {"withinOneYear", "within one year"},
                                    {"sameYear", "same year"},
                                    {"sameDay", "same day"}})
    if (agreement == code) return fmt::format("{} <span class=\"muted\">({})</span>", born, words);
  return born;
}

void append_customer(std::string& out, const json::object& customer) {
  const std::string born = text(customer, "dob");
  out += fmt::format(
      R"(<div class="customer"><h3>{} <span class="muted">{} &middot; {}{}{} &middot; {}</span></h3><table>
<tr><th>Score</th><th>Confidence</th><th>Listed as</th><th>Born, countries</th><th>Datasets, lists</th><th>Why</th></tr>
)",
      text(customer, "name"), text(customer, "key"), type_of(customer),
      born.empty() ? "" : " &middot; born ", born, hits_text(customer));
  for (const json::value& each : hits_of(customer)) {
    const json::object& hit = each.get_object();
    const std::string match = text(hit, "match");
    const std::string name = text(hit, "name");
    out += fmt::format(
        R"(<tr><td class="n score">{}</td><td class="n">{} %</td><td>{}{}<br><span class="muted">{}</span> <code>{}</code></td><td>{}<br>{}</td><td>{}<br><span class="muted">{}</span></td><td>{}<br>{}<br><span class="muted">{}</span></td></tr>
)",
        text(hit, "score"), text(hit, "confidence"), match,
        match == name ? "" : fmt::format("<br><span class=\"muted\">{}</span>", name),
        text(hit, "type"), text(hit, "resourceId"), born_text(hit), joined(hit, "countries"),
        joined(hit, "datasets"), joined(hit, "lists"), text(hit, "explanation"),
        text(hit, "confidenceExplanation"), html_text(evidence_of(hit)));
  }
  out += "</table></div>\n";
}

}  // namespace

base::Result<void> write_report(const BulkFile& results, const BulkSummary& summary,
                                const BulkRun& run, const std::string& path) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (!out) return cannot_write(path);
  out << head_of(run, summary) << parameters_of(run, summary) << lists_of(run);
  out << "<h2>Customers with hits</h2>\n";
  if (summary.hits_not_written > 0)
    out << fmt::format(
        "<p class=\"stale\">Of {} customers only the first {} hits stand here; {} hits are left "
        "out.</p>\n",
        count_text(summary.hits_cut), count_text(run.common.limit),
        count_text(summary.hits_not_written));
  if (summary.with_hits == 0) out << "<p>None.</p>\n";
  std::string refused;
  std::string noted;
  std::string in_part;
  const auto row_of = [](const json::object& customer, const std::string& why) {
    return fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       text(customer, "line"), text(customer, "key"), text(customer, "name"), why);
  };
  VEDETTE_TRY(results.for_each([&](const json::object& customer) {
    const std::string status = text(customer, "status");
    if (status == "hit") {
      std::string piece;
      append_customer(piece, customer);
      out << piece;
    } else if (status == "error") {
      refused += row_of(customer, text(customer, "error"));
    }
    if (status == "error") return;
    if (customer.contains("note")) noted += row_of(customer, text(customer, "note"));
    if (has_warning(customer, service::kNameCut) || has_warning(customer, kSingleWordName))
      in_part += row_of(customer, html_text(note_of(customer)));
  }));
  if (!refused.empty())
    out << "<h2>Not screened</h2><p>These rows could not be searched. They are not clear.</p>"
           "<table><tr><th>Line</th><th>Key</th><th>Name</th><th>Reason</th></tr>\n"
        << refused << "</table>\n";
  if (!noted.empty())
    out << "<h2>Searched without a field</h2><p>A field of these rows could not be read; they were "
           "searched by the rest.</p>"
           "<table><tr><th>Line</th><th>Key</th><th>Name</th><th>Note</th></tr>\n"
        << noted << "</table>\n";
  if (!in_part.empty())
    out << "<h2>Searched by a part of the name</h2><p>The file has only a part of these names, or "
           "they are longer than what is compared. Whoever is listed by the whole name may have "
           "been missed.</p>"
           "<table><tr><th>Line</th><th>Key</th><th>Name</th><th>Note</th></tr>\n"
        << in_part << "</table>\n";
  out << "<div class=\"sign\"><div>Reviewed by</div><div>Date</div></div></body></html>\n";
  out.flush();
  if (!out) return cannot_write(path);
  return {};
}

}  // namespace vedette::app
