#include "service/validation/validation_summary.h"

#include <algorithm>

#include "base/json_writer.h"

namespace vedette::service {
namespace {

using base::JsonWriter;
using validation::Recall;
using validation::WeakClass;

void write_recall(JsonWriter& json, const Recall& recall) {
  json.member("queries", recall.queries).member("found", recall.found);
}

void write_classes(JsonWriter& json, std::string_view name, const std::vector<Recall>& rows) {
  json.key(name).begin_array();
  for (const Recall& row : rows) {
    json.begin_object().member("class", row.id).member("title", row.title);
    write_recall(json, row);
    json.end_object();
  }
  json.end_array();
}

bool was_weak(const validation::Earlier& earlier, const WeakClass& weak, int line_percent) {
  const auto before = earlier.classes.find(weak.recall.id);
  return before != earlier.classes.end() &&
         before->second.found * 100 <
             before->second.queries * static_cast<std::uint64_t>(line_percent);
}

}  // namespace

std::int64_t unaccepted(const validation::Result& result) {
  return std::ranges::count_if(result.weak, [](const WeakClass& each) { return !each.accepted; });
}

std::vector<WeakClass> newly_weak(const validation::Result& result,
                                  const std::optional<validation::Earlier>& earlier) {
  std::vector<WeakClass> out;
  for (const WeakClass& weak : result.weak)
    if (!weak.accepted &&
        !(earlier && was_weak(*earlier, weak, result.binding.options.line_percent)))
      out.push_back(weak);
  return out;
}

std::string validation_summary(const validation::Result& result, const std::string& result_sha256,
                               const std::string& compared_with) {
  const int threshold = result.binding.options.threshold;
  std::uint64_t names = 0;
  std::uint64_t alerts = 0;
  for (const validation::Load& load : result.loads) {
    names += load.alerts.queries;
    alerts += load.alerts.alerts(threshold);
  }
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("generation", result.binding.generation);
  json.member("engine", result.binding.engine).member("threshold", threshold);
  json.member("line", result.binding.options.line_percent).member("good", result.good());
  json.member("resultSha256", result_sha256).member("comparedWith", compared_with);
  json.key("control").begin_object();
  write_recall(json, result.control);
  json.end_object().key("treated").begin_object();
  write_recall(json, result.treated);
  json.end_object().key("ordinary").begin_object().member("names", names).member("alerts", alerts);
  json.end_object().member("refused", result.refused);
  write_classes(json, "classes", result.classes);
  write_classes(json, "stability", result.stability);
  json.key("weak").begin_array();
  for (const WeakClass& weak : result.weak) {
    json.begin_object().member("class", weak.recall.id).member("title", weak.recall.title);
    write_recall(json, weak.recall);
    if (weak.accepted)
      json.member("owner", weak.accepted->owner).member("note", weak.accepted->note);
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

}  // namespace vedette::service
