#include "service/monitoring/affected_record.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace vedette::service {

std::vector<AffectedRecord> in_parts(AffectedRecord affected) {
  std::vector<AffectedRecord> parts;
  if (!affected.names_all || affected.known.size() + affected.found.size() <= kMatchesPerPart) {
    parts.push_back(std::move(affected));
    return parts;
  }
  // By id: what was known and what was found of one profile belong into the same part.
  struct Share {
    bool known = false;
    std::vector<FoundMatch> found;
  };
  std::map<std::string, Share> shares;
  for (std::string& id : affected.known)
    shares[std::move(id)].known = true;
  for (FoundMatch& found : affected.found)
    shares[found.resource_id].found.push_back(std::move(found));
  std::size_t taken = 0;
  for (auto& [id, share] : shares) {
    if (taken++ % kMatchesPerPart == 0)
      parts.push_back({.record = affected.record,
                       .whole = affected.whole,
                       .names_all = true,
                       .is_part = true,
                       .is_last = false});
    if (share.known) parts.back().known.push_back(id);
    std::ranges::move(share.found, std::back_inserter(parts.back().found));
  }
  parts.back().is_last = true;
  return parts;
}

}  // namespace vedette::service
