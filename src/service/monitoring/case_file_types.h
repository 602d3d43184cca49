#pragma once

#include <optional>
#include <string_view>

namespace vedette::service {

// The media type of a file that may be added to a case, by the ending of its name; nothing for any
// other. What a browser or a system would run (HTML, SVG, scripts, programs, macros) is not among
// them.
std::optional<std::string_view> case_file_type(std::string_view name);

// Whether the bytes begin as files of that type do; true for types without a signature.
bool begins_as(std::string_view media_type, std::string_view content);

// "pdf, png, ...", for messages.
std::string_view case_file_endings();

}  // namespace vedette::service
