#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalogue/format.h"

namespace vedette::parties {

// What a person said of two list entries. kWithdrawn takes the judgement before it back: the
// machine decides the pair again.
enum class Verdict : std::uint8_t { kSame, kDifferent, kUnsure, kWithdrawn };
std::string_view to_text(Verdict verdict);  // same, different, unsure, withdrawn
std::optional<Verdict> parse_verdict(std::string_view text);

// The verdict that holds on two list entries, by their resource ids, which no import changes.
struct JudgedPair {
  catalogue::ResourceId left = {};
  catalogue::ResourceId right = {};
  Verdict verdict = Verdict::kUnsure;

  bool operator==(const JudgedPair&) const = default;
};

}  // namespace vedette::parties
