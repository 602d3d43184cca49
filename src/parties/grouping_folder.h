#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "parties/comparison.h"
#include "parties/grouping.h"

namespace vedette::parties {

// What identifies a list entry and its content in another generation.
struct EntryMark {
  std::uint64_t id = 0;        // of the resource id
  std::uint64_t material = 0;  // of what the list says

  bool operator==(const EntryMark&) const = default;
};
EntryMark mark_of(const catalogue::Catalogue& catalogue, Entry entry);

// All comparisons of one generation, which the next one takes over where both entries are as they
// were.
struct Comparisons {
  std::vector<EntryMark> marks;  // of each entry
  std::vector<KeptComparison> pairs;
};

// Held while a grouping is made: the kernel frees it when the process ends.
class GroupingLock {
 public:
  explicit GroupingLock(base::Descriptor file) : file_(std::move(file)) {}

 private:
  base::Descriptor file_;
};

// The files of groupings, in the folder of generations (catalogue/store.h):
//   parties-N-R.vedpar     revision R of the grouping of generation N; never changed
//   comparisons-N.vedcmp   what was compared; may be lost, and is then made again
//   parties.lock
// A generation without a file of parties has no grouping: every entry is a party of its own.
class GroupingFolder {
 public:
  explicit GroupingFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Waits while somebody else holds it.
  base::Result<GroupingLock> lock() const;

  // The newest revision for this catalogue, one of a certain number, or one entry each when there
  // is none. kCorrupt when the file is damaged or of another catalogue.
  base::Result<std::shared_ptr<const Grouping>> open(const catalogue::Catalogue& catalogue) const;
  base::Result<std::shared_ptr<const Grouping>> open(const catalogue::Catalogue& catalogue,
                                                     std::uint64_t revision) const;
  // The newest revision of a generation; 0 when there is none.
  std::uint64_t newest_revision(std::uint64_t generation) const;
  // The newest that was written by then; 0 when none was.
  std::uint64_t revision_at(std::uint64_t generation, base::Time time) const;
  // All of a generation, the newest first.
  std::vector<std::uint64_t> revisions(std::uint64_t generation) const;

  base::Result<void> write(const catalogue::Catalogue& catalogue, const Grouping& grouping) const;

  // kNotFound, kCorrupt, or kUnsupported when another version of the comparison made them.
  // `model`: the digest of parties/model.h.
  base::Result<Comparisons> comparisons(std::uint64_t generation, std::uint64_t model) const;
  base::Result<void> write(std::uint64_t generation, std::uint64_t model,
                           const Comparisons& comparisons) const;
  // The newest generation before this one that has comparisons; 0 when none has.
  std::uint64_t compared_before(std::uint64_t generation) const;

  // Removes the files of generations before the newest of `kept` that are gone, and all comparisons
  // but the newest.
  void prune(const std::vector<std::uint64_t>& kept) const;

 private:
  std::filesystem::path grouping_path(std::uint64_t generation, std::uint64_t revision) const;
  std::filesystem::path comparisons_path(std::uint64_t generation) const;

  std::filesystem::path folder_;
};

}  // namespace vedette::parties
