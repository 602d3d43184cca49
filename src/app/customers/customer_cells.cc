#include "app/customers/customer_cells.h"

#include <algorithm>
#include <vector>

#include "app/customers/customer_columns.h"
#include "app/customers/customer_dates.h"
#include "base/ascii.h"
#include "text/fold.h"

namespace vedette::app {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text::fold(text)) {
    if (std::string_view(" ,.-'\t\r\n").find(c) == std::string_view::npos)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::optional<profile::Family> family_of(std::string_view text) {
  // Short ones only where they mean one thing: C may be a company or a consumer, P a person or a
  // partnership.
  static constexpr std::string_view kPeople[] = {"individual",
                                                 "person",
                                                 "naturalperson",
                                                 "private",
                                                 "privateperson",
                                                 "natural",
                                                 "privatkunde",
                                                 "privatkundin",
                                                 "privatperson",
                                                 "naturlicheperson",
                                                 "particulier",
                                                 "particular",
                                                 "personafisica",
                                                 "personnephysique",
                                                 "pessoafisica",
                                                 "natuurlijkpersoon",
                                                 "osobafizyczna",
                                                 "i",
                                                 "ind",
                                                 "indiv",
                                                 "individuals",
                                                 "privat",
                                                 "physicalperson",
                                                 "pf",
                                                 "pp"};
  static constexpr std::string_view kBusinesses[] = {"business",
                                                     "company",
                                                     "organisation",
                                                     "organization",
                                                     "entity",
                                                     "legalentity",
                                                     "legalperson",
                                                     "legal",
                                                     "corporate",
                                                     "corporation",
                                                     "firm",
                                                     "firma",
                                                     "firmenkunde",
                                                     "geschaftskunde",
                                                     "gewerbekunde",
                                                     "unternehmen",
                                                     "juristischeperson",
                                                     "personnemorale",
                                                     "entreprise",
                                                     "societe",
                                                     "personajuridica",
                                                     "empresa",
                                                     "sociedad",
                                                     "personagiuridica",
                                                     "societa",
                                                     "azienda",
                                                     "pessoajuridica",
                                                     "rechtspersoon",
                                                     "bedrijf",
                                                     "osobaprawna",
                                                     "b",
                                                     "bus",
                                                     "corp",
                                                     "org",
                                                     "juridicalperson",
                                                     "enterprise",
                                                     "pm",
                                                     "pj",
                                                     "pg"};
  const std::string word = plain_words(text);
  if (std::ranges::find(kPeople, word) != std::end(kPeople)) return profile::Family::kIndividual;
  if (std::ranges::find(kBusinesses, word) != std::end(kBusinesses))
    return profile::Family::kBusiness;
  return std::nullopt;
}

std::string gender_of(std::string_view text) {
  // M is male. No list has H: a Spanish file has H for men and M for women, and its rows with H are
  // then refused.
  static constexpr std::string_view kMale[] = {
      "male",     "m",        "man",       "mann",      "mannlich", "maennlich", "herr",
      "homme",    "masculin", "hombre",    "masculino", "varon",    "uomo",      "maschio",
      "maschile", "homem",    "mannelijk", "mezczyzna", "м",        "муж",       "мужчина"};
  static constexpr std::string_view kFemale[] = {
      "female", "f",          "woman",   "w",       "weiblich",  "frau",   "femme",    "feminin",
      "mujer",  "femenino",   "donna",   "femmina", "femminile", "mulher", "feminino", "vrouw",
      "v",      "vrouwelijk", "kobieta", "k",       "ж",         "жен",    "женщина"};
  static constexpr std::string_view kOther[] = {"other", "d",    "divers", "diverse", "x",
                                                "autre", "otro", "altro",  "outro",   "anders"};
  static constexpr std::string_view kUnknown[] = {"unknown", "u"};
  const std::string word = plain_words(text);
  if (std::ranges::find(kMale, word) != std::end(kMale)) return "male";
  if (std::ranges::find(kFemale, word) != std::end(kFemale)) return "female";
  if (std::ranges::find(kOther, word) != std::end(kOther)) return "other";
  if (std::ranges::find(kUnknown, word) != std::end(kUnknown) || is_unknown_date(text))
    return "unknown";
  return std::string(text);
}

std::string on_one_line(std::string_view text) {
  std::string out;
  bool broken = false;
  for (const char c : text) {
    if (c == '\r' || c == '\n' || c == '\t') {
      while (out.ends_with(' '))
        out.pop_back();
      broken = true;
      continue;
    }
    if (broken && c == ' ') continue;
    if (broken && !out.empty()) out += ' ';
    broken = false;
    out += c;
  }
  return out;
}

bool is_single_word(std::string_view name) {
  const std::string_view word = base::trim(name, " ,");
  return !word.empty() && word.find_first_of(" ,") == std::string_view::npos;
}

bool holds_words_of(std::string_view whole, std::string_view part) {
  const auto words = words_of(whole);
  return std::ranges::all_of(words_of(part), [&](const std::string& word) {
    return std::ranges::find(words, word) != words.end();
  });
}

}  // namespace vedette::app
