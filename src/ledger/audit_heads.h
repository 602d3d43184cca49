#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/audit.h"
#include "ledger/server_key.h"

namespace vedette::ledger {

struct ChainHead {
  base::ProjectId project;
  AuditHead head;
};

// The heads of all chains at one moment. Kept away from the database, they show later that no chain
// was cut, turned back or written anew since.
struct ExportedHeads {
  base::Time at;
  std::vector<ChainHead> heads;
};

// As a text of lines, the last of which is a signature under the server key over all before it:
//   vedette-audit-heads-1
//   at MILLISECONDS
//   head PROJECT SEQUENCE MAC
//   signature MAC
std::string signed_heads(const ExportedHeads& heads, const ServerKey& key);
// kInvalidInput when the text is not such a file, or another key signed it, or somebody edited it.
base::Result<ExportedHeads> read_signed_heads(std::string_view text, const ServerKey& key);

}  // namespace vedette::ledger
