#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "catalogue/sketch.h"
#include "names/comparing/relation.h"
#include "search/bound.h"
#include "search/filter.h"
#include "search/query.h"
#include "search/rest_hits.h"
#include "search/workspace.h"

namespace vedette::search {

struct KindPlan;

// A cap on counted work: a name looked at is one step, a name scored kStepsPerScore, and
// kPostingsPerStep postings passed over are one.
struct Work {
  std::uint64_t steps = 0;
  std::uint64_t limit = 0;
  std::uint64_t postings = 0;  // passed over
  std::uint64_t looked_at = 0;
  std::uint64_t closely = 0;  // of these, all of whose words were compared
  std::uint64_t scored = 0;
  std::uint64_t words = 0;  // listed words compared with those of the query
  // Names whose comparison ran out of its work (names::Score::capped): each may deserve a higher
  // score than it got, and may be missing for that. No name of a real list does this.
  std::uint64_t capped = 0;
  bool takes_capped = false;  // such a name passes at the threshold
  bool scanned = false;

  bool exhausted() const { return steps > limit; }
};
inline constexpr std::uint64_t kStepsPerScore = 8;
inline constexpr std::uint64_t kPostingsPerStep = 16;

// One query as one kind of name, against the partitions of one shelf. Finds every name that reaches
// the threshold (docs/search.md):
//   names in which neighbouring words make up a word of the query, by their keys;
//   names of which the query is an acronym, or the other way round;
//   names whose letters are those of the query but for blanks, or that it is a cut form of;
//   all others through the words that relate to words of the query, the rarest first: as many words
//   are followed, as far, as it takes until a name without any of them costs more than the
//   threshold allows.
class KindSearch {
 public:
  KindSearch(const catalogue::Catalogue& catalogue, names::NameView query, const Filter& filter,
             int threshold, Workspace& workspace, Work& work);

  // Appends what passed to workspace.passed. Stops early when the work is exhausted. The partitions
  // are all those of one shelf, in the order of the catalogue.
  void run(std::span<const catalogue::Partition> partitions);
  // What run() has looked up and followed (kind_plan.cc), the first of its partitions being this
  // one. The counts are the caller's to fill in.
  KindPlan plan(catalogue::Partition partition) const;

 private:
  // How far ahead names and words are prefetched.
  static constexpr std::size_t kAhead = 8;
  // The same for postings, where the processor stops at the end of each page.
  static constexpr std::size_t kPostingsAhead = 64;
  // A word of no more names than these has them gone through whole.
  static constexpr std::size_t kFewPostings = 8;
  // So many names are still in the caches when their words are compared.
  static constexpr std::size_t kAtOnce = 64;
  // With so many likely names it is decided which of them can pass.
  static constexpr std::size_t kLikelyAtOnce = 512;

  // Some neighbouring listed words; all words where there are too many of them.
  class WordRanges {
   public:
    void add(std::uint32_t first, std::uint32_t last) {
      if (count_ < ranges_.size())
        ranges_[count_++] = {first, last};
      else
        ranges_[0] = {0, ~std::uint32_t{0}};
    }
    bool holds(std::uint32_t word) const {
      return std::any_of(ranges_.begin(), ranges_.begin() + count_, [&](const auto& range) {
        return word >= range.first && word < range.second;
      });
    }

   private:
    std::array<std::pair<std::uint32_t, std::uint32_t>, 3> ranges_{};
    std::uint8_t count_ = 0;
  };
  // All words that relate to a listed one, where the catalogue keeps them.
  struct KnownRelatives {
    std::span<const catalogue::Relative> near;
    std::span<const catalogue::Relative> far;  // two edits away

    bool empty() const { return near.empty() && far.empty(); }
  };
  // What is known of the listed words that relate to a word of the query.
  struct QueryWord {
    bool looked_up = false;
    catalogue::Reach reach = catalogue::Reach::kAlike;  // when looked up
    std::uint8_t least = kUnrelated;                    // cost of the nearest that was found
    std::uint8_t least_of_words = kUnrelated;           // of those that are no initials
    std::uint8_t beyond = 0;                            // no relation that was not found costs less
    bool far = false;  // words two edits away were found too, but are not followed
    KnownRelatives known;
    std::uint64_t names = 0;                                 // that have a related word
    std::optional<std::uint64_t> entries_of_two_edits = {};  // of the index, once it was counted
    WordRanges begin;  // of an initial: words that begin with it
  };
  // Whether a listed word that was not found for a word of the query may relate to it, by its sign.
  struct SignTest {
    std::size_t word;
    std::uint8_t hit_bit;
    // In Latin letters: words with one spelling in these may still be two edits away, or be
    // words cut short, where those were not searched.
    bool by_letters;
    bool or_cut;
    std::uint8_t shortest;
    std::uint8_t longest;
    std::uint32_t letters_all;
    std::uint32_t letters_any;
    std::uint32_t letters;

    // Branch-free: a branch on the listed word would mispredict.
    bool may_meet(std::uint32_t listed, std::uint32_t length) const {
      const bool has_letters = names::at_most_two(letters_all & ~listed);
      const bool has_no_others = names::at_most_two(listed & ~letters_any);
      const bool has_length = (shortest <= length + 2) & (length <= longest + 2u);
      // A word cut short has no letter that the whole does not have.
      const bool is_cut = ((letters & ~listed) == 0) | ((listed & ~letters) == 0);
      return (has_letters & has_no_others & has_length) | (or_cut & is_cut);
    }
  };
  // One step of a plan: a word that is followed, and up to which cost.
  struct Step {
    std::size_t word;
    int reach = 0;
    // What each word costs at least in a name that no step before this one has found.
    MeetingCosts least = {};
    // Heavier names cannot pass in which the word meets nothing for less than this cost; kNotKnown
    // where it was not worked out.
    std::array<std::uint8_t, names::costs::kBest + 1> most_weight = {};
    static constexpr std::uint8_t kNotKnown = 0xFF;
  };
  // How heavy names may be to pass, as far as it was worked out: the heavier a name, the more of it
  // is left over. Most weights are never needed.
  struct WeightLimit {
    std::uint8_t passes = 0;   // all lighter than this can
    std::uint8_t failing = 0;  // so many of the heaviest weights cannot

    bool fails(std::uint8_t weight) const { return weight + failing > catalogue::kMostWeight; }
    bool knows(std::uint8_t weight) const { return weight < passes || fails(weight); }
    void note(std::uint8_t weight, bool can_pass) {
      if (can_pass)
        passes = static_cast<std::uint8_t>(weight + 1);
      else
        failing = static_cast<std::uint8_t>(catalogue::kMostWeight + 1 - weight);
    }
  };
  // By the words of the query that were found in them (Workspace::wide_hits(), or joined_hits()).
  using WeightLimits = std::array<WeightLimit, 256>;
  // What is known of a listed name by its words.
  struct Known {
    std::uint8_t hits = 0;    // words of the query that were found in it
    std::uint16_t near = 0;   // others that can be there, as Workspace::near() tells
    std::uint8_t weight = 0;  // of its words, as it is sketched
    int related = 0;          // weight of those words that may meet something, at most
    Joins joins = Joins::kNone;
    int unrelated = 0;       // weight of those that meet nothing, at most
    bool may_carry = false;  // some of those that may meet something may_carry()
    OmissionsByWeight omissions = {};

    // Weight of the words that meet nothing, at least. It is less than `unrelated` where some of
    // them do not count at their places.
    int left() const { return std::max(0, weight * catalogue::kWeightUnit - related); }
    // What it costs an organisation, at least, to leave them out; 0 for others.
    int omitted() const { return omissions.of_heavier_than(unrelated - left()); }
  };
  static constexpr int kAllRelated = 1 << 16;  // Known::related where it is not known
  // A partition, and how its names are found.
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
    bool has_initials;
    std::uint32_t second = last;  // where a second partition begins in it
    bool is_whole = false;        // all names of the shelf are in it
    bool planned = false;         // no name can pass that the steps do not find
    std::vector<Step> steps = {};
    std::array<WeightLimits, kJoins> limits = {};
    // Once all words are looked up: nothing_known(), and cost_beyond() of each word.
    MeetingCosts unknown = {};
    MeetingCosts beyond = {};
    std::uint64_t number = 0;  // Workspace::decisions
  };

  // Listed words (related_words.cc).
  WordFacts& facts(std::uint32_t word);
  WordFacts& begun_facts(std::uint32_t word);
  void note_cost(std::uint32_t word, std::size_t i, std::uint8_t cost);
  bool may_relate_unfound(std::size_t i, std::uint32_t word) const;
  void note_begin(std::size_t i);
  // Adds a listed word to what is known of a name, as far as its sign tells.
  void note_word(std::uint32_t word, Known& known) {
    const Met met = met_by(word);
    note_word(word, met.hits, met.near, known);
  }
  void note_word(std::uint32_t word, std::uint8_t hits, std::uint16_t near, Known& known) const {
    known.hits = static_cast<std::uint8_t>(known.hits | hits);
    known.near = static_cast<std::uint16_t>(known.near | near);
    const catalogue::WordSign& sign = catalogue_.word_sign(word);
    if (hits != 0 || near != 0) {
      known.related += sign.left_weight;
      known.may_carry = known.may_carry || may_carry(sign.role);
    } else {
      known.unrelated += sign.left_weight;
      known.omissions.add(sign.left_weight, bound_.least_omission(sign, known.joins));
    }
  }
  // The words of the query that a listed word was found for, and those that it may relate to
  // although it was not.
  struct Met {
    std::uint8_t hits;
    std::uint16_t near;
  };
  Met met_by(std::uint32_t word) {
    const WordNote& own = w_.note_of(word);
    const std::uint8_t hits = own.hits;
    const std::uint16_t known = w_.near(word, own);
    if (open_near_ == 0 || (known & Workspace::kBySign))
      return {hits, static_cast<std::uint16_t>(known & Workspace::kNear)};
    return {hits, near_words_by_sign(word, own.related_to, known)};
  }
  std::uint16_t near_words(std::uint32_t word) { return met_by(word).near; }
  // Whether compared_near_words() may tell less of a word than this, which near_words() told.
  bool has_to_be_read(std::uint16_t near) const {
    return static_cast<int>(open_near_ != 0) &
           static_cast<int>((near & ~Workspace::kPutAside) != 0);
  }
  std::uint16_t near_words_by_sign(std::uint32_t word, std::uint32_t found, std::uint16_t known);
  std::uint16_t compared_near_words(std::uint32_t word);
  std::uint8_t cost_between(std::size_t i, std::uint32_t word) const;
  void look_up(std::size_t i, catalogue::Reach reach);
  void look_up_far(std::size_t i);
  void find_same_words();
  KnownRelatives find_known(std::size_t i);
  void take_known(std::size_t i, catalogue::Reach reach);
  void note_known_light();
  void note_related(std::size_t i, std::uint32_t word, std::uint8_t cost);
  void note_special(std::uint32_t word, std::uint16_t bit, std::uint8_t hit_bit);
  // The bits of the words that were found for the rest of a posting.
  std::uint8_t wide_hits(catalogue::Rest rest) const {
    return rest.is_word() ? w_.wide_hits(rest.word()) : rest_hits_.of(rest);
  }
  void find_words(std::size_t i, catalogue::Reach reach);
  // Calls visit(k, word) for the words of the shelf that may have the key k of
  // Workspace::word_keys.
  template <class Visit>
  void for_each_word_key(const Visit& visit) const {
    const catalogue::WordIndex& index = catalogue_.word_index();
    index.keys.for_each_key(w_.word_keys.keys(), index.first(shelf_), index.last(shelf_), visit);
  }
  // What is noted of it, and how many names have it.
  void prefetch_relative(catalogue::Relative each) const {
    catalogue_.prefetch_posting_offset(each.word());
    w_.prefetch_hits(each.word());
  }
  template <class Visit>
  void for_each_allowed(std::span<const catalogue::Relative> known, const Visit& visit) const;
  std::uint64_t effort_of_two_edits(std::size_t i);
  std::uint64_t entries_of_two_edits(std::size_t i);
  void note_words();
  void look_up_alike();
  void look_up_light();
  std::uint8_t least_cost_beyond(std::size_t i, catalogue::Reach reach) const;

  // The names that are searched are neighbours in the catalogue.
  std::uint32_t first_name() const { return ranges_.front().first; }
  std::uint32_t last_name() const { return ranges_.back().last; }

  // Plans (plan.cc).
  void make_plan(Range& range);
  bool take_two_edits(const std::vector<Step>& steps, MeetingCosts least, std::uint64_t most);
  void set_reaches(Range& range) const;
  void note_sign_tests();
  MeetingCosts nothing_known(const Range& range) const;
  std::uint8_t cost_beyond(std::size_t i, const Range& range) const;
  std::uint8_t cost_of_found(std::size_t i, const Range& range) const;
  // The one initial of the query, and no listed name has any: no other makes it cost less.
  bool is_only_initial(std::size_t i, const Range& range) const {
    return initials_ == 1 && !range.has_initials && query_.words()[i].role == names::Role::kInitial;
  }
  std::uint8_t most_weight(Step& step, std::uint8_t cost, const Range& range) const;
  // Whether a name in which these words were found can pass with this weight.
  bool may_weigh(std::uint8_t weight, std::uint8_t hits, Joins joins, Range& range) const {
    WeightLimit& limit = range.limits[static_cast<std::size_t>(joins)][hits];
    if (!limit.knows(weight)) [[unlikely]]
      limit.note(weight, work_out_weight(weight, hits, joins, range));
    return weight < limit.passes;
  }
  bool work_out_weight(std::uint8_t weight, std::uint8_t hits, Joins joins,
                       const Range& range) const;
  bool may_pass(const Known& known, const Range& range) const;
  bool work_out(const Known& known, int omitted, const Range& range) const;
  MeetingCosts costs_by_hits(std::uint8_t hits, Joins joins, const Range& range) const;
  bool is_complete(const MeetingCosts& least) const { return !bound_.may_cost(least, {}, budget_); }
  std::span<const catalogue::Posting> postings(std::uint32_t word, const Range& range) const;
  // How many postings are of partitions before the one that begins with this name.
  static std::size_t count_below(std::span<const catalogue::Posting> all, std::uint32_t name);

  // Names (kind_search.cc).
  void set_ranges(std::span<const catalogue::Partition> partitions);
  void follow(Step& step, Range& range);
  void count_postings(std::size_t count) {
    work_.postings += count;
    work_.steps += count / kPostingsPerStep;
  }
  void decide_likely(Range& range);
  void prefetch_likely(const catalogue::Posting& posting) const;
  void prefetch_kept(const KeptName& kept) const;
  void prefetch_words_of_kept(const KeptName& kept) const;
  bool likely_can_pass(KeptName& likely, const Known& known_of_word, Range& range);
  bool passes_compared(const KeptName& kept, Range& range);
  void take_identical();
  void scan(const Range& range);
  void look_at_each(Range& range);
  bool passes_found_words(const WeighedName& name, Range& range);
  void look_closely_later(const catalogue::Posting& posting);
  void look_closely_at_all();
  bool passes_closely(const WeighedName& name);
  void take(std::uint32_t name);
  bool can_pass(const WeighedName& name);
  Range* range_of(std::uint32_t name);

  // Words written as one (joined_words.cc).
  void find_joined();
  void add_joined_text(std::size_t begin, std::size_t count, bool turned = false);
  void note_joined(const JoinedText& text, std::uint32_t word);
  void follow_joined(Range& range);
  void pass_over_joined(std::span<const catalogue::Posting> all, std::uint32_t word, Range& range);
  std::uint8_t joined_hits(catalogue::Rest rest) const;
  bool joined_can_pass(const catalogue::Posting& posting, std::uint32_t word, Range& range);
  void take_joined_names();
  void find_joined_names();
  bool joined_name_can_pass(std::span<const JoinedName> found);
  bool meets_by_itself(std::size_t i, std::uint32_t word) const;
  bool is_met_by_itself(std::size_t i, std::span<const catalogue::NameWord> words) const;
  std::uint32_t words_that_make_up(std::span<const catalogue::NameWord> words,
                                   const names::Word& query_word) const;
  bool may_make_up(std::span<const catalogue::NameWord> words, const names::Word& query_word) const;
  bool makes_up_turned(std::span<const catalogue::NameWord> words,
                       const names::Word& query_word) const;
  std::uint16_t near_words_of_joined(std::uint32_t word);

  // Initials and the letters of whole names (acronyms.cc).
  void take_by_letters();
  void take_acronyms();
  void take_spelled_acronyms();
  void take_names_of(std::uint32_t word);
  void take_words_of_initials(const catalogue::Initials& initials);
  bool may_spell(std::uint32_t name, std::string_view letters) const;
  void find_names(std::span<const catalogue::Key> keys);
  std::optional<std::uint32_t> first_word_of(std::uint32_t name) const;
  template <class Visit>
  void for_each_found(const Visit& visit);

  const catalogue::Catalogue& catalogue_;
  names::NameView query_;
  const Filter& filter_;
  int threshold_;
  int budget_;
  Workspace& w_;
  Work& work_;
  Bound bound_;
  catalogue::Shelf shelf_ = catalogue::Shelf::kPerson;  // whose words are looked up
  std::vector<Range> ranges_;
  std::array<QueryWord, names::kMaxWords> words_{};
  std::array<std::uint8_t, names::kMaxWords> hit_bit_{};  // 0 of words without weight
  // Of listed words that carry weight and relate to one that does not; 0 where that is not known.
  std::uint8_t light_bit_ = 0;
  // Of listed words that may be put aside; 0 where there are too many words for it.
  std::uint8_t aside_bit_ = 0;
  RestHits rest_hits_;           // words found in the rest of a name
  std::uint8_t made_up_of_ = 0;  // words that make up some listed word when written as one
  std::size_t initials_ = 0;     // of the query
  std::uint16_t open_near_ = 0;  // what only the signs of words tell, as Workspace::near() has it
  std::vector<SignTest> sign_tests_;
  std::vector<std::size_t> light_;     // words without weight that take part
  std::vector<std::size_t> order_;     // words that carry weight
  std::vector<std::uint32_t> joined_;  // listed words that words of the query make up
};

}  // namespace vedette::search
