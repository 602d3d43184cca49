#include "names/reading/name_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/json_writer.h"
#include "names/reading/names_in_question.h"

namespace vedette::names {
namespace {

struct RoleText {
  std::string_view id;
  std::string_view treatment;
};

RoleText text_of(Role role, Kind kind) {
  switch (role) {
    case Role::kName:
      return {"name", "compared"};
    case Role::kInitial:
      return {"initial", "meets any name that begins with it"};
    case Role::kArticle:
      return {"article", "set aside: an article"};
    case Role::kFiliation:
      return {"filiation", "set aside: says that a relative's name follows"};
    case Role::kNobiliary:
      return {"nobiliary", "set aside: a particle of a family name"};
    case Role::kCompound:
      return {"compound", "compared together with the word beside it"};
    case Role::kTitle:
      return {"title",
              kind == Kind::kPerson ? "set aside: a title" : "set aside: a note beside the name"};
    case Role::kGeneration:
      return {"generation", "compared with the other side's generation"};
    case Role::kSuffix:
      return {"suffix", "set aside: written behind a name"};
    case Role::kLegal:
      return {"legal_form", "compared as a legal form"};
    case Role::kGeneric:
      return {"generic", "compared, and says little"};
    case Role::kBusiness:
      return {"business", "compared as a line of business"};
    case Role::kPlace:
      return {"place", "compared as a place"};
    case Role::kNumeral:
      return {"numeral", "compared as a number"};
    case Role::kConnective:
      return {"connective", "set aside: a connecting word"};
  }
  return {};
}

std::vector<std::string_view> facts_of(const Word& word, Kind kind) {
  std::vector<std::string_view> facts;
  const auto add = [&](std::uint16_t flag, std::string_view text) {
    if (word.flags & flag) facts.push_back(text);
  };
  if (is_cut_off(word)) facts.emplace_back("beginning of a longer word");
  if (word.role == Role::kName)
    add(word.flags & kVeryCommon ? kVeryCommon : kKnownName,
        word.flags & kVeryCommon ? "very common name" : "common name");
  add(kAlsoName, "may be a name as well");
  add(kHalfName, "half of a double name");
  if (kind == Kind::kPerson)
    add(kAfterFiliation, "a relative's name");
  else
    add(kAddress, "part of an address");
  add(kInParentheses, "in brackets");
  add(kAlternative, "another name for the same thing");
  add(kSeries, "number of a series");
  return facts;
}

ReportedWord report_word(NameView name, const Word& word) {
  ReportedWord reported;
  reported.form = name.form(word);
  reported.role = word.role;
  reported.treatment = text_of(word.role, name.kind()).treatment;
  name.any_spelling(word, [&](std::string_view spelling) {
    reported.spellings.emplace_back(spelling);
    return false;
  });
  reported.facts = facts_of(word, name.kind());
  return reported;
}

ReportedName report_one(const Analyser& analyser, std::string text, const NameRule* rule,
                        Kind kind) {
  ReportedName reported{.text = std::move(text), .rule = rule};
  const AnalysedName analysed = analyser.analyse(reported.text, kind, reported.stages);
  for (const Word& word : analysed.view().words())
    reported.words.push_back(report_word(analysed, word));
  reported.truncated = analysed.view().header().truncated != 0;
  return reported;
}

// Pads by characters: names are in every script.
std::string padded(std::string_view text, std::size_t width) {
  const auto used = static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string spellings_of(const ReportedWord& word) {
  constexpr std::size_t kShown = 6;
  const std::size_t shown = std::min(kShown, word.spellings.size());
  std::string text = fmt::format("{}", fmt::join(std::span(word.spellings).first(shown), ", "));
  if (shown < word.spellings.size())
    text += fmt::format(" and {} more", word.spellings.size() - shown);
  return text;
}

void append_words(std::string& out, const ReportedName& name) {
  for (const ReportedWord& word : name.words) {
    out += fmt::format("  {}  {}  {}", padded(word.form, 16), padded(role_id(word.role), 10),
                       word.treatment);
    if (!word.facts.empty()) out += fmt::format("; {}", fmt::join(word.facts, ", "));
    // The form itself says nothing new.
    if (word.spellings.size() != 1 || word.spellings.front() != word.form)
      out += word.spellings.empty() ? "; no Latin spelling" : "; spelled " + spellings_of(word);
    out += '\n';
  }
  if (name.truncated) out += "  the rest is beyond the limits and was cut\n";
}

void write_json(base::JsonWriter& json, const ReportedWord& word) {
  json.begin_object().member("word", word.form).member("role", role_id(word.role));
  json.member("treatment", word.treatment).key("spellings").begin_array();
  for (const std::string& spelling : word.spellings)
    json.value(spelling);
  json.end_array().key("facts").begin_array();
  for (const std::string_view fact : word.facts)
    json.value(fact);
  json.end_array().end_object();
}

void write_json(base::JsonWriter& json, const Stage& stage) {
  json.begin_object().member("rule", stage.rule).member("text", stage.text).key("words");
  json.begin_array();
  for (const std::string& word : stage.words)
    json.value(word);
  json.end_array().end_object();
}

void write_json(base::JsonWriter& json, const ReportedName& name) {
  json.begin_object().member("name", name.text);
  if (name.rule != nullptr) json.member("rule", name.rule->id).member("ruleText", name.rule->text);
  json.member("truncated", name.truncated).key("stages").begin_array();
  for (const Stage& stage : name.stages)
    write_json(json, stage);
  json.end_array().key("words").begin_array();
  for (const ReportedWord& word : name.words)
    write_json(json, word);
  json.end_array().end_object();
}

}  // namespace

std::string_view role_id(Role role) {
  return text_of(role, Kind::kPerson).id;
}

NameReport report_name(const Analyser& analyser, std::string_view query, Kind kind) {
  NameReport report{kind, {}};
  report.names.push_back(report_one(analyser, std::string(query), nullptr, kind));
  for (FoundName& found : ReadQuestion(query).found_names(analyser.lexicon(), kind))
    report.names.push_back(report_one(analyser, std::move(found.text), found.rule, kind));
  return report;
}

std::string to_text(const NameReport& report) {
  std::string out = fmt::format("as {} {}\n", report.kind == Kind::kOrganisation ? "an" : "a",
                                kind_name(report.kind));
  const ReportedName& whole = report.names.front();
  for (std::size_t i = 1; i < whole.stages.size(); ++i)
    out += fmt::format("  {}: {}\n", whole.stages[i].text, fmt::join(whole.stages[i].words, " "));
  append_words(out, whole);
  for (std::size_t i = 1; i < report.names.size(); ++i) {
    out += fmt::format("  also searched: \"{}\" ({})\n", report.names[i].text,
                       report.names[i].rule->text);
    for (const ReportedWord& word : report.names[i].words)
      out += fmt::format("    {}  {}\n", padded(word.form, 14), role_id(word.role));
  }
  return out;
}

std::string to_json(std::span<const NameReport> reports) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_array();
  for (const NameReport& report : reports) {
    json.begin_object().member("kind", kind_name(report.kind)).key("names").begin_array();
    for (const ReportedName& name : report.names)
      write_json(json, name);
    json.end_array().end_object();
  }
  json.end_array();
  return out;
}

}  // namespace vedette::names
