#include "service/parties/judgement_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <map>

#include "base/json_writer.h"
#include "service/parties/entry_lookup.h"

namespace vedette::service {
namespace {

namespace json = boost::json;
using base::Cause;
using base::Error;
using base::Result;
using parties::Verdict;

std::string_view nomenklatura_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSame:
      return "positive";
    case Verdict::kDifferent:
      return "negative";
    case Verdict::kWithdrawn:
      return "no_judgement";
    case Verdict::kUnsure:
      break;
  }
  return "unsure";
}

std::optional<Verdict> verdict_of(std::string_view word) {
  for (const Verdict each :
       {Verdict::kSame, Verdict::kDifferent, Verdict::kUnsure, Verdict::kWithdrawn})
    if (word == nomenklatura_word(each)) return each;
  return parties::parse_verdict(word);
}

// A line as it is written.
struct Written {
  std::string left = {};
  std::string right = {};
  Verdict verdict = Verdict::kUnsure;
  std::optional<std::int64_t> confidence = {};
  std::string reason = {};
  std::string user = {};
  base::Time at = {};
};

// Ids that stand for no entry of a list.
bool is_made_up(std::string_view id) {
  if (id.starts_with("NK-")) return true;
  return id.size() > 1 && id[0] == 'Q' &&
         std::ranges::all_of(id.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

std::string text_of(const json::value* value) {
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

base::Time time_of(const json::value* value) {
  return base::parse_iso(text_of(value)).value_or(base::Time{});
}

Result<Written> written_of(std::string_view left, std::string_view right, std::string_view word) {
  const auto verdict = verdict_of(word);
  if (!verdict)
    return Error(Cause::kInvalidInput,
                 fmt::format("'{}' is no judgement: same, different, unsure or withdrawn",
                             word.substr(0, 40)));
  if (left.empty() || right.empty())
    return Error(Cause::kInvalidInput, "left and right must name list entries");
  return Written{.left = std::string(left), .right = std::string(right), .verdict = *verdict};
}

Result<Written> from_array(const json::array& row) {
  constexpr std::size_t kFewest = 3;
  if (row.size() < kFewest)
    return Error(Cause::kInvalidInput, "[left, right, judgement, ...] needs three values");
  VEDETTE_ASSIGN(Written made, written_of(text_of(&row[0]), text_of(&row[1]), text_of(&row[2])));
  if (row.size() > 3 && row[3].is_number()) {
    const double score = row[3].to_number<double>();
    if (score >= 0 && score <= 1) made.confidence = std::llround(score * 100);
  }
  if (row.size() > 4) made.user = text_of(&row[4]);
  if (row.size() > 5) made.at = time_of(&row[5]);
  return made;
}

Result<Written> from_object(const json::object& row) {
  VEDETTE_ASSIGN(Written made,
                 written_of(text_of(row.if_contains("left")), text_of(row.if_contains("right")),
                            text_of(row.if_contains("verdict"))));
  if (const json::value* confidence = row.if_contains("confidence");
      confidence != nullptr && confidence->is_int64())
    made.confidence = std::clamp<std::int64_t>(confidence->as_int64(), 0, 100);
  made.reason = text_of(row.if_contains("reason"));
  made.user = text_of(row.if_contains("user"));
  made.at = time_of(row.if_contains("at"));
  return made;
}

Result<std::vector<Written>> lines_of(std::string_view text) {
  std::vector<Written> lines;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    boost::system::error_code failed;
    const json::value value = json::parse(line, failed);
    Result<Written> read = Error(Cause::kInvalidInput, "neither a JSON object nor an array");
    if (!failed && value.is_array()) read = from_array(value.as_array());
    if (!failed && value.is_object()) read = from_object(value.as_object());
    if (!read.ok())
      return Error(read.error().cause, fmt::format("line {}: {}", number, read.error().message));
    lines.push_back(*std::move(read));
  }
  return lines;
}

// Puts entries in the place of made-up ids: those that are positive with one id are one party, and
// the first of them stands for it.
class MadeUpIds {
 public:
  explicit MadeUpIds(const std::vector<Written>& lines) {
    for (const Written& line : lines)
      if (line.verdict == Verdict::kSame && (is_made_up(line.left) || is_made_up(line.right)))
        join(line.left, line.right);
    std::map<std::string, std::vector<std::string>> groups;
    for (const auto& [id, above] : above_)
      if (!is_made_up(id)) groups[root(id)].push_back(id);
    for (auto& [id, members] : groups)
      members_[id] = std::move(members);
  }

  // The entries that an id stands for, the id itself when it is one of a list.
  std::vector<std::string> entries(const std::string& id) {
    if (!is_made_up(id)) return {id};
    const auto found = members_.find(root(id));
    return found == members_.end() ? std::vector<std::string>() : found->second;
  }
  const std::map<std::string, std::vector<std::string>>& groups() const { return members_; }

 private:
  std::string root(std::string id) {
    while (above_.contains(id) && above_[id] != id)
      id = above_[id];
    return id;
  }
  void join(const std::string& one, const std::string& other) {
    above_.emplace(one, one);
    above_.emplace(other, other);
    above_[root(one)] = root(other);
  }

  std::map<std::string, std::string> above_;
  std::map<std::string, std::vector<std::string>> members_;
};

std::vector<Written> without_made_up(const std::vector<Written>& lines) {
  MadeUpIds ids(lines);
  std::vector<Written> made;
  for (const auto& [id, members] : ids.groups())
    for (std::size_t i = 1; i < members.size(); ++i)
      made.push_back({.left = members[0], .right = members[i], .verdict = Verdict::kSame});
  for (const Written& line : lines) {
    const bool made_up = is_made_up(line.left) || is_made_up(line.right);
    if (made_up && line.verdict == Verdict::kSame) continue;
    const auto left = ids.entries(line.left), right = ids.entries(line.right);
    if (left.empty() || right.empty()) continue;
    Written one = line;
    one.left = left.front();
    one.right = right.front();
    made.push_back(std::move(one));
  }
  return made;
}

std::string name_of(const JudgedEntry& entry) {
  return entry.key.list + ":" + entry.key.record;
}

}  // namespace

std::string to_line(const Judgement& judgement, JudgementFormat format) {
  std::string line;
  base::JsonWriter json(line);
  const std::string left = name_of(judgement.left), right = name_of(judgement.right);
  const std::string at = base::iso_millis(judgement.at);
  if (format == JudgementFormat::kNomenklatura) {
    json.begin_array().value(left).value(right).value(nomenklatura_word(judgement.verdict));
    if (judgement.confidence) {
      json.value(static_cast<double>(*judgement.confidence) / 100, 2);
    } else {
      json.null();
    }
    json.value(judgement.username.empty() ? judgement.actor : judgement.username).value(at);
    json.end_array();
  } else {
    json.begin_object().member("left", left).member("right", right);
    json.member("verdict", parties::to_text(judgement.verdict));
    if (judgement.confidence) json.member("confidence", *judgement.confidence);
    json.member("reason", judgement.reason);
    json.member("user", judgement.username.empty() ? judgement.actor : judgement.username);
    json.member("at", at).end_object();
  }
  return line + "\n";
}

Result<std::vector<NewJudgement>> read_judgements(const catalogue::Catalogue& catalogue,
                                                  std::string_view text) {
  VEDETTE_ASSIGN(const std::vector<Written> lines, lines_of(text));
  std::vector<NewJudgement> made;
  for (const Written& line : without_made_up(lines)) {
    NewJudgement one{.verdict = line.verdict,
                     .confidence = line.confidence,
                     .reason = line.reason,
                     .username = line.user,
                     .at = line.at};
    for (const auto& [id, side] : {std::pair(&line.left, &one.one), {&line.right, &one.other}}) {
      VEDETTE_ASSIGN(const parties::Entry entry, find_entry(catalogue, *id));
      VEDETTE_ASSIGN(*side, judged_entry(catalogue, entry));
    }
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace vedette::service
