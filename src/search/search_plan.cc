#include "search/search_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_writer.h"
#include "search/kind_search.h"

namespace vedette::search {
namespace {

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string text_of(const PlannedWord& word) {
  constexpr std::size_t kShown = 5;
  std::string text = fmt::format("    {}: ", word.form);
  if (!word.looked_up) return text + "not looked up, the other words are enough\n";
  if (word.relatives.empty()) return text + "no related listed word\n";
  text += fmt::format("{} ({}), {}: ", counted(word.relatives.size(), "related listed word"),
                      word.reach, counted(word.names, "name"));
  for (std::size_t k = 0; k < std::min(kShown, word.relatives.size()); ++k)
    text +=
        fmt::format("{}{} -{}", k == 0 ? "" : ", ", word.relatives[k].word, word.relatives[k].cost);
  return text + (word.relatives.size() > kShown ? ", ...\n" : "\n");
}

std::string text_of(const KindPlan& kind, const PlannedRange& range) {
  std::string text = fmt::format("    {}: ", counted(range.names, "listed name"));
  if (range.scanned) return text + "each looked at, no word is rare enough to narrow them down\n";
  text += range.steps.empty() ? "none can reach the threshold by a single word" : "";
  for (std::size_t k = 0; k < range.steps.size(); ++k) {
    const PlannedStep& step = range.steps[k];
    text += fmt::format("{}\"{}\" followed up to -{} ({}, {})", k == 0 ? "" : ", then ",
                        kind.words[step.word].form, step.reach, counted(step.lists, "posting list"),
                        counted(step.postings, "name"));
  }
  return text + "\n";
}

void write(base::JsonWriter& json, const PlannedWord& word) {
  json.begin_object().member("word", word.form).member("lookedUp", word.looked_up);
  json.member("reach", word.reach).member("names", word.names).key("related").begin_array();
  for (const PlannedRelative& each : word.relatives)
    json.begin_object().member("word", each.word).member("cost", each.cost).end_object();
  json.end_array().end_object();
}

void write(base::JsonWriter& json, const KindPlan& kind, const PlannedRange& range) {
  json.begin_object().member("names", range.names).member("scanned", range.scanned);
  json.key("steps").begin_array();
  for (const PlannedStep& step : range.steps) {
    json.begin_object().member("word", kind.words[step.word].form).member("reach", step.reach);
    json.member("postingLists", step.lists).member("postings", step.postings).end_object();
  }
  json.end_array().end_object();
}

void write(base::JsonWriter& json, const KindPlan& kind) {
  json.begin_object()
      .member("kind", names::kind_name(kind.kind))
      .member("query", kind.query)
      .member("among", kind.among)
      .member("further", kind.is_further);
  json.key("words").begin_array();
  for (const PlannedWord& word : kind.words)
    write(json, word);
  json.end_array().member("joinedWords", kind.joined_words).key("ranges").begin_array();
  for (const PlannedRange& range : kind.ranges)
    write(json, kind, range);
  json.end_array().member("wordsCompared", kind.words_compared).member("postings", kind.postings);
  json.member("candidates", kind.candidates).member("scored", kind.scored);
  json.member("passed", kind.passed).end_object();
}

}  // namespace

void note_plan(SearchPlan& plan, KindPlan kind, const Work& before, const Work& after,
               std::uint64_t passed) {
  kind.words_compared = after.words - before.words;
  kind.postings = after.postings - before.postings;
  kind.candidates = after.closely - before.closely;
  kind.scored = after.scored - before.scored;
  kind.passed = passed;
  plan.kinds.push_back(std::move(kind));
}

std::string to_text(const SearchPlan& plan, const Results& results) {
  std::string text;
  for (const KindPlan& kind : plan.kinds) {
    text += fmt::format("\"{}\" as {} {}, among {}{}\n", kind.query,
                        kind.kind == names::Kind::kOrganisation ? "an" : "a",
                        names::kind_name(kind.kind), kind.among,
                        kind.is_further ? " (a further name of the query)" : "");
    text += "  words\n";
    for (const PlannedWord& word : kind.words)
      text += text_of(word);
    if (kind.joined_words > 0)
      text += fmt::format("    words written as one: {} listed words\n", kind.joined_words);
    text += "  names\n";
    for (const PlannedRange& range : kind.ranges)
      text += text_of(kind, range);
    text += fmt::format(
        "    {} read, {} compared word by word, {} scored, {} at or above the threshold\n",
        counted(kind.postings, "posting"), counted(kind.candidates, "name"), kind.scored,
        kind.passed);
  }
  return text + counted(results.total, "profile") + " found\n";
}

std::string to_json(const SearchPlan& plan, const Results& results) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().key("searches").begin_array();
  for (const KindPlan& kind : plan.kinds)
    write(json, kind);
  json.end_array().member("total", results.total).end_object();
  return out;
}

}  // namespace vedette::search
