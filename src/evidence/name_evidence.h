#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/weights.h"
#include "names/comparing/compare.h"
#include "names/comparing/tally.h"
#include "profile/profile.h"

namespace vedette::evidence {

// What two names say: their score, and how much the words that met tell. Rare words tell more than
// common ones, by data/names/common.tsv and data/evidence/word_information.tsv.
struct NameEvidence {
  int score = 0;
  int information = 0;
  bool weak = false;  // a name that its list calls weak
  bool given = true;  // one side may be known by its numbers alone
  std::string ours = {};
  std::string theirs = {};

  LogOdds log_odds(const Weights& weights) const;
  bool operator==(const NameEvidence&) const = default;
};

// How much the words that met say, in tenths of a bit. `query` is the side of the tally's queries.
int information_of(names::NameView query, names::NameView listed, const names::Tally& tally);

// The names of a profile as the scorer compares them.
names::Kind name_kind(profile::Kind kind);

// All names of one side, analysed. Names beyond the limit are not compared: the first ones of a
// list entry are its main names.
class PartyNames {
 public:
  static constexpr std::size_t kMost = 64;

  PartyNames(const names::Analyser& analyser, const profile::Profile& profile);
  PartyNames(const names::Analyser& analyser, std::span<const std::string> names,
             profile::Kind kind);

  struct OneName {
    std::string text = {};
    bool weak = false;
    names::ComparableName name;
    names::ComparableName of_unknown_kind;  // compared with a side of another kind
  };
  std::span<const OneName> names() const { return names_; }
  profile::Kind kind() const { return kind_; }

 private:
  void add(const names::Analyser& analyser, const std::string& text, bool weak);

  profile::Kind kind_;
  std::vector<OneName> names_;
};

// How far all names of two sides agree: two namesakes often share one name, one party most.
struct NamesAgreement {
  int primary_score = 0;  // of the two primary names
  int met = 0;            // names of the side that has fewer which the other side has too
  int of = 0;             // all of that side that are not weak
  int information = 0;    // of the best pair that does not have the name of `best_name`

  bool operator==(const NamesAgreement&) const = default;
};

// The pair of names that says most for one party. Symmetric, but for which side is ours. With
// `agreement` also how far the others agree.
NameEvidence best_name(const PartyNames& ours, const PartyNames& theirs, const Weights& weights,
                       NamesAgreement* agreement = nullptr);

}  // namespace vedette::evidence
