#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "names/analysed_name.h"
#include "names/reading.h"

namespace vedette::names {

// A word whose role is known, on its way into an AnalysedName.
struct DraftWord {
  ReadWord word;
  Role role = Role::kName;
  std::uint16_t flags = 0;
  std::vector<std::uint32_t> rows;
  std::uint32_t value = 0;
};

struct Draft {
  Kind kind = Kind::kPerson;
  std::vector<DraftWord> words;
  bool truncated = false;
  std::uint64_t identity = 0;
};

// FNV-1a, 64 bits: the same on every machine, for ever.
std::uint64_t stable_hash(std::string_view bytes);

// Lays a draft out as one block of memory (names/analysed_name.h).
AnalysedName build_name(const Draft& draft);

}  // namespace vedette::names
