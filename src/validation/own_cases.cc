#include "validation/own_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "base/csv.h"

namespace vedette::validation {
namespace {

constexpr std::string_view kMatch = "match";
constexpr std::string_view kNoMatch = "no match";

base::Error wrong(std::uint64_t line, std::string_view what) {
  return {base::Cause::kInvalidInput, fmt::format("line {}: {}", line, what)};
}

std::optional<std::size_t> column(const std::vector<std::string>& head, std::string_view name) {
  const auto found = std::ranges::find(head, name);
  if (found == head.end()) return std::nullopt;
  return static_cast<std::size_t>(found - head.begin());
}

std::optional<search::Scope> scope_named(std::string_view type) {
  if (type.empty()) return search::Scope::kBoth;
  if (type == "individual") return search::Scope::kIndividual;
  if (type == "business") return search::Scope::kBusiness;
  return std::nullopt;
}

bool is_expected(const profile::Profile& profile, std::string_view resource_id,
                 std::string_view expected) {
  return resource_id == expected || profile.key.record == expected ||
         std::ranges::any_of(profile.names,
                             [&](const profile::Name& name) { return name.text == expected; });
}

void take(OwnOutcome& out, const profile::Profile& profile, int score) {
  out.score = score;
  out.party = profile.name();
  out.list = profile.key.list;
  out.record = profile.key.record;
}

}  // namespace

base::Result<std::vector<OwnCase>> read_own_cases(std::istream& in) {
  base::CsvReader reader(in);
  VEDETTE_ASSIGN(const auto head, reader.next());
  const auto name = head ? column(*head, "name") : std::nullopt;
  const auto expected = head ? column(*head, "expected") : std::nullopt;
  const auto type = head ? column(*head, "type") : std::nullopt;
  if (!name || !expected) return wrong(1, "the columns name and expected must be there");
  std::vector<OwnCase> out;
  while (true) {
    VEDETTE_ASSIGN(auto row, reader.next());
    if (!row) break;
    const std::uint64_t line = reader.line();
    if (row->size() != head->size()) return wrong(line, "it has another number of fields");
    const auto scope = type ? scope_named(base::trim((*row)[*type])) : search::Scope::kBoth;
    if (!scope) return wrong(line, "the type must be individual, business or empty");
    OwnCase made{line, std::move((*row)[*name]), *scope,
                 std::string(base::trim((*row)[*expected]))};
    if (base::trim(made.name).empty()) return wrong(line, "the name is missing");
    if (made.expected.empty())
      return wrong(line, "what is expected is missing: match, no match, or a party");
    if (out.size() == kMostOwnCases) return wrong(line, "there are more rows than are tested");
    out.push_back(std::move(made));
  }
  if (out.empty()) return wrong(1, "there is no row to test");
  return out;
}

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kRight:
      return "right";
    case Verdict::kMissed:
      return "missed";
    case Verdict::kFalseAlert:
      return "false alert";
    case Verdict::kRefused:
      return "refused";
  }
  return "";
}

base::Result<OwnOutcome> run_own_case(const OwnCase& test, int threshold, const Engine& engine,
                                      const catalogue::Catalogue& catalogue,
                                      search::Workspace& workspace) {
  search::Query query;
  query.name = test.name;
  query.scope = test.scope;
  query.threshold = threshold;
  OwnOutcome out;
  const auto found = engine.find(query, workspace);
  if (!found.ok()) {
    out.verdict = Verdict::kRefused;
    return out;
  }
  const bool any = test.expected == kMatch;
  const bool none = test.expected == kNoMatch;
  if (!none) out.verdict = Verdict::kMissed;
  for (const FoundParty& each : *found) {
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue.profile(each.party));
    const std::string resource_id = catalogue.resource_id_text(each.party);
    if (!any && !none && !is_expected(profile, resource_id, test.expected)) continue;
    out.verdict = none ? Verdict::kFalseAlert : Verdict::kRight;
    take(out, profile, each.score);
    break;
  }
  return out;
}

std::string own_csv(const std::vector<OwnCase>& cases, const std::vector<OwnOutcome>& outcomes) {
  std::string out = "line,name,expected,verdict,score,party,list,record\n";
  for (std::size_t i = 0; i < cases.size() && i < outcomes.size(); ++i)
    base::append_csv(
        out, {std::to_string(cases[i].line), cases[i].name, cases[i].expected,
              std::string(verdict_text(outcomes[i].verdict)), std::to_string(outcomes[i].score),
              outcomes[i].party, outcomes[i].list, outcomes[i].record});
  return out;
}

}  // namespace vedette::validation
