#pragma once

#include "http/message.h"
#include "service/access/tokens.h"
#include "service/screening/screening.h"

namespace vedette::api {

// Who asks, for the record of a search.
service::Asker asker_of(const http::Request& request, const service::Principal& principal);

// GET /screening/searches/{ref}: the search as it was recorded.
http::Response show_search(service::Screening& screening, const http::Request& request,
                           const service::Principal& principal);

// GET /screening/searches/{ref}/replay: the same question asked again of the generation it was
// asked of, and every difference to what was answered then.
http::Response replay_search(service::Screening& screening, const http::Request& request,
                             const service::Principal& principal);

// The body of that answer for a search that was found by other means; `items` are those of a batch.
base::Result<std::string> replay_document(service::Screening& screening,
                                          const service::RecordedSearch& search,
                                          const std::vector<service::RecordedItem>& items);

}  // namespace vedette::api
