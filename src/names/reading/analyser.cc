#include "names/reading/analyser.h"

#include "names/reading/compound_names.h"
#include "names/reading/glued_forms.h"
#include "names/reading/organisation_roles.h"
#include "names/reading/person_roles.h"
#include "names/words/reading.h"

namespace vedette::names {
namespace {

std::uint64_t identity_of(const std::vector<ReadWord>& words) {
  std::uint64_t hash = kNothingBefore;
  for (const ReadWord& word : words)
    hash = stable_hash(word.cut_off ? kCutOff : " ", stable_hash(word.form, hash));
  return hash;
}

std::vector<std::string> words_of(const Reading& reading) {
  std::vector<std::string> words;
  for (const ReadWord& word : reading.words)
    words.push_back(word.form);
  return words;
}

// Notes a rule that changed the words. Costs nothing without a reader.
void note(Stages* stages, std::string_view rule, std::string_view text, const Reading& reading) {
  if (stages == nullptr) return;
  std::vector<std::string> words = words_of(reading);
  if (stages->empty() || stages->back().words != words)
    stages->push_back({rule, text, std::move(words)});
}

AnalysedName analysed(const Lexicon& lexicon, Reading reading, Kind kind, SoundMemo* memo,
                      Stages* stages = nullptr) {
  note(stages, "words", "words in small letters, without accents", reading);
  if (kind == Kind::kPerson) put_family_name_last(lexicon, reading);
  note(stages, "family_name_last", "the name before the comma is the family name, it goes last",
       reading);
  Draft draft;
  draft.kind = kind;
  draft.truncated = reading.cut;
  draft.identity = identity_of(reading.words);
  if (kind == Kind::kPerson) settle_compound_names(lexicon, reading);
  note(stages, "compound_names", "names of two halves are brought to one shape", reading);
  if (kind == Kind::kOrganisation) part_glued_forms(lexicon, reading);
  note(stages, "glued_forms", "a legal form that is joined to a word is separated", reading);
  draft.words = kind == Kind::kPerson ? person_words(lexicon, reading)
                                      : organisation_words(lexicon, reading, kind);
  return build_name(draft, memo);
}

}  // namespace

AnalysedName Analyser::analyse(std::string_view utf8, Kind kind, SoundMemo* memo) const {
  return analysed(*lexicon_, read_name(utf8, kind), kind, memo);
}

AnalysedName Analyser::analyse(std::string_view utf8, const text::Words& words, Kind kind,
                               SoundMemo* memo) const {
  return analysed(*lexicon_, read_name(utf8, words, kind), kind, memo);
}

AnalysedName Analyser::analyse(std::string_view utf8, Kind kind, Stages& stages) const {
  return analysed(*lexicon_, read_name(utf8, kind), kind, nullptr, &stages);
}

}  // namespace vedette::names
