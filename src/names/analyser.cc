#include "names/analyser.h"

#include "names/compound_names.h"
#include "names/glued_forms.h"
#include "names/organisation_roles.h"
#include "names/person_roles.h"
#include "names/reading.h"

namespace vedette::names {
namespace {

std::uint64_t identity_of(const std::vector<ReadWord>& words) {
  std::uint64_t hash = kNothingBefore;
  for (const ReadWord& word : words)
    hash = stable_hash(" ", stable_hash(word.form, hash));
  return hash;
}

}  // namespace

AnalysedName Analyser::analyse(std::string_view utf8, Kind kind, SoundMemo* memo) const {
  Reading reading = read_name(utf8, kind);
  if (kind == Kind::kPerson) put_family_name_last(*lexicon_, reading);
  Draft draft;
  draft.kind = kind;
  draft.truncated = reading.cut;
  draft.identity = identity_of(reading.words);
  if (kind == Kind::kPerson) settle_compound_names(*lexicon_, reading);
  if (kind == Kind::kOrganisation) part_glued_forms(*lexicon_, reading);
  draft.words = kind == Kind::kPerson ? person_words(*lexicon_, reading)
                                      : organisation_words(*lexicon_, reading, kind);
  return build_name(draft, memo);
}

}  // namespace vedette::names
