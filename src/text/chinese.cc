#include "text/chinese.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text_table.h"
#include "text/chinese_syllables.h"
#include "text/tsv.h"

namespace vedette::text {
namespace {

constexpr std::size_t kMaxSyllables = 3;  // of one word: a given name has two, a family name two
constexpr std::size_t kMaxSpelling = 6;   // letters of the longest syllable: zhuang, chuang

// Spelling -> Pinyin readings, from the tables; read once.
struct Readings {
  struct Syllable {
    bool is_pinyin = false;
    std::vector<std::string> of_wade;  // what it is when it is read as Wade-Giles
  };
  base::TextTable<Syllable> syllables;
  base::TextTable<std::vector<std::string>> surnames;
  base::TextTable<bool> family_names;    // in Pinyin
  std::array<bool, 256> last_letters{};  // of the syllables

  bool may_end(std::string_view word) const {
    return last_letters[static_cast<unsigned char>(word.back())];
  }

  Readings() {
    for (const ChineseSyllable& syllable : chinese_syllables()) {
      // Exclamations such as ng and hm are no part of names.
      if (syllable.pinyin.find_first_of("aeiou") == std::string::npos) continue;
      syllables.put(syllable.pinyin).is_pinyin = true;
      syllables.put(syllable.wade).of_wade.push_back(syllable.pinyin);
      if (syllable.passport != syllable.pinyin)
        syllables.put(syllable.passport).of_wade.push_back(syllable.pinyin);
    }
    syllables.for_each([this](std::string_view spelling, const Syllable&) {
      if (!spelling.empty()) last_letters[static_cast<unsigned char>(spelling.back())] = true;
    });
    for_each_row("data/romanise/han_surnames.tsv", [this](auto fields) {
      std::string reading;
      for (const char c : fields[1])
        reading += c == 'v' ? 'u' : c;
      family_names.put(reading) = true;
      for (const std::string_view spelling : split_words(fields[2])) {
        auto& known = surnames.put(spelling);
        if (known.empty() || known.back() != reading) known.push_back(reading);
      }
    });
  }
};

const Readings& readings() {
  static const Readings kReadings;
  return kReadings;
}

// Ways of writing, as bits.
constexpr unsigned kPinyin = 1;
constexpr unsigned kWade = 2;

unsigned systems_of(const Readings::Syllable& syllable) {
  return (syllable.is_pinyin ? kPinyin : 0) | (syllable.of_wade.empty() ? 0 : kWade);
}

// Whether a word can be cut into so many syllables at most that are all of one of these systems.
bool cuts_into(unsigned systems, std::string_view word, std::size_t syllables) {
  if (word.empty()) return true;
  if (syllables == 0 || word.size() > syllables * kMaxSpelling) return false;
  if (!readings().may_end(word)) return false;
  for (std::size_t length = std::min(kMaxSpelling, word.size()); length > 0; --length) {
    const Readings::Syllable* found = readings().syllables.find(word.substr(0, length));
    const unsigned shared = found == nullptr ? 0 : systems & systems_of(*found);
    if (shared != 0 && cuts_into(shared, word.substr(length), syllables - 1)) return true;
  }
  return false;
}

// Every way to cut the rest of the word into Wade-Giles syllables, as long as there is room.
void add_wade(std::string_view rest, std::size_t syllables, const FormBuilder& so_far, Forms& out) {
  if (rest.empty()) return so_far.add_to(out);
  if (syllables == 0 || out.size() == kMaxForms) return;
  for (std::size_t length = std::min(kMaxSpelling, rest.size()); length > 0; --length) {
    const auto* found = readings().syllables.find(rest.substr(0, length));
    if (found == nullptr) continue;
    for (const std::string& reading : found->of_wade) {
      FormBuilder next = so_far;
      next.append(reading);
      add_wade(rest.substr(length), syllables - 1, next, out);
    }
  }
}

}  // namespace

bool is_pinyin(std::string_view ascii, std::size_t syllables) {
  return cuts_into(kPinyin, ascii, syllables);
}

bool is_chinese(std::string_view ascii, std::size_t syllables) {
  return cuts_into(kPinyin | kWade, ascii, syllables);
}

bool is_chinese_family_name(std::string_view ascii) {
  Forms found;
  add_wade(ascii, kMaxSyllables, FormBuilder(), found);
  if (is_pinyin(ascii)) found.add(ascii);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (readings().family_names.contains(found[i])) return true;
  return false;
}

void chinese_readings(std::string_view ascii, Forms& out) {
  out.clear();
  if (ascii.size() > kMaxSyllables * kMaxSpelling) return;
  if (is_pinyin(ascii)) out.add(ascii);
  if (const auto* surname = readings().surnames.find(ascii))
    for (const std::string& reading : *surname)
      out.add(reading);
  add_wade(ascii, kMaxSyllables, FormBuilder(), out);
}

}  // namespace vedette::text
