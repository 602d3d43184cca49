#include "names/comparing/relation.h"

#include <algorithm>
#include <array>
#include <limits>

#include "names/comparing/edit_cost.h"
#include "names/tables/costs.h"
#include "names/tables/lexicon.h"
#include "text/by_ear.h"
#include "text/edit_distance.h"
#include "text/phonetic.h"
#include "text/script.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

Relation better(Relation a, Relation b) {
  if (a.way == Way::kNone) return b;
  if (b.way == Way::kNone) return a;
  return b.cost < a.cost ? b : a;
}

Relation relation(Way way, int cost, int edits = 0) {
  return {way, static_cast<std::uint8_t>(cost), static_cast<std::uint8_t>(edits)};
}

// The parts of two spellings that remain without their common beginning and end.
struct Difference {
  std::string_view a;
  std::string_view b;
  char before = '\0';
};

Difference difference(std::string_view a, std::string_view b) {
  char before = '\0';
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    before = a.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  return {a, b, before};
}

// The slips people make most: neighbours swapped, a letter doubled, a vowel for a vowel or too
// many.
bool is_light(std::string_view x, std::string_view y) {
  const Difference d = difference(x, y);
  if (d.a.size() == 2 && d.b.size() == 2) return d.a[0] == d.b[1] && d.a[1] == d.b[0];
  const auto vowels = [](std::string_view s) { return std::ranges::all_of(s, is_vowel); };
  if (vowels(d.a) && vowels(d.b)) return true;
  const std::string_view extra = d.a.empty() ? d.b : d.b.empty() ? d.a : std::string_view();
  return extra.size() == 1 && extra[0] == d.before;
}

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

// Removes the common beginning and end of two words, whole letters only.
void strip_common_ends(std::string_view& x, std::string_view& y) {
  std::size_t front = 0;
  const std::size_t shorter = std::min(x.size(), y.size());
  while (front < shorter && x[front] == y[front])
    ++front;
  while (front > 0 && ((front < x.size() && is_continuation(x[front])) ||
                       (front < y.size() && is_continuation(y[front]))))
    --front;
  x.remove_prefix(front);
  y.remove_prefix(front);
  std::size_t back = 0;
  const std::size_t left = std::min(x.size(), y.size());
  while (back < left && x[x.size() - 1 - back] == y[y.size() - 1 - back])
    ++back;
  while (back > 0 && is_continuation(x[x.size() - back]))
    --back;
  x.remove_suffix(back);
  y.remove_suffix(back);
}

// The code points of a folded form, which is always valid UTF-8.
std::u32string_view decode(std::string_view bytes, std::array<char32_t, kMaxLetters + 8>& out) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bytes.size() && count < out.size(); ++count) {
    const auto byte = [&](std::size_t k) {
      return static_cast<char32_t>(static_cast<unsigned char>(bytes[i + k]));
    };
    const char32_t lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (i + length > bytes.size()) break;
    out[count] = length == 1   ? lead
                 : length == 2 ? (lead & 0x1F) << 6 | (byte(1) & 0x3F)
                 : length == 3 ? (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F)
                               : (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 |
                                     (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    i += length;
  }
  return {out.data(), count};
}

std::size_t native_distance(const WordRef& a, const WordRef& b, std::size_t limit) {
  constexpr std::size_t kLongestLetter = 4;
  std::string_view form_a = a.name.form(*a.word);
  std::string_view form_b = b.name.form(*b.word);
  strip_common_ends(form_a, form_b);
  // One edit is one letter, or two that are exchanged.
  const std::size_t longer = std::max(form_a.size(), form_b.size());
  if (limit == 1 && longer > 2 * kLongestLetter) return limit + 1;
  if (longer - std::min(form_a.size(), form_b.size()) > limit * kLongestLetter) return limit + 1;
  std::array<char32_t, kMaxLetters + 8> x;
  std::array<char32_t, kMaxLetters + 8> y;
  return text::edit_distance(decode(form_a, x), decode(form_b, y), limit);
}

bool latin(const Word& word) {
  return word.script == static_cast<std::uint8_t>(text::Script::Latin) ||
         word.script == static_cast<std::uint8_t>(text::Script::Other);
}

// Whether the letters of two words are of the same families of sounds (text/phonetic.h): selenskyj,
// zelenskyy.
bool sound_alike(const WordRef& a, const WordRef& b) {
  const auto x = a.name.coarse_sounds(*a.word);
  const auto y = b.name.coarse_sounds(*b.word);
  return std::ranges::any_of(
      x, [&](std::uint32_t key) { return std::ranges::find(y, key) != y.end(); });
}

// One spelling of a word, where it lies. Two that differ in their keys differ.
struct Spelling {
  const char* data;
  std::uint32_t size;
  std::uint32_t key;
  std::string_view text() const { return {data, size}; }
};

// The spellings of a word side by side: those of two words are gone through in all pairs.
class Spellings {
 public:
  explicit Spellings(const WordRef& a) {
    a.name.any_spelling(*a.word, [&](std::string_view x) {
      const auto letter = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(x[i]));
      };
      const auto size = static_cast<std::uint32_t>(x.size());
      const std::uint32_t key =
          x.empty() ? 0 : size | letter(0) << 8 | letter(size / 2) << 16 | letter(size - 1) << 24;
      all_[count_++] = {x.data(), size, key};
      return count_ == all_.size();
    });
  }
  const Spelling* begin() const { return all_.data(); }
  const Spelling* end() const { return all_.data() + count_; }

 private:
  std::array<Spelling, kMaxSpellings> all_;
  std::size_t count_ = 0;
};

// A word longer than any that is common takes as much as several.
int work_of(std::string_view spelling) {
  constexpr std::size_t kLettersOfOne = 16;
  return static_cast<int>(1 + spelling.size() / kLettersOfOne);
}

// Pairs of spellings whose lengths are too far apart are passed over; so many are one unit.
constexpr int kPassedOverOfOne = 32;

struct Nearest {
  std::size_t distance;
  bool light;
};

// Shorter words have not enough letters for the habit of a language and a slip besides.
constexpr std::size_t kLettersForHabitAndEdit = 8;

// The nearest pair of spellings, as long as it is within `limit`. Between scripts a spelling that
// is not the usual one is a difference by itself: in a short word, which may be all there is of a
// company's name, it counts as one letter more. People's names are written by ear, and a second
// name supports the first.
Nearest nearest_spelling(const WordRef& a, const WordRef& b, std::size_t limit, Work& work) {
  std::size_t distance = limit + 1;
  std::string_view best_a;
  std::string_view best_b;
  const bool between = a.word->script != b.word->script && a.name.kind() != Kind::kPerson;
  const std::string_view usual_a = a.name.latin(*a.word);
  const std::string_view usual_b = b.name.latin(*b.word);
  const Spellings others(b);
  int passed_over = 0;
  a.name.any_spelling(*a.word, [&](std::string_view x) {
    for (const Spelling& other : others) {
      const std::string_view y = other.text();
      if (x.size() > y.size() + limit || y.size() > x.size() + limit) {
        ++passed_over;
        continue;
      }
      if (!work.take(work_of(x))) return true;
      const bool usual = x.data() == usual_a.data() && y.data() == usual_b.data();
      const bool habit =
          between && !usual && std::max(x.size(), y.size()) < kLettersForHabitAndEdit;
      const std::size_t d = text::edit_distance(x, y, limit) + habit;
      if (d < distance) {
        distance = d;
        best_a = x;
        best_b = y;
      }
      if (distance <= 1) return true;
    }
    return false;
  });
  work.take(passed_over / kPassedOverOfOne);
  return {distance, distance <= limit && is_light(best_a, best_b)};
}

// Whether some two spellings differ in at most `limit` letters.
bool any_spelling_within(const WordRef& a, const WordRef& b, std::size_t limit, Work& work) {
  const Spellings others(b);
  bool found = false;
  a.name.any_spelling(*a.word, [&](std::string_view x) {
    for (const Spelling& other : others) {
      const std::string_view y = other.text();
      if (x.size() > y.size() + limit || y.size() > x.size() + limit) continue;
      if (!work.take(kWorkOfHalf)) return true;
      found = text::edit_distance(x, y, limit) <= limit;
      if (found) return true;
    }
    return false;
  });
  return found;
}

// How near two words are by their letters.
struct Closeness {
  std::size_t limit = 0;  // as far as was looked
  Nearest near{1, false};
  bool spelled = false;  // by their spellings; else by the letters of the script they share
};

Closeness closeness(const WordRef& a, const WordRef& b, Work& work) {
  Closeness out;
  out.limit = static_cast<std::size_t>(edit_budget(*a.word, *b.word, a.name.kind()));
  out.near.distance = out.limit + 1;
  if (out.limit == 0 || work.spent()) return out;
  if (a.word->script == b.word->script && !latin(*a.word)) {
    if (work.take()) out.near.distance = native_distance(a, b, out.limit);
    return out;
  }
  out.spelled = true;
  if (spellings_may_be_near(*a.word, *b.word)) out.near = nearest_spelling(a, b, out.limit, work);
  return out;
}

bool are_russian_family_names(const WordRef& a, const WordRef& b) {
  const auto is_one = [](std::string_view latin) {
    return latin.ends_with("ov") || latin.ends_with("ev") || latin.ends_with("ova") ||
           latin.ends_with("eva");
  };
  return is_one(a.name.latin(*a.word)) && is_one(b.name.latin(*b.word));
}

// Whether letters of another sound may be the habit of a language. Cyrillic letters have Latin ones
// that stand for them, so that no company's name changes so, nor two letters of a person's short
// name or of a Russian family name: Ivanov is as far from Аваков as from Avakov. Other long names
// are foreign to one of the two: Уорнер, Warner.
bool is_written_by_ear(const WordRef& a, const WordRef& b, std::size_t distance, int longer) {
  constexpr int kShort = 5;
  const auto cyrillic = static_cast<std::uint8_t>(text::Script::Cyrillic);
  const bool letter_by_letter = (a.word->script == cyrillic && latin(*b.word)) ||
                                (b.word->script == cyrillic && latin(*a.word));
  if (!letter_by_letter) return true;
  return a.name.kind() == Kind::kPerson &&
         (distance < 2 || (longer > kShort && !are_russian_family_names(a, b)));
}

Relation relate_by_edits(const WordRef& a, const WordRef& b, const Closeness& closeness) {
  Nearest near = closeness.near;
  if (near.distance == 0 || near.distance > closeness.limit) return {};
  const bool known = a.word->flags & b.word->flags & kKnownName;
  if (near.distance == 2 && known) return {};
  const bool between_scripts = a.word->script != b.word->script;
  const int longer = std::max(a.word->length, b.word->length);
  near.light = near.light || ((near.distance == 2 || between_scripts) && sound_alike(a, b)) ||
               (between_scripts && is_written_by_ear(a, b, near.distance, longer));
  if (static_cast<int>(near.distance) >= longer) return {};
  const int edits = static_cast<int>(near.distance);
  // The whole-name budget is for slips; a single letter of a romanisation is none, unless it is a
  // large part of a word that may be all there is of a company's name.
  constexpr int kLettersForHabit = 5;
  const bool habit = between_scripts && edits == 1 && near.light &&
                     (longer >= kLettersForHabit || a.name.kind() == Kind::kPerson);
  return relation(Way::kEdit, edit_cost(edits, near.light, *a.word, *b.word), habit ? 0 : edits);
}

// abd, abdul, abdel: forms of one half of a name.
bool are_servants(const Word& a, const Word& b) {
  return a.role == Role::kCompound && b.role == Role::kCompound;
}

Relation relate_by_rows(const WordRef& a, const WordRef& b) {
  if ((a.word->row_mask & b.word->row_mask) == 0) return {};
  Relation best{};
  const auto x = a.name.rows(*a.word);
  const auto y = b.name.rows(*b.word);
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] < y[j]) {
      ++i;
    } else if (y[j] < x[i]) {
      ++j;
    } else {
      switch (space_of(x[i])) {
        case RowSpace::kSpelling:
          best = better(best, relation(Way::kSpelling, costs::kSpelling));
          break;
        case RowSpace::kTranslation:
          best = better(best, relation(Way::kTranslation, costs::kTranslation));
          break;
        case RowSpace::kNickname: {
          // Short forms are of given names, and a given name seldom stands last.
          const bool last = (a.word->flags | b.word->flags) & kTailPosition;
          best = better(
              best, relation(Way::kNickname, costs::kNickname + (last ? costs::kNicknameLast : 0)));
          break;
        }
        case RowSpace::kGendered:
          best = better(best, relation(Way::kGendered, costs::kGendered));
          break;
        case RowSpace::kConcept:
          best = better(best, relation(Way::kConcept, costs::kConcept));
          break;
        case RowSpace::kNarrower: {
          // Two phrases that narrow one word are two things: commercial bank, investment bank.
          const std::uint32_t wide = row_in(RowSpace::kConcept, x[i]);
          if (std::ranges::binary_search(x, wide) != std::ranges::binary_search(y, wide))
            best = better(best, relation(Way::kNarrower, costs::kNarrower));
          break;
        }
        case RowSpace::kAbbreviation:
          best = better(best, relation(Way::kAbbreviation, costs::kAbbreviation));
          break;
        case RowSpace::kPlace:
          best = better(best, relation(Way::kPlace, costs::kPlaceName));
          break;
        case RowSpace::kParticle:
          if (are_servants(*a.word, *b.word)) best = better(best, relation(Way::kParticle, 0));
          break;
        case RowSpace::kLegal:
        case RowSpace::kNone:
          break;
      }
      ++i;
      ++j;
    }
  }
  return best;
}

bool share_sound(const WordRef& a, const WordRef& b) {
  if ((a.word->sound_mask & b.word->sound_mask) == 0) return false;
  const auto x = a.name.sounds(*a.word);
  const auto y = b.name.sounds(*b.word);
  return std::ranges::any_of(
      x, [&](std::uint32_t key) { return std::ranges::find(y, key) != y.end(); });
}

// The first word is in Arabic letters and spoken like the other one.
bool share_spoken_skeleton(const Word& a, const Word& b) {
  return a.script == static_cast<std::uint8_t>(text::Script::Arabic) && a.other_skeleton != 0 &&
         a.other_skeleton == b.arabic_skeleton;
}

// Whether the consonants agree where one of the scripts writes no vowels.
bool share_skeleton(const Word& a, const Word& b) {
  const auto hebrew = static_cast<std::uint8_t>(text::Script::Hebrew);
  if (a.script == hebrew || b.script == hebrew)
    return a.other_skeleton != 0 && a.other_skeleton == b.other_skeleton;
  if (a.arabic_skeleton != 0 && a.arabic_skeleton == b.arabic_skeleton) return true;
  return share_spoken_skeleton(a, b) || share_spoken_skeleton(b, a);
}

// Two consonants, which may be all that there is of a company's name, are those of too many words:
// kid is not القاعدة.
bool says_enough_by_consonants(const WordRef& a, const WordRef& b) {
  constexpr std::ptrdiff_t kFewest = 3;
  if (a.name.kind() == Kind::kPerson) return true;
  const WordRef& written = a.word->flags & kConsonantal ? b : a;
  return std::ranges::count_if(written.name.latin(*written.word),
                               [](char c) { return !is_vowel(c); }) >= kFewest;
}

Relation relate_by_sound(const WordRef& a, const WordRef& b, const Closeness& closeness,
                         Work& work) {
  const Word& x = *a.word;
  const Word& y = *b.word;
  const bool same_script = x.script == y.script;
  if (same_script && (x.flags & (kSyllabic | kConsonantal))) return {};
  const bool known = x.flags & y.flags & kKnownName;
  if (((x.flags ^ y.flags) & kConsonantal) && share_skeleton(x, y) &&
      says_enough_by_consonants(a, b))
    return relation(Way::kSkeleton, known ? costs::kKnownNamesEdit : costs::kSkeleton);
  if (!share_sound(a, b)) return {};
  // A key is coarse: the letters must agree by half as well.
  const std::size_t limit = std::max(x.length, y.length) / 2u;
  const bool measured = closeness.spelled && closeness.near.distance <= closeness.limit;
  if (measured ? closeness.near.distance > limit : !any_spelling_within(a, b, limit, work))
    return {};
  if (known) return relation(Way::kSound, costs::kSoundOfKnownNames, 1);
  return relation(Way::kSound, costs::kSound, 1);
}

bool is_written_by_ear(const Word& word) {
  return text::is_written_by_ear(static_cast<text::Script>(word.script));
}

// A foreign name in a script that spells what is heard. The keys are coarse; how well the Latin
// letters explain the characters is what it costs.
Relation relate_by_ear(const WordRef& a, const WordRef& b, Work& work) {
  if (a.word->ear_count == 0 || b.word->ear_count == 0) return {};
  const bool by_ear = is_written_by_ear(*a.word);
  if (by_ear == is_written_by_ear(*b.word)) return {};
  const auto x = a.name.ears(*a.word);
  const auto y = b.name.ears(*b.word);
  if (std::ranges::none_of(x,
                           [&](std::uint32_t key) { return std::ranges::find(y, key) != y.end(); }))
    return {};
  const WordRef& written = by_ear ? a : b;
  const WordRef& other = by_ear ? b : a;
  if (!work.take(kWorkOfHalf)) return {};
  std::array<char32_t, kMaxLetters + 8> letters;
  const int evidence = text::ear_evidence(decode(written.name.form(*written.word), letters),
                                          other.name.latin(*other.word));
  constexpr int kTenths = 10;
  if (evidence < 0) return {};
  const int cost = std::max(costs::kByEarOfNoEvidence - evidence / kTenths, costs::kByEarAtLeast);
  const bool consonants = written.word->flags & kConsonantal;
  if (cost > (consonants ? costs::kByEarOfConsonantsAtMost : costs::kByEarAtMost)) return {};
  const bool known = a.word->flags & b.word->flags & kKnownName;
  return relation(Way::kByEar, known ? std::max(cost, costs::kKnownNamesEdit) : cost);
}

bool share_spelling(const WordRef& a, const WordRef& b, Work& work) {
  if ((a.word->spelling_mask & b.word->spelling_mask) == 0 || !work.take()) return false;
  if (a.word->latin_count == 1 && b.word->latin_count == 1)
    return a.name.latin(*a.word) == b.name.latin(*b.word);
  const Spellings xs(a);
  const Spellings ys(b);
  // A small Bloom filter: most spellings of one word have no equal among the other's.
  const auto bit = [](const Spelling& spelling) {
    return std::uint64_t{1} << (spelling.key * 0x9E3779B1u >> 26);
  };
  std::uint64_t bits = 0;
  for (const Spelling& y : ys)
    bits |= bit(y);
  for (const Spelling& x : xs)
    if (bits & bit(x))
      for (const Spelling& y : ys)
        if (x.key == y.key && x.text() == y.text()) return true;
  return false;
}

// A number that is written as a word may be misspelled.
bool is_number_in_letters(const Word& word) {
  constexpr std::uint8_t kShortest = 5;
  constexpr std::uint32_t kRomanLetters = 1u << ('i' - 'a') | 1u << ('v' - 'a') | 1u << ('x' - 'a');
  return word.length >= kShortest && (word.letters & ~kRomanLetters) != 0;
}

// One of the words is a number, the other may be one, or the misspelled word for one.
bool may_be_number(const Word& a, const Word& b) {
  const Word& number = a.role == Role::kNumeral ? a : b;
  const Word& other = a.role == Role::kNumeral ? b : a;
  if (other.role != Role::kName) return false;
  return (other.value != 0 && other.value == number.value) || is_number_in_letters(number);
}

bool has_digit(const WordRef& a) {
  return std::ranges::any_of(a.name.form(*a.word), [](char c) { return c >= '0' && c <= '9'; });
}

Relation relate_numeral_and_name(const WordRef& a, const WordRef& b, Work& work) {
  if (!may_be_number(*a.word, *b.word)) return {};
  if (a.word->value == b.word->value) return relation(Way::kNumeral, costs::kNumeralForm);
  if (has_digit(a) || has_digit(b) || a.word->script != b.word->script ||
      !spellings_may_be_near(*a.word, *b.word))
    return {};
  const Nearest near = nearest_spelling(a, b, 1, work);
  if (near.distance != 1) return {};
  return relation(Way::kEdit, edit_cost(1, near.light, *a.word, *b.word), 1);
}

// Two funds of one series, which one house manages.
Relation relate_in_series(const Word& a, const Word& b) {
  const bool series = (a.flags & b.flags & kSeries) && a.role == b.role;
  return series ? relation(Way::kSeries, costs::kSeries, 1) : Relation{};
}

Relation relate_numerals(const Word& a, const Word& b) {
  if (a.value == b.value) return relation(Way::kNumeral, costs::kNumeralForm);
  return relate_in_series(a, b);
}

Relation relate_initial(const WordRef& a, const WordRef& b) {
  const bool x = a.word->role == Role::kInitial;
  const bool y = b.word->role == Role::kInitial;
  if (x == y) return {};
  const WordRef& letter = x ? a : b;
  const WordRef& word = x ? b : a;
  if (word.word->role != Role::kName && word.word->role != Role::kCompound) return {};
  // The letters of a word that was cut off must all be there.
  const bool cut_off = is_cut_off(*letter.word);
  const bool fits = letter.name.any_spelling(*letter.word, [&](std::string_view one) {
    return word.name.any_spelling(*word.word, [&](std::string_view w) {
      return cut_off ? w.starts_with(one) : w[0] == one[0];
    });
  });
  return fits ? relation(Way::kInitial, costs::kInitial) : Relation{};
}

Relation relate_particles(const WordRef& a, const WordRef& b, Work& work) {
  const bool x = is_particle(a.word->role);
  const bool y = is_particle(b.word->role);
  if (x && y) {
    if (a.word->role != b.word->role) return {};
    const auto rows_a = a.name.rows(*a.word);
    const auto rows_b = b.name.rows(*b.word);
    const bool same = std::ranges::any_of(
        rows_a, [&](std::uint32_t row) { return std::ranges::find(rows_b, row) != rows_b.end(); });
    return relation(Way::kParticle, same ? 0 : costs::kOtherParticle);
  }
  // A slip in a particle makes a word that no table knows: xal-Assad.
  if (!is_garbled_particle(x ? *b.word : *a.word)) return {};
  if (nearest_spelling(a, b, 1, work).distance > 1) return {};
  return relation(Way::kEdit, costs::kParticleEdit, 1);
}

bool is_cut_short(std::string_view part, std::string_view whole) {
  return part.size() >= 4 && whole.size() >= part.size() + 3 && whole.starts_with(part);
}

// What is cut short is a word of the language, and what is left of it is none: "commun" is
// communications, but "star" is not Starbucks and "gazprom" is not Gazprombank.
Relation relate_cut_short(const WordRef& a, const WordRef& b) {
  const bool x = a.word->row_count != 0;
  const bool y = b.word->row_count != 0;
  if (x == y) return {};
  const WordRef& whole = x ? a : b;
  const WordRef& part = x ? b : a;
  if (whole.word->role == Role::kPlace || part.word->role != Role::kName) return {};
  if (!is_cut_short(part.name.latin(*part.word), whole.name.latin(*whole.word))) return {};
  return relation(Way::kAbbreviation, costs::kCutShort, 0);
}

// One word is the other without its vowels, as clerks shorten names: rsnft, rosneft.
Relation relate_without_vowels(const WordRef& a, const WordRef& b) {
  const std::string_view x = a.name.latin(*a.word);
  const std::string_view y = b.name.latin(*b.word);
  const std::string_view part = x.size() < y.size() ? x : y;
  const std::string_view whole = x.size() < y.size() ? y : x;
  const Kind kind = a.name.kind();
  if (!is_without_vowels(part, kind) || whole.size() == part.size()) return {};
  if (!has_consonants(whole, part)) return {};
  // Omitted vowels are no slip for people. For a company they count as one edit: the word may be
  // all there is.
  if (kind == Kind::kPerson) return relation(Way::kSkeleton, costs::kSkeleton);
  return relation(Way::kSkeleton, costs::kCutShort, 1);
}

// Whether both words are in the tables: then one letter between them changes the meaning.
bool different_meanings(const Word& a, const Word& b) {
  const auto has_meaning = [](const Word& w) {
    return w.row_count != 0 && (w.role == Role::kPlace || w.role == Role::kBusiness ||
                                w.role == Role::kGeneric || w.role == Role::kConnective);
  };
  return has_meaning(a) && has_meaning(b);
}

}  // namespace

bool has_consonants(std::string_view latin, std::string_view consonants) {
  if (latin.empty() || consonants.empty() || latin[0] != consonants[0]) return false;
  std::size_t at = 1;
  for (const char c : latin.substr(1)) {
    if (is_dropped_vowel(c)) continue;
    if (at == consonants.size() || consonants[at++] != c) return false;
  }
  return at == consonants.size();
}

bool special_words_may_relate(const Word& a, const Word& b, Kind kind) {
  if (a.form_hash == b.form_hash) return true;
  if (a.role == Role::kNumeral || b.role == Role::kNumeral)
    return a.role == b.role || may_be_number(a, b);
  if (a.role == Role::kInitial || b.role == Role::kInitial)
    return a.role != b.role && (a.letters_any & b.letters_any) != 0;
  const bool x = is_particle(a.role);
  const bool y = is_particle(b.role);
  if (x && y) return a.role == b.role;
  if (x || y) return is_garbled_particle(x ? b : a);
  if (a.arabic_skeleton == b.arabic_skeleton && a.arabic_skeleton != 0) return true;
  if (a.other_skeleton == b.other_skeleton && a.other_skeleton != 0) return true;
  if (share_spoken_skeleton(a, b) || share_spoken_skeleton(b, a)) return true;
  if (a.script == b.script && !latin(a)) return true;
  if (a.ear_count != 0 && b.ear_count != 0 && is_written_by_ear(a) != is_written_by_ear(b))
    return true;
  if (a.anagram == b.anagram && a.anagram != 0) return true;
  if (spellings_may_be_near(a, b)) return true;
  if (is_vowelless(a) != is_vowelless(b) &&
      ((is_vowelless(a) ? a.letters & ~b.letters : b.letters & ~a.letters) == 0))
    return true;
  if (kind != Kind::kOrganisation) return false;
  return (a.letters & ~b.letters) == 0 || (b.letters & ~a.letters) == 0;
}

Relation relate(const WordRef& a, const WordRef& b, Work& work) {
  const Word& x = *a.word;
  const Word& y = *b.word;
  const Kind kind = a.name.kind();
  if (is_cut_off(x) != is_cut_off(y)) return relate_initial(a, b);
  if (x.form_hash == y.form_hash && a.name.form(x) == b.name.form(y))
    return relation(Way::kExact, 0);
  if (x.role == Role::kNumeral || y.role == Role::kNumeral)
    return x.role == y.role ? relate_numerals(x, y) : relate_numeral_and_name(a, b, work);
  if (x.role == Role::kInitial || y.role == Role::kInitial) return relate_initial(a, b);
  if (is_particle(x.role) || is_particle(y.role)) return relate_particles(a, b, work);
  const bool same_script = x.script == y.script;
  if (share_spelling(a, b, work) && !(same_script && (x.flags & kSyllabic)))
    return relation(same_script ? Way::kVariant : Way::kRomanised,
                    same_script ? costs::kVariant : costs::kRomanised);
  if (x.flags & y.flags & kSeries) return relate_in_series(x, y);
  Relation best = relate_by_rows(a, b);
  const Closeness near = closeness(a, b, work);
  best = better(best, relate_by_sound(a, b, near, work));
  if (kind == Kind::kPerson) {
    best = better(best, relate_by_ear(a, b, work));
    if (is_vowelless(x) != is_vowelless(y)) best = better(best, relate_without_vowels(a, b));
  }
  const Relation edited = relate_by_edits(a, b, near);
  if (kind != Kind::kPerson && different_meanings(x, y)) {
    // Two words of the tables that mean different things: one edit is as likely another word.
    if (edited.edits == 1) best = better(best, relation(Way::kEdit, costs::kKnownNamesEdit, 1));
    return best;
  }
  best = better(best, edited);
  if (kind == Kind::kOrganisation) {
    best = better(best, relate_cut_short(a, b));
    best = better(best, relate_without_vowels(a, b));
  }
  // A word of the tables is spelled as it is: Meitarim is not maritime.
  const bool known = kind == Kind::kPerson ? (x.flags & y.flags & kKnownName) != 0
                                           : x.row_count != 0 || y.row_count != 0;
  if (x.anagram != 0 && x.anagram == y.anagram && same_script && x.length >= 5 && !known)
    // In an organisation's name it counts as two edits: a lone word may be all there is.
    best = better(best, relation(Way::kAnagram, costs::kAnagram, kind == Kind::kPerson ? 0 : 2));
  return best;
}

Relation relate(const WordRef& a, const WordRef& b) {
  Work unlimited(std::numeric_limits<int>::max());
  return relate(a, b, unlimited);
}

}  // namespace vedette::names
