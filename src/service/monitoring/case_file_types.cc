#include "service/monitoring/case_file_types.h"

#include <algorithm>

#include "base/ascii.h"

namespace vedette::service {
namespace {

using namespace std::string_view_literals;

struct FileType {
  std::string_view ending;
  std::string_view media_type;
  std::string_view signature;  // the first bytes; empty: any
};

constexpr std::string_view kZip = "PK\x03\x04";
constexpr std::string_view kOldOffice = "\xD0\xCF\x11\xE0";

constexpr FileType kTypes[] = {
    {"csv", "text/csv", ""},
    {"doc", "application/msword", kOldOffice},
    {"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", kZip},
    {"eml", "message/rfc822", ""},
    {"gif", "image/gif", "GIF8"},
    {"jpeg", "image/jpeg", "\xFF\xD8\xFF"},
    {"jpg", "image/jpeg", "\xFF\xD8\xFF"},
    {"json", "application/json", ""},
    {"msg", "application/vnd.ms-outlook", kOldOffice},
    {"odt", "application/vnd.oasis.opendocument.text", kZip},
    {"ods", "application/vnd.oasis.opendocument.spreadsheet", kZip},
    {"pdf", "application/pdf", "%PDF-"},
    {"png", "image/png", "\x89PNG"},
    {"tif", "image/tiff", ""},
    {"tiff", "image/tiff", ""},
    {"txt", "text/plain", ""},
    {"webp", "image/webp", "RIFF"},
    {"xls", "application/vnd.ms-excel", kOldOffice},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", kZip},
};

}  // namespace

std::optional<std::string_view> case_file_type(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  const std::string ending = base::lower(name.substr(dot + 1));
  const auto* found = std::ranges::find(kTypes, std::string_view(ending), &FileType::ending);
  if (found == std::end(kTypes)) return std::nullopt;
  return found->media_type;
}

bool begins_as(std::string_view media_type, std::string_view content) {
  const auto* found = std::ranges::find(kTypes, media_type, &FileType::media_type);
  return found != std::end(kTypes) && content.starts_with(found->signature);
}

std::string_view case_file_endings() {
  return "csv, doc, docx, eml, gif, jpeg, jpg, json, msg, odt, ods, pdf, png, tif, tiff, txt, "
         "webp, "
         "xls, xlsx";
}

}  // namespace vedette::service
