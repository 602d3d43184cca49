#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "catalogue/relatives.h"
#include "catalogue/word_sign.h"
#include "names/tables/costs.h"
#include "names/words/analysed_name.h"

namespace vedette::search {

// No relation: dearer than anything.
inline constexpr int kUnrelated = catalogue::kUnrelated;

// For each word of the query the least that it can cost to meet a word of the listed name.
using MeetingCosts = std::array<std::uint8_t, names::kMaxWords>;

// Which words may be written as one.
enum class Joins : std::uint8_t {
  kNone,
  kOfQuery,  // several words of the query meet one of the listed name, at least once
  kAny,      // or the other way round
};
inline constexpr std::size_t kJoins = 3;

// What is known of the listed side.
struct Listed {
  int weight = 0;   // of its words, repetitions aside, at least
  int left = 0;     // of those that meet nothing, at least
  int omitted = 0;  // what leaving words out costs an organisation, at least
  Joins joins = Joins::kNone;
  // Words of the query that carry no weight may meet listed words that do.
  bool light_meet_heavy = true;
  // A word of the query may narrow one of its words, or the other way round.
  bool may_put_aside = true;
  // One of its words that may meet something may_carry() a match.
  bool may_carry = true;
};

// What it costs an organisation to leave words of a listed name out, where it is not known which of
// them count: of some weight none does.
class OmissionsByWeight {
 public:
  void add(int weight, int cost) {
    if (cost == 0) return;
    for (std::size_t i = 0; i < kWeights.size(); ++i)
      if (weight >= kWeights[i]) {
        costs_[i] += cost;
        return;
      }
  }
  // Of the words that weigh more than all that may not count.
  int of_heavier_than(int weight) const {
    int sum = 0;
    for (std::size_t i = 0; i < kWeights.size() && kWeights[i] > weight; ++i)
      sum += costs_[i];
    return sum;
  }

 private:
  static constexpr std::array kWeights = {names::costs::kFullWord, names::costs::kPlaceWeight,
                                          names::costs::kBusinessWeight,
                                          names::costs::kGenericWeight};
  static_assert(std::ranges::is_sorted(kWeights, std::greater<>()));
  std::array<int, kWeights.size()> costs_{};
};

// A word of a listed name, as far as it decides what the name can score.
struct ListedWord {
  const names::Word* word;
  std::uint16_t place_flags;
};

// A listed name whose words were all compared with those of the query.
struct Candidate {
  MeetingCosts cost;
  std::uint32_t joined = 0;   // words of the query that may be joined to make up a listed word
  int joins = 0;              // listed words that may be made up so
  int matched = 0;            // weight of the listed words that relate to something
  int matched_names = 0;      // how many of them may_support()
  int left = 0;               // weight of those that relate to nothing
  int weight = 0;             // of all, repetitions aside, at least
  bool office = false;        // one of them is an office
  bool stands_alone = false;  // a family name of the query is met that may stand beside an office
  std::array<ListedWord, names::kMaxWords> unrelated;
  std::size_t unrelated_count = 0;
};

// How little a name can cost, given what is known of it. Made from the scorer's own constants;
// docs/search.md proves it, search_test.cc holds the answers against a scan.
class Bound {
 public:
  explicit Bound(names::NameView query);

  // False: no name with this knowledge costs as little as the limit. Words of the query that
  // carry no weight are ignored.
  bool may_cost(const MeetingCosts& least, const Listed& listed, int limit) const;

  // What a name costs at least all of whose words were compared. Not for names in which
  // neighbouring listed words make up a word of the query.
  int least_cost(const Candidate& candidate) const;

  // The word may stand for a whole name beside an office.
  bool may_stand_alone(std::size_t word) const { return may_stand_alone_[word]; }
  // What a word of the query weighs when it meets nothing; those without any weight are not looked
  // up.
  int weight(std::size_t word) const { return weight_[word]; }
  // Whether listed words may be put aside for words of the query (Listed::may_put_aside), and
  // whether all of these words are looked up.
  bool narrows() const { return narrows_; }
  // Whether a word of an organisation tells it from others; if not, a listed one must.
  bool carries() const { return carries_; }
  bool knows_put_aside() const { return !light_narrows_; }
  // What a query of a single word is charged, at least, when it is met with so many edits.
  int charge_for_edits(int edits) const;
  // What it costs an organisation, at least, when this listed word meets nothing, where its place
  // does not say that it may be left out.
  int least_omission(const catalogue::WordSign& word, Joins joins) const {
    return least_omission_[joins != Joins::kNone][static_cast<std::size_t>(word.role)]
                          [word.left_weight >= names::costs::kFullWord];
  }

 private:
  // Words that are left out at the same cost: those dearest to meet are left out first.
  struct Class {
    int weight;
    bool is_name;
    const names::Word* example;
    bool is_address = false;           // of an organisation
    std::array<int, 2> omission = {};  // of one of them, where none are joined and where some are
    std::array<std::uint8_t, names::kMaxWords> words = {};
    std::size_t count = 0;
  };
  // Which words meet something, as far as the charges for the others depend on it.
  struct Choice {
    int cost = 0;     // of the meetings
    int left = 0;     // weight of the words left out
    int omitted = 0;  // what leaving them out costs an organisation in a name of any length
    int names = 0;    // words met that may_support()
    int met_words = 0;
    bool address = false;  // words behind an organisation's name are left out
  };
  class Walk;

  std::size_t class_of(std::size_t word) const;
  void note_omissions();
  std::uint8_t least_omission_of(names::Word word, int most_matched) const;
  int matched_by(const Choice& choice, Joins joins) const;
  int left_by(const Choice& choice, const Listed& listed, int aside = 0) const;
  int charge_of(const Choice& choice, const Listed& listed) const;
  int person_charge(const Choice& choice, const Listed& listed) const;
  // What becomes of an organisation's words.
  struct Leaving {
    int matched;  // weight
    int left;     // weight of the listed words that meet nothing
    int aside;    // how many listed words are put aside
  };
  int organisation_charge(const Choice& choice, const Listed& listed) const;
  int organisation_charge(const Choice& choice, const Listed& listed, const Leaving& leaving) const;
  bool may_be_office_and_name(const MeetingCosts& least, const Listed& listed) const;
  int omission_of(const names::Word& word, std::uint16_t place_flags, int matched) const;
  int least_person_cost(const Candidate& candidate) const;
  int least_organisation_cost(const Candidate& candidate) const;
  int contradiction(int contradicted, int matched) const;

  names::NameView query_;
  names::Kind kind_;
  std::size_t count_ = 0;
  int total_ = 0;  // weight of what can be left
  int extra_ = 0;  // weight that counts only when a word meets something
  std::array<int, names::kMaxWords> weight_{};
  std::array<bool, names::kMaxWords> is_name_{};          // may_support()
  std::array<bool, names::kMaxWords> may_stand_alone_{};  // with an office: President Erdogan
  int light_names_ = 0;                                   // words without weight that may support
  int letters_ = 0;                                       // of all words that may support
  bool has_office_ = false;
  bool carries_ = false;        // some word of an organisation may_carry()
  bool narrows_ = false;        // words of an organisation that narrow others or are narrowed
  bool light_narrows_ = false;  // also such that carry no weight
  std::size_t weighty_words_ = 0;
  // Where words of the query are joined and where they are not, by role, of light and full words.
  std::array<std::array<std::array<std::uint8_t, 2>, names::kRoles>, 2> least_omission_{};
  std::array<Class, names::kMaxWords> classes_;
  std::size_t class_count_ = 0;
};

// Whether a word may tell one organisation from another where it is met.
bool may_carry(names::Role role);
// Whether a word that meets another may count as a name beside a lone one: names, and particles
// such as abu. Titles and the like do not.
bool may_support(names::Role role);
// The scorer takes the word for an office: President Erdogan.
bool is_office(const names::Word& word);

}  // namespace vedette::search
