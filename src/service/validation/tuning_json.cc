#include "base/json_writer.h"
#include "service/validation/tuning.h"

namespace vedette::service {
namespace {

using base::JsonWriter;

void write_decisions(JsonWriter& json, const Decisions& decisions) {
  json.member("truePositive", decisions.confirmed).member("falsePositive", decisions.refuted);
  if (decisions.total() > 0)
    json.key("precision")
        .value(static_cast<double>(decisions.confirmed) / static_cast<double>(decisions.total()),
               4);
}

void write_bands(JsonWriter& json, std::string_view name, const std::vector<DecisionBand>& bands) {
  json.key(name).begin_array();
  for (const DecisionBand& band : bands) {
    json.begin_object().member("from", band.from).member("to", band.to);
    write_decisions(json, band.decisions);
    json.member("open", band.open).end_object();
  }
  json.end_array();
}

void write_suggestion(JsonWriter& json, const Suggestion& suggestion) {
  json.begin_object().member("kind", suggestion.kind);
  if (suggestion.value > 0) json.member("value", suggestion.value);
  json.key("words").begin_array();
  for (const std::string& word : suggestion.words)
    json.value(word);
  json.end_array().member("falsePositive", suggestion.refuted);
  json.member("truePositive", suggestion.confirmed).member("open", suggestion.open);
  json.member("text", suggestion.text).end_object();
}

}  // namespace

std::string to_json(const Tuning& tuning) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("all").begin_object();
  write_decisions(json, tuning.all);
  json.end_object().member("open", tuning.open).member("threshold", tuning.threshold);
  json.member("closeBelowConfidence", tuning.close_below_confidence);
  json.member("disagreements", tuning.disagreements);
  write_bands(json, "byScore", tuning.by_score);
  write_bands(json, "byConfidence", tuning.by_confidence);
  json.key("byList").begin_array();
  for (const ListDecisions& line : tuning.by_list) {
    json.begin_object().member("list", line.list).member("name", line.name);
    write_decisions(json, line.decisions);
    json.end_object();
  }
  json.end_array().key("words").begin_array();
  for (const WordDecisions& line : tuning.words) {
    json.begin_object().member("word", line.word);
    write_decisions(json, line.decisions);
    json.member("falsePositiveWithoutBirthDate", line.refuted_without_birth_date).end_object();
  }
  json.end_array().key("byUser").begin_array();
  for (const UserDecisions& user : tuning.by_user)
    json.begin_object()
        .member("username", user.username)
        .member("decided", user.decided)
        .member("overturned", user.overturned)
        .end_object();
  json.end_array().key("suggestions").begin_array();
  for (const Suggestion& suggestion : tuning.suggestions)
    write_suggestion(json, suggestion);
  json.end_array().end_object();
  return out;
}

}  // namespace vedette::service
