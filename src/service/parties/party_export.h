#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "parties/grouping.h"

namespace vedette::service {

// Writes which list entries are one party as csv, one row for each publisher's number of an entry,
// context left out:
//   party,list,id,status,listKey,record,resourceId,qrCode
// party is the resourceId of the party; list un-sc, eu-fsf, ofac-sdn, uk-sl (both lists of the UK,
// which share their numbers) or our key of the list; id the publisher's number; status live or
// deleted; listKey and record our key of the entry.
base::Result<void> export_parties(const catalogue::Catalogue& catalogue,
                                  const parties::Grouping& grouping,
                                  const std::function<void(std::string_view)>& write);

}  // namespace vedette::service
