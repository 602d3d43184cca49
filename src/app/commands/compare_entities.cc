#include "app/commands/compare_entities.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <fstream>
#include <iostream>

#include "app/settings/file_access.h"
#include "evidence/assessment.h"
#include "lists/building/known_lists.h"
#include "lists/formats/ftm_profile.h"
#include "names/tables/lexicon.h"

namespace vedette::app {
namespace {

namespace json = boost::json;

// One side of a pair, as a list entry.
base::Result<profile::Profile> profile_of(const json::object& line, std::string_view side) {
  const json::value* value = line.if_contains(side);
  if (value == nullptr || !value->is_object())
    return base::Error(base::Cause::kInvalidInput, fmt::format("\"{}\" is not an object", side));
  const lists::FtmEntity entity(value->as_object());
  if (!entity.valid())
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("\"{}\" is no FollowTheMoney entity with id, schema and properties", side));
  lists::FtmListName list_name;
  list_name.see(entity.datasets());
  const lists::ListInfo list = list_name.info({});
  lists::FtmProfile making(list);
  making.begin(entity);
  profile::Profile made = making.take();
  if (made.names.empty())
    return base::Error(base::Cause::kInvalidInput, fmt::format("\"{}\" has no name", side));
  return made;
}

base::Result<void> compare_line(const names::Analyser& analyser, json::object& line) {
  VEDETTE_ASSIGN(const profile::Profile left, profile_of(line, "left"));
  VEDETTE_ASSIGN(const profile::Profile right, profile_of(line, "right"));
  const evidence::NameEvidence name =
      evidence::best_name(evidence::PartyNames(analyser, left),
                          evidence::PartyNames(analyser, right), evidence::Weights::shipped());
  const evidence::Assessment assessment = evidence::assess(
      evidence::facts_of(left), evidence::facts_of(right), name, evidence::Use::kResolving);
  std::string terms;
  base::JsonWriter writer(terms);
  evidence::write_terms(writer, assessment);
  line["score"] = name.score;
  line["confidence"] = assessment.confidence;
  line["evidence"] = {{"sentence", evidence::sentence(assessment)},
                      {"logOdds", assessment.log_odds / 100.0},
                      {"prior", assessment.prior / 100.0},
                      {"nameInformation", name.information},
                      {"weakName", name.weak},
                      {"terms", json::parse(terms)}};
  return {};
}

}  // namespace

base::Result<void> compare_entities(const std::string& path) {
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  std::ifstream file;
  if (path != "-") {
    VEDETTE_ASSIGN(file, open_to_read(path));
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string text;
  std::size_t number = 0;
  while (std::getline(in, text)) {
    ++number;
    if (text.empty()) continue;
    boost::system::error_code failed;
    json::value line = json::parse(text, failed);
    if (failed || !line.is_object())
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("line {} is not a JSON object", number));
    if (const auto done = compare_line(analyser, line.as_object()); !done.ok())
      return base::Error(done.error().cause,
                         fmt::format("line {}: {}", number, done.error().message));
    std::cout << json::serialize(line) << "\n";
  }
  if (!std::cout.flush())
    return base::Error(base::Cause::kUnavailable, "the output could not be written");
  std::cerr << number << " pairs compared\n";
  return {};
}

}  // namespace vedette::app
