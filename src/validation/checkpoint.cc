#include "validation/checkpoint.h"

#include <boost/json.hpp>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"

namespace vedette::validation {
namespace {

using base::JsonWriter;
using boost::json::array;
using boost::json::value;
using Counts = std::array<std::uint64_t, 101>;

void write_counts(JsonWriter& json, std::string_view name, const Counts& counts) {
  json.key(name).begin_array();
  for (std::size_t score = 0; score < counts.size(); ++score)
    if (counts[score] > 0) json.begin_array().value(score).value(counts[score]).end_array();
  json.end_array();
}

void write_cell(JsonWriter& json, const CellKey& key, const Scores& scores) {
  json.begin_object().member("part", static_cast<int>(key.part)).member("group", key.group);
  json.member("list", key.list).member("party", key.party).member("script", key.script);
  json.member("queries", scores.queries).member("refused", scores.refused);
  json.member("same", scores.same);
  write_counts(json, "atScore", scores.at_score);
  json.end_object();
}

void write_population(JsonWriter& json, const PopulationKey& key, const Alerts& alerts) {
  json.begin_object().member("region", key.region).member("party", key.party);
  json.member("queries", alerts.queries).member("refused", alerts.refused);
  write_counts(json, "atScore", alerts.at_score);
  write_counts(json, "bestScore", alerts.best_score);
  json.end_object();
}

void write_example(JsonWriter& json, const ExampleKey& key, const Example& example) {
  json.begin_object().member("part", static_cast<int>(key.part)).member("group", key.group);
  json.member("task", example.task).member("query", example.query);
  json.member("listed", example.listed).member("list", example.list);
  json.member("record", example.record).member("score", example.score);
  json.member("note", example.note).end_object();
}

std::uint64_t number(const value& from) {
  return from.to_number<std::uint64_t>();
}
std::string text(const value& from) {
  return std::string(from.as_string());
}
Part part_of(const value& from) {
  return static_cast<Part>(from.to_number<std::uint8_t>());
}

Counts counts_of(const value& from) {
  Counts out{};
  for (const value& each : from.as_array())
    out.at(number(each.at(0))) = number(each.at(1));
  return out;
}

// Throws what the parser and its accessors throw.
Tally tally_of(const value& from) {
  Tally out;
  for (const value& each : from.at("cells").as_array()) {
    Scores& scores =
        out.cells[{part_of(each.at("part")), text(each.at("group")), text(each.at("list")),
                   text(each.at("party")), text(each.at("script"))}];
    scores.queries = number(each.at("queries"));
    scores.refused = number(each.at("refused"));
    scores.same = number(each.at("same"));
    scores.at_score = counts_of(each.at("atScore"));
  }
  for (const value& each : from.at("populations").as_array()) {
    Alerts& alerts = out.populations[{text(each.at("region")), text(each.at("party"))}];
    alerts.queries = number(each.at("queries"));
    alerts.refused = number(each.at("refused"));
    alerts.at_score = counts_of(each.at("atScore"));
    alerts.best_score = counts_of(each.at("bestScore"));
  }
  for (const value& each : from.at("examples").as_array())
    out.add_example({part_of(each.at("part")), text(each.at("group"))},
                    {number(each.at("task")), text(each.at("query")), text(each.at("listed")),
                     text(each.at("list")), text(each.at("record")),
                     each.at("score").to_number<int>(), text(each.at("note"))});
  return out;
}

}  // namespace

std::string to_checkpoint(const Tally& tally) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("cells").begin_array();
  for (const auto& [key, scores] : tally.cells)
    write_cell(json, key, scores);
  json.end_array().key("populations").begin_array();
  for (const auto& [key, alerts] : tally.populations)
    write_population(json, key, alerts);
  json.end_array().key("examples").begin_array();
  for (const auto& [key, examples] : tally.examples)
    for (const Example& example : examples)
      write_example(json, key, example);
  json.end_array().end_object();
  return out;
}

base::Result<Tally> read_checkpoint(std::string_view checkpoint) {
  try {
    return tally_of(boost::json::parse(checkpoint));
  } catch (const std::exception&) {
    return base::Error(base::Cause::kInvalidInput, "this is no checkpoint of a validation");
  }
}

std::string digest_of(const Plan& plan) {
  const catalogue::Meta& meta = plan.catalogue().meta();
  std::string all;
  JsonWriter json(all);
  const Options& options = plan.options();
  json.begin_array().value(meta.generation).value(meta.created_millis);
  json.value(plan.catalogue().engine_version()).value(options.threshold).value(options.floor);
  for (const Task& task : plan.tasks())
    json.value(static_cast<int>(task.part)).value(task.group).value(task.name).value(task.text);
  for (const OwnRecord& record : plan.records())
    json.value(record.id).value(record.query.name).value(record.query.threshold);
  json.end_array();
  return base::hex(base::as_text(base::sha256(all)));
}

}  // namespace vedette::validation
