#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/digest.h"

namespace vedette::service {

// What the audit chain keeps of a recorded search: a digest over everything the record says, so
// that a row changed afterwards does not fit any more. `hits` are as they stand in the row.
std::string search_digest(std::string_view question, std::uint64_t total, std::string_view hits);

// How the names of a batch are digested. An entry says which form it has; without a word the first,
// which leaves out the keys.
inline constexpr std::int64_t kFirstItemsForm = 1;
inline constexpr std::int64_t kItemsForm = 2;

// The digest of the names of a batch that are recorded together.
class ItemsDigest {
 public:
  explicit ItemsDigest(std::int64_t form) : form_(form) {}
  void add(std::string_view key, std::string_view question, std::string_view failure,
           std::uint64_t total, std::string_view hits);
  std::string finish();

 private:
  const std::int64_t form_;
  base::Sha256Stream digest_;
};

}  // namespace vedette::service
