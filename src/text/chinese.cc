#include "text/chinese.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "text/chinese_syllables.h"
#include "text/tsv.h"

namespace vedette::text {
namespace {

constexpr std::size_t kMaxSyllables = 3;  // of one word: a given name has two, a family name two
constexpr std::size_t kMaxSpelling = 6;   // letters of the longest syllable: zhuang, chuang

// Spelling -> Pinyin readings, from the tables; read once.
struct Readings {
  std::map<std::string, std::vector<std::string>, std::less<>> syllables;
  std::map<std::string, std::vector<std::string>, std::less<>> surnames;
  std::map<std::string, bool, std::less<>> pinyin;
  std::set<std::string, std::less<>> family_names;  // in Pinyin

  Readings() {
    for (const ChineseSyllable& syllable : chinese_syllables()) {
      // Exclamations such as ng and hm are no part of names.
      if (syllable.pinyin.find_first_of("aeiou") == std::string::npos) continue;
      pinyin[syllable.pinyin] = true;
      syllables[std::string(syllable.wade)].push_back(syllable.pinyin);
      if (syllable.passport != syllable.pinyin)
        syllables[syllable.passport].push_back(syllable.pinyin);
    }
    for_each_row("data/romanise/han_surnames.tsv", [this](auto fields) {
      std::string reading;
      for (const char c : fields[1])
        reading += c == 'v' ? 'u' : c;
      family_names.insert(reading);
      for (const std::string_view spelling : split_words(fields[2])) {
        auto& known = surnames[std::string(spelling)];
        if (known.empty() || known.back() != reading) known.push_back(reading);
      }
    });
  }
};

const Readings& readings() {
  static const Readings kReadings;
  return kReadings;
}

bool cuts_into_pinyin(std::string_view word, std::size_t syllables) {
  if (word.empty()) return true;
  if (syllables == 0) return false;
  for (std::size_t length = std::min(kMaxSpelling, word.size()); length > 0; --length)
    if (readings().pinyin.contains(word.substr(0, length)) &&
        cuts_into_pinyin(word.substr(length), syllables - 1))
      return true;
  return false;
}

// Every way to cut the rest of the word into Wade-Giles syllables, as long as there is room.
void add_wade(std::string_view rest, std::size_t syllables, const FormBuilder& so_far, Forms& out) {
  if (rest.empty()) return so_far.add_to(out);
  if (syllables == 0 || out.size() == kMaxForms) return;
  for (std::size_t length = std::min(kMaxSpelling, rest.size()); length > 0; --length) {
    const auto found = readings().syllables.find(rest.substr(0, length));
    if (found == readings().syllables.end()) continue;
    for (const std::string& reading : found->second) {
      FormBuilder next = so_far;
      next.append(reading);
      add_wade(rest.substr(length), syllables - 1, next, out);
    }
  }
}

}  // namespace

bool is_pinyin(std::string_view ascii) {
  return ascii.size() <= kMaxSyllables * kMaxSpelling && cuts_into_pinyin(ascii, kMaxSyllables);
}

bool is_chinese(std::string_view ascii, std::size_t syllables) {
  Forms found;
  add_wade(ascii, syllables, FormBuilder(), found);
  return !found.empty() || cuts_into_pinyin(ascii, syllables);
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
  const auto surname = readings().surnames.find(ascii);
  if (surname != readings().surnames.end())
    for (const std::string& reading : surname->second)
      out.add(reading);
  add_wade(ascii, kMaxSyllables, FormBuilder(), out);
}

}  // namespace vedette::text
