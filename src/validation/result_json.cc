#include <algorithm>

#include "base/csv.h"
#include "base/json_writer.h"
#include "validation/result.h"
#include "validation/wilson.h"

namespace vedette::validation {
namespace {

using base::JsonWriter;

constexpr int kDecimals = 6;

std::string_view part_name(Part part) {
  switch (part) {
    case Part::kControl:
      return "control";
    case Part::kTreated:
      return "treated";
    case Part::kStable:
      return "stability";
    case Part::kOrdinary:
      return "ordinary";
  }
  return "";
}

void write_binding(JsonWriter& json, const Binding& binding) {
  const Options& options = binding.options;
  json.key("binding").begin_object().member("generation", binding.generation);
  json.member("generationMade", binding.generation_made).member("program", binding.program);
  json.member("engine", binding.engine).member("seed", options.seed);
  json.member("threshold", options.threshold).member("floor", options.floor);
  json.member("perClass", options.per_class).member("perPopulation", options.per_population);
  json.member("linePercent", options.line_percent);
  json.member("parties", binding.parties).member("names", binding.names);
  json.member("project", binding.project).member("settings", binding.settings);
  json.member("ownRecords", binding.own_records).member("ownRecordsAll", binding.own_records_all);
  json.key("lists").begin_array();
  for (const catalogue::ListInfo& list : binding.lists) {
    json.begin_object().member("list", list.key).member("name", list.name);
    json.member("published", list.published).member("sha256", list.checksum);
    json.member("records", list.records).member("accepted", list.accepted);
    json.member("rejected", list.rejected).end_object();
  }
  json.end_array().end_object();
}

void write_recall(JsonWriter& json, const Recall& row) {
  const Share share = wilson(row.found, row.queries);
  json.member("queries", row.queries).member("found", row.found);
  json.key("recall").value(share.share, kDecimals);
  json.key("low").value(share.low, kDecimals).key("high").value(share.high, kDecimals);
}

void write_rows(JsonWriter& json, std::string_view name, const std::vector<Recall>& rows) {
  json.key(name).begin_array();
  for (const Recall& row : rows) {
    json.begin_object().member("id", row.id);
    if (!row.title.empty()) json.member("title", row.title);
    write_recall(json, row);
    json.end_object();
  }
  json.end_array();
}

void write_examples(JsonWriter& json, const Result& result) {
  json.key("examples").begin_array();
  for (const auto& [key, examples] : result.tally.examples)
    for (const Example& each : examples) {
      json.begin_object().member("part", part_name(key.part)).member("group", key.group);
      json.member("query", each.query).member("listed", each.listed).member("list", each.list);
      json.member("record", each.record).member("score", each.score).member("note", each.note);
      json.end_object();
    }
  json.end_array();
}

void write_loads(JsonWriter& json, const Result& result) {
  const int threshold = result.binding.options.threshold;
  json.key("ordinary").begin_array();
  for (const Load& load : result.loads) {
    const std::uint64_t alerts = load.alerts.alerts(threshold);
    json.begin_object().member("population", load.key.region).member("party", load.key.party);
    json.member("queries", load.alerts.queries).member("alerts", alerts);
    json.member("alerted", load.alerts.alerted(threshold));
    const double queries = static_cast<double>(std::max<std::uint64_t>(1, load.alerts.queries));
    json.key("alertsPerThousand").value(static_cast<double>(alerts) * 1000 / queries, 3);
    json.end_object();
  }
  json.end_array();
}

void write_sweep(JsonWriter& json, const Result& result) {
  json.key("sweep").begin_array();
  for (const SweepPoint& point : result.sweep) {
    json.begin_object().member("threshold", point.threshold).member("queries", point.queries);
    json.member("found", point.found).member("ordinary", point.ordinary);
    json.member("alerts", point.alerts).member("ownRecords", point.own_queries);
    json.member("ownAlerts", point.own_alerts).key("belowLine").begin_array();
    for (const std::string& id : point.below_line)
      json.value(id);
    json.end_array().end_object();
  }
  json.end_array();
}

void write_weak(JsonWriter& json, const Result& result) {
  json.key("weak").begin_array();
  for (const WeakClass& each : result.weak) {
    json.begin_object().member("id", each.recall.id).member("title", each.recall.title);
    json.member("expected", each.stability ? "same score" : "found");
    write_recall(json, each.recall);
    json.key("accepted");
    if (each.accepted) {
      json.begin_object().member("owner", each.accepted->owner);
      json.member("note", each.accepted->note).end_object();
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string to_json(const Result& result) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("format", kResultFormat);
  write_binding(json, result.binding);
  json.member("good", result.good()).member("refused", result.refused);
  json.key("control").begin_object();
  write_recall(json, result.control);
  write_rows(json, "lists", result.control_lists);
  json.end_object().key("treated").begin_object();
  write_recall(json, result.treated);
  write_rows(json, "classes", result.classes);
  write_rows(json, "lists", result.lists);
  write_rows(json, "scripts", result.scripts);
  write_rows(json, "parties", result.parties);
  json.end_object();
  write_rows(json, "stability", result.stability);
  write_loads(json, result);
  write_sweep(json, result);
  write_weak(json, result);
  json.key("accepted").begin_array();
  for (const Accepted& each : result.accepted)
    json.begin_object()
        .member("class", each.id)
        .member("owner", each.owner)
        .member("note", each.note)
        .end_object();
  json.end_array().key("untested").begin_array();
  for (const std::string& id : result.untested)
    json.value(id);
  json.end_array();
  write_examples(json, result);
  json.end_object();
  return out + "\n";
}

std::string to_csv(const Result& result) {
  const Options& options = result.binding.options;
  std::vector<std::string> head = {"part",   "class",   "list",    "party",
                                   "script", "queries", "refused", "same_score"};
  const int last = result.sweep.empty() ? options.threshold : result.sweep.back().threshold;
  for (int at = options.floor; at <= last; ++at)
    head.push_back("found_at_" + std::to_string(at));
  std::string out;
  base::append_csv(out, head);
  for (const auto& [key, scores] : result.tally.cells) {
    std::vector<std::string> row = {std::string(part_name(key.part)),
                                    key.group,
                                    key.list,
                                    key.party,
                                    key.script,
                                    std::to_string(scores.queries),
                                    std::to_string(scores.refused),
                                    std::to_string(scores.same)};
    for (int at = options.floor; at <= last; ++at)
      row.push_back(std::to_string(scores.found(at)));
    base::append_csv(out, row);
  }
  for (const auto& [key, alerts] : result.tally.populations) {
    std::vector<std::string> row = {"ordinary",
                                    key.region,
                                    "",
                                    key.party,
                                    "",
                                    std::to_string(alerts.queries),
                                    std::to_string(alerts.refused),
                                    ""};
    for (int at = options.floor; at <= last; ++at)
      row.push_back(std::to_string(alerts.alerts(at)));
    base::append_csv(out, row);
  }
  return out;
}

}  // namespace vedette::validation
