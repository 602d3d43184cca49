#include "service/validation/tuning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "service/monitoring/case_summary.h"
#include "service/monitoring/monitoring_settings.h"
#include "text/tokenise.h"
#include "text/utf8.h"

namespace vedette::service {
namespace {

using base::Result;
using ledger::ProjectReader;
using ledger::sql::ProjectSql;

constexpr int kScoreBand = 5;
constexpr int kConfidenceBand = 10;
constexpr int kMostPoints = 100;
constexpr std::size_t kSuggestedWords = 3;
constexpr std::int64_t kTenth = 10;

// Decided by a client, or open. Scores of 0 are matches that are gone.
constexpr ProjectSql kMatches =
    "select m.client_status, m.status, coalesce(m.client_score, m.score),"
    " coalesce(m.client_confidence, m.confidence), m.resource_id, m.matched_name, r.name, r.dob"
    " from matches m join records r on r.project_id = m.project_id"
    " and r.record_number = m.record_number and r.deleted_at is null where m.project_id = $1"
    " and m.deleted = 0 and (m.client_status in (2, 3) or m.status = 1)"
    " order by m.reviewed_at desc, m.record_number, m.qr_code limit $2";
// The decisions of people, match by match in their order.
constexpr ProjectSql kReviews =
    "select h.record_number, h.qr_code, h.to_status, coalesce(h.username, h.client_user_id, '')"
    " from match_history h join matches m on m.project_id = h.project_id"
    " and m.record_number = h.record_number and m.qr_code = h.qr_code and m.deleted = 0"
    " where h.project_id = $1 and h.is_review = 1 and h.source = 1 and h.to_status in (2, 3)"
    " order by h.record_number, h.qr_code, h.step limit $2";

struct TunedMatch {
  std::optional<MatchStatus> decided = {};
  bool open = false;
  int score = 0;
  int confidence = -1;
  std::string resource_id = {};
  std::string listed = {};
  std::string customer = {};
  bool has_birth_date = false;

  bool confirmed() const { return decided == MatchStatus::kTruePositive; }
  bool refuted() const { return decided == MatchStatus::kFalsePositive; }
};

void count(Decisions& decisions, const TunedMatch& match) {
  decisions.confirmed += match.confirmed();
  decisions.refuted += match.refuted();
}

std::set<std::string> words_of(const std::string& name) {
  text::Words words;
  text::tokenise(name, words);
  std::set<std::string> out;
  for (const text::Word& word : words.words())
    if (word.text.size() > 1) out.insert(text::encode(word.text));
  return out;
}

std::vector<std::string> shared_words(const TunedMatch& match) {
  const std::set<std::string> listed = words_of(match.listed);
  std::vector<std::string> out;
  for (const std::string& word : words_of(match.customer))
    if (listed.contains(word)) out.push_back(word);
  return out;
}

std::int64_t percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : part * 100 / whole;
}

class Tuner {
 public:
  Tuner(const MonitoringSettings& settings, const catalogue::Catalogue* catalogue)
      : lists_(catalogue) {
    out_.threshold = settings.threshold;
    out_.close_below_confidence = settings.close_below_confidence;
    make_bands(out_.by_score, kScoreBand);
    make_bands(out_.by_confidence, kConfidenceBand);
  }

  void add(TunedMatch match) {
    count(out_.all, match);
    out_.open += match.open;
    add_to(out_.by_score, match.score / kScoreBand, match);
    if (match.confidence >= 0)
      add_to(out_.by_confidence, match.confidence / kConfidenceBand, match);
    if (match.decided) {
      add_list(match);
      add_words(match);
    }
    matches_.push_back(std::move(match));
  }

  void add_reviews(
      const std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>>&
          reviews) {
    bool disagreed = false;
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      const auto& [record, code, status, user] = reviews[i];
      UserDecisions& own = users_[user];
      own.username = user;
      ++own.decided;
      const bool same_match =
          i > 0 && std::get<0>(reviews[i - 1]) == record && std::get<1>(reviews[i - 1]) == code;
      if (!same_match) disagreed = false;
      if (!same_match || std::get<2>(reviews[i - 1]) == status ||
          std::get<3>(reviews[i - 1]) == user)
        continue;
      ++users_[std::get<3>(reviews[i - 1])].overturned;
      if (!disagreed) ++out_.disagreements;
      disagreed = true;
    }
  }

  Tuning finish() {
    out_.by_list = sorted(list_lines_);
    out_.words = sorted(words_);
    suggest();
    if (out_.words.size() > kTunedWords) out_.words.resize(kTunedWords);
    for (auto& [name, user] : users_)
      out_.by_user.push_back(user);
    std::ranges::stable_sort(out_.by_user, std::ranges::greater(), &UserDecisions::overturned);
    std::erase_if(out_.by_score, is_empty);
    std::erase_if(out_.by_confidence, is_empty);
    return std::move(out_);
  }

 private:
  static void make_bands(std::vector<DecisionBand>& bands, int width) {
    for (int from = 0; from <= kMostPoints; from += width)
      bands.push_back({from, std::min(from + width - 1, kMostPoints), {}, 0});
  }
  static void add_to(std::vector<DecisionBand>& bands, int place, const TunedMatch& match) {
    DecisionBand& band = bands[static_cast<std::size_t>(std::max(place, 0))];
    count(band.decisions, match);
    band.open += match.open;
  }
  static bool is_empty(const DecisionBand& band) {
    return band.open == 0 && band.decisions.total() == 0;
  }

  void add_list(const TunedMatch& match) {
    for (const NamedList& list : lists_.of(match.resource_id)) {
      ListDecisions& line = list_lines_[list.key];
      line.list = list.key;
      line.name = list.name;
      count(line.decisions, match);
    }
  }
  void add_words(const TunedMatch& match) {
    for (const std::string& word : shared_words(match)) {
      WordDecisions& line = words_[word];
      line.word = word;
      count(line.decisions, match);
      line.refuted_without_birth_date += match.refuted() && !match.has_birth_date;
    }
  }

  template <class Line>
  static std::vector<Line> sorted(std::map<std::string, Line>& lines) {
    std::vector<Line> out;
    for (auto& [key, line] : lines)
      out.push_back(std::move(line));
    std::ranges::stable_sort(out, std::ranges::greater(),
                             [](const Line& line) { return line.decisions.refuted; });
    return out;
  }

  void suggest() {
    if (out_.all.total() < kFewestDecisions || out_.all.refuted == 0) return;
    suggest_threshold();
    suggest_closing();
    suggest_words();
    suggest_birth_dates();
  }

  // The highest line that loses no true positive; nothing when it spares next to nothing.
  template <class Points>
  Suggestion line_without_loss(int lowest, int highest, const Points& points) const {
    Suggestion out;
    int line = highest;
    for (const TunedMatch& match : matches_)
      if (match.confirmed() && points(match) >= 0) line = std::min(line, points(match));
    if (line <= lowest) return out;
    for (const TunedMatch& match : matches_) {
      if (points(match) < 0 || points(match) >= line) continue;
      out.refuted += match.refuted();
      out.open += match.open;
    }
    if (out.refuted * kTenth >= out_.all.refuted) out.value = line;
    return out;
  }

  // Raised by a few points at most: what is not above the threshold was never decided.
  void suggest_threshold() {
    constexpr int kMostRise = 10;
    Suggestion out =
        line_without_loss(out_.threshold, std::min(out_.threshold + kMostRise, kMostPoints),
                          [](const TunedMatch& match) { return match.score; });
    if (out.value == 0) return;
    out.kind = "threshold";
    out.text = fmt::format(
        "At the threshold {} in place of {}, {} of {} false positives would not have come, no true "
        "positive would have been lost, and {} open matches would go. Run a validation first: it "
        "shows which variations of listed names fall below this threshold",
        out.value, out_.threshold, out.refuted, out_.all.refuted, out.open);
    out_.suggestions.push_back(std::move(out));
  }

  void suggest_closing() {
    Suggestion out = line_without_loss(out_.close_below_confidence, kMostClosingConfidence,
                                       [](const TunedMatch& match) { return match.confidence; });
    if (out.value == 0) return;
    out.kind = "closeBelowConfidence";
    out.text = fmt::format(
        "With closeBelowConfidence {} the service would have closed {} of {} false positives and "
        "no true positive; of the open matches it would close {}, but for the sample that stays "
        "open",
        out.value, out.refuted, out_.all.refuted, out.open);
    out_.suggestions.push_back(std::move(out));
  }

  void suggest_words() {
    Suggestion out;
    for (const WordDecisions& line : out_.words)
      if (out.words.size() < kSuggestedWords && line.decisions.refuted > 0)
        out.words.push_back(line.word);
    std::int64_t without_date = 0;
    for (const TunedMatch& match : matches_) {
      const std::vector<std::string> shared = shared_words(match);
      const bool has = std::ranges::any_of(shared, [&](const std::string& word) {
        return std::ranges::find(out.words, word) != out.words.end();
      });
      if (!has) continue;
      out.refuted += match.refuted();
      out.confirmed += match.confirmed();
      out.open += match.open;
      without_date += match.refuted() && !match.has_birth_date;
    }
    if (out.refuted * kTenth < out_.all.refuted) return;
    out.kind = "words";
    out.text = fmt::format(
        "{} name words ({}) are in {} % of the false positives, and in {} true positives. {} of "
        "these {} customers have no birth date: add it, and confidence separates them",
        out.words.size(), fmt::join(out.words, ", "), percent(out.refuted, out_.all.refuted),
        out.confirmed, without_date, out.refuted);
    out_.suggestions.push_back(std::move(out));
  }

  void suggest_birth_dates() {
    Suggestion out;
    for (const TunedMatch& match : matches_) {
      if (match.has_birth_date) continue;
      out.refuted += match.refuted();
      out.confirmed += match.confirmed();
      out.open += match.open;
    }
    if (out.refuted * 2 < out_.all.refuted) return;
    out.kind = "birthDates";
    out.text = fmt::format(
        "{} % of the false positives and {} open matches are of customers without a birth date",
        percent(out.refuted, out_.all.refuted), out.open);
    out_.suggestions.push_back(std::move(out));
  }

  NamingLists lists_;
  Tuning out_;
  std::vector<TunedMatch> matches_;
  std::map<std::string, ListDecisions> list_lines_;
  std::map<std::string, WordDecisions> words_;
  std::map<std::string, UserDecisions> users_;
};

}  // namespace

Result<Tuning> read_tuning(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                           const catalogue::Catalogue* catalogue) {
  return ledger.read(scope, [&](ProjectReader& reader) -> Result<Tuning> {
    VEDETTE_ASSIGN(const MonitoringSettings settings, read_settings(reader));
    Tuner tuner(settings, catalogue);
    VEDETTE_ASSIGN(auto rows,
                   (reader.rows<std::optional<std::int64_t>, std::int64_t, std::int64_t,
                                std::int64_t, std::string, std::string, std::string, std::string>(
                       kMatches, kMostTunedMatches)));
    for (auto& [decided, status, score, confidence, resource, listed, customer, dob] : rows) {
      TunedMatch match;
      match.open = status == static_cast<std::int64_t>(MatchStatus::kOpen);
      // A match that was opened again waits for a new decision.
      if (decided && !match.open) match.decided = static_cast<MatchStatus>(*decided);
      match.score = static_cast<int>(score);
      match.confidence = static_cast<int>(confidence);
      match.resource_id = std::move(resource);
      match.listed = std::move(listed);
      match.customer = std::move(customer);
      match.has_birth_date = !dob.empty();
      tuner.add(std::move(match));
    }
    VEDETTE_ASSIGN(const auto reviews,
                   (reader.rows<std::int64_t, std::int64_t, std::int64_t, std::string>(
                       kReviews, kMostTunedMatches)));
    tuner.add_reviews(reviews);
    return tuner.finish();
  });
}

}  // namespace vedette::service
