#include "parties/clusters.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vedette::parties {
namespace {

std::uint64_t key_of(Entry a, Entry b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

struct Link {
  Entry a;
  Entry b;
  evidence::LogOdds log_odds;
  bool conflict;
  bool by_number = false;
};

// An entry fits two others alike when the log-odds differ by less.
constexpr evidence::LogOdds kAlike = 60;
// An entry that fits more others than this fits none of them surely.
constexpr std::size_t kMostFitting = 100;

class Joining {
 public:
  explicit Joining(const ClusterInput& input) : input_(input) {}

  base::Result<Clusters> run() {
    for (const JudgedEntries& each : input_.judgements) {
      judged_.emplace(key_of(each.a, each.b), each.verdict);
      if (each.verdict != Verdict::kDifferent) continue;
      different_[each.a].push_back(each.b);
      different_[each.b].push_back(each.a);
    }
    join_judged();
    VEDETTE_TRY(join_compared());
    suggest();
    Clusters made{.suggestions = std::move(suggestions_)};
    for (auto& [root, members] : members_)
      if (members.size() > 1) made.groups.push_back(std::move(members));
    std::ranges::sort(made.suggestions, [&](const Suggestion& x, const Suggestion& y) {
      if (x.log_odds != y.log_odds) return x.log_odds > y.log_odds;
      return in_order({x.a, x.b, 0, false}, {y.a, y.b, 0, false});
    });
    return made;
  }

 private:
  Entry root_of(Entry entry) {
    const auto found = root_.find(entry);
    if (found != root_.end()) return found->second;
    root_.emplace(entry, entry);
    members_[entry] = {entry};
    return entry;
  }

  bool in_order(const Link& x, const Link& y) const {
    const auto ends = [&](const Link& link) {
      return input_.before(link.a, link.b) ? std::pair(link.a, link.b) : std::pair(link.b, link.a);
    };
    const auto [x1, x2] = ends(x);
    const auto [y1, y2] = ends(y);
    return x1 == y1 ? input_.before(x2, y2) : input_.before(x1, y1);
  }

  void sort(std::vector<Link>& links) const {
    std::ranges::sort(links, [&](const Link& x, const Link& y) {
      return x.log_odds != y.log_odds ? x.log_odds > y.log_odds : in_order(x, y);
    });
  }

  // Whether a judgement calls an entry of one party different from one of the other.
  bool judged_apart(Entry one, Entry other) {
    for (const Entry member : members_[one]) {
      const auto apart = different_.find(member);
      if (apart == different_.end()) continue;
      for (const Entry each : apart->second)
        if (const auto root = root_.find(each); root != root_.end() && root->second == other)
          return true;
    }
    return false;
  }

  base::Result<bool> kept_apart(Entry one, Entry other) {
    for (const Entry a : members_[one])
      for (const Entry b : members_[other]) {
        const auto judged = judged_.find(key_of(a, b));
        if (judged != judged_.end() && judged->second == Verdict::kSame) continue;
        VEDETTE_ASSIGN(const bool conflict, input_.conflict(std::min(a, b), std::max(a, b)));
        if (conflict) return true;
      }
    return false;
  }

  void join(Entry one, Entry other) {
    if (members_[one].size() < members_[other].size()) std::swap(one, other);
    std::vector<Entry> moved = std::move(members_[other]);
    members_.erase(other);
    for (const Entry entry : moved)
      root_[entry] = one;
    std::vector<Entry>& members = members_[one];
    members.insert(members.end(), moved.begin(), moved.end());
  }

  void join_judged() {
    std::vector<Link> links;
    for (const JudgedEntries& each : input_.judgements)
      if (each.verdict == Verdict::kSame) links.push_back({each.a, each.b, 0, false});
    sort(links);
    for (const Link& link : links) {
      const Entry one = root_of(link.a), other = root_of(link.b);
      if (one != other && !judged_apart(one, other)) join(one, other);
    }
  }

  using Fitting = std::unordered_map<Entry, std::vector<std::pair<Entry, evidence::LogOdds>>>;

  // Whether `entry` fits another entry as well as `other`, and the two cannot be one party.
  base::Result<bool> fits_another(const Fitting& fitting, Entry entry, Entry other,
                                  evidence::LogOdds log_odds) {
    const auto& all = fitting.at(entry);
    if (all.size() > kMostFitting) return true;
    for (const auto& [rival, rival_odds] : all) {
      if (rival == other || rival_odds + kAlike < log_odds) continue;
      const auto judged = judged_.find(key_of(rival, other));
      if (judged != judged_.end() && judged->second == Verdict::kSame) continue;
      VEDETTE_ASSIGN(const bool conflict,
                     input_.conflict(std::min(rival, other), std::max(rival, other)));
      if (conflict) return true;
    }
    return false;
  }

  // An entry that fits two others alike, which are not one party, is for a person to place. A
  // number in common settles it.
  base::Result<void> set_aside_ambiguous(std::vector<Link>& links) {
    Fitting fitting;
    for (const Link& link : links) {
      fitting[link.a].emplace_back(link.b, link.log_odds);
      fitting[link.b].emplace_back(link.a, link.log_odds);
    }
    std::vector<Link> clear;
    for (const Link& link : links) {
      bool ambiguous = false;
      if (!link.by_number) {
        VEDETTE_ASSIGN(ambiguous, fits_another(fitting, link.a, link.b, link.log_odds));
        if (!ambiguous) {
          VEDETTE_ASSIGN(ambiguous, fits_another(fitting, link.b, link.a, link.log_odds));
        }
      }
      (ambiguous ? left_ : clear).push_back(link);
    }
    links = std::move(clear);
    return {};
  }

  base::Result<void> join_compared() {
    if (input_.lines.off) return {};
    std::vector<Link> links;
    for (const KeptComparison& each : input_.comparisons) {
      if (!each.is_candidate() || judged_.contains(key_of(each.a, each.b))) continue;
      const int confidence = evidence::confidence_of(each.log_odds);
      if (confidence < input_.lines.suggestion) continue;
      const bool by_number = each.flags & KeptComparison::kMetByNumber;
      const Link link{each.a, each.b, each.log_odds, each.conflict(), by_number};
      (confidence >= input_.lines.automatic && !each.conflict() ? links : left_).push_back(link);
    }
    VEDETTE_TRY(set_aside_ambiguous(links));
    sort(links);
    for (const Link& link : links) {
      const Entry one = root_of(link.a), other = root_of(link.b);
      if (one == other) continue;
      const bool too_many = members_[one].size() + members_[other].size() > kMostEntries;
      bool apart = too_many || judged_apart(one, other);
      if (!apart) {
        VEDETTE_ASSIGN(apart, kept_apart(one, other));
      }
      if (apart)
        left_.push_back(link);
      else
        join(one, other);
    }
    return {};
  }

  // Of the pairs between two parties the surest is suggested; the others follow from it.
  void suggest() {
    sort(left_);
    std::unordered_set<std::uint64_t> parties;
    for (const Link& link : left_) {
      const Entry one = root_of(link.a), other = root_of(link.b);
      if (one == other || judged_apart(one, other)) continue;
      if (!parties.insert(key_of(one, other)).second) continue;
      suggestions_.push_back({std::min(link.a, link.b), std::max(link.a, link.b), link.log_odds,
                              link.conflict ? 1U : 0U});
    }
  }

  const ClusterInput& input_;
  std::unordered_map<std::uint64_t, Verdict> judged_;
  std::unordered_map<Entry, std::vector<Entry>> different_;
  std::unordered_map<Entry, Entry> root_;
  std::unordered_map<Entry, std::vector<Entry>> members_;
  std::vector<Link> left_;
  std::vector<Suggestion> suggestions_;
};

}  // namespace

base::Result<Clusters> cluster(const ClusterInput& input) {
  return Joining(input).run();
}

}  // namespace vedette::parties
