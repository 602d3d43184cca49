#pragma once

#include <string>
#include <string_view>

namespace vedette::base {

// Text as it may stand between tags and inside a quoted attribute.
std::string html_text(std::string_view text);

}  // namespace vedette::base
