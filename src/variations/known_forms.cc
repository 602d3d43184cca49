#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/table.h"
#include "text/utf8.h"
#include "variations/makers.h"

// Classes that use tables of words: nicknames, spellings, titles, and what others write around a
// name.
namespace vedette::variations {
namespace {

bool is_plain_word(std::string_view form) {
  return !form.empty() && std::ranges::all_of(form, [](char c) { return c >= 'a' && c <= 'z'; });
}

// The other forms of a name by one kind of row of data/names/equivalents.tsv.
class Equivalents {
 public:
  explicit Equivalents(std::string_view kind) {
    base::for_each_table_row("data/names/equivalents.tsv", [&](const base::TableRow& row) {
      if (row.text(0) != kind) return;
      std::vector<std::string_view> forms = row.forms(1);
      std::erase_if(forms, [](std::string_view form) { return !is_plain_word(form); });
      for (const std::string_view form : forms)
        for (const std::string_view other : forms)
          if (other != form) others_[std::string(form)].push_back(other);
    });
  }

  // Replaces one word of the name that has other forms.
  Made replace_one(const NameText& name, Random& random) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < name.words().size(); ++i)
      if (is_clean_word(name.word(i)) && others_.contains(table_form(name.word(i))))
        places.push_back(i);
    if (places.empty()) return std::nullopt;
    const std::size_t at = random.pick(places);
    const std::u32string_view word = name.word(at);
    std::u32string other = in_case_of_word(word, random.pick(others_.at(table_form(word))));
    if (word.back() == U',') other += U',';
    return name.with(name.words()[at], other);
  }

 private:
  std::unordered_map<std::string, std::vector<std::string_view>> others_;
};

struct Titles {
  std::vector<std::string_view> to_add;        // short Latin ones
  std::unordered_set<std::string_view> known;  // of one word, none that is also a name

  Titles() {
    base::for_each_table_row("data/names/titles.tsv", [&](const base::TableRow& row) {
      if (row.text(2) == "name") return;
      const std::vector<std::string_view> forms = row.forms(0);
      for (const std::string_view form : forms)
        if (is_plain_word(form)) known.insert(form);
      const std::string_view kind = row.text(1);
      const bool usual = kind == "courtesy" || kind == "academic" || kind == "military";
      if (usual && !forms.empty() && is_plain_word(forms[0])) to_add.push_back(forms[0]);
    });
  }
};

const Titles& titles() {
  static const Titles kTitles;
  return kTitles;
}

struct Addition {
  std::string_view text;
  bool before;
};

std::vector<Addition> additions(std::string_view kind) {
  std::vector<Addition> found;
  base::for_each_table_row("data/variations/additions.tsv", [&](const base::TableRow& row) {
    if (row.text(0) == kind) found.push_back({row.text(2), row.text(1) == "before"});
  });
  return found;
}

std::u32string with_addition(const std::u32string& name, const Addition& addition,
                             std::u32string_view text) {
  return addition.before ? std::u32string(text) + U" " + name : name + U" " + std::u32string(text);
}

}  // namespace

Made use_nickname(const Subject& subject, Random& random) {
  static const Equivalents kNicknames("nickname");
  return kNicknames.replace_one(subject.name, random);
}

Made use_other_spelling(const Subject& subject, Random& random) {
  static const Equivalents kSpellings("spelling");
  return kSpellings.replace_one(subject.name, random);
}

Made add_title(const Subject& subject, Random& random) {
  const NameText& name = subject.name;
  if (name.words().size() < 2 || titles().known.contains(table_form(name.word(0))))
    return std::nullopt;
  return in_case_of(name, random.pick(titles().to_add)) + U" " + name.text();
}

Made drop_title(const Subject& subject, Random&) {
  const NameText& name = subject.name;
  if (name.words().size() < 3 || !titles().known.contains(table_form(name.word(0))))
    return std::nullopt;
  return name.without_words(0, 1);
}

Made add_given_name(const Subject& subject, Random& random) {
  static const std::vector<std::string_view> kGiven = [] {
    std::vector<std::string_view> names;
    base::for_each_table_row("data/names/common.tsv", [&](const base::TableRow& row) {
      const bool common = row.text(2) == "2" || row.text(2) == "3";
      if (row.text(1) == "given" && common && is_plain_word(row.text(0)))
        names.push_back(row.text(0));
    });
    return names;
  }();
  const NameText& name = subject.name;
  if (name.words().size() < 2) return std::nullopt;
  const std::u32string added = in_case_of(name, random.pick(kGiven));
  // Behind the first given name: the end of a name with a comma, the second place of others.
  if (name.has_comma()) return name.text() + U" " + added;
  const std::size_t at = name.words()[0].end;
  return name.with({at, at}, U" " + added);
}

Made add_business_word(const Subject& subject, Random& random) {
  static const std::vector<Addition> kWords = additions("business");
  const Addition& word = random.pick(kWords);
  return with_addition(subject.name.text(), word, in_case_of(subject.name, word.text));
}

Made add_clerical_note(const Subject& subject, Random& random) {
  static const std::vector<Addition> kNotes = additions("clerical");
  const Addition& note = random.pick(kNotes);
  return with_addition(subject.name.text(), note, text::decode(note.text));
}

Made add_junk_words(const Subject& subject, Random& random) {
  static const std::vector<Addition> kWords = additions("junk");
  constexpr int kCount = 3;
  std::u32string out = subject.name.text();
  for (int i = 0; i < kCount; ++i) {
    const Addition& word = random.pick(kWords);
    out = with_addition(out, word, in_case_of(subject.name, word.text));
  }
  return out;
}

}  // namespace vedette::variations
