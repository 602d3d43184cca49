#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "parties/comparison.h"
#include "profile/profile.h"
#include "service/parties/judgement.h"

namespace vedette::service {

// The numbers by which the publisher of the list calls an entry: the UN's DATAID, the EU's
// reference number, OFSI's group ids, OFAC's uid; the record of other lists.
std::vector<std::string> publisher_numbers(const profile::Profile& profile);

// Finds a list entry by what people call it: a resourceId (64 hex digits), a qrCode (a number), or
// LIST:RECORD (un-sc:QDi.001), where the record may be a publisher's number. kNotFound, ENTRY_NOT_
// FOUND, with the text when there is none.
base::Result<parties::Entry> find_entry(const catalogue::Catalogue& catalogue,
                                        std::string_view text);

base::Result<JudgedEntry> judged_entry(const catalogue::Catalogue& catalogue, parties::Entry entry);

}  // namespace vedette::service
