#include "service/parties/party_judgements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "parties/judgement_graph.h"
#include "service/common/scope_issuer.h"
#include "service/parties/judgement_rows.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using parties::JudgementGraph;
using parties::Verdict;

constexpr std::size_t kLongestName = 200;
constexpr std::size_t kMostShown = 3;

std::string text_of(const profile::ProfileKey& key) {
  return key.list + " " + key.record;
}

Error refusal(Cause cause, std::string_view code, std::size_t index, std::string message) {
  return {cause, message, {{std::to_string(index), std::string(code), message}}};
}

std::vector<Judgement> newest_of_pairs(std::vector<Judgement> all) {
  std::map<JudgementGraph::Pair, std::size_t> newest;
  for (std::size_t i = 0; i < all.size(); ++i)
    newest[JudgementGraph::pair_of(all[i].left.id, all[i].right.id)] = i;
  std::vector<Judgement> made;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (newest[JudgementGraph::pair_of(all[i].left.id, all[i].right.id)] == i)
      made.push_back(std::move(all[i]));
  return made;
}

// The judgements that are to be added, checked one after the other against those that hold.
class Checking {
 public:
  Checking(std::vector<Judgement> holding, const Judge& judge, base::Time now)
      : judge_(judge), now_(now) {
    for (Judgement& one : holding) {
      graph_.set(one.pair());
      holding_[JudgementGraph::pair_of(one.left.id, one.right.id)] = std::move(one);
    }
  }

  Result<void> add(const NewJudgement& wanted, std::size_t index) {
    VEDETTE_TRY(check_shape(wanted, index));
    Judgement made = judgement_of(wanted);
    const auto pair = JudgementGraph::pair_of(made.left.id, made.right.id);
    const auto before = holding_.find(pair);
    // Where nothing holds, nothing is taken back.
    if (made.verdict == Verdict::kWithdrawn && before == holding_.end()) return {};
    if (before != holding_.end() && before->second.verdict == made.verdict &&
        before->second.reason == made.reason)
      return {};
    const auto against = graph_.contradicted_by(made.pair());
    if (!against.empty()) return contradiction(made, against, index);
    graph_.set(made.pair());
    holding_[pair] = made;
    added_.push_back(std::move(made));
    return {};
  }
  std::vector<Judgement>& added() { return added_; }

 private:
  static Result<void> check_shape(const NewJudgement& wanted, std::size_t index) {
    if (wanted.one.id == wanted.other.id)
      return refusal(Cause::kInvalidInput, "SAME_ENTRY", index,
                     fmt::format("{} cannot be judged against itself", text_of(wanted.one.key)));
    if (wanted.reason.size() > PartyJudgements::kLongestReason)
      return refusal(
          Cause::kInvalidInput, "TOO_LONG", index,
          fmt::format("the reason may have at most {} bytes", PartyJudgements::kLongestReason));
    if (wanted.username.size() > kLongestName)
      return refusal(Cause::kInvalidInput, "TOO_LONG", index,
                     fmt::format("the user may have at most {} bytes", kLongestName));
    if (wanted.verdict == Verdict::kSame && wanted.conflict && wanted.reason.empty())
      return refusal(Cause::kInvalidInput, "REASON_REQUIRED", index,
                     fmt::format("strong evidence speaks against one party of {} and {}: give the "
                                 "reason why they are the same",
                                 text_of(wanted.one.key), text_of(wanted.other.key)));
    return {};
  }

  Judgement judgement_of(const NewJudgement& wanted) const {
    Judgement made{.left = wanted.one,
                   .right = wanted.other,
                   .verdict = wanted.verdict,
                   .confidence = wanted.confidence,
                   .reason = wanted.reason,
                   .actor = judge_.actor,
                   .username = wanted.username.empty() ? judge_.username : wanted.username,
                   .project = judge_.project,
                   .request_id = judge_.request_id,
                   .at = wanted.at.unix_millis == 0 ? now_ : wanted.at};
    if (made.right.id < made.left.id) std::swap(made.left, made.right);
    return made;
  }

  Error contradiction(const Judgement& made, const std::vector<parties::JudgedPair>& against,
                      std::size_t index) const {
    std::string message =
        fmt::format("{} and {} cannot be {}: it contradicts", text_of(made.left.key),
                    text_of(made.right.key), parties::to_text(made.verdict));
    for (std::size_t i = 0; i < std::min(against.size(), kMostShown); ++i) {
      const Judgement& one =
          holding_.at(JudgementGraph::pair_of(against[i].left, against[i].right));
      message += fmt::format("{} {} and {} are {}{}", i == 0 ? "" : ",", text_of(one.left.key),
                             text_of(one.right.key), parties::to_text(one.verdict),
                             one.number > 0 ? fmt::format(" (judgement {})", one.number) : "");
    }
    if (against.size() > kMostShown)
      message += fmt::format(", and {} more", against.size() - kMostShown);
    return refusal(Cause::kConflict, "CONTRADICTING_JUDGEMENT", index, std::move(message));
  }

  const Judge& judge_;
  const base::Time now_;
  JudgementGraph graph_;
  std::map<JudgementGraph::Pair, Judgement> holding_;
  std::vector<Judgement> added_;
};

}  // namespace

std::vector<parties::JudgedPair> HoldingJudgements::pairs() const {
  std::vector<parties::JudgedPair> made;
  made.reserve(judgements.size());
  for (const Judgement& one : judgements)
    made.push_back(one.pair());
  return made;
}

Result<std::vector<Judgement>> PartyJudgements::add(std::span<const NewJudgement> wanted,
                                                    const Judge& judge) const {
  if (wanted.size() > kMostAtOnce)
    return Error(Cause::kInvalidInput, fmt::format("at most {} judgements at once", kMostAtOnce));
  return ledger_.write(ScopeIssuer::for_installation_work(),
                       [&](ledger::OperatorWriter& writer) -> Result<std::vector<Judgement>> {
                         VEDETTE_ASSIGN(auto all, all_judgements(writer));
                         Checking checking(newest_of_pairs(std::move(all)), judge, clock_.now());
                         for (std::size_t i = 0; i < wanted.size(); ++i)
                           VEDETTE_TRY(checking.add(wanted[i], i));
                         VEDETTE_TRY(add_judgements(writer, checking.added()));
                         return std::move(checking.added());
                       });
}

Result<HoldingJudgements> PartyJudgements::holding() const {
  VEDETTE_ASSIGN(auto every, all());
  HoldingJudgements made;
  made.newest = every.empty() ? 0 : every.back().number;
  made.judgements = newest_of_pairs(std::move(every));
  std::erase_if(made.judgements,
                [](const Judgement& one) { return one.verdict == Verdict::kWithdrawn; });
  return made;
}

Result<std::int64_t> PartyJudgements::newest() const {
  return ledger_.read(ScopeIssuer::for_installation_work(),
                      [](ledger::OperatorReader& reader) { return newest_judgement(reader); });
}

Result<std::vector<Judgement>> PartyJudgements::all() const {
  return ledger_.read(ScopeIssuer::for_installation_work(),
                      [](ledger::OperatorReader& reader) { return all_judgements(reader); });
}

Result<std::vector<Judgement>> PartyJudgements::after(std::int64_t number,
                                                      std::int64_t limit) const {
  return ledger_.read(ScopeIssuer::for_installation_work(), [&](ledger::OperatorReader& reader) {
    return judgements_after(reader, number, limit);
  });
}

}  // namespace vedette::service
