#include "names/tables/lexicon.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "base/table.h"
#include "names/tables/legal_form.h"
#include "names/words/name_builder.h"
#include "names/words/reading.h"
#include "text/tsv.h"

namespace vedette::names {
namespace {

std::uint32_t number(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

Role role_of_particle(std::string_view kind) {
  if (kind == "article") return Role::kArticle;
  if (kind == "filiation") return Role::kFiliation;
  if (kind == "compound") return Role::kCompound;
  return Role::kNobiliary;
}

// Titles of people who are known by office and family name alone: President Erdogan.
bool is_office(std::string_view kind) {
  return kind == "political" || kind == "military" || kind == "religious" || kind == "noble";
}

Role role_of_organisation_word(std::string_view kind) {
  if (kind == "generic") return Role::kGeneric;
  if (kind == "business" || kind == "organisation_type") return Role::kBusiness;
  if (kind == "relation" || kind == "connective") return Role::kConnective;
  return Role::kName;
}

// Funds come in series whose numbers are mistaken for each other, and share their managers.
bool is_fund(std::string_view concept_name) {
  constexpr std::string_view kFunds[] = {"fund", "partner", "capital", "investment", "equity"};
  return std::ranges::find(kFunds, concept_name) != std::end(kFunds);
}

}  // namespace

Lexicon::Lexicon() {
  read_equivalents();
  read_person_words();
  read_common_names();
  read_patronymics();
  read_gendered_endings();
  read_legal_forms();
  read_organisation_words();
  add_misspelled_phrases();
}

std::span<const Entry> Lexicon::find(const Table& table, std::span<const std::string_view> words,
                                     std::span<const std::uint64_t> hashes) {
  return entries_of(table.find_if(phrase_hash(hashes), [&](std::string_view phrase) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!phrase.starts_with(words[i])) return false;
      phrase.remove_prefix(words[i].size());
      if (i + 1 == words.size()) return phrase.empty();
      if (!phrase.starts_with(' ')) return false;
      phrase.remove_prefix(1);
    }
    return phrase.empty();
  }));
}

std::uint32_t Lexicon::next_row(RowSpace space) {
  return static_cast<std::uint32_t>(space) << 24 | ++rows_;
}

void Lexicon::add(Table& table, std::string_view form, Entry entry) {
  std::string key = normalised_words(form);
  if (key.empty()) return;
  // The Arabic article is a word of its own (text/tokenise.h), and a name is the same without it.
  constexpr std::string_view kArticle = "ال ";
  if (&table == &person_ && key.starts_with(kArticle)) key.erase(0, kArticle.size());
  add_lengths(key, &table == &person_ ? person_phrases_ : organisation_phrases_);
  table.put(key, phrase_hash(key)).push_back(entry);
}

void Lexicon::add_lengths(std::string_view phrase, PhraseLengths& lengths) {
  const auto blanks = static_cast<std::size_t>(std::ranges::count(phrase, ' '));
  if (blanks > 0) lengths.add(base::text_hash(phrase.substr(0, phrase.find(' '))), blanks + 1);
}

void Lexicon::read_equivalents() {
  base::for_each_table_row("data/names/equivalents.tsv", [this](const base::TableRow& row) {
    const RowSpace space = row.text(0) == "nickname"      ? RowSpace::kNickname
                           : row.text(0) == "translation" ? RowSpace::kTranslation
                                                          : RowSpace::kSpelling;
    const std::uint32_t id = next_row(space);
    for (const std::string_view form : row.forms(1)) {
      Entry entry;
      entry.row = id;
      add(person_, form, entry);
    }
  });
}

void Lexicon::read_person_words() {
  const auto flag = [](std::string_view name) {
    return static_cast<std::uint16_t>(name == "name" ? kAlsoName : 0);
  };
  base::for_each_table_row("data/names/titles.tsv", [&](const base::TableRow& row) {
    for (const std::string_view form : row.forms(0))
      add(person_, form, {Role::kTitle, flag(row.text(2)), 0, is_office(row.text(1)) ? 1u : 0u});
  });
  base::for_each_table_row("data/names/suffixes.tsv", [&](const base::TableRow& row) {
    const bool generation = row.text(1) == "generation";
    for (const std::string_view form : row.forms(0))
      add(person_, form,
          {generation ? Role::kGeneration : Role::kSuffix, flag(row.text(3)), 0,
           number(row.text(2))});
  });
  base::for_each_table_row("data/names/particles.tsv", [&](const base::TableRow& row) {
    const std::uint32_t id = next_row(RowSpace::kParticle);
    for (const std::string_view form : row.forms(0))
      add(person_, form, {role_of_particle(row.text(1)), flag(row.text(2)), id, 0});
  });
}

void Lexicon::read_common_names() {
  base::for_each_table_row("data/names/common.tsv", [this](const base::TableRow& row) {
    Entry entry;
    entry.flags = kKnownName;
    if (row.text(1) == "given") entry.flags |= kGivenName;
    if (row.text(2) == "1") entry.flags |= kVeryCommon;
    for (const std::string_view form : row.forms(0))
      add(person_, form, entry);
  });
}

// Endings of three Latin letters, and those that South Slavic and Polish family names share (-ovic,
// -owicz), say too little.
void Lexicon::read_patronymics() {
  constexpr std::size_t kShortestLatinEnding = 4;
  base::for_each_table_row("data/names/patronymics.tsv", [this](const base::TableRow& row) {
    if (row.text(3) != "middle") return;
    const std::string ending = normalised_words(row.text(1));
    if (ending.find(' ') != std::string::npos) return;
    const bool latin = static_cast<unsigned char>(ending[0]) < 0x80;
    if (latin && (ending.size() < kShortestLatinEnding || ending.ends_with("ic") ||
                  ending.ends_with("icz") || ending.ends_with("its")))
      return;
    if (!latin && row.text(0) == "bg") return;
    patronymic_endings_.add(ending, true);
  });
}

bool Lexicon::is_patronymic(std::string_view form) const {
  constexpr std::size_t kShortestStem = 2;  // letters of the father's name, in bytes at least
  if (form.empty()) return false;
  const auto ends_with = [&](std::size_t length) {
    return patronymic_endings_.find(form, length) != nullptr;
  };
  for (std::size_t begin = kShortestStem; begin < form.size(); ++begin)
    if (ends_with(form.size() - begin)) return true;
  return ends_with(form.size());
}

// Endings that are forms of each other make one family, whatever the language and its romanisation:
// sky, skiy, ski, skaya, ska.
void Lexicon::read_gendered_endings() {
  base::for_each_table_row("data/names/gendered_endings.tsv", [this](const base::TableRow& row) {
    const std::string family(row.text(3));
    if (family.empty() || family == "-") return;
    for (const std::size_t column : {1u, 2u})
      gendered_endings_.add(normalised_words(row.text(column)), family);
  });
}

void Lexicon::add_gendered_rows(std::string_view latin, std::vector<std::uint32_t>& rows) const {
  constexpr std::size_t kShortestStem = 3;
  constexpr std::size_t kLongestEnding = 8;
  const std::size_t longest =
      std::min(kLongestEnding, latin.size() - std::min(latin.size(), kShortestStem));
  for (std::size_t length = longest; length >= 2; --length) {
    const std::size_t stem = latin.size() - length;
    const std::string* family = gendered_endings_.find(latin, length);
    if (family == nullptr) continue;
    const std::uint64_t hash =
        stable_hash(*family, stable_hash(" ", stable_hash(latin.substr(0, stem))));
    rows.push_back(static_cast<std::uint32_t>(RowSpace::kGendered) << 24 |
                   static_cast<std::uint32_t>(hash >> 40));
    return;
  }
}

void Lexicon::read_legal_forms() {
  std::unordered_map<std::string, std::uint32_t> systems;
  std::unordered_map<std::string, std::uint32_t> families;
  base::for_each_table_row("data/organisations/legal_forms.tsv", [&](const base::TableRow& row) {
    const auto number_in = [](auto& numbers, std::string_view name) {
      return numbers.try_emplace(std::string(name), numbers.size()).first->second;
    };
    const std::string_view family = row.text(0);
    const std::uint32_t family_row = legal_row(
        number_in(systems, family.substr(0, family.find('.'))), number_in(families, family));
    const LegalNature nature = legal_nature(row.text(4));
    // A trust, a fund or a branch is what the organisation is, not how it is registered.
    const bool is_business = nature & (kTrust | kFund | kBranch);
    Entry entry{is_business ? Role::kBusiness : Role::kLegal, 0, family_row, 0};
    if (is_business) {
      entry.row = next_row(RowSpace::kConcept);
      entry.value = nature & (kTrust | kFund) ? 1 : 0;
    } else {
      entry.value = legal_value(nature, family);
    }
    for (const std::string_view form : row.forms(2)) {
      add(organisation_, form, entry);
      if (!is_business) add_misspelled_word(normalised_words(form));
    }
  });
}

void Lexicon::read_organisation_words() {
  std::vector<Concept> concepts;
  base::for_each_table_row("data/organisations/words.tsv", [&](const base::TableRow& row) {
    const std::uint32_t id = next_row(RowSpace::kConcept);
    const bool behind_names = row.text(1) == "relation" || row.text(0) == "in";
    const std::uint32_t value = is_fund(row.text(0)) || behind_names ? 1 : 0;
    concepts.push_back({id, {}});
    for (const std::string_view form : row.forms(2)) {
      add(organisation_, form, {role_of_organisation_word(row.text(1)), 0, id, value});
      concepts.back().forms.push_back(normalised_words(form));
    }
  });
  add_narrower_rows(concepts);
  base::for_each_table_row("data/organisations/places.tsv", [this](const base::TableRow& row) {
    const std::uint32_t id = next_row(RowSpace::kPlace);
    for (const std::string_view form : row.forms(2))
      add(organisation_, form, {Role::kPlace, 0, id, 0});
  });
  base::for_each_table_row("data/organisations/numerals.tsv", [this](const base::TableRow& row) {
    const std::uint32_t value = number(row.text(0));
    for (const std::string_view form : row.forms(1))
      add(organisation_, form, {Role::kNumeral, 0, 0, value});
    for (const std::string_view form : row.forms(2))
      if (std::uint32_t& own = numbers_of_names_.put(normalised_words(form)); own == 0) own = value;
  });
  read_abbreviations();
}

void Lexicon::read_abbreviations() {
  base::for_each_table_row("data/organisations/abbreviations.tsv", [&](const base::TableRow& row) {
    const std::uint32_t id = next_row(RowSpace::kAbbreviation);
    std::vector<std::uint32_t> phrase_rows;
    for (const std::string_view form : row.forms(1))
      if (form.find(' ') != std::string_view::npos)
        for (const Entry& entry : organisation(normalised_words(form)))
          if (space_of(entry.row) == RowSpace::kConcept ||
              space_of(entry.row) == RowSpace::kNarrower)
            phrase_rows.push_back(entry.row);
    for (const std::size_t column : {0u, 1u})
      for (const std::string_view form : row.forms(column)) {
        // Several words stay words, so that each can be met; their initials are an acronym.
        if (form.find(' ') != std::string_view::npos) continue;
        Entry entry;
        entry.row = id;
        add(organisation_, form, entry);
        // A phrase of the tables is one word, which its abbreviation may stand for: kb, commercial
        // bank. It stays a name, since it may be one.
        for (const std::uint32_t phrase_row : phrase_rows) {
          entry.row = phrase_row;
          add(organisation_, form, entry);
        }
      }
  });
}

// A concept whose first form is a phrase narrows the word that most of its phrases have in common,
// whatever the language: commercial bank, коммерческий банк, banque commerciale. Both get a row of
// their own, which tells that they are related and not the same.
void Lexicon::add_narrower_rows(const std::vector<Concept>& concepts) {
  std::unordered_map<std::uint32_t, std::uint32_t> rows;  // narrow concept -> wide
  for (const Concept& narrow : concepts)
    if (const std::uint32_t wide = narrowed_by(narrow); wide != 0) rows.emplace(narrow.row, wide);
  std::unordered_set<std::uint32_t> wide_rows;
  for (const auto& [narrow, wide] : rows)
    wide_rows.insert(wide);
  for (const Concept& each : concepts) {
    const auto narrow = rows.find(each.row);
    for (const std::string& form : each.forms) {
      Entry entry;
      if (narrow != rows.end()) {
        entry.row = row_in(RowSpace::kNarrower, narrow->second);
        organisation_.put(form, phrase_hash(form)).push_back(entry);
      }
      if (wide_rows.contains(each.row)) {
        entry.row = row_in(RowSpace::kNarrower, each.row);
        organisation_.put(form, phrase_hash(form)).push_back(entry);
      }
    }
  }
}

// The concept that most phrases have a word of; of those that are equally common the one that
// stands last in the first phrase. 0 when there is none.
std::uint32_t Lexicon::narrowed_by(const Concept& narrow) const {
  if (narrow.forms.front().find(' ') == std::string::npos) return 0;
  std::unordered_map<std::uint32_t, std::size_t> phrases;
  for (const std::string& form : narrow.forms) {
    if (form.find(' ') == std::string::npos) continue;
    std::unordered_set<std::uint32_t> found;
    for (const std::string_view word : text::split_words(form))
      for (const Entry& entry : organisation(word))
        if (space_of(entry.row) == RowSpace::kConcept && entry.row != narrow.row &&
            (entry.role == Role::kBusiness || entry.role == Role::kGeneric))
          found.insert(entry.row);
    for (const std::uint32_t row : found)
      ++phrases[row];
  }
  std::uint32_t best = 0;
  for (const std::string_view word : text::split_words(narrow.forms.front()))
    for (const Entry& entry : organisation(word))
      if (const auto own = phrases.find(entry.row);
          own != phrases.end() && (best == 0 || own->second >= phrases.at(best)))
        best = entry.row;
  return best;
}

}  // namespace vedette::names
