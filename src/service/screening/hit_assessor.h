#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "evidence/assessment.h"
#include "names/comparing/compare.h"
#include "names/reading/analyser.h"
#include "parties/party_catalogue.h"
#include "parties/party_profile.h"
#include "profile/profile.h"
#include "search/query.h"

namespace vedette::service {

// A party that is searched: its names as they are asked for, and what is known beside them.
struct AskedParty {
  std::string name = {};
  std::vector<std::string> other_names = {};
  evidence::PartyFacts facts = {};

  // The name that a passed name met.
  const std::string& name_of(const search::PassedName& passed) const {
    return passed.other_name == 0 ? name : other_names[passed.other_name - 1U];
  }
};

// How likely the hits of one search are the party that was asked for. Not shared between threads.
class HitAssessor {
 public:
  HitAssessor(parties::PartyCatalogue lists, const names::Analyser& analyser, AskedParty party)
      : lists_(std::move(lists)), analyser_(analyser), party_(std::move(party)) {}

  // kCorrupt when the profile cannot be read.
  base::Result<evidence::Assessment> assess(const search::Hit& hit);
  // By what all entries of the party say.
  evidence::Assessment assess(const search::Hit& hit, const parties::PartyProfile& party);

 private:
  const names::AskedName& asked_as(names::Kind kind, const search::PassedName& passed);
  evidence::NameEvidence name_evidence(const search::Hit& hit,
                                       const parties::PartyProfile& listed_party);

  const parties::PartyCatalogue lists_;
  const names::Analyser& analyser_;
  const AskedParty party_;
  const evidence::WantedFacts wanted_ = evidence::wanted_for(party_.facts);
  catalogue::NameAssembler assembler_;
  // By the place of the party's name, then by kind.
  std::vector<std::array<std::optional<names::AskedName>, 4>> asked_;
};

}  // namespace vedette::service
