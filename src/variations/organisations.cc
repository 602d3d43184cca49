#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/table.h"
#include "text/utf8.h"
#include "variations/makers.h"

// Classes about legal forms, abbreviations and numbers.
namespace vedette::variations {
namespace {

constexpr std::size_t kMostFormWords = 6;
constexpr std::size_t kShortForm = 5;  // letters of a form that is an abbreviation: "gmbh", "pjsc"

bool is_plain(std::string_view form) {
  return std::ranges::all_of(form, [](char c) { return (c >= 'a' && c <= 'z') || c == ' '; });
}
bool is_short(std::string_view form) {
  return form.size() <= kShortForm && form.find(' ') == std::string_view::npos;
}
// Words of four letters at least: "limited liability company", not "l l c".
bool is_written_out(std::string_view form) {
  return form.find(' ') != std::string_view::npos && form.size() > 2 * kShortForm;
}

// Forms of businesses: an association that is called a movement has a name, not a legal form.
bool is_business(std::string_view nature) {
  constexpr std::string_view kNatures[] = {"limited", "stock", "partnership", "sole", "company"};
  return std::ranges::find(kNatures, nature) != std::end(kNatures);
}

struct LegalFamily {
  std::vector<std::string_view> forms;
  std::string_view nature;
  bool common;  // used in many countries
};

class LegalFormTable {
 public:
  LegalFormTable() {
    base::for_each_table_row("data/organisations/legal_forms.tsv", [&](const base::TableRow& row) {
      LegalFamily family{row.forms(2), row.text(4), row.text(0).starts_with("common.")};
      std::erase_if(family.forms, [](std::string_view form) { return !is_plain(form); });
      if (family.forms.empty() || !is_business(family.nature)) return;
      for (const std::string_view form : family.forms)
        by_form_[std::string(form)].push_back(families_.size());
      families_.push_back(std::move(family));
    });
  }

  struct Found {
    std::size_t first_word;
    std::size_t count;
    const std::vector<std::size_t>* families;
  };
  // The longest legal form at the end of the name, else at its beginning.
  std::optional<Found> find(const NameText& name) const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < name.words().size(); ++i)
      words.push_back(table_form(name.word(i)));
    for (const bool at_end : {true, false})
      for (std::size_t count = std::min(kMostFormWords, words.size() - 1); count > 0; --count) {
        const std::size_t first = at_end ? words.size() - count : 0;
        std::string form;
        for (std::size_t i = first; i < first + count; ++i)
          form += (form.empty() ? "" : " ") + words[i];
        if (const auto row = by_form_.find(form); row != by_form_.end())
          return Found{first, count, &row->second};
      }
    return std::nullopt;
  }
  // Of several families that share a form the one used in many countries.
  const LegalFamily& likeliest(const Found& found) const {
    for (const std::size_t number : *found.families)
      if (families_[number].common) return families_[number];
    return families_[found.families->front()];
  }
  const LegalFamily& family(std::size_t number) const { return families_[number]; }
  const std::vector<LegalFamily>& families() const { return families_; }

 private:
  std::vector<LegalFamily> families_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_form_;
};

const LegalFormTable& legal_forms() {
  static const LegalFormTable kTable;
  return kTable;
}

std::optional<LegalFormTable::Found> legal_form_of(const NameText& name) {
  if (name.words().size() < 2) return std::nullopt;
  return legal_forms().find(name);
}

Span span_of(const NameText& name, const LegalFormTable::Found& found) {
  return {name.words()[found.first_word].begin,
          name.words()[found.first_word + found.count - 1].end};
}

// Abbreviations are capitals in every name: "LLC", but "Limited".
std::u32string written(const NameText& name, std::string_view form) {
  const bool capitals =
      name.is_all_capitals() || (is_short(form) && form != "ltd" && form != "inc");
  return in_case_of_word(capitals ? U"AA" : U"Aa", form);
}

// Another form of the same families that `fits`.
template <class Fits>
Made rewrite_form(const NameText& name, Random& random, const Fits& fits) {
  const auto found = legal_form_of(name);
  if (!found) return std::nullopt;
  std::string now;
  for (std::size_t i = found->first_word; i < found->first_word + found->count; ++i)
    now += (now.empty() ? "" : " ") + table_form(name.word(i));
  std::vector<std::string_view> others;
  for (const std::string_view form : legal_forms().likeliest(*found).forms)
    if (form != now && fits(now, form)) others.push_back(form);
  if (others.empty()) return std::nullopt;
  return name.with(span_of(name, *found), written(name, random.pick(others)));
}

// Words with a value in one table, by form.
using WordTable = std::unordered_map<std::string, std::vector<std::string_view>>;

Made replace_by(const NameText& name, const WordTable& table, Random& random) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < name.words().size(); ++i)
    if (is_clean_word(name.word(i)) && table.contains(table_form(name.word(i))))
      places.push_back(i);
  if (places.empty() || name.words().size() < 2) return std::nullopt;
  const std::size_t at = random.pick(places);
  const std::u32string_view word = name.word(at);
  std::u32string other = in_case_of_word(name.is_all_capitals() ? U"AA" : U"Aa",
                                         random.pick(table.at(table_form(word))));
  if (word.back() == U',') other += U',';
  return name.with(name.words()[at], other);
}

constexpr std::array<std::string_view, 21> kEnglish = {
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
constexpr std::array<std::string_view, 21> kRoman = {
    "",   "i",   "ii",   "iii", "iv", "v",   "vi",   "vii",   "viii", "ix", "x",
    "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix",  "xx"};

std::optional<std::size_t> digits_value(std::u32string_view word) {
  const std::string form = table_form(word);
  if (form.empty() || form.size() > 2 || form.front() == '0') return std::nullopt;
  std::size_t value = 0;
  for (const char c : form) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::size_t>(c - '0');
  }
  return value < kEnglish.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::size_t> word_value(std::u32string_view word) {
  const std::string form = table_form(word);
  for (std::size_t value = 1; value < kEnglish.size(); ++value)
    if (form == kEnglish[value] || (form == kRoman[value] && form.size() > 1)) return value;
  return std::nullopt;
}

template <class Value, class Write>
Made rewrite_number(const NameText& name, const Value& value_of, const Write& write) {
  for (std::size_t i = 0; i < name.words().size(); ++i) {
    const auto value = value_of(name.word(i));
    if (!value) continue;
    return name.with(name.words()[i], write(*value));
  }
  return std::nullopt;
}

}  // namespace

Made drop_legal_form(const Subject& subject, Random&) {
  const auto found = legal_form_of(subject.name);
  if (!found) return std::nullopt;
  return subject.name.without_words(found->first_word, found->count);
}

Made write_out_legal_form(const Subject& subject, Random& random) {
  return rewrite_form(subject.name, random, [](std::string_view now, std::string_view form) {
    return !is_written_out(now) && is_written_out(form);
  });
}

Made shorten_legal_form(const Subject& subject, Random& random) {
  return rewrite_form(subject.name, random, [](std::string_view now, std::string_view form) {
    return is_written_out(now) && is_short(form);
  });
}

Made exchange_legal_form(const Subject& subject, Random& random) {
  const auto found = legal_form_of(subject.name);
  if (!found) return std::nullopt;
  const LegalFamily& own = legal_forms().likeliest(*found);
  std::vector<std::string_view> others;
  for (std::size_t i = 0; i < legal_forms().families().size(); ++i) {
    const LegalFamily& family = legal_forms().family(i);
    if (family.common && family.nature == own.nature &&
        std::ranges::find(*found->families, i) == found->families->end())
      others.push_back(family.forms.front());
  }
  if (others.empty()) return std::nullopt;
  return subject.name.with(span_of(subject.name, *found),
                           written(subject.name, random.pick(others)));
}

Made abbreviate_word(const Subject& subject, Random& random) {
  static const WordTable kShort = [] {
    WordTable table;
    base::for_each_table_row(
        "data/organisations/abbreviations.tsv", [&](const base::TableRow& row) {
          const std::vector<std::string_view> longs = row.forms(1);
          if (!is_plain(row.text(0)) || row.text(0).find(' ') != std::string_view::npos) return;
          for (const std::string_view each : longs)
            if (is_plain(each) && each.find(' ') == std::string_view::npos)
              table[std::string(each)].push_back(row.text(0));
        });
    return table;
  }();
  return replace_by(subject.name, kShort, random);
}

Made expand_abbreviation(const Subject& subject, Random& random) {
  static const WordTable kLong = [] {
    WordTable table;
    base::for_each_table_row("data/organisations/abbreviations.tsv",
                             [&](const base::TableRow& row) {
                               const std::vector<std::string_view> longs = row.forms(1);
                               // One that stands for several words says too little.
                               if (longs.size() == 1 && is_plain(longs[0]) && is_plain(row.text(0)))
                                 table[std::string(row.text(0))].push_back(longs[0]);
                             });
    return table;
  }();
  return replace_by(subject.name, kLong, random);
}

Made number_in_words(const Subject& subject, Random&) {
  return rewrite_number(subject.name, digits_value, [&](std::size_t value) {
    return in_case_of(subject.name, kEnglish[value]);
  });
}

Made number_in_digits(const Subject& subject, Random&) {
  return rewrite_number(subject.name, word_value,
                        [](std::size_t value) { return text::decode(std::to_string(value)); });
}

Made number_in_roman(const Subject& subject, Random&) {
  return rewrite_number(subject.name, digits_value,
                        [](std::size_t value) { return in_case_of_word(U"AA", kRoman[value]); });
}

Made exchange_ampersand(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  for (std::size_t i = 1; i + 1 < name.words().size(); ++i) {
    const std::u32string_view word = name.word(i);
    if (word == U"&") return name.with(name.words()[i], name.is_all_capitals() ? U"AND" : U"and");
    if (word == U"AND" || word == U"and" || word == U"And") return name.with(name.words()[i], U"&");
  }
  return std::nullopt;
}

}  // namespace vedette::variations
