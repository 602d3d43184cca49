#include "parties/candidates.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "catalogue/in_parallel.h"
#include "search/searcher.h"

namespace vedette::parties {
namespace {

// More hits of one name are not looked at: such a name alone says nothing.
constexpr std::size_t kMostHits = 2'000;
// Entries that one thread takes at a time.
constexpr std::size_t kBatch = 64;

search::Scope scope_of(profile::Kind kind) {
  if (kind == profile::Kind::kUnknown) return search::Scope::kBoth;
  return kind == profile::Kind::kPerson ? search::Scope::kIndividual : search::Scope::kBusiness;
}

// Finds the candidates of single entries. By one thread.
class Finder {
 public:
  Finder(const std::shared_ptr<const catalogue::Catalogue>& catalogue,
         const names::Analyser& analyser)
      : catalogue_(*catalogue),
        searcher_(catalogue, analyser, search::kDefaultWorkLimit, search::Capped::kTaken) {}

  base::Result<void> find(Entry entry) {
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue_.profile(entry));
    for (const profile::Name& name : profile.names)
      if (!name.weak) find_by_name(entry, name.text, profile.kind);
    for (const profile::Identifier& listed : profile.identifiers)
      if (const auto identifier = evidence::identifier_of(listed)) find_by_number(entry, listed);
    return {};
  }
  std::vector<Candidate>& found() { return found_; }

 private:
  // A name that cannot be searched within the limits gives no candidates.
  void find_by_name(Entry entry, const std::string& text, profile::Kind kind) {
    const search::Query query{
        .name = text, .scope = scope_of(kind), .threshold = kCandidateLine, .limit = kMostHits};
    const auto results = searcher_.search(query, workspace_);
    if (!results.ok()) return;
    for (const search::Hit& hit : results->hits)
      add(entry, hit.profile, KeptComparison::kMetByName);
  }

  void find_by_number(Entry entry, const profile::Identifier& listed) {
    const std::vector<std::uint32_t> bearers = catalogue_.find_identifier(listed.value);
    if (bearers.size() > kMostBearers) return;
    for (const Entry other : bearers)
      add(entry, other, KeptComparison::kMetByNumber);
  }

  // Context explains others; whether it is matched may change from one generation to the next.
  void add(Entry entry, Entry other, std::uint8_t met) {
    if (entry != other && !(catalogue_.facts(other).flags & catalogue::kContext))
      found_.push_back({std::min(entry, other), std::max(entry, other), met});
  }

  const catalogue::Catalogue& catalogue_;
  const search::Searcher searcher_;
  search::Workspace workspace_;
  std::vector<Candidate> found_;
};

// Sorts them and leaves each pair once, with every way in which it met.
void leave_once(std::vector<Candidate>& candidates) {
  std::ranges::sort(candidates);
  std::size_t kept = 0;
  for (const Candidate& each : candidates) {
    if (kept > 0 && candidates[kept - 1].a == each.a && candidates[kept - 1].b == each.b)
      candidates[kept - 1].met |= each.met;
    else
      candidates[kept++] = each;
  }
  candidates.resize(kept);
}

}  // namespace

base::Result<std::vector<Candidate>> find_candidates(
    const std::shared_ptr<const catalogue::Catalogue>& catalogue, const names::Analyser& analyser,
    const std::vector<Entry>& entries, const CandidateOptions& options) {
  std::mutex mutex;
  std::vector<Candidate> all;
  std::optional<base::Error> failure;
  std::atomic<std::size_t> next = 0;
  catalogue::in_parallel(options.threads, options.threads, [&](std::size_t, std::size_t) {
    Finder finder(catalogue, analyser);
    base::Result<void> done;
    while (done.ok()) {
      const std::size_t begin = next.fetch_add(kBatch);
      if (begin >= entries.size()) break;
      if (options.cancelled())
        done = base::Error(base::Cause::kConflict, "comparing list entries was cancelled");
      const std::size_t end = std::min(entries.size(), begin + kBatch);
      for (std::size_t i = begin; i < end && done.ok(); ++i)
        done = finder.find(entries[i]);
    }
    leave_once(finder.found());
    const std::lock_guard lock(mutex);
    if (!done.ok()) failure = done.error();
    all.insert(all.end(), finder.found().begin(), finder.found().end());
  });
  if (failure) return *failure;
  leave_once(all);
  return all;
}

}  // namespace vedette::parties
