#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "base/result.h"

namespace vedette::base {

// The tables, arrays and values of a TOML text as JSON; dates and times as their text.
// kInvalidInput names `origin`, the line and what is wrong. The text may come from anybody.
Result<boost::json::object> parse_toml(std::string_view text, std::string_view origin);

}  // namespace vedette::base
