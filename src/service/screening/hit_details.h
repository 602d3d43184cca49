#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "names/comparing/explanation.h"
#include "parties/party_catalogue.h"
#include "parties/party_profile.h"
#include "profile/profile.h"
#include "search/query.h"

namespace vedette::service {

// One name of a party that the search met, and how.
struct MatchedName {
  std::string name = {};
  bool primary = false;
  names::Explanation explanation = {};
  std::vector<std::string> sources = {};          // keys of the lists that give this name
  std::vector<std::string_view> aml_types = {};   // what those lists say of the party
  std::vector<profile::ProfileKey> entries = {};  // that have this name
};

// A hit with everything that tells why it is one.
struct HitDetails {
  parties::PartyProfile party = {};
  int score = 0;
  search::Evidence evidence = {};
  std::vector<MatchedName> names = {};  // best first, never empty; none passed unless by_name
  bool by_name = true;
  std::vector<search::IdentifierMatch> identifiers = {};

  const profile::Profile& profile() const { return party.profile; }
  const MatchedName& best() const { return names.front(); }
  // Of the best name, and of the identifiers.
  std::string explanation() const;
};

// Explains the hits of one question. The explanations are written by the scorer's own steps
// (names/comparing/explanation.h), so they say why the score is what it is. Not shared between
// threads.
class HitExplainer {
 public:
  HitExplainer(parties::PartyCatalogue lists, const names::Analyser& analyser, std::string query,
               std::vector<std::string> other_names = {})
      : lists_(std::move(lists)), analyser_(analyser), queries_(std::move(other_names)) {
    queries_.insert(queries_.begin(), std::move(query));
    asked_.resize(queries_.size());
  }

  // kCorrupt when the profile cannot be read.
  base::Result<HitDetails> explain(const search::Hit& hit);

 private:
  const names::AskedName& asked_as(const search::PassedName& passed);
  base::Result<MatchedName> explain(const search::PassedName& passed, const HitDetails& details);

  const parties::PartyCatalogue lists_;
  const names::Analyser& analyser_;
  std::vector<std::string> queries_;  // the name, then the other names
  catalogue::NameAssembler assembler_;
  std::vector<std::array<std::optional<names::AskedName>, 4>> asked_;  // by query and kind
};

// The words of hit.match_types: the worst way in which a word of each matched name was met, most
// exact first; never empty.
std::vector<std::string> match_types(const HitDetails& hit);

// conflict, unknown, withinOneYear, sameYear or sameDay.
std::string_view birth_agreement_name(search::BirthAgreement agreement);

// exact_birth_year_match, fuzzy_birth_year_match, or empty when the years do not agree.
std::string_view birth_year_way(search::BirthAgreement agreement);

}  // namespace vedette::service
