#include "validation/report_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/html.h"
#include "validation/plot.h"
#include "validation/wilson.h"

namespace vedette::validation {
namespace {

using base::html_text;

std::string interval(const Recall& row) {
  const Share share = wilson(row.found, row.queries);
  return fmt::format("{:.2f} to {:.2f} %", share.low * 100, share.high * 100);
}

std::string recall_table(std::string_view what, const std::vector<Recall>& rows, int line_percent) {
  std::string out = fmt::format(
      "<table><tr><th>{}</th><th class=\"n\">Queries</th><th class=\"n\">Found</th>"
      "<th></th><th>95 % interval</th></tr>\n",
      what);
  for (const Recall& row : rows) {
    const std::string name =
        row.title.empty()
            ? html_text(row.id)
            : fmt::format("{}<br><code>{}</code>", html_text(row.title), html_text(row.id));
    out += fmt::format(
        R"(<tr><td>{}</td><td class="n">{}</td><td class="n">{}</td><td>{}</td><td>{}</td></tr>
)",
        name, count(row.queries), percent(row.found, row.queries),
        recall_bar(row.found, row.queries, line_percent), interval(row));
  }
  return out + "</table>\n";
}

std::string example_rows(const std::vector<Example>& examples, std::string_view verdict) {
  std::string out;
  for (const Example& each : examples)
    out += fmt::format(
        R"(<tr><td>{}</td><td>{}</td><td>{} {}</td><td class="n">{}</td><td>{}</td></tr>
)",
        html_text(each.query), html_text(each.listed), html_text(each.list), html_text(each.record),
        each.score == 0 ? "-" : std::to_string(each.score),
        each.note.empty() ? std::string(verdict) : html_text(each.note));
  return out;
}

std::string example_table(const std::string& rows, std::string_view last) {
  return fmt::format(
      "<table><tr><th>Query</th><th>Listed</th><th>List and record</th><th class=\"n\">Score</th>"
      "<th>{}</th></tr>\n{}</table>\n",
      last, rows);
}

std::string per_thousand(std::uint64_t alerts, std::uint64_t queries) {
  if (queries == 0) return "-";
  return fmt::format("{:.1f}", static_cast<double>(alerts) * 1000 / static_cast<double>(queries));
}

double share(std::uint64_t part, std::uint64_t whole, double of) {
  return whole == 0 ? 0 : static_cast<double>(part) * of / static_cast<double>(whole);
}

std::string sweep_plots(const Result& result) {
  CurvePlot recall{.title = "Treated names found, by threshold",
                   .x_title = "threshold",
                   .y_title = "% found",
                   .marked = result.binding.options.threshold,
                   .least = 0,
                   .most = 100};
  CurvePlot alerts{.title = "Alerts per 1,000 names, by threshold",
                   .x_title = "threshold",
                   .y_title = "alerts per 1,000",
                   .marked = result.binding.options.threshold};
  Curve found{"treated names found", "#3b7f5c", {}};
  Curve ordinary{"fictional populations", "#c4422d", {}};
  Curve own{"records of the project", "#2f5fa8", {}};
  for (const SweepPoint& point : result.sweep) {
    recall.at.push_back(point.threshold);
    alerts.at.push_back(point.threshold);
    found.values.push_back(share(point.found, point.queries, 100));
    ordinary.values.push_back(share(point.alerts, point.ordinary, 1000));
    own.values.push_back(share(point.own_alerts, point.own_queries, 1000));
    alerts.most = std::max({alerts.most, ordinary.values.back(), own.values.back()});
  }
  recall.curves = {found};
  alerts.curves = {ordinary};
  if (result.binding.own_records > 0) alerts.curves.push_back(own);
  return curve_plot(recall) + curve_plot(alerts);
}

// "312 fewer" against the threshold that serves.
std::string against(std::uint64_t now, std::uint64_t serving) {
  if (now == serving) return "as now";
  return now < serving ? fmt::format("{} fewer", count(serving - now))
                       : fmt::format("{} more", count(now - serving));
}

// Classes that this threshold loses or wins against the one that serves.
std::string class_changes(const SweepPoint& point, const SweepPoint& serving) {
  const auto missing = [](const std::vector<std::string>& these,
                          const std::vector<std::string>& those) {
    std::vector<std::string> out;
    for (const std::string& id : these)
      if (std::ranges::find(those, id) == those.end()) out.push_back(id);
    return out;
  };
  const auto falls = missing(point.below_line, serving.below_line);
  const auto rises = missing(serving.below_line, point.below_line);
  std::string out;
  if (!falls.empty())
    out += fmt::format("{} fall below the line: {}", falls.size(), fmt::join(falls, ", "));
  if (!rises.empty())
    out += fmt::format("{}{} rise above it: {}", out.empty() ? "" : "; ", rises.size(),
                       fmt::join(rises, ", "));
  return html_text(out);
}

}  // namespace

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  // Cut and not rounded: 100 % means all of them.
  const std::uint64_t hundredths = part * 10'000 / whole;
  return fmt::format("{}.{:02} %", hundredths / 100, hundredths % 100);
}

std::string count(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::uint64_t queries_of(const Result& result) {
  std::uint64_t sum = 0;
  for (const auto& [key, scores] : result.tally.cells)
    sum += scores.queries;
  for (const auto& [key, alerts] : result.tally.populations)
    sum += alerts.queries;
  return sum;
}

std::string control_part(const Result& result) {
  std::string out =
      "<h2>Control: listed names as published</h2><p>Every name of every listed party is searched "
      "as the list writes it. Each of them must be found.</p>\n";
  out += recall_table("List", result.control_lists, 100);
  const auto missed = result.tally.examples.find({Part::kControl, ""});
  if (missed == result.tally.examples.end()) return out;
  const std::uint64_t all = result.control.queries - result.control.found;
  out +=
      fmt::format("<h3>{} of {} names that are not found</h3>", missed->second.size(), count(all));
  return out + example_table(example_rows(missed->second, ""), "Why");
}

std::string treated_part(const Result& result) {
  const int line = result.binding.options.line_percent;
  std::string out = fmt::format(
      "<h2>Treated: listed names as others write them</h2><p>Each class writes listed names in one "
      "other way. The listed party must be found at {} or more. A bar below the dotted line is "
      "weak.</p>\n",
      result.binding.options.threshold);
  out += recall_table("Class", result.classes, line);
  out += "<h3>By list</h3>" + recall_table("List", result.lists, line);
  out += "<h3>By script of the listed name</h3>" + recall_table("Script", result.scripts, line);
  out += "<h3>By kind of party</h3>" + recall_table("Party", result.parties, line);
  if (!result.untested.empty())
    out += fmt::format(
        "<p>Not tested, because no listed name of these lists can be written so: "
        "<code>{}</code></p>",
        html_text(fmt::format("{}", fmt::join(result.untested, ", "))));
  return out;
}

std::string stability_part(const Result& result) {
  return "<h2>Stability: writing that says nothing</h2><p>Capitals, blanks and marks that mean "
         "nothing must leave the score as it is.</p>\n" +
         recall_table("Class", result.stability, result.binding.options.line_percent);
}

std::string ordinary_part(const Result& result) {
  const int threshold = result.binding.options.threshold;
  std::string out = fmt::format(
      "<h2>Ordinary: alerts of names without a listed bearer</h2><p>Invented customers of each "
      "region, "
      "and the records of the project where one was named. An alert is one party at {} or more.</p>"
      "<table><tr><th>Population</th><th>Party</th><th class=\"n\">Names</th>"
      "<th class=\"n\">Names with an alert</th><th class=\"n\">Alerts</th>"
      "<th class=\"n\">Alerts per 1,000</th></tr>\n",
      threshold);
  for (const Load& load : result.loads)
    out += fmt::format(
        R"(<tr><td>{}</td><td>{}</td><td class="n">{}</td><td class="n">{}</td><td class="n">{}</td><td class="n">{}</td></tr>
)",
        html_text(load.key.region), html_text(load.key.party), count(load.alerts.queries),
        count(load.alerts.alerted(threshold)), count(load.alerts.alerts(threshold)),
        per_thousand(load.alerts.alerts(threshold), load.alerts.queries));
  return out + "</table>\n";
}

std::string sweep_part(const Result& result) {
  std::string out = "<h2>Sweep: other thresholds</h2>\n" + sweep_plots(result);
  const auto serving =
      std::ranges::find(result.sweep, result.binding.options.threshold, &SweepPoint::threshold);
  if (serving == result.sweep.end()) return out;
  const bool own = result.binding.own_records > 0;
  out += fmt::format(
      "<table><tr><th class=\"n\">Threshold</th><th class=\"n\">Treated found</th>"
      "<th class=\"n\">Alerts per 1,000</th>{}<th>Classes against now</th></tr>\n",
      own ? "<th class=\"n\">Alerts of own records</th><th>Against now</th>" : "");
  for (const SweepPoint& point : result.sweep) {
    const bool now = point.threshold == serving->threshold;
    std::string cells;
    if (own)
      cells = fmt::format(R"(<td class="n">{}</td><td>{}</td>)", count(point.own_alerts),
                          against(point.own_alerts, serving->own_alerts));
    out += fmt::format(
        R"(<tr><td class="n">{}{}</td><td class="n">{}</td><td class="n">{}</td>{}<td>{}</td></tr>
)",
        point.threshold, now ? " (now)" : "", percent(point.found, point.queries),
        per_thousand(point.alerts, point.ordinary), cells, class_changes(point, *serving));
  }
  return out + "</table>\n";
}

std::string difference_part(const Result& result, const std::optional<Earlier>& earlier) {
  std::string out = "<h2>Difference against an earlier run</h2>\n";
  if (!earlier) return out + "<p>No earlier run was named.</p>\n";
  out += fmt::format(
      "<p>Against generation {}, Vedette {}, comparison version {}, threshold {}, seed {}. "
      "Control: "
      "{} then, {} now.</p>\n",
      earlier->generation, html_text(earlier->program), html_text(earlier->engine),
      earlier->threshold, earlier->seed, percent(earlier->control.found, earlier->control.queries),
      percent(result.control.found, result.control.queries));
  const std::vector<ClassDifference> rows = differences(*earlier, result);
  if (rows.empty()) return out + "<p>Every class has the same result.</p>\n";
  out +=
      "<table><tr><th>Class</th><th class=\"n\">Then</th><th class=\"n\">Now</th><th></th></tr>\n";
  for (const ClassDifference& row : rows)
    out += fmt::format(
        R"(<tr><td><code>{}</code></td><td class="n">{}</td><td class="n">{}</td><td{}>{}</td></tr>
)",
        html_text(row.id), percent(row.before.found, row.before.queries),
        percent(row.now.found, row.now.queries),
        row.movement == Movement::kWorse ? " class=\"bad\"" : "", movement_text(row.movement));
  return out + "</table>\n";
}

std::string examples_part(const Result& result) {
  std::string missed;
  std::string sample;
  for (const auto& [key, examples] : result.tally.examples) {
    if (key.part == Part::kControl) continue;
    const std::string head =
        fmt::format("<tr><th colspan=\"5\"><code>{}</code></th></tr>\n", html_text(key.group));
    const bool ordinary = key.part == Part::kOrdinary;
    (ordinary ? sample : missed) += head + example_rows(examples, ordinary ? "right / wrong" : "");
  }
  std::string out;
  if (!missed.empty())
    out += "<h2>Examples of what is missed</h2><p>The first ones of each class.</p>\n" +
           example_table(missed, "Why");
  if (!sample.empty())
    out +=
        "<h2>Sample of alerts for judging</h2><p>Mark each alert: would an analyst want to see "
        "it?</p>\n" +
        example_table(sample, "Judgement");
  return out;
}

}  // namespace vedette::validation
