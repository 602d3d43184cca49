#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "search/query.h"
#include "text/script.h"
#include "variations/sample.h"

namespace vedette::validation {

// Every name of every party that is matched, in the order of the catalogue.
base::Result<std::vector<variations::ListedName>> listed_names(
    const catalogue::Catalogue& catalogue);

// In which families a name of this kind is searched.
search::Scope scope_of(names::Kind kind);
// "people", "organisations", "vessels", "unknown"
std::string_view party_word(names::Kind kind);

}  // namespace vedette::validation
