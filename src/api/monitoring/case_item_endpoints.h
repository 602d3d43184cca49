#pragma once

#include <vector>

#include "api/monitoring/case_endpoints.h"
#include "http/router.h"

namespace vedette::api {

// What analysts add to a case: POST /monitoring/case/comments, /links and /attachments (the body is
// the file), GET /monitoring/case/attachments (the file as it was added), DELETE
// /monitoring/case/items. GET /monitoring/case lists them.
std::vector<http::Route> case_item_routes(const CaseParts& parts);

}  // namespace vedette::api
