#include "names/reading/organisation_roles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "names/reading/clerical_marks.h"
#include "names/tables/legal_form.h"

namespace vedette::names {
namespace {

// Legal forms as short as this are also ordinary syllables ("as", "co", "sal"); these count only at
// the ends of a name.
constexpr std::size_t kShortLegalForm = 3;

// Letters that make no syllable are no word of a language: llc, ltd, ooo, oy.
bool is_syllable(std::string_view form) {
  const auto vowels = std::ranges::count_if(
      form, [](char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; });
  return vowels != 0 && vowels != static_cast<std::ptrdiff_t>(form.size());
}

const Entry* find_role(std::span<const Entry> entries, Role role) {
  const auto found = std::ranges::find_if(entries, [&](const Entry& e) { return e.role == role; });
  return found == entries.end() ? nullptr : &*found;
}

// "Organization", "society" or "institute" are legal forms somewhere, but they are also what an
// organisation is, and that counts for more.
bool is_legal(std::span<const Entry> entries) {
  std::uint32_t natures = 0;
  for (const Entry& entry : entries)
    if (entry.role == Role::kLegal) natures |= entry.value;
  if (natures == 0) return false;
  constexpr std::uint32_t kCommercial = kLimited | kStock | kPartnership | kSole | kCompanyNature;
  return (natures & kCommercial) || !find_role(entries, Role::kBusiness);
}

class OrganisationRoles {
 public:
  OrganisationRoles(const Lexicon& lexicon, Reading& reading, Kind kind)
      : lexicon_(lexicon), read_(reading.words), kind_(kind) {
    words_.reserve(read_.size());
    forms_.reserve(read_.size());
    hashes_.reserve(read_.size());
    for (const ReadWord& word : read_) {
      forms_.push_back(word.form);
      hashes_.push_back(base::text_hash(word.form));
    }
  }

  std::vector<DraftWord> assign() {
    for (std::size_t i = 0; i < read_.size();)
      i += take(i);
    mark_ship_prefix();
    mark_clerical_marks(words_, kind_);
    mark_misspelled_legal_words();
    drop_inner_short_legal_forms();
    keep_something();
    mark_bracketed_name();
    mark_address();
    mark_series();
    mark_ends();
    return std::move(words_);
  }

 private:
  std::string phrase(std::size_t begin, std::size_t count) const {
    std::string text;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (i > begin) text += ' ';
      text += read_[i].form;
    }
    return text;
  }

  // Takes the longest phrase of the tables at i, or the word itself; returns how many words.
  std::size_t take(std::size_t i) {
    const std::size_t left = read_.size() - i;
    const std::uint32_t lengths =
        left > 1 ? lexicon_.organisation_phrases(hashes_[i], hashes_[i + 1]) : 0;
    for (std::size_t count = lengths == 0 ? 1 : left; count > 1; --count) {
      if ((lengths >> std::min(count, PhraseLengths::kMost) & 1) == 0) continue;
      const auto words = std::span(forms_).subspan(i, count);
      const auto hashes = std::span(hashes_).subspan(i, count);
      auto entries = lexicon_.organisation(words, hashes);
      if (entries.empty()) entries = lexicon_.misspelled_phrase(words, hashes);
      if (entries.empty()) continue;
      push(join(i, count), entries);
      return count;
    }
    const auto entries = entries_of(read_[i]);
    push(std::move(read_[i]), entries);
    return 1;
  }

  std::span<const Entry> entries_of(const ReadWord& word) const {
    const auto own = lexicon_.organisation(word.form);
    if (!own.empty() || word.script == text::Script::Latin) return own;
    for (const std::string_view spelling : word.latin)
      if (const auto entries = lexicon_.organisation(spelling); !entries.empty()) return entries;
    return {};
  }

  ReadWord join(std::size_t begin, std::size_t count) const {
    ReadWord joined = read_[begin];
    joined.form = phrase(begin, count);
    std::string latin;
    std::size_t length = 0;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (!read_[i].latin.empty()) latin += read_[i].latin.front();
      length += read_[i].length;
    }
    joined.length = static_cast<std::uint8_t>(std::min(length, kMaxLetters));
    if (latin.size() > kMaxLetters) latin.resize(kMaxLetters);
    joined.latin.clear();
    if (!latin.empty()) joined.latin.add(latin);
    return joined;
  }

  // German newspapers write Russian names with w and s for v and z, sch for sh: Uralwagonsawod.
  static void add_german_reading(ReadWord& word) {
    constexpr std::uint8_t kShortest = 8;
    if (word.script != text::Script::Latin || word.latin.size() != 1 || word.length < kShortest ||
        word.form.find('w') == std::string::npos)
      return;
    std::string read;
    for (std::size_t i = 0; i < word.form.size(); ++i) {
      const bool silent = word.form[i] == 'c' && i > 0 && word.form[i - 1] == 's' &&
                          word.form.compare(i, 2, "ch") == 0;
      if (!silent) read += word.form[i] == 'w' ? 'v' : word.form[i];
    }
    word.latin.add(read);
    bool changed = false;
    for (std::size_t i = 1; i + 1 < read.size(); ++i)
      if (read[i] == 's' && std::string_view("aeiou").find(read[i + 1]) != std::string_view::npos) {
        read[i] = 'z';
        changed = true;
      }
    if (changed) word.latin.add(read);
  }

  void push(ReadWord read, std::span<const Entry> entries) {
    if (entries.empty() && kind_ == Kind::kOrganisation) add_german_reading(read);
    DraftWord word;
    word.flags = read.flags;
    word.word = std::move(read);
    for (const Entry& entry : entries)
      if (entry.row != 0) word.rows.push_back(entry.row);
    word.role = role_of(word, entries);
    words_.push_back(std::move(word));
  }

  Role role_of(DraftWord& word, std::span<const Entry> entries) const {
    const bool roman = !words_.empty() && roman_value(word.word.form) != 0;
    if (kind_ != Kind::kThing && !roman && is_legal(entries)) {
      for (const Entry& entry : entries)
        if (entry.role == Role::kLegal) word.value |= entry.value;
      return Role::kLegal;
    }
    if (read_numeral(word, entries)) return Role::kNumeral;
    for (const Role role : {Role::kConnective, Role::kPlace, Role::kGeneric, Role::kBusiness}) {
      if (!find_role(entries, role)) continue;
      if (role == Role::kConnective) {
        word.value = std::ranges::all_of(
            entries, [](const Entry& e) { return e.role != Role::kConnective || e.value != 0; });
        return role;
      }
      const bool fund = std::ranges::any_of(entries, [](const Entry& e) {
        return (e.role == Role::kGeneric || e.role == Role::kBusiness) && e.value != 0;
      });
      word.value = fund ? 1 : 0;
      return role;
    }
    word.value = lexicon_.number_of_name(word.word.form);
    return Role::kName;
  }

  bool read_numeral(DraftWord& word, std::span<const Entry> entries) const {
    const std::string& form = word.word.form;
    if (const Entry* entry = find_role(entries, Role::kNumeral)) {
      word.value = entry->value;
    } else if (form.size() <= 9 &&
               std::ranges::all_of(form, [](char c) { return c >= '0' && c <= '9'; })) {
      std::from_chars(form.data(), form.data() + form.size(), word.value);
    } else if (!words_.empty() && roman_value(form) != 0) {
      word.value = roman_value(form);
    } else {
      return false;
    }
    return true;
  }

  // "M/V Ocean Star" and "Motor Tanker Ocean Star" are the vessel Ocean Star.
  void mark_ship_prefix() {
    static constexpr std::array<std::string_view, 15> kPrefixes = {
        "mv",  "mt",  "ms",  "ss",  "fv",  "my",  "sv", "sy",
        "mtv", "msv", "lpg", "tug", "lng", "f v", "m v"};
    static constexpr std::array<std::string_view, 7> kTypes = {
        "vessel", "tanker", "ship", "yacht", "tugboat", "aircraft", "helicopter"};
    static constexpr std::array<std::string_view, 8> kBeforeTypes = {
        "motor", "oil", "chemical", "crude", "product", "sailing", "cargo", "fishing"};
    if (kind_ != Kind::kThing) return;
    const auto is_one_of = [&](std::size_t i, const auto& forms) {
      return i < words_.size() && std::ranges::find(forms, words_[i].word.form) != forms.end();
    };
    std::size_t count = is_one_of(0, kPrefixes) || is_one_of(0, kTypes)      ? 1
                        : is_one_of(0, kBeforeTypes) && is_one_of(1, kTypes) ? 2
                                                                             : 0;
    if (count >= words_.size()) return;
    for (std::size_t i = 0; i < count; ++i)
      words_[i].role = Role::kTitle;
  }

  // An unknown word that is one letter from a long legal form: "Comany". Something else that
  // carries identity must remain.
  void mark_misspelled_legal_words() {
    if (kind_ != Kind::kOrganisation) return;
    std::size_t tail = words_.size();
    while (tail > 0 && words_[tail - 1].role == Role::kLegal)
      --tail;
    std::size_t head = 0;
    while (head < tail && words_[head].role == Role::kLegal)
      ++head;
    if (head + 1 >= tail) return;
    for (std::size_t i = head; i < tail; ++i) {
      DraftWord& word = words_[i];
      if (word.role != Role::kName || !word.rows.empty()) continue;
      const auto entries = lexicon_.misspelled_legal_word(word.word.form);
      if (!is_legal(entries)) continue;
      word.role = Role::kLegal;
      for (const Entry& entry : entries) {
        if (entry.role != Role::kLegal) continue;
        word.value |= entry.value;
        word.rows.push_back(entry.row);
      }
    }
  }

  // What looks like a legal form and is none.
  void take_for_name(DraftWord& word) const {
    word.role = Role::kName;
    word.value = lexicon_.number_of_name(word.word.form);
  }

  // "as" or "co" in the middle of a name is not a legal form, unless it ends there: a comma or
  // nothing but an address follows.
  void drop_inner_short_legal_forms() {
    std::size_t head = 0;
    while (head < words_.size() && words_[head].role == Role::kLegal)
      ++head;
    std::size_t tail = words_.size();
    while (tail > head && (words_[tail - 1].role == Role::kLegal || may_be_address(tail - 1)))
      --tail;
    const auto is_short_syllable = [&](const DraftWord& word) {
      return word.role == Role::kLegal && word.word.form.size() <= kShortLegalForm &&
             !(word.flags & kInParentheses) && is_syllable(word.word.form);
    };
    for (std::size_t i = head; i < tail; ++i)
      if (is_short_syllable(words_[i]) && !comma_after(i)) take_for_name(words_[i]);
    // A name begins with one legal form: the second of "Phu Sha Star" is a word of it.
    if (head > 1 && head < words_.size() && is_short_syllable(words_[0]))
      for (std::size_t i = 1; i < head; ++i)
        if (is_short_syllable(words_[i]) && !comma_after(i)) take_for_name(words_[i]);
  }

  // One short word in brackets that no table knows stands for the words beside it: (NSPK).
  void mark_bracketed_name() {
    constexpr std::uint8_t kLongest = 6;
    if (kind_ != Kind::kOrganisation) return;
    const auto is_bracketed = [](const DraftWord& word) { return word.flags & kInParentheses; };
    const auto found = std::ranges::find_if(words_, is_bracketed);
    if (found == words_.end() || std::ranges::count_if(words_, is_bracketed) != 1) return;
    const auto before = static_cast<std::size_t>(found - words_.begin());
    if (found->role == Role::kName && found->rows.empty() && found->word.length > 1 &&
        found->word.length <= kLongest && has_name_before(before))
      found->flags |= kAlternative;
  }

  bool comma_after(std::size_t i) const {
    return i + 1 < words_.size() && words_[i + 1].word.commas > words_[i].word.commas;
  }

  // A place, a branch, or the "in" before a place.
  bool may_be_address(std::size_t i) const {
    const DraftWord& word = words_[i];
    if (word.role == Role::kPlace) return true;
    // The Russian abbreviation of "city".
    const bool city = word.word.form == "g" || word.word.form == "г";
    if (city && i + 1 < words_.size()) return words_[i + 1].role == Role::kPlace;
    return word.role == Role::kConnective && word.value != 0;
  }

  // Whether the words before i can be a name by themselves.
  bool has_name_before(std::size_t i) const {
    return std::any_of(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(i),
                       [](const DraftWord& word) {
                         return word.role == Role::kName || word.role == Role::kBusiness ||
                                word.role == Role::kGeneric;
                       });
  }

  // Two letters before a place, and nothing else, are more likely the prefix of a ship (MV Kazan)
  // than a company with its address.
  bool is_prefix_alone(std::size_t end) const {
    return end == 1 && words_.front().word.length <= 2 &&
           words_.front().word.script == text::Script::Latin && !comma_after(0);
  }

  // Marks what stands behind the name and its legal form: places, or anything behind a legal form
  // and a comma. A place between the name and its legal form belongs to the name (Santander Chile
  // S.A.), and so does one behind "of" (Bank of Moscow).
  void mark_address() {
    if (kind_ != Kind::kOrganisation) return;
    std::size_t begin = words_.size();
    while (begin > 0 && may_be_address(begin - 1))
      --begin;
    if (begin > 0 && words_[begin - 1].role == Role::kConnective)
      begin = std::min(begin + 1, words_.size());
    std::size_t form = words_.size();
    while (form > 0 && words_[form - 1].role != Role::kLegal)
      --form;
    if (form > 0 && comma_after(form - 1) && has_name_before(form - 1)) begin = form;
    if (!has_name_before(begin) || is_prefix_alone(begin)) return;
    for (std::size_t i = begin; i < words_.size(); ++i)
      words_[i].flags |= kAddress;
  }

  // A name of nothing but legal forms is a name all the same. One that is a few letters long, and a
  // form in fewer places than the others, is more likely what the company is called: "RTK LLC".
  void keep_something() {
    constexpr std::size_t kLongestAbbreviation = 4;
    if (words_.empty() ||
        std::ranges::any_of(words_, [](const DraftWord& w) { return w.role != Role::kLegal; }))
      return;
    const auto name =
        std::ranges::min_element(words_, {}, [](const DraftWord& w) { return w.rows.size(); });
    if (name->word.length <= kLongestAbbreviation) return take_for_name(*name);
    for (DraftWord& word : words_)
      take_for_name(word);
  }

  // Funds and trusts of one house are numbered, lettered and dated in series, and share their
  // managers. The number of a plant, a military unit or a ship tells it from others.
  void mark_series() {
    if (kind_ != Kind::kOrganisation) return;
    const bool fund = std::ranges::any_of(words_, [](const DraftWord& word) {
      return (word.role == Role::kGeneric || word.role == Role::kBusiness) && word.value != 0;
    });
    if (!fund) return;
    for (DraftWord& word : words_)
      if (word.role == Role::kNumeral || (word.role == Role::kName && word.word.length == 1))
        word.flags |= kSeries;
  }

  void mark_ends() {
    const auto carries = [](const DraftWord& w) {
      return w.role != Role::kLegal && w.role != Role::kConnective;
    };
    const auto first = std::ranges::find_if(words_, carries);
    if (first != words_.end()) first->flags |= kHeadPosition;
    const auto last = std::find_if(words_.rbegin(), words_.rend(), carries);
    if (last != words_.rend()) last->flags |= kTailPosition;
  }

  const Lexicon& lexicon_;
  std::vector<ReadWord>& read_;  // up to the one that is taken they are moved from
  Kind kind_;
  std::vector<std::string_view> forms_;  // of the words that are not taken yet
  std::vector<std::uint64_t> hashes_;    // of the forms
  std::vector<DraftWord> words_;
};

}  // namespace

std::uint32_t roman_value(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kOnes = {"",  "i",  "ii",  "iii",  "iv",
                                                             "v", "vi", "vii", "viii", "ix"};
  std::uint32_t tens = 0;
  while (tens < 3 && text.starts_with('x')) {
    text.remove_prefix(1);
    ++tens;
  }
  for (std::uint32_t ones = 0; ones < 10; ++ones)
    if (text == kOnes[ones]) return tens * 10 + ones;
  return 0;
}

std::vector<DraftWord> organisation_words(const Lexicon& lexicon, Reading& reading, Kind kind) {
  return OrganisationRoles(lexicon, reading, kind).assign();
}

}  // namespace vedette::names
