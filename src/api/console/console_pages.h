#pragma once

#include <vector>

#include "api/console/console_assets.h"
#include "http/router.h"

namespace vedette::api {

// The pages people open in a browser: the console below /console/, the guides below /docs, the
// API reference at /docs/api, and / which leads to the console. Files with a digest in their name
// are cached for ever; the pages themselves never, and each carries a Content-Security-Policy that
// lets in nothing from elsewhere and nothing inline but the styles marked with that answer's nonce.
// A program built without the console says so.
std::vector<http::Route> console_page_routes(ConsoleAssets assets);

}  // namespace vedette::api
