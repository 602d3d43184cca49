#pragma once

#include "base/json_writer.h"
#include "base/result.h"
#include "names/reading/analyser.h"
#include "service/screening/hit_details.h"
#include "service/screening/screening.h"
#include "service/screening/search_question.h"

namespace vedette::api {

// The body of an answer to a single search. kCorrupt when a profile cannot be read.
base::Result<std::string> screening_body(const service::ScreeningAnswer& answer,
                                         const service::SearchQuestion& question,
                                         const names::Analyser& analyser);

// The hits of a page with their confidence as the JSON array of the family: full business profiles
// with score and match, or individual hits.
base::Result<void> write_hits(base::JsonWriter& json, const parties::PartyCatalogue& lists,
                              const service::ScreeningResults& results,
                              const service::SearchQuestion& question,
                              const names::Analyser& analyser);

// `warnings` of an answer: a name that was cut, an identifier with a wrong check digit. Nothing
// where there is none.
void write_warnings(base::JsonWriter& json, bool name_cut, const service::SearchQuestion& question);

}  // namespace vedette::api
