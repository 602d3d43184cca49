#include "validation/earlier.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <set>

namespace vedette::validation {
namespace {

namespace json = boost::json;

base::Error no_result() {
  return {base::Cause::kInvalidInput, "this is no result of vedette validate (validation.json)"};
}

Recall recall_of(const json::object& row) {
  Recall out;
  if (const auto* id = row.if_contains("id")) out.id = id->as_string();
  out.queries = json::value_to<std::uint64_t>(row.at("queries"));
  out.found = json::value_to<std::uint64_t>(row.at("found"));
  return out;
}

void read_classes(const json::array& rows, Earlier& out) {
  for (const json::value& each : rows) {
    Recall row = recall_of(each.as_object());
    out.classes.emplace(row.id, row);
  }
}

Earlier read_members(const json::object& object) {
  Earlier out;
  const json::object& binding = object.at("binding").as_object();
  out.generation = json::value_to<std::uint64_t>(binding.at("generation"));
  out.program = binding.at("program").as_string();
  out.engine = binding.at("engine").as_string();
  out.seed = json::value_to<std::uint64_t>(binding.at("seed"));
  out.threshold = json::value_to<int>(binding.at("threshold"));
  out.control = recall_of(object.at("control").as_object());
  read_classes(object.at("treated").as_object().at("classes").as_array(), out);
  read_classes(object.at("stability").as_array(), out);
  for (const json::value& each : object.at("accepted").as_array()) {
    const json::object& row = each.as_object();
    out.accepted.push_back({std::string(row.at("class").as_string()),
                            std::string(row.at("owner").as_string()),
                            std::string(row.at("note").as_string())});
  }
  return out;
}

double share_of(const Recall& row) {
  return row.queries == 0 ? 0 : static_cast<double>(row.found) / static_cast<double>(row.queries);
}

Movement movement_of(const Recall& before, const Recall& now) {
  if (before.queries == 0) return Movement::kNew;
  if (now.queries == 0) return Movement::kGone;
  // As fractions: no rounding decides.
  const auto was = static_cast<unsigned __int128>(before.found) * now.queries;
  const auto is = static_cast<unsigned __int128>(now.found) * before.queries;
  if (was == is) return Movement::kSame;
  return is < was ? Movement::kWorse : Movement::kBetter;
}

}  // namespace

base::Result<Earlier> read_earlier(std::string_view text) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(text, problem);
  if (problem || !parsed.is_object()) return no_result();
  const json::value* format = parsed.get_object().if_contains("format");
  if (format == nullptr || !format->is_string() || format->get_string() != kResultFormat)
    return no_result();
  try {
    return read_members(parsed.get_object());
  } catch (const std::exception&) {  // boost.json: a member is missing or of another type
    return no_result();
  }
}

std::vector<ClassDifference> differences(const Earlier& earlier, const Result& result) {
  std::vector<ClassDifference> out;
  std::set<std::string> seen;
  const auto compare = [&](const std::vector<Recall>& rows) {
    for (const Recall& now : rows) {
      seen.insert(now.id);
      const auto before = earlier.classes.find(now.id);
      const Recall was = before == earlier.classes.end() ? Recall{} : before->second;
      const Movement movement = movement_of(was, now);
      if (movement != Movement::kSame) out.push_back({now.id, was, now, movement});
    }
  };
  compare(result.classes);
  compare(result.stability);
  for (const auto& [id, was] : earlier.classes)
    if (!seen.contains(id)) out.push_back({id, was, {}, Movement::kGone});
  std::ranges::stable_sort(out, {}, [](const ClassDifference& each) {
    return share_of(each.now) - share_of(each.before);
  });
  return out;
}

std::string_view movement_text(Movement movement) {
  switch (movement) {
    case Movement::kSame:
      return "same";
    case Movement::kBetter:
      return "better";
    case Movement::kWorse:
      return "worse";
    case Movement::kNew:
      return "tested for the first time";
    case Movement::kGone:
      return "not tested any more";
  }
  return "";
}

}  // namespace vedette::validation
