#include "names/words/name_builder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "text/script.h"

namespace vedette::names {
namespace {

std::uint32_t short_mask_bit(std::uint64_t hash) {
  return 1u << ((hash * 0x9E3779B97F4A7C15ull) >> 59);
}

bool is_plain(const DraftWord& word) {
  if (word.word.script != text::Script::Latin || word.word.latin.size() != 1) return false;
  switch (word.role) {
    case Role::kName:
    case Role::kCompound:
    case Role::kTitle:
    case Role::kSuffix:
    case Role::kBusiness:
    case Role::kGeneric:
    case Role::kPlace:
    case Role::kConnective:
      return true;
    default:
      return false;
  }
}

// The same for words of the same letters, whatever their order; a sum does not know any.
std::uint32_t anagram_of(std::string_view letters) {
  if (letters.empty()) return 0;
  std::uint64_t sum = letters.size();
  for (const char c : letters) {
    const auto letter = static_cast<std::uint64_t>(static_cast<unsigned char>(c)) + 1;
    const std::uint64_t mixed = letter * 0x9E3779B97F4A7C15ull;
    sum += (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ull;
  }
  return static_cast<std::uint32_t>(sum >> 20);
}

// One Arabic letter is q in the Levant and gh in Iran, g in Sudan and on the Gulf; 0 when the word
// does not have it.
std::uint32_t spoken_skeleton_of(std::string_view spelling) {
  if (spelling.find('q') == std::string_view::npos) return 0;
  std::string spoken(spelling);
  std::ranges::replace(spoken, 'q', 'g');
  return skeleton_of(spoken, text::Script::Arabic);
}

std::uint32_t letters_of(std::string_view spelling) {
  std::uint32_t letters = 0;
  for (const char c : spelling)
    if (c >= 'a' && c <= 'z') letters |= 1u << (c - 'a');
  return letters;
}

// In another script vowels that are missing were not left out.
bool is_written_without_vowels(const ReadWord& word) {
  return word.script != text::Script::Latin && word.script != text::Script::Other;
}

class Layout {
 public:
  Layout(Draft& draft, SoundMemo* memo) : draft_(draft), memo_(memo) {}

  AnalysedName build() {
    constexpr std::size_t kUsualBytes = 64;  // of what a word points to
    const std::size_t count = std::min(draft_.words.size(), kMaxWords);
    bytes_.reserve(sizeof(NameHeader) + count * (sizeof(Word) + kUsualBytes));
    bytes_.assign(sizeof(NameHeader) + count * sizeof(Word), '\0');
    for (std::size_t i = 0; i < count; ++i)
      put_word(i, draft_.words[i]);
    align(8);
    NameHeader header{};
    header.bytes = static_cast<std::uint32_t>(bytes_.size());
    header.kind = draft_.kind;
    header.word_count = static_cast<std::uint8_t>(count);
    header.truncated = draft_.truncated || count < draft_.words.size();
    header.identity = draft_.identity;
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::vector<std::uint64_t> memory(bytes_.size() / 8);
    std::memcpy(memory.data(), bytes_.data(), bytes_.size());
    return AnalysedName(std::move(memory));
  }

 private:
  std::uint32_t end() const { return static_cast<std::uint32_t>(bytes_.size()); }
  void align(std::size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to, '\0'); }

  void put_word(std::size_t index, DraftWord& draft) {
    Word word{};
    word.flags = draft.flags;
    word.vowelless = draft_.kind == Kind::kPerson && draft.role == Role::kName &&
                     draft.word.latin.size() == 1 && !is_written_without_vowels(draft.word) &&
                     is_without_vowels(draft.word.latin.front(), Kind::kPerson);
    if (is_plain(draft) && !is_vowelless(word)) word.flags |= kPlain;
    word.role = draft.role;
    word.value = draft.value;
    word.script = static_cast<std::uint8_t>(draft.word.script);
    word.length = draft.word.length;
    put_form(word, draft.word.form);
    put_spellings(word, draft.word.latin, draft.word.form);
    put_rows(word, draft.rows);
    put_sounds(word, draft.word);
    std::memcpy(bytes_.data() + sizeof(NameHeader) + index * sizeof(Word), &word, sizeof word);
  }

  void put_form(Word& word, std::string_view form) {
    form = form.substr(0, 255);
    word.form = end();
    word.form_bytes = static_cast<std::uint8_t>(form.size());
    word.form_hash = stable_hash(form);
    bytes_ += form;
  }

  void put_spellings(Word& word, const LatinSpellings& spellings, std::string_view form) {
    word.latin = end();
    bytes_ += spellings.bytes();
    if (spellings.empty()) return;
    word.latin_count = static_cast<std::uint8_t>(spellings.size());
    word.anagram = anagram_of(spellings.front());
    word.latin_length = static_cast<std::uint8_t>(spellings.front().size());
    word.letters = letters_of(spellings.front());
    word.letters_all = word.letters;
    word.shortest = word.latin_length;
    for (const std::string_view spelling : spellings) {
      const bool is_first = spelling.data() == spellings.front().data();
      const std::uint32_t letters = is_first ? word.letters : letters_of(spelling);
      word.spelling_mask |=
          short_mask_bit(spelling == form ? word.form_hash : stable_hash(spelling));
      word.letters_all &= letters;
      word.letters_any |= letters;
      word.shortest = std::min(word.shortest, static_cast<std::uint8_t>(spelling.size()));
      word.longest = std::max(word.longest, static_cast<std::uint8_t>(spelling.size()));
    }
  }

  void put_rows(Word& word, std::vector<std::uint32_t>& rows) {
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.size() > kMaxRows) rows.resize(kMaxRows);
    for (const std::uint32_t row : rows)
      word.row_mask |= mask_bit(row);
    word.rows = put_numbers(rows);
    word.row_count = static_cast<std::uint8_t>(rows.size());
  }

  void put_sounds(Word& word, const ReadWord& read) {
    const LatinSpellings& spellings = read.latin;
    const text::Script script = read.script;
    if (spellings.empty()) return;
    const std::string_view spelling = spellings.front();
    const Sounds own = memo_ == nullptr ? sounds_of(spelling) : memo_->of(spelling);
    if (script != text::Script::Hebrew) word.arabic_skeleton = own.arabic_skeleton;
    word.other_skeleton =
        script == text::Script::Arabic ? spoken_skeleton_of(spelling) : own.hebrew_skeleton;
    word.sound_mask = own.mask;
    word.sound_count = own.count;
    word.coarse_count = own.coarse_count;
    word.sounds = put_numbers({own.keys.data(), std::size_t{own.count} + own.coarse_count});
    if (draft_.kind == Kind::kPerson && carries_sound(word)) put_ears(word, read);
  }

  static bool carries_sound(const Word& word) {
    return word.role == Role::kName || word.role == Role::kCompound;
  }

  // Behind the sounds.
  void put_ears(Word& word, const ReadWord& read) {
    text::EarKeys keys = read.ears;
    if (!text::is_written_by_ear(read.script))
      if (const std::uint32_t key = text::ear_key(read.latin.front()); key != 0) keys.add(key);
    put_numbers(keys.all());
    word.ear_count = static_cast<std::uint8_t>(keys.all().size());
  }

  std::uint32_t put_numbers(std::span<const std::uint32_t> numbers) {
    align(4);
    const std::uint32_t at = end();
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    return at;
  }

  Draft& draft_;
  SoundMemo* memo_;
  std::string bytes_;
};

}  // namespace

AnalysedName build_name(Draft& draft, SoundMemo* memo) {
  return Layout(draft, memo).build();
}

}  // namespace vedette::names
