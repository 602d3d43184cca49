#include "parties/resolver.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/log.h"
#include "catalogue/in_parallel.h"
#include "parties/candidates.h"
#include "parties/clusters.h"
#include "parties/model.h"

namespace vedette::parties {
namespace {

// Pairs that are so unlikely are not kept: no setting of the lines reaches them.
constexpr evidence::LogOdds kLeastKept = -400;

KeptComparison kept_of(Entry a, Entry b, const EntryComparison& compared, std::uint8_t met) {
  return {.a = a,
          .b = b,
          .log_odds = compared.assessment.log_odds,
          .flags =
              static_cast<std::uint8_t>(met | (compared.conflict ? KeptComparison::kConflict : 0))};
}

bool by_pair(const KeptComparison& x, const KeptComparison& y) {
  return std::pair(x.a, x.b) < std::pair(y.a, y.b);
}

class Resolver {
 public:
  Resolver(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
           const names::Analyser& analyser, const GroupingFolder& folder,
           const ResolveRequest& request)
      : catalogue_(catalogue),
        analyser_(analyser),
        folder_(folder),
        request_(request),
        comparer_(*catalogue, analyser) {}

  base::Result<Resolution> run() {
    const std::uint64_t generation = catalogue_->meta().generation;
    const std::uint64_t model = model_digest(*catalogue_);
    VEDETTE_ASSIGN(const bool compared, compare_all(generation, model));
    const auto judgements = judged_entries();
    VEDETTE_ASSIGN(Clusters clusters,
                   cluster({.comparisons = comparisons_.pairs,
                            .judgements = judgements,
                            .lines = request_.lines,
                            .conflict = [this](Entry a, Entry b) { return is_conflict(a, b); },
                            .before =
                                [this](Entry a, Entry b) {
                                  return catalogue_->resource_id(a) < catalogue_->resource_id(b);
                                }}));
    if (compared || !further_.empty()) {
      for (const auto& [key, further] : further_)
        comparisons_.pairs.push_back(further);
      std::ranges::sort(comparisons_.pairs, by_pair);
      VEDETTE_TRY(folder_.write(generation, model, comparisons_));
    }
    VEDETTE_TRY(keep(clusters));
    return std::move(resolution_);
  }

 private:
  static std::uint64_t key_of(Entry a, Entry b) { return std::uint64_t{a} << 32 | b; }

  // The comparisons of this generation; whether any was made.
  base::Result<bool> compare_all(std::uint64_t generation, std::uint64_t model) {
    auto own = folder_.comparisons(generation, model);
    if (own.ok() && own->marks == marks()) {
      comparisons_ = *std::move(own);
      index_comparisons();
      return false;
    }
    comparisons_.marks = marks();
    const std::vector<Entry> changed = take_over(generation, model);
    resolution_.compared = changed.size();
    VEDETTE_ASSIGN(const std::vector<Candidate> candidates,
                   find_candidates(catalogue_, analyser_, changed,
                                   {.threads = request_.threads, .cancelled = request_.cancelled}));
    resolution_.candidates = candidates.size();
    VEDETTE_TRY(compare(candidates));
    std::ranges::sort(comparisons_.pairs, by_pair);
    index_comparisons();
    return true;
  }

  std::vector<EntryMark> marks() const {
    std::vector<EntryMark> made(catalogue_->profile_count());
    for (Entry entry = 0; entry < made.size(); ++entry)
      made[entry] = mark_of(*catalogue_, entry);
    return made;
  }

  // Takes over what was compared of entries that are as they were; gives those that are not.
  std::vector<Entry> take_over(std::uint64_t generation, std::uint64_t model) {
    std::vector<Entry> changed;
    const std::uint64_t before = folder_.compared_before(generation);
    Comparisons old;
    if (before > 0)
      if (auto read = folder_.comparisons(before, model); read.ok()) old = *std::move(read);
    std::unordered_map<std::uint64_t, Entry> by_id;
    by_id.reserve(old.marks.size());
    for (Entry entry = 0; entry < old.marks.size(); ++entry)
      by_id.emplace(old.marks[entry].id, entry);
    constexpr Entry kNone = 0xFFFFFFFF;
    std::vector<Entry> now(old.marks.size(), kNone);
    for (Entry entry = 0; entry < comparisons_.marks.size(); ++entry) {
      const auto known = by_id.find(comparisons_.marks[entry].id);
      const bool same = known != by_id.end() &&
                        old.marks[known->second].material == comparisons_.marks[entry].material;
      if (same)
        now[known->second] = entry;
      else if (!(catalogue_->facts(entry).flags & catalogue::kContext))
        changed.push_back(entry);
    }
    for (KeptComparison pair : old.pairs) {
      if (now[pair.a] == kNone || now[pair.b] == kNone) continue;
      pair.a = now[pair.a];
      pair.b = now[pair.b];
      if (pair.a > pair.b) std::swap(pair.a, pair.b);
      comparisons_.pairs.push_back(pair);
    }
    return changed;
  }

  base::Result<void> compare(const std::vector<Candidate>& candidates) {
    std::mutex mutex;
    std::optional<base::Error> failure;
    catalogue::in_parallel(
        candidates.size(), request_.threads, [&](std::size_t begin, std::size_t end) {
          EntryComparer comparer(*catalogue_, analyser_);
          std::vector<KeptComparison> made;
          std::optional<base::Error> failed;
          for (std::size_t i = begin; i < end && !failed; ++i) {
            const Candidate& pair = candidates[i];
            const auto compared = comparer.compare(pair.a, pair.b);
            if (!compared.ok())
              failed = compared.error();
            else if (compared->assessment.log_odds >= kLeastKept)
              made.push_back(kept_of(pair.a, pair.b, *compared, pair.met));
            if (i % 256 == 0 && request_.cancelled())
              failed = base::Error(base::Cause::kConflict, "resolving parties was cancelled");
          }
          const std::lock_guard lock(mutex);
          if (failed) failure = failed;
          comparisons_.pairs.insert(comparisons_.pairs.end(), made.begin(), made.end());
        });
    if (failure) return *failure;
    return {};
  }

  void index_comparisons() {
    conflicts_.reserve(comparisons_.pairs.size());
    for (const KeptComparison& pair : comparisons_.pairs)
      conflicts_.emplace(key_of(pair.a, pair.b), pair.conflict());
  }

  base::Result<bool> is_conflict(Entry a, Entry b) {
    if (const auto known = conflicts_.find(key_of(a, b)); known != conflicts_.end())
      return known->second;
    VEDETTE_ASSIGN(const EntryComparison compared, comparer_.compare(a, b));
    conflicts_.emplace(key_of(a, b), compared.conflict);
    further_.emplace(key_of(a, b), kept_of(a, b, compared, 0));
    return compared.conflict;
  }

  std::vector<JudgedEntries> judged_entries() const {
    std::vector<JudgedEntries> made;
    for (const JudgedPair& each : request_.judgements) {
      const auto left = catalogue_->find(each.left), right = catalogue_->find(each.right);
      if (left && right && *left != *right)
        made.push_back({std::min(*left, *right), std::max(*left, *right), each.verdict});
    }
    return made;
  }

  base::Result<void> keep(Clusters& clusters) {
    GroupingId id{.generation = catalogue_->meta().generation,
                  .judgements = request_.last_judgement,
                  .lines = request_.lines};
    const auto newest = folder_.open(*catalogue_);
    id.revision = folder_.newest_revision(id.generation);
    const auto made = [&] {
      return std::make_shared<const Grouping>(*catalogue_, id, clusters.groups,
                                              clusters.suggestions);
    };
    resolution_.grouping = made();
    if (newest.ok() && (*newest)->id() == id && (*newest)->same_result(*resolution_.grouping) &&
        id.revision > 0)
      return {};
    ++id.revision;
    resolution_.grouping = made();
    resolution_.written = true;
    return folder_.write(*catalogue_, *resolution_.grouping);
  }

  const std::shared_ptr<const catalogue::Catalogue> catalogue_;
  const names::Analyser& analyser_;
  const GroupingFolder& folder_;
  const ResolveRequest& request_;
  EntryComparer comparer_;
  Comparisons comparisons_;
  std::unordered_map<std::uint64_t, bool> conflicts_;
  std::unordered_map<std::uint64_t, KeptComparison> further_;
  Resolution resolution_;
};

}  // namespace

base::Result<Resolution> resolve(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
                                 const names::Analyser& analyser, const GroupingFolder& folder,
                                 const ResolveRequest& request) {
  return Resolver(catalogue, analyser, folder, request).run();
}

}  // namespace vedette::parties
