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

AnalysedName analysed(const Lexicon& lexicon, Reading reading, Kind kind, SoundMemo* memo) {
  if (kind == Kind::kPerson) put_family_name_last(lexicon, reading);
  Draft draft;
  draft.kind = kind;
  draft.truncated = reading.cut;
  draft.identity = identity_of(reading.words);
  if (kind == Kind::kPerson) settle_compound_names(lexicon, reading);
  if (kind == Kind::kOrganisation) part_glued_forms(lexicon, reading);
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

}  // namespace vedette::names
