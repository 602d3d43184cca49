#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/tables/lexicon.h"
#include "names/words/analysed_name.h"
#include "names/words/sounds.h"
#include "text/tokenise.h"

namespace vedette::names {

// What one rule made of a name: its words afterwards.
struct Stage {
  std::string_view rule;  // an id that programs read
  std::string_view text;
  std::vector<std::string> words;
};
using Stages = std::vector<Stage>;

// Turns a name into what the scorer compares. Done once per listed name and once per query; may
// allocate. Safe from any thread. The lexicon must outlive it.
class Analyser {
 public:
  explicit Analyser(const Lexicon& lexicon) : lexicon_(&lexicon) {}

  // `kind` is a concrete kind; a name of unknown kind is analysed as a person and as an
  // organisation (names/comparing/compare.h does so).
  // Who analyses many names keeps a memo for it.
  AnalysedName analyse(std::string_view utf8, Kind kind, SoundMemo* memo = nullptr) const;
  // The same of a name whose words are known already.
  AnalysedName analyse(std::string_view utf8, const text::Words& words, Kind kind,
                       SoundMemo* memo = nullptr) const;
  // The same, and appends the rules that changed something, for people who ask why.
  AnalysedName analyse(std::string_view utf8, Kind kind, Stages& stages) const;

  const Lexicon& lexicon() const { return *lexicon_; }

 private:
  const Lexicon* lexicon_;
};

}  // namespace vedette::names
