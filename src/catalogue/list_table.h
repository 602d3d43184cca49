#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace vedette::catalogue {

// What a generation says of one published list that went into it.
struct ListInfo {
  std::string key = {};  // ofac-sdn, as in profile::ProfileKey::list
  std::string name = {};
  std::string published = {};  // the list's own date, as it gives it; may be empty
  std::string checksum = {};   // SHA-256 of the file read, hex
  base::Time read = {};        // when the file was read
  std::uint64_t records = 0;   // records in the file
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0;
  std::uint64_t names = 0;  // of those accepted; 0: not known, in tables written before
  // The published list that it is, where it is kept under an id of the operator's.
  std::string publication = {};
  std::uint64_t reader = 0;  // the version of the readers that read it; 0: before they had one

  bool operator==(const ListInfo&) const = default;
};

std::string encode_lists(const std::vector<ListInfo>& lists);
base::Result<std::vector<ListInfo>> decode_lists(std::string_view bytes);

}  // namespace vedette::catalogue
