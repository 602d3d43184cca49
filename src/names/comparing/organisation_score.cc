#include "names/comparing/organisation_score.h"

#include <algorithm>
#include <array>
#include <optional>

#include "names/tables/costs.h"
#include "names/tables/legal_form.h"
#include "text/script.h"

namespace vedette::names {
namespace {

// Words that tell one organisation from another, as opposed to words that say what it does. A
// letter does not, nor a number in a series; the number of a military unit does.
bool is_distinctive(const Word& word) {
  constexpr std::uint32_t kLongestSeries = 100;
  return (word.role == Role::kName && word.length > 1) ||
         (word.role == Role::kNumeral && word.value >= kLongestSeries);
}

// A phrase of the tables is one word here and several in the name.
int words_in(std::string_view form) {
  return 1 + static_cast<int>(std::ranges::count(form, ' '));
}

bool has_word(std::string_view phrase, std::string_view word) {
  for (std::size_t at = 0; at < phrase.size();) {
    const std::size_t end = std::min(phrase.find(' ', at), phrase.size());
    if (phrase.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

class OrganisationScore {
 public:
  OrganisationScore(const Pairing& pairing, Side asked, Tally& tally)
      : pairing_(pairing),
        asked_is_query_(asked == Side::kQuery),
        tally_(tally),
        xs_(pairing.query().words()),
        ys_(pairing.listed().words()),
        kind_(pairing.query().kind()) {}

  void settle() {
    charge_meetings();
    if (matched_ == 0) return tally_.charge(Reason::kNothingShared, costs::kBest);
    left_query_ = weight_left(true);
    left_listed_ = weight_left(false);
    if (left_query_ > 0 && left_listed_ > 0)
      charge_contradiction();
    else
      charge_omissions();
    charge_edits();
    charge_short_name();
    charge_legal_forms(pairing_, tally_);
    charge_order();
    if (!is_carried()) tally_.charge(Reason::kGenericOnly, costs::kGenericOnly);
  }

 private:
  static constexpr int kEnough = 2;

  void charge_meetings() {
    const auto meetings = tally_.meetings();
    for (std::size_t m = 0; m < meetings.size(); ++m) {
      const Meeting& meeting = meetings[m];
      const Word& x = xs_[meeting.query];
      const Word& y = ys_[meeting.listed];
      const int weight = std::min(weight_of(x, kind_), weight_of(y, kind_));
      matched_ += meeting.relation.way == Way::kJoined ? costs::kFullWord : weight;
      count_evidence(meeting);
      if (weight > 0) {
        words_ += std::min(words_in(pairing_.query().form(x)), words_in(pairing_.listed().form(y)));
        letters_ += letters_met(meeting, xs_, ys_);
        edits_ += meeting.relation.edits;
        light_ = light_ &&
                 (meeting.relation.edits < 2 || meeting.relation.cost <= costs::kTwoLightEdits);
      }
      tally_.charge(Reason::kMeeting, meeting.relation.cost, Side::kBoth, m);
    }
  }

  // A name that is met as written, or nearly so, carries a match. A common word that is met by its
  // meaning ("peace", "aman"), or a place, does so beside another word. A slip in a common word
  // makes it no name: it counts as the word that it meets (Bank of Chima).
  void count_evidence(const Meeting& meeting) {
    const Word& x = xs_[meeting.query];
    const Word& y = ys_[meeting.listed];
    const Way way = meeting.relation.way;
    // A place is as much the same in another script.
    const bool same_place = x.role == Role::kPlace && y.role == Role::kPlace &&
                            meeting.relation.cost <= costs::kPlaceName;
    only_exact_ = only_exact_ && (way == Way::kExact || same_place);
    if (way == Way::kJoined)
      evidence_ += is_distinctive(meeting.query_count == 1 ? x : y) ? kEnough : 0;
    else if (way == Way::kConcept && x.script == y.script && is_distinctive(x) && is_distinctive(y))
      translated_names_ +=
          std::min(words_in(pairing_.query().form(x)), words_in(pairing_.listed().form(y)));
    else if (way == Way::kConcept || way == Way::kAbbreviation || way == Way::kNarrower)
      evidence_ += is_distinctive(x) && is_distinctive(y) ? kEnough / 2 : 0;
    else if (is_distinctive(x) && is_distinctive(y))
      evidence_ += kEnough;
    else if (x.role == Role::kPlace || y.role == Role::kPlace)
      evidence_ += kEnough / 2;
    slip_ = slip_ || (meeting.relation.edits > 0 && is_distinctive(x) != is_distinctive(y));
  }

  // Words that many organisations have in their names make two names one only where they are the
  // whole of both (World Health Organisation), and a single one only where it is the same: "Bank"
  // is not "En Bank".
  bool is_carried() const {
    // A single name that only means the same (noor, roshan) says nothing beside common words.
    const int evidence = evidence_ + (translated_names_ > 1 ? kEnough : 0);
    if (evidence >= kEnough) return true;
    if (evidence > 0 && words_ > 1) return true;
    if (translated_names_ > 0) return false;
    if (words_ > 1) return nothing_left_but_address(true) && nothing_left_but_address(false);
    const auto all_met = [&](bool query) {
      const auto words = query ? xs_ : ys_;
      for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].role != Role::kLegal && words[i].role != Role::kTitle && !met(query, i) &&
            !is_in_legal_form(query, i))
          return false;
      return true;
    };
    return (only_exact_ || slip_) && all_met(true) && all_met(false) && legal_forms_are_no_names();
  }

  // A short word before a common one may be a name that looks like a legal form: "STG Group", "MB
  // Bank". It is none where both names have the form ("Kompozit JSC", "JSC Kompozit"), nor where it
  // has three letters, or two Cyrillic ones, and stands before a line of business or a place ("JSC
  // Kompozit", "Kompozit"). Whatever it is, it is the same where both have it there, beside other
  // forms: "MB Bank", "AO MB Bank".
  bool legal_forms_are_no_names() const {
    const std::string_view short_name = form_before_name(pairing_.query());
    if (!short_name.empty() && short_name == form_before_name(pairing_.listed())) return true;
    const LegalAgreement agreement =
        compare_legal_forms(LegalForms(pairing_.query()), LegalForms(pairing_.listed()));
    if (agreement == LegalAgreement::kSame) return true;
    const auto is_form = [](std::span<const Word> words) {
      constexpr std::uint8_t kShortestForm = 3;
      const Word& first = words.front();
      return first.role != Role::kLegal ||
             ((first.length >= kShortestForm ||
               first.script == static_cast<std::uint8_t>(text::Script::Cyrillic)) &&
              std::ranges::none_of(words, [](const Word& w) { return w.role == Role::kGeneric; }));
    };
    return is_form(xs_) && is_form(ys_);
  }

  // The legal form right before the first word that is none; empty where there is no such.
  static std::string_view form_before_name(NameView name) {
    const auto words = name.words();
    const auto first =
        std::ranges::find_if(words, [](const Word& word) { return word.role != Role::kLegal; });
    return first == words.begin() || first == words.end() ? std::string_view()
                                                          : name.form(*(first - 1));
  }

  // The other name has the word in a legal form of several: "Group" and "Group Ltd".
  bool is_in_legal_form(bool query, std::size_t i) const {
    const NameView other = query ? pairing_.listed() : pairing_.query();
    const NameView own = query ? pairing_.query() : pairing_.listed();
    const std::string_view wanted = own.form(own.words()[i]);
    return std::ranges::any_of(other.words(), [&](const Word& word) {
      return word.role == Role::kLegal && has_word(other.form(word), wanted);
    });
  }

  bool nothing_left_but_address(bool query) const {
    if ((query ? left_query_ : left_listed_) == 0) return true;
    const auto words = query ? xs_ : ys_;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!met(query, i) && words[i].role != Role::kLegal && !is_aside(query, i) &&
          weight_of(words[i], kind_) > 0 && !is_address(query, words[i]) &&
          !is_in_legal_form(query, i))
        return false;
    return true;
  }

  bool met(bool query, std::size_t i) const {
    return query ? pairing_.query_met(i) : pairing_.listed_met(i);
  }

  bool repeats(bool query, std::size_t word, Way way = Way::kExact) const {
    const std::size_t others = query ? ys_.size() : xs_.size();
    for (std::size_t k = 0; k < others; ++k)
      if ((query ? pairing_.relation(word, k) : pairing_.relation(k, word)).way == way) return true;
    return false;
  }

  // Weight of what one side has left, other names of the same thing aside.
  int weight_left(bool query) const {
    const auto words = query ? xs_ : ys_;
    int weight = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!met(query, i) && words[i].role != Role::kLegal && !is_aside(query, i))
        weight += weight_of(words[i], kind_);
    return weight;
  }

  bool is_aside(bool query, std::size_t i) const {
    const Word& word = (query ? xs_ : ys_)[i];
    return (word.flags & kAlternative) || repeats(query, i) || repeats(query, i, Way::kNarrower);
  }

  // Never less than what one side's words would cost as omissions, so that a further word that does
  // not meet can only lower the score.
  void charge_contradiction() {
    const int contradicted = std::min(left_query_, left_listed_);
    const int contradiction = costs::kOrganisationContradiction + costs::kContradictionShare *
                                                                      contradicted /
                                                                      (matched_ + contradicted + 1);
    tally_.charge(Reason::kContradiction,
                  std::max({contradiction, omissions_of(true), omissions_of(false)}));
  }

  void charge_omissions() {
    for (const bool query : {true, false})
      for_each_omission(query, [&](Reason reason, int points, std::size_t word) {
        tally_.charge(reason, points, query ? Side::kQuery : Side::kListed, word);
      });
  }

  int omissions_of(bool query) const {
    int sum = 0;
    for_each_omission(query, [&](Reason, int points, std::size_t) { sum += points; });
    return sum;
  }

  template <class Visit>
  void for_each_omission(bool query, const Visit& visit) const {
    const auto words = query ? xs_ : ys_;
    std::optional<std::size_t> alternative;
    std::optional<std::size_t> address;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (met(query, i) || words[i].role == Role::kLegal) continue;
      if (words[i].flags & kAlternative)
        alternative = i;
      else if (repeats(query, i))
        visit(Reason::kRepeatedWord, costs::kRepeatedWord, i);
      else if (repeats(query, i, Way::kNarrower))  // "Commercial Bank Lanta Bank"
        visit(Reason::kOmittedGeneric, costs::kNarrower, i);
      else if (is_address(query, words[i]))
        address = i;
      else
        visit(omission_reason(words[i]), cost_of_omission(query, words[i]), i);
    }
    if (alternative) visit(Reason::kOmittedAlternative, costs::kOmittedAlternative, *alternative);
    if (address) visit(Reason::kOmittedAddress, costs::kOmittedAddress, *address);
  }

  int cost_of_omission(bool query, const Word& word) const {
    const int cost = omission_cost(word, matched_, kind_);
    const bool short_name = word.role == Role::kBusiness && query != asked_is_query_ &&
                            kind_ == Kind::kOrganisation && asked_for_one_name();
    return short_name ? std::min(cost, costs::kOmittedBusinessOfListed) : cost;
  }

  // The question is a single distinctive word, written as it is listed: how people call a company.
  bool asked_for_one_name() const {
    const auto words = asked_is_query_ ? xs_ : ys_;
    const auto is_distinctive_or_legal = [](const Word& word) {
      return is_distinctive(word) || word.role == Role::kLegal;
    };
    const auto names =
        std::ranges::count_if(words, [](const Word& word) { return word.role != Role::kLegal; });
    return names == 1 && only_exact_ && std::ranges::all_of(words, is_distinctive_or_legal);
  }

  // Whoever asks may write an address behind the name, as long as the whole listed name is there. A
  // list gives addresses elsewhere: a place in a listed name tells it from its sisters.
  bool is_address(bool query, const Word& word) const {
    return query == asked_is_query_ && (word.flags & kAddress) && weight_of(word, kind_) > 0 &&
           (query ? left_listed_ : left_query_) == 0;
  }

  static Reason omission_reason(const Word& word) {
    switch (word.role) {
      case Role::kPlace:
        return Reason::kOmittedPlace;
      case Role::kNumeral:
        return Reason::kOmittedNumeral;
      case Role::kBusiness:
        return Reason::kOmittedBusiness;
      case Role::kGeneric:
        return Reason::kOmittedGeneric;
      default:
        return Reason::kOmittedWord;
    }
  }

  void charge_edits() {
    if (edits_ == 0) return;
    const bool lone = words_ < 2;
    const int one = !lone              ? costs::kLettersForOneEdit
                    : differs_beside() ? costs::kLoneWordLettersForOneEditBesideDifference
                                       : costs::kLoneWordLettersForOneEdit;
    const int two = !lone    ? costs::kLettersForTwoEdits
                    : light_ ? costs::kLoneWordLettersForTwoLightEdits
                             : costs::kLoneWordLettersForTwoEdits;
    if (letters_ < (edits_ == 1 ? one : two))
      tally_.charge(Reason::kTooManyEdits, costs::kEditInShortName);
  }

  // Something but the words that met differs: a word that one side has, or the nature of the
  // company.
  bool differs_beside() const {
    for (const bool query : {true, false}) {
      bool omitted = false;
      for_each_omission(query, [&](Reason reason, int, std::size_t) {
        omitted =
            omitted || (reason != Reason::kOmittedAlternative && reason != Reason::kRepeatedWord);
      });
      if (omitted) return true;
    }
    switch (compare_legal_forms(LegalForms(pairing_.query()), LegalForms(pairing_.listed()))) {
      case LegalAgreement::kSame:
      case LegalAgreement::kOtherForm:
        return false;
      default:
        return true;
    }
  }

  // Three letters are those of many companies: what else there is in the name tells them apart.
  void charge_short_name() {
    if (words_ > 1 || letters_ >= costs::kLettersOfName || kind_ != Kind::kOrganisation) return;
    bool generic = false;
    for (const bool query : {true, false})
      for_each_omission(query, [&](Reason reason, int, std::size_t) {
        generic = generic || reason == Reason::kOmittedGeneric;
      });
    if (generic) tally_.charge(Reason::kWeakEvidence, costs::kShortNameAlone);
  }

  void charge_order() {
    const auto meetings = tally_.meetings();
    for (const Meeting& m : meetings)
      for (const Meeting& n : meetings)
        if (m.query < n.query && m.listed > n.listed && weight_of(xs_[m.query], kind_) > 0 &&
            weight_of(xs_[n.query], kind_) > 0)
          return tally_.charge(Reason::kReordered, costs::kReordered);
  }

  const Pairing& pairing_;
  bool asked_is_query_;
  Tally& tally_;
  std::span<const Word> xs_;
  std::span<const Word> ys_;
  Kind kind_;
  int matched_ = 0;
  int evidence_ = 0;
  int translated_names_ = 0;
  bool only_exact_ = true;
  bool slip_ = false;  // a common word is met by one that is none
  int words_ = 0;
  int letters_ = 0;
  int edits_ = 0;
  bool light_ = true;  // the edits, if there are two in a word
  int left_query_ = 0;
  int left_listed_ = 0;
};

}  // namespace

int omission_cost(const Word& word, int matched, Kind kind) {
  const int weight = weight_of(word, kind);
  // In a long name one line of business is a detail.
  const bool detail = 100 * weight < costs::kLongNameShare * (matched + weight);
  switch (word.role) {
    case Role::kPlace:
      return word.flags & kInParentheses ? costs::kOmittedPlaceInParentheses : costs::kOmittedPlace;
    case Role::kNumeral:
      return costs::kOmittedNumeral;
    case Role::kBusiness:
      return detail ? costs::kOmittedBusinessOfLongName : costs::kOmittedBusiness;
    case Role::kGeneric:
      return costs::kOmittedGeneric;
    case Role::kName:
      return costs::kOmittedDistinctive;
    default:
      return costs::kOmittedConnective;
  }
}

void charge_legal_forms(const Pairing& pairing, Tally& tally) {
  const LegalForms query(pairing.query());
  const LegalForms listed(pairing.listed());
  switch (compare_legal_forms(query, listed)) {
    case LegalAgreement::kSame:
      return;
    case LegalAgreement::kOtherForm:
      return tally.charge(Reason::kLegalForm, costs::kLegalOtherForm);
    case LegalAgreement::kAbsent:
      return tally.charge(Reason::kLegalAbsent, costs::kLegalAbsent,
                          query.any() ? Side::kQuery : Side::kListed);
    case LegalAgreement::kRelated:
      return tally.charge(Reason::kLegalForm, costs::kLegalRelated);
    case LegalAgreement::kUnlike:
      return tally.charge(Reason::kLegalForm, costs::kLegalUnlike);
    case LegalAgreement::kConflict:
      return tally.charge(Reason::kLegalConflict, costs::kLegalConflict);
  }
}

void settle_organisation(const Pairing& pairing, Side asked, Tally& tally) {
  OrganisationScore(pairing, asked, tally).settle();
}

}  // namespace vedette::names
