#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "ledger/ledger.h"

namespace vedette::service {

// A change of a list that served: the version that begins to serve, or the end of the list.
struct ServedList {
  std::int64_t serial = 0;  // rises with each change, whatever the clock does
  std::string list = {};
  std::string name = {};
  bool removed = false;
  std::int64_t generation = 0;
  base::Time generation_created = {};
  base::Time served = {};
  std::string published = {};  // as the list says
  std::string checksum = {};
  base::Time read = {};
  std::int64_t records = 0;
};

// Notes which lists of this catalogue differ from those that served before it. Inside the change
// that notes the generation (served_generations.h). Nothing when a newer catalogue has served: this
// one belongs to a node that has yet to follow.
base::Result<void> note_served_lists(ledger::OperatorWriter& writer,
                                     const catalogue::Catalogue& catalogue, base::Time served);

// Every change from `since` on, and of each list the one before; the oldest first.
base::Result<std::vector<ServedList>> served_lists(ledger::OperatorReader& reader,
                                                   base::Time since);

}  // namespace vedette::service
