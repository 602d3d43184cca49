#include "validation/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/html.h"
#include "validation/plot.h"
#include "validation/report_parts.h"
#include "validation/wilson.h"
#include "variations/variation.h"

namespace vedette::validation {
namespace {

using base::html_text;

constexpr std::string_view kStyle = R"(
body{font:14px/1.45 system-ui,sans-serif;color:#1b1f24;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.2rem;margin:2.2rem 0 .5rem;border-bottom:2px solid #1b1f24;padding-bottom:.2rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem}p{max-width:60rem}
table{border-collapse:collapse;width:100%;margin:.4rem 0}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #d5dae0}
th{font-weight:600;background:#f3f5f7}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}.muted{color:#5a6572}
.figures{display:flex;gap:1rem;flex-wrap:wrap;margin:1rem 0}.figures div{border:1px solid #d5dae0;border-radius:.4rem;padding:.6rem 1rem;min-width:8rem}
.figures b{display:block;font-size:1.5rem}.bad{color:#a3210f;font-weight:600}.good{color:#256b45;font-weight:600}
svg{vertical-align:middle}svg.plot{max-width:46rem;width:100%;display:block;margin:.6rem 0}svg text{font:11px system-ui,sans-serif;fill:#1b1f24}
tr{break-inside:avoid}.sign{margin-top:3rem;display:grid;grid-template-columns:1fr 1fr;gap:2rem}.sign div{border-top:1px solid #1b1f24;padding-top:.3rem}
@media print{body{margin:0;max-width:none}}
)";

std::string verdict(const Result& result) {
  if (result.good())
    return "<p class=\"good\">Every listed name is found, and every weak class is accepted by its "
           "owner.</p>";
  std::string out = "<ul>";
  if (!result.control_is_whole())
    out += fmt::format("<li class=\"bad\">{} listed names are not found as published.</li>",
                       result.control.queries - result.control.found);
  const auto open = std::ranges::count_if(
      result.weak, [](const WeakClass& each) { return !each.accepted.has_value(); });
  if (open > 0) out += fmt::format("<li class=\"bad\">{} weak classes have no owner.</li>", open);
  if (result.refused > 0)
    out += fmt::format("<li class=\"bad\">{} searches failed.</li>", result.refused);
  return out + "</ul>";
}

std::string head(const Result& result, const RunInfo& run) {
  const Options& options = result.binding.options;
  return fmt::format(
      R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Validation of screening</title><style>{}</style></head><body>
<h1>Validation of screening</h1>
<p class="muted">This report says what was tested, on which lists and settings, what was found, what is weak, who accepted that, and how to repeat the test.</p>
<p id="run">Run <code>{}</code>, started {} by {}, finished {}. SHA-256 of validation.json: <code>{}</code></p>
<div class="figures"><div><b>{}</b>of listed names found</div><div><b>{}</b>of treated names found at {}</div><div><b>{}</b>weak classes</div><div><b>{}</b>queries</div></div>
)",
      kStyle, html_text(run.run_id), html_text(run.started), html_text(run.started_by),
      html_text(run.finished), html_text(run.result_sha256),
      percent(result.control.found, result.control.queries),
      percent(result.treated.found, result.treated.queries), options.threshold, result.weak.size(),
      count(queries_of(result)));
}

std::string binding(const Result& result) {
  const Binding& bound = result.binding;
  const Options& options = bound.options;
  std::string out = fmt::format(
      R"(<h2>What was tested</h2><table>
<tr><th>Generation</th><td>{}, made {}, {} parties with {} names</td></tr>
<tr><th>Program and engine</th><td>Vedette {}, comparison version {}</td></tr>
<tr><th>Threshold</th><td>{} of 100; measured from {}</td></tr>
<tr><th>Line</th><td>a class that is found in less than {} % is weak</td></tr>
<tr><th>Seed and sizes</th><td>seed {}, up to {} variations of each class, {} names of each population</td></tr>
)",
      bound.generation, html_text(bound.generation_made), count(bound.parties), count(bound.names),
      html_text(bound.program), html_text(bound.engine), options.threshold, options.floor,
      options.line_percent, options.seed, options.per_class, options.per_population);
  if (!bound.project.empty())
    out += fmt::format("<tr><th>Project</th><td>{}: {} of {} records. Settings: {}</td></tr>\n",
                       html_text(bound.project), count(bound.own_records),
                       count(bound.own_records_all), html_text(bound.settings));
  out +=
      "</table><table><tr><th>List</th><th>Published</th><th class=\"n\">Records</th><th "
      "class=\"n\">Not accepted</th><th>SHA-256 of the file</th></tr>\n";
  for (const catalogue::ListInfo& list : bound.lists)
    out += fmt::format(
        R"(<tr><td>{}<br><span class="muted">{}</span></td><td>{}</td><td class="n">{}</td><td class="n">{}</td><td><code>{}</code></td></tr>
)",
        html_text(list.name), html_text(list.key), html_text(list.published), count(list.records),
        count(list.rejected), html_text(list.checksum));
  return out + "</table>\n";
}

std::string weak(const Result& result) {
  std::string out = "<h2>What is weak, and who accepted it</h2>\n";
  if (result.weak.empty()) return out + "<p class=\"good\">No class is below the line.</p>\n";
  out += "<table><tr><th>Class</th><th class=\"n\">Found</th><th>Owner</th><th>Note</th></tr>\n";
  for (const WeakClass& each : result.weak)
    out += fmt::format(
        R"(<tr><td>{}<br><code>{}</code></td><td class="n">{}</td><td>{}</td><td>{}</td></tr>
)",
        html_text(each.recall.title), html_text(each.recall.id),
        percent(each.recall.found, each.recall.queries),
        each.accepted ? html_text(each.accepted->owner) : "<span class=\"bad\">not accepted</span>",
        each.accepted ? html_text(each.accepted->note) : "");
  return out + "</table>\n";
}

std::string repeat(const Result& result) {
  const Options& options = result.binding.options;
  std::string command = fmt::format(
      "vedette validate --seed {} --threshold {} --floor {} --per-class {} --per-population {} "
      "--line {}",
      options.seed, options.threshold, options.floor, options.per_class, options.per_population,
      options.line_percent);
  if (!result.binding.project.empty()) command += " --project " + result.binding.project;
  return fmt::format(
      "<h2>How to repeat it</h2><p>On generation {} with Vedette {}: <code>{}</code></p>"
      "<p>validation.json and validation.csv are then the same byte for byte, and so is this page "
      "but for the line of the run. <code>vedette verify validation.html</code> checks the "
      "signature; the audit chain holds the SHA-256 of validation.json.</p>\n",
      result.binding.generation, html_text(result.binding.program), html_text(command));
}

}  // namespace

std::string to_html(const Result& result, const RunInfo& run,
                    const std::optional<Earlier>& earlier) {
  std::string out = head(result, run);
  out += verdict(result);
  out += binding(result);
  out += weak(result);
  out += control_part(result);
  out += treated_part(result);
  out += stability_part(result);
  out += ordinary_part(result);
  out += sweep_part(result);
  out += difference_part(result, earlier);
  out += examples_part(result);
  out += repeat(result);
  out += "<div class=\"sign\"><div>Reviewed by</div><div>Date</div></div></body></html>\n";
  return out;
}

}  // namespace vedette::validation
