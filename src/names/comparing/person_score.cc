#include "names/comparing/person_score.h"

#include <algorithm>

#include "names/comparing/evidence.h"
#include "names/tables/costs.h"

namespace vedette::names {
namespace {

bool carries_identity(const Word& word) {
  return word.role == Role::kName || word.role == Role::kCompound;
}

// Words that support a name when they match beside it: another name, or its abu or abdul.
bool supports(const Word& word) {
  return carries_identity(word) || word.role == Role::kFiliation;
}

class PersonScore {
 public:
  PersonScore(const Pairing& pairing, Side asked, Tally& tally)
      : pairing_(pairing),
        asked_(asked),
        tally_(tally),
        xs_(pairing.query().words()),
        ys_(pairing.listed().words()) {}

  void settle() {
    charge_meetings();
    if (matched_ == 0) return tally_.charge(Reason::kNothingShared, costs::kBest);
    left_query_ = charge_left(Side::kQuery);
    left_listed_ = charge_left(Side::kListed);
    charge_repetitions();
    ease_omissions();
    charge_small_omissions();
    charge_names_left();
    charge_weak_evidence();
    charge_edits();
    charge_generations();
    charge_filiation();
  }

 private:
  void charge_meetings() {
    int initials = 0;
    const auto meetings = tally_.meetings();
    for (std::size_t m = 0; m < meetings.size(); ++m) {
      const Meeting& meeting = meetings[m];
      const Word& x = xs_[meeting.query];
      const Word& y = ys_[meeting.listed];
      int cost = meeting.relation.cost;
      syllables_ = syllables_ || ((x.flags | y.flags) & kSyllabic);
      if (meeting.relation.way == Way::kInitial) {
        if (initials++ > 0) cost = costs::kFurtherInitial;
        matched_ += costs::kInitialWeight;
      } else if (meeting.relation.way == Way::kJoined) {
        matched_ += costs::kFullWord;
        only_letters_ = false;
        half_matches_ += 2 * std::max(1, full_words(meeting));
      } else {
        matched_ += std::min(weight_of(x, Kind::kPerson), weight_of(y, Kind::kPerson));
        only_letters_ = only_letters_ && !(carries_identity(x) && carries_identity(y));
        if (supports(x) && supports(y) && (carries_identity(x) || cost == 0) &&
            !is_fathers_name(meeting) && !is_first_half(meeting))
          half_matches_ += (x.flags | y.flags) & kHalfName ? 1 : 2;
        by_ear_ = by_ear_ || meeting.relation.way == Way::kByEar;
        skeletons_ = skeletons_ || by_ear_ || meeting.relation.way == Way::kSkeleton;
        by_table_ = by_table_ || is_by_table(meeting.relation.way);
        short_forms_ = short_forms_ || meeting.relation.way == Way::kNickname;
      }
      if (carries_identity(x) && carries_identity(y)) evidence_.add(meeting, xs_, ys_);
      if (supports(x) && supports(y) && meeting.relation.way != Way::kInitial) {
        letters_ += letters_met(meeting, xs_, ys_);
        edits_ += meeting.relation.edits;
      }
      tally_.charge(Reason::kMeeting, cost, Side::kBoth, m);
    }
  }

  // Met as a spelling, a translation or a short form of one name.
  static bool is_by_table(Way way) {
    return way == Way::kSpelling || way == Way::kTranslation || way == Way::kNickname;
  }

  // Names among the words that were written as one.
  int full_words(const Meeting& meeting) const {
    int count = 0;
    if (meeting.query_count > 1)
      for (int i = 0; i < meeting.query_count; ++i)
        count += xs_[static_cast<std::size_t>(meeting.query + i)].role == Role::kName;
    else
      for (int j = 0; j < meeting.listed_count; ++j)
        count += ys_[static_cast<std::size_t>(meeting.listed + j)].role == Role::kName;
    return count;
  }

  // A father's name supports a given and a family name but replaces neither: "Vladimir
  // Vladimirovich" names no particular person.
  bool is_fathers_name(const Meeting& meeting) const {
    const auto is_one = [](std::span<const Word> words, std::size_t i) {
      return (words[i].flags & kLeftOutLightly) && first_half(words, i) == nullptr;
    };
    return is_one(xs_, meeting.query) || is_one(ys_, meeting.listed);
  }

  // Abdul and its second half are one given name when both match: "Abdul Aziz" counts as much as
  // "Abdullah". Beside another name, abdul represents the half that is left out: Abdul Baradar,
  // Abdul Ghani Baradar.
  bool is_first_half(const Meeting& meeting) const {
    if (xs_[meeting.query].role != Role::kCompound || ys_[meeting.listed].role != Role::kCompound)
      return false;
    const std::size_t x = second_half(xs_, meeting.query);
    const std::size_t y = second_half(ys_, meeting.listed);
    return std::ranges::any_of(tally_.meetings(), [&](const Meeting& m) {
      return m.query == x && m.listed == y && m.relation.way != Way::kInitial;
    });
  }
  // The word behind a first half; the articles between belong to both.
  static std::size_t second_half(std::span<const Word> words, std::size_t first) {
    std::size_t k = first + 1;
    while (k < words.size() && words[k].role == Role::kArticle)
      ++k;
    return k;
  }

  // Weight of the names that one side has left; small words are charged at once.
  int charge_left(Side side) {
    const bool query = side == Side::kQuery;
    const auto words = query ? xs_ : ys_;
    int weight = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (query ? pairing_.query_met(i) : pairing_.listed_met(i)) continue;
      switch (words[i].role) {
        case Role::kName:
        case Role::kCompound:
        case Role::kInitial:
          (repeats(query, i) ? (query ? repeated_query_ : repeated_listed_) : weight) +=
              weight_of(words[i], Kind::kPerson);
          break;
        case Role::kTitle:
          small_ += costs::kOmittedTitle;
          break;
        case Role::kSuffix:
          small_ += costs::kOmittedSuffix;
          break;
        case Role::kLegal:
          small_ += costs::kOmittedLegalOfPerson;
          break;
        case Role::kGeneration:
          break;
        default:
          small_ += costs::kOmittedParticle;
      }
    }
    return weight;
  }

  // Whether the word repeats one that matched: "Sergey Sergey Shoigu".
  bool repeats(bool query, std::size_t word) const {
    const std::size_t others = query ? ys_.size() : xs_.size();
    for (std::size_t k = 0; k < others; ++k) {
      const Relation& r = query ? pairing_.relation(word, k) : pairing_.relation(k, word);
      if (r.way == Way::kExact && (query ? ys_[k] : xs_[k]).role != Role::kInitial) return true;
    }
    return false;
  }

  // A repetition alone means nothing. Where the other side has names left over, it counts as left
  // over too: "Abdul Kabir Abdul Jan" is not "Abdul Kabir Mohammad Jan".
  void charge_repetitions() {
    const bool contradicted = (repeated_query_ > 0 && left_listed_ + repeated_listed_ > 0) ||
                              (repeated_listed_ > 0 && left_query_ + repeated_query_ > 0);
    if (contradicted) {
      left_query_ += repeated_query_;
      left_listed_ += repeated_listed_;
    } else if (repeated_query_ + repeated_listed_ > 0) {
      tally_.charge(Reason::kRepeatedWord, costs::kRepeatedWord,
                    repeated_query_ > 0 ? Side::kQuery : Side::kListed);
    }
  }

  // A father's name beside a given and a family name is left out at will, unless it would leave a
  // single name; the second half of a name goes with the first when that is an initial. Both count
  // in full where the other side has names left as well.
  void ease_omissions() {
    if (left_query_ > 0 && left_listed_ > 0) return;
    left_query_ -= std::min(left_query_, ease(true));
    left_listed_ -= std::min(left_listed_, ease(false));
  }

  int ease(bool query) const {
    const auto words = query ? xs_ : ys_;
    int sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!(words[i].flags & kLeftOutLightly) || repeats(query, i)) continue;
      if (query ? pairing_.query_met(i) : pairing_.listed_met(i)) continue;
      const Word* half = first_half(words, i);
      const bool light = half != nullptr
                             ? met_initial(query, static_cast<std::size_t>(half - words.data()))
                             : matched_ > costs::kFullWord;
      if (light)
        sum += std::max(0, weight_of(words[i], Kind::kPerson) - costs::kLightlyLeftOutWeight);
    }
    return sum;
  }

  // The word whose second half word i is; none when it is a father's name.
  static const Word* first_half(std::span<const Word> words, std::size_t i) {
    std::size_t k = i;
    while (k > 0 && words[k - 1].role == Role::kArticle)
      --k;
    if (k == 0) return nullptr;
    const Word& before = words[k - 1];
    const bool half = before.role == Role::kCompound || (before.flags & words[i].flags & kHalfName);
    return half ? &before : nullptr;
  }

  bool met_initial(bool query, std::size_t word) const {
    return std::ranges::any_of(tally_.meetings(), [&](const Meeting& m) {
      return m.relation.way == Way::kInitial && (query ? m.query : m.listed) == word;
    });
  }

  void charge_small_omissions() {
    tally_.charge(Reason::kOmittedParticle, std::min(small_, costs::kMostSmallOmissions));
  }

  void charge_names_left() {
    const int contradicted = std::min(left_query_, left_listed_);
    const int larger = std::max(left_query_, left_listed_);
    const Side side = left_query_ > left_listed_ ? Side::kQuery : Side::kListed;
    if (contradicted > 0) {
      const int contradiction = costs::kContradiction + costs::kContradictionShare * contradicted /
                                                            (matched_ + contradicted);
      // Never less than the omission of the larger part alone, so that a further word that does not
      // meet can only lower the score.
      tally_.charge(Reason::kContradiction,
                    std::max(contradiction + omission_of(larger - contradicted),
                             omission_of(larger) + lone_charge(larger)));
      return;
    }
    if (larger > 0 && has_office(asked_ == Side::kQuery ? xs_ : ys_) &&
        is_office_and_name(side == Side::kQuery ? ys_ : xs_)) {
      tally_.charge(Reason::kOmittedName, costs::kOfficeAndName, side);
      return;
    }
    tally_.charge(Reason::kOmittedName, omission_of(larger), side);
    tally_.charge(Reason::kLoneName, lone_charge(larger), side);
  }

  int omission_of(int weight) const {
    const int rate = syllables_   ? costs::kOmissionOfSyllable
                     : skeletons_ ? costs::kOmissionBesideDoubt
                                  : evidence_.omission_rate();
    return rate * weight / matched_;
  }

  bool is_lone() const { return half_matches_ < 4; }

  int lone_charge(int omitted) const {
    return is_lone() && omitted > costs::kInitialWeight ? costs::kLoneName : 0;
  }

  // "President Erdogan": an office and a rare family name, whose full name is listed. A list entry
  // "General Meyer" does not mean everybody called Meyer, unless the query has an office too.
  bool is_office_and_name(std::span<const Word> words) const {
    if (!is_lone() || half_matches_ == 0 || tally_.meetings().size() != 1) return false;
    const Meeting& met = tally_.meetings()[0];
    const Word& x = xs_[met.query];
    const Word& y = ys_[met.listed];
    if (met.relation.way != Way::kExact || !(x.flags & y.flags & kTailPosition)) return false;
    if (x.flags & kVeryCommon) return false;
    return has_office(words);
  }
  static bool has_office(std::span<const Word> words) {
    return std::ranges::any_of(
        words, [](const Word& word) { return word.role == Role::kTitle && word.value != 0; });
  }

  // Initials and short forms need a matching name beside them.
  void charge_weak_evidence() {
    if (only_letters_) tally_.charge(Reason::kInitialsOnly, costs::kInitialsOnly);
    if (!only_letters_ && !evidence_.stands_alone())
      tally_.charge(Reason::kWeakEvidence, costs::kWeakEvidence);
    // A single name by ear fits too many people.
    if (is_lone() && by_ear_) tally_.charge(Reason::kWeakEvidence, costs::kLoneByEar);
    if (is_lone() && short_forms_) tally_.charge(Reason::kLoneShortForm, costs::kLoneShortForm);
    // A single short name that is only another spelling of the other (Li, Yi).
    if (is_lone() && by_table_ && edits_ == 0 && letters_ < costs::kLoneWordLettersForOneEdit)
      tally_.charge(Reason::kLoneShortForm, costs::kLoneShortSpelling);
  }

  // The budget of edits of the whole name; a name of one word has a smaller one.
  void charge_edits() {
    if (edits_ == 0) return;
    const bool lone = is_lone();
    const int one = lone ? costs::kLoneWordLettersForOneEdit : costs::kLettersForOneEdit;
    const int two = lone ? costs::kLoneWordLettersForTwoEdits : costs::kLettersForTwoEdits;
    if (letters_ < (edits_ == 1 ? one : two))
      tally_.charge(Reason::kTooManyEdits, costs::kEditInShortName);
  }

  std::uint32_t generation(std::span<const Word> words) const {
    for (const Word& word : words)
      if (word.role == Role::kGeneration) return word.value;
    return 0;
  }

  void charge_generations() {
    const std::uint32_t x = generation(xs_);
    const std::uint32_t y = generation(ys_);
    if (x == y) return;
    if (x == 0 || y == 0) {
      const std::uint32_t value = std::max(x, y);
      if (value > 1)
        tally_.charge(Reason::kOmittedGeneration, costs::kOmittedGeneration,
                      x == 0 ? Side::kListed : Side::kQuery);
    } else {
      tally_.charge(Reason::kGenerationConflict, costs::kGenerationConflict);
    }
  }

  // Names may stand in any order, but father and son may not be exchanged.
  void charge_filiation() {
    bool to_father = false;
    bool from_father = false;
    const auto meetings = tally_.meetings();
    for (const Meeting& m : meetings) {
      const Word& x = xs_[m.query];
      const Word& y = ys_[m.listed];
      if (!carries_identity(x) || !carries_identity(y)) continue;
      to_father = to_father || ((x.flags & kBeforeFiliation) && (y.flags & kAfterFiliation) &&
                                !(x.flags & kAfterFiliation) && !(y.flags & kBeforeFiliation));
      from_father = from_father || ((x.flags & kAfterFiliation) && (y.flags & kBeforeFiliation) &&
                                    !(x.flags & kBeforeFiliation) && !(y.flags & kAfterFiliation));
    }
    if (to_father && from_father)
      tally_.charge(Reason::kFiliationReversed, costs::kFiliationReversed);
  }

  const Pairing& pairing_;
  Side asked_;
  Tally& tally_;
  std::span<const Word> xs_;
  std::span<const Word> ys_;
  int matched_ = 0;       // weight of what met
  int half_matches_ = 0;  // names that met; a full one counts two
  int letters_ = 0;
  int edits_ = 0;
  int left_query_ = 0;
  int left_listed_ = 0;
  int repeated_query_ = 0;
  int repeated_listed_ = 0;
  int small_ = 0;
  bool syllables_ = false;
  bool only_letters_ = true;  // nothing but initials and small words met
  Evidence evidence_;
  bool skeletons_ = false;
  bool by_ear_ = false;
  bool by_table_ = false;
  bool short_forms_ = false;
};

}  // namespace

void settle_person(const Pairing& pairing, Side asked, Tally& tally) {
  PersonScore(pairing, asked, tally).settle();
}

}  // namespace vedette::names
