#include "fetch/target.h"

#include <fmt/format.h>

#include "fetch/address.h"

namespace vedette::fetch {

std::optional<base::Error> judge(const Url& url, const TargetRules& rules) {
  const auto refused = [&](std::string_view why) {
    return base::Error(base::Cause::kForbidden, fmt::format("{}: {}", url.shown(), why));
  };
  if (url.scheme != "https" && !rules.allow_http)
    return refused("only https is allowed (allow_http allows http)");
  if (is_link_local(url.host))
    return refused("the address is not public but of the link, which is never asked");
  if (!rules.allow_private && is_address(url.host) && !is_public(url.host))
    return refused("the address is not public (allow_private allows it)");
  return std::nullopt;
}

}  // namespace vedette::fetch
