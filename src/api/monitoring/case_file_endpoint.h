#pragma once

#include <vector>

#include "api/monitoring/case_endpoints.h"
#include "http/router.h"
#include "names/reading/analyser.h"
#include "service/common/signed_document.h"

namespace vedette::api {

// GET /monitoring/case/file: a case as a signed zip archive, for whoever has to prove later what
// was known and decided. Everything outlives the routes.
std::vector<http::Route> case_file_routes(const CaseParts& parts, const names::Analyser& analyser,
                                          const service::DocumentSigner& signer);

}  // namespace vedette::api
