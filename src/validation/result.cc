#include "validation/result.h"

#include <algorithm>
#include <functional>

#include "variations/variation.h"

namespace vedette::validation {
namespace {

using Group = std::function<const std::string&(const CellKey&)>;

// The recall of one part, summed by what `group` gives of each cell.
std::vector<Recall> recall_by(const Tally& tally, Part part, int threshold, const Group& group) {
  std::map<std::string, Recall> rows;
  for (const auto& [key, scores] : tally.cells) {
    if (key.part != part) continue;
    Recall& row = rows[group(key)];
    row.id = group(key);
    row.queries += scores.queries;
    row.found += part == Part::kStable ? scores.same : scores.found(threshold);
  }
  std::vector<Recall> out;
  for (auto& [id, row] : rows)
    out.push_back(std::move(row));
  return out;
}

// In the order of the table of classes, with their titles.
std::vector<Recall> class_rows(const Tally& tally, Part part, int threshold) {
  std::vector<Recall> rows =
      recall_by(tally, part, threshold, [](const CellKey& key) -> auto& { return key.group; });
  for (Recall& row : rows)
    if (const auto* known = variations::find_class(row.id)) row.title = known->title;
  std::ranges::sort(rows, {}, [](const Recall& row) {
    const auto* known = variations::find_class(row.id);
    return known == nullptr ? variations::classes().size()
                            : static_cast<std::size_t>(known - variations::classes().data());
  });
  return rows;
}

Recall sum_of(const std::vector<Recall>& rows) {
  Recall out;
  for (const Recall& row : rows) {
    out.queries += row.queries;
    out.found += row.found;
  }
  return out;
}

bool is_below(const Recall& row, int line_percent) {
  return row.found * 100 < row.queries * static_cast<std::uint64_t>(line_percent);
}

SweepPoint sweep_point(const Tally& tally, const Options& options, int threshold) {
  SweepPoint point;
  point.threshold = threshold;
  const std::vector<Recall> rows = class_rows(tally, Part::kTreated, threshold);
  const Recall all = sum_of(rows);
  point.queries = all.queries;
  point.found = all.found;
  for (const Recall& row : rows)
    if (is_below(row, options.line_percent)) point.below_line.push_back(row.id);
  for (const auto& [key, alerts] : tally.populations) {
    const bool own = key.region == kOwnRecords;
    (own ? point.own_queries : point.ordinary) += alerts.queries;
    (own ? point.own_alerts : point.alerts) += alerts.alerts(threshold);
  }
  return point;
}

constexpr int kMostSwept = 98;

void note_weak(Result& result) {
  const auto note = [&](const Recall& row, bool stability) {
    WeakClass weak{row, stability, {}};
    const auto by = std::ranges::find(result.accepted, row.id, &Accepted::id);
    if (by != result.accepted.end()) weak.accepted = *by;
    result.weak.push_back(std::move(weak));
  };
  for (const Recall& row : result.classes)
    if (is_below(row, result.binding.options.line_percent)) note(row, false);
  for (const Recall& row : result.stability)
    if (is_below(row, result.binding.options.line_percent)) note(row, true);
}

void note_untested(Result& result) {
  for (const variations::VariationClass& each : variations::classes()) {
    const auto tested = [&](const std::vector<Recall>& rows) {
      return std::ranges::find(rows, each.id, &Recall::id) != rows.end();
    };
    if (!tested(result.classes) && !tested(result.stability)) result.untested.emplace_back(each.id);
  }
}

}  // namespace

bool Result::good() const {
  return control_is_whole() && refused == 0 &&
         std::ranges::all_of(weak, [](const WeakClass& each) { return each.accepted.has_value(); });
}

Result make_result(Binding binding, Tally tally, std::vector<Accepted> accepted) {
  Result out;
  out.binding = std::move(binding);
  out.tally = std::move(tally);
  out.accepted = std::move(accepted);
  const int threshold = out.binding.options.threshold;
  const auto by = [&](Part part, const Group& group) {
    return recall_by(out.tally, part, threshold, group);
  };
  const Group list = [](const CellKey& key) -> auto& { return key.list; };
  out.control_lists = by(Part::kControl, list);
  out.control = sum_of(out.control_lists);
  out.classes = class_rows(out.tally, Part::kTreated, threshold);
  out.stability = class_rows(out.tally, Part::kStable, threshold);
  out.treated = sum_of(out.classes);
  out.lists = by(Part::kTreated, list);
  out.scripts = by(Part::kTreated, [](const CellKey& key) -> auto& { return key.script; });
  out.parties = by(Part::kTreated, [](const CellKey& key) -> auto& { return key.party; });
  for (const auto& [key, alerts] : out.tally.populations) {
    out.loads.push_back({key, alerts});
    out.refused += alerts.refused;
  }
  for (const auto& [key, scores] : out.tally.cells)
    out.refused += scores.refused;
  const Options& options = out.binding.options;
  for (int at = options.floor; at <= std::max(kMostSwept, threshold); ++at)
    out.sweep.push_back(sweep_point(out.tally, options, at));
  note_weak(out);
  note_untested(out);
  return out;
}

}  // namespace vedette::validation
