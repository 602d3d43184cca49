#include "text/script.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace vedette::text {
namespace {

struct Range {
  char32_t first;
  char32_t last;
  Script script;
};

// Blocks of the Unicode standard, in order. Signs and digits inside a block that belong to no
// script are left out where they matter for names.
constexpr Range kRanges[] = {
    {U'A', U'Z', Script::Latin},        {U'a', U'z', Script::Latin},
    {0xAA, 0xAA, Script::Latin},        {0xBA, 0xBA, Script::Latin},
    {0xC0, 0xD6, Script::Latin},        {0xD8, 0xF6, Script::Latin},
    {0xF8, 0x2B8, Script::Latin},       {0x370, 0x373, Script::Greek},
    {0x376, 0x377, Script::Greek},      {0x37B, 0x37D, Script::Greek},
    {0x37F, 0x37F, Script::Greek},      {0x386, 0x386, Script::Greek},
    {0x388, 0x3FF, Script::Greek},      {0x400, 0x481, Script::Cyrillic},
    {0x48A, 0x52F, Script::Cyrillic},   {0x531, 0x556, Script::Armenian},
    {0x560, 0x588, Script::Armenian},   {0x5D0, 0x5F2, Script::Hebrew},
    {0x620, 0x64A, Script::Arabic},     {0x653, 0x655, Script::Arabic},
    {0x66E, 0x6D3, Script::Arabic},     {0x6D5, 0x6D5, Script::Arabic},
    {0x6E5, 0x6E6, Script::Arabic},     {0x6EE, 0x6EF, Script::Arabic},
    {0x6FA, 0x6FC, Script::Arabic},     {0x6FF, 0x6FF, Script::Arabic},
    {0x750, 0x77F, Script::Arabic},     {0x8A0, 0x8C9, Script::Arabic},
    {0x900, 0x963, Script::Devanagari}, {0x971, 0x97F, Script::Devanagari},
    {0x980, 0x9E3, Script::Bengali},    {0x9F0, 0x9F1, Script::Bengali},
    {0xA01, 0xA5E, Script::Gurmukhi},   {0xA70, 0xA75, Script::Gurmukhi},
    {0xA81, 0xAE3, Script::Gujarati},   {0xAF9, 0xAFF, Script::Gujarati},
    {0xB01, 0xB63, Script::Oriya},      {0xB71, 0xB71, Script::Oriya},
    {0xB82, 0xBD7, Script::Tamil},      {0xC00, 0xC63, Script::Telugu},
    {0xC80, 0xCE3, Script::Kannada},    {0xCF1, 0xCF2, Script::Kannada},
    {0xD00, 0xD63, Script::Malayalam},  {0xD7A, 0xD7F, Script::Malayalam},
    {0xD81, 0xDF3, Script::Sinhala},    {0xE01, 0xE2E, Script::Thai},
    {0xE30, 0xE3A, Script::Thai},       {0xE40, 0xE45, Script::Thai},
    {0xE47, 0xE4E, Script::Thai},       {0xE81, 0xECF, Script::Lao},
    {0xEDC, 0xEDF, Script::Lao},        {0xF40, 0xFBC, Script::Tibetan},
    {0x1000, 0x103F, Script::Myanmar},  {0x1050, 0x108F, Script::Myanmar},
    {0x10A0, 0x10FA, Script::Georgian}, {0x10FC, 0x10FF, Script::Georgian},
    {0x1100, 0x11FF, Script::Hangul},   {0x1200, 0x135A, Script::Ethiopic},
    {0x1380, 0x138F, Script::Ethiopic}, {0x1780, 0x17D3, Script::Khmer},
    {0x1C80, 0x1C88, Script::Cyrillic}, {0x1D00, 0x1DBF, Script::Latin},
    {0x1E00, 0x1EFF, Script::Latin},    {0x1F00, 0x1FFF, Script::Greek},
    {0x2C60, 0x2C7F, Script::Latin},    {0x2D00, 0x2D2D, Script::Georgian},
    {0x2D80, 0x2DDE, Script::Ethiopic}, {0x3005, 0x3007, Script::Han},
    {0x3041, 0x309F, Script::Hiragana}, {0x30A1, 0x30FA, Script::Katakana},
    {0x30FC, 0x30FF, Script::Katakana}, {0x31F0, 0x31FF, Script::Katakana},
    {0x3400, 0x4DBF, Script::Han},      {0x4E00, 0x9FFF, Script::Han},
    {0xA640, 0xA66E, Script::Cyrillic}, {0xA680, 0xA69D, Script::Cyrillic},
    {0xA722, 0xA7FF, Script::Latin},    {0xAB01, 0xAB2E, Script::Ethiopic},
    {0xAB30, 0xAB64, Script::Latin},    {0xAC00, 0xD7A3, Script::Hangul},
    {0xF900, 0xFAFF, Script::Han},      {0x20000, 0x323AF, Script::Han},
};

constexpr bool in_order() {
  for (std::size_t i = 1; i < std::size(kRanges); ++i)
    if (kRanges[i - 1].last >= kRanges[i].first) return false;
  return true;
}
static_assert(in_order(), "script_of searches the ranges by halves");

constexpr std::array<std::string_view, kScriptCount> kNames = {
    "other",    "latin",      "cyrillic",  "greek",    "arabic",   "hebrew",   "armenian",
    "georgian", "devanagari", "bengali",   "gurmukhi", "gujarati", "oriya",    "tamil",
    "telugu",   "kannada",    "malayalam", "sinhala",  "thai",     "lao",      "khmer",
    "myanmar",  "tibetan",    "ethiopic",  "han",      "hiragana", "katakana", "hangul"};

}  // namespace

Script script_of(char32_t value) {
  if (value < 0x80) {
    const char32_t lower = value | 0x20;
    return lower >= U'a' && lower <= U'z' ? Script::Latin : Script::Other;
  }
  const auto* after = std::upper_bound(std::begin(kRanges), std::end(kRanges), value,
                                       [](char32_t v, const Range& r) { return v < r.first; });
  if (after == std::begin(kRanges)) return Script::Other;
  const Range& range = *(after - 1);
  return value <= range.last ? range.script : Script::Other;
}

std::string_view name_of(Script script) {
  return kNames[static_cast<std::size_t>(script)];
}

}  // namespace vedette::text
