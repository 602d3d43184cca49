#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input/temporary_file.h"

namespace vedette::lists {

// Who is called what in one file, to find whom a link means that names the other party instead of
// numbering it. First all names and all that are looked for are said, in any order; then they are
// brought together; then they are found. In memory is only what is looked for: the names themselves
// are hashes that go to a temporary file when there are many.
class OfacNames {
 public:
  explicit OfacNames(std::size_t memory_bound = 1U << 20) : memory_bound_(memory_bound) {}

  base::Result<void> add(std::string_view name, std::string_view record);
  // The same for a name that clean() leaves as it is.
  base::Result<void> add_clean(std::string_view name, std::string_view record);
  void look_for(std::string_view name);
  base::Result<void> bring_together();
  // The record of that name; empty when there is none or more than one, or nobody looked for it.
  std::string_view find(std::string_view name) const;

 private:
  struct Wanted {
    std::uint64_t hash = 0;  // 0: free
    std::uint32_t at = 0;    // of the record in records_, from 1; 0: none yet
    std::uint32_t size = 0;  // 0: two parties have the name
  };
  std::size_t place_of(std::uint64_t hash) const;
  std::string_view record_of(const Wanted& wanted) const {
    return wanted.size == 0 ? std::string_view()
                            : std::string_view(records_).substr(wanted.at - 1, wanted.size);
  }
  void take_names(std::string_view names);

  const std::size_t memory_bound_;
  std::string names_;          // each a hash, the size of the record, and the record
  File spilled_;               // names before those
  std::vector<Wanted> table_;  // open addressing
  std::size_t wanted_count_ = 0;
  std::string records_;  // of what is looked for, one after the other
};

}  // namespace vedette::lists
