#include "app/customers/customer_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/toml.h"
#include "text/fold.h"

namespace vedette::app {
namespace {

struct Heading {
  std::optional<std::size_t> CustomerColumns::* column;
  std::vector<std::string_view> names;  // the first of them that is there counts
};

// Words as plain_words() leaves them: English, then German, French, Spanish, Italian, Portuguese,
// Dutch, Polish and Russian. What means the whole name in one file and half of it in another
// ("Name", "Nom", "Nombre") is a name here: what stands beside it tells (customer_rows.cc).
const std::vector<Heading>& headings() {
  static const std::vector<Heading> table = {
      {&CustomerColumns::key,
       {"key",
        "id",
        "customerid",
        "clientid",
        "recordid",
        "customerno",
        "customernumber",
        "customernr",
        "customercode",
        "customerkey",
        "customerref",
        "customerreference",
        "clientno",
        "clientnumber",
        "clientnr",
        "clientcode",
        "clientkey",
        "clientref",
        "clientreference",
        "cif",
        "cifno",
        "cifnumber",
        "partyid",
        "partyno",
        "partynumber",
        "memberid",
        "memberno",
        "membernumber",
        "kundennummer",
        "kundennr",
        "kundenid",
        "numeroclient",
        "numclient",
        "idclient",
        "codeclient",
        "numerocliente",
        "idcliente",
        "codigocliente",
        "codicecliente",
        "klantnummer",
        "klantid",
        "numerklienta",
        "nrklienta",
        "idklienta",
        "accountid",
        "accountno",
        "accountnumber",
        "accountnr",
        "kontonummer",
        "customer",
        "reference",
        "ref"}},
      {&CustomerColumns::name,
       {"name",
        "fullname",
        "wholename",
        "companyname",
        "customername",
        "clientname",
        "legalname",
        "partyname",
        "entityname",
        "registeredname",
        "accountholder",
        "accountholdername",
        "company",
        "firmenname",
        "firma",
        "kundenname",
        "namedeskunden",
        "vollstandigername",
        "nomclient",
        "nomduclient",
        "nombrecliente",
        "nombredelcliente",
        "nomecliente",
        "klantnaam",
        "nazwaklienta",
        "kontoinhaber",
        "nom",
        "nomcomplet",
        "raisonsociale",
        "nombre",
        "nombrecompleto",
        "razonsocial",
        "nome",
        "nomecompleto",
        "ragionesociale",
        "razaosocial",
        "naam",
        "bedrijfsnaam",
        "nazwa",
        "фио"}},
      {&CustomerColumns::first_name,
       {"firstname",    "givenname", "forename",  "firstnames",    "givennames",     "forenames",
        "first",        "given",     "fname",     "christianname", "christiannames", "vorname",
        "vornamen",     "rufname",   "prenom",    "prenoms",       "nombres",        "primernombre",
        "primeironome", "voornaam",  "voornamen", "imie",          "imiona",         "initials",
        "imya",         "имя"}},
      {&CustomerColumns::middle_name,
       {"middlename",      "middlenames",     "secondname",     "middle",        "zweitname",
        "patronymic",      "middleinitial",   "middleinitials", "middlename1",   "secondfirstname",
        "secondgivenname", "othergivennames", "patronymicname", "otchestvo",     "отчество",
        "weiterevornamen", "zweitervorname",  "deuxiemeprenom", "autresprenoms", "segundonombre",
        "otrosnombres",    "secondonome",     "segundonome",    "nomedomeio",    "tussenvoegsel",
        "tussenvoegsels",  "drugieimie"}},
      {&CustomerColumns::last_name, {"lastname",
                                     "familyname",
                                     "surname",
                                     "lastnames",
                                     "familynames",
                                     "surnames",
                                     "last",
                                     "lname",
                                     "nachname",
                                     "familienname",
                                     "zuname",
                                     "nomdefamille",
                                     "apellidos",
                                     "apellido",
                                     "cognome",
                                     "sobrenome",
                                     "apelido",
                                     "achternaam",
                                     "familienaam",
                                     "nazwisko",
                                     "firstsurname",
                                     "surname1",
                                     "lastname1",
                                     "paternalsurname",
                                     "paternallastname",
                                     "primerapellido",
                                     "apellido1",
                                     "apellidopaterno",
                                     "paterno",
                                     "primeirosobrenome",
                                     "primeiroapelido",
                                     "primocognome",
                                     "familiya",
                                     "фамилия"}},
      {&CustomerColumns::second_last_name,
       {"secondsurname", "secondlastname", "secondfamilyname", "surname2", "lastname2",
        "maternalsurname", "maternallastname", "segundoapellido", "apellido2", "apellidomaterno",
        "materno", "segundosobrenome", "segundoapelido", "secondocognome"}},
      {&CustomerColumns::type,
       {"searchtype",    "type",           "kind",          "entitytype",  "customertype",
        "clienttype",    "partytype",      "kundentyp",     "kundenart",   "typeclient",
        "tipocliente",   "tipo",           "typ",           "personentyp", "typedeclient",
        "typepersonne",  "typedepersonne", "tipodecliente", "tipopersona", "tipodepersona",
        "tipodicliente", "tipopessoa",     "tipodepessoa",  "klanttype",   "typklienta"}},
      {&CustomerColumns::born,
       {"dob", "dateofbirth", "birthdate", "born", "birthyear", "yearofbirth", "geburtsdatum",
        "geburtstag", "geburtsjahr", "datedenaissance", "datenaissance", "fechadenacimiento",
        "fechanacimiento", "datadinascita", "datanascita", "datadenascimento", "datanascimento",
        "geboortedatum", "dataurodzenia"}},
      {&CustomerColumns::gender, {"gender", "sex", "geschlecht", "sexe", "sexo", "sesso", "plec"}},
      {&CustomerColumns::countries,
       {"countries", "country", "nationality", "countrycode", "nationalities", "land", "pays",
        "pais", "paese", "kraj", "nationalitat", "staatsangehorigkeit", "nationalite",
        "nacionalidad", "nazionalita", "nacionalidade", "nationaliteit"}},
  };
  return table;
}

// What headings of parts of names have in them, as plain_words() leaves them, and what the headings
// of other people's names have.
constexpr std::string_view kPartsOfNames[] = {
    "surname",        "lastname",        "familyname",     "firstname",   "givenname",
    "forename",       "middlename",      "maidenname",     "birthname",   "secondname",
    "patronym",       "otchestvo",       "nachname",       "vorname",     "familienname",
    "geburtsname",    "madchenname",     "zweitname",      "prenom",      "nomdefamille",
    "nomdenaissance", "nomdejeunefille", "nomdusage",      "nommarital",  "apellido",
    "segundonombre",  "tercernombre",    "cognome",        "secondonome", "sobrenome",
    "apelido",        "nomedomeio",      "nomedesolteira", "voornaam",    "achternaam",
    "familienaam",    "tussenvoegsel",   "meisjesnaam",    "nazwisko",    "imie",
    "отчество",       "фамилия"};
constexpr std::string_view kOfOthers[] = {
    "father",    "mother",   "spouse",   "husband",   "wife",      "partner",        "contact",
    "employer",  "agent",    "guardian", "guarantor", "emergency", "representative", "director",
    "signatory", "manager",  "officer",  "adviser",   "advisor",   "user",           "vater",
    "mutter",    "ehegatte", "ehefrau",  "ehemann",   "ansprech",  "kontakt",        "conjoint",
    "epoux",     "epouse",   "contacto", "padre",     "madre",     "conyuge",        "contatto",
    "coniuge",   "vader",    "moeder",   "ojca",      "matki"};

// Words before a heading that change nothing: "Customer first name".
constexpr std::string_view kOfCustomers[] = {"customer", "client",    "cust",          "party",
                                             "member",   "applicant", "accountholder", "holder"};

bool is_known(std::string_view words) {
  return std::ranges::any_of(headings(), [&](const Heading& row) {
    return std::ranges::find(row.names, words) != row.names.end();
  });
}

constexpr std::string_view kIgnore = "ignore";
constexpr std::size_t kMostMapped = 1000;

// The row of the table whose column somebody calls by any of its names.
const Heading* field_of(std::string_view name) {
  const std::string words = plain_words(name);
  const auto found = std::ranges::find_if(headings(), [&](const Heading& row) {
    return std::ranges::find(row.names, words) != row.names.end();
  });
  return found == headings().end() ? nullptr : &*found;
}

base::Error no_such_field(std::string_view field) {
  std::vector<std::string_view> names;
  for (const Heading& row : headings())
    names.push_back(row.column == &CustomerColumns::key ? "id" : row.names.front());
  return {base::Cause::kInvalidInput,
          fmt::format("a customer file has no field '{}' to map a column to; the fields are {} and "
                      "ignore",
                      field, fmt::join(names, ", "))};
}

bool is_whole_name(std::string_view words) {
  return std::ranges::any_of(headings(), [&](const Heading& row) {
    return row.column == &CustomerColumns::name &&
           std::ranges::find(row.names, words) != row.names.end();
  });
}

// The words of a heading, as they stand in the table if they do.
std::string words_of(std::string_view heading) {
  const std::string words = plain_words(heading);
  if (is_known(words)) return words;
  for (const std::string_view before : kOfCustomers)
    if (words.starts_with(before) && is_known(std::string_view(words).substr(before.size())))
      return words.substr(before.size());
  return words;
}

bool looks_like_part_of_name(std::string_view heading) {
  const auto in_heading = [&](std::string_view word) {
    return heading.find(word) != std::string_view::npos;
  };
  if (std::ranges::any_of(kOfOthers, in_heading)) return false;
  // The lines of a long name: "Name 2".
  const bool is_line =
      heading.starts_with("name") && heading.size() == 5 && heading[4] >= '0' && heading[4] <= '9';
  return is_line || std::ranges::any_of(kPartsOfNames, in_heading);
}

}  // namespace

std::string plain_words(std::string_view text) {
  std::string out;
  for (const char c : text::fold(text))
    if (std::string_view(" _-./#:()'").find(c) == std::string_view::npos) out += c;
  return out;
}

base::Result<std::pair<std::string, std::string>> parse_column_mapping(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("--map {} is no FIELD=COLUMN, such as name=Kundenname", text));
  const std::string_view field = base::trim(text.substr(0, equals));
  if (plain_words(field) != kIgnore && field_of(field) == nullptr) return no_such_field(field);
  return std::pair(std::string(field), std::string(base::trim(text.substr(equals + 1))));
}

base::Result<ColumnMapping> read_column_mapping(std::string_view toml, std::string_view origin) {
  VEDETTE_ASSIGN(const boost::json::object file, base::parse_toml(toml, origin));
  const auto* columns = file.if_contains("columns");
  if (columns == nullptr || !columns->is_object())
    return base::Error(base::Cause::kInvalidInput,
                       fmt::format("{} needs a table [columns] with lines such as name = "
                                   "\"Kundenname\"",
                                   origin));
  ColumnMapping mapping;
  const auto add = [&](std::string_view field, const boost::json::value& heading) {
    if (!heading.is_string() || mapping.size() == kMostMapped) return false;
    mapping.emplace_back(field, std::string_view(heading.get_string()));
    return true;
  };
  for (const auto& [field, value] : columns->get_object()) {
    const std::string name(field);
    if (plain_words(name) != kIgnore && field_of(name) == nullptr) return no_such_field(name);
    bool good = true;
    if (value.is_array())
      for (const boost::json::value& each : value.get_array())
        good = good && add(name, each);
    else
      good = add(name, value);
    if (!good)
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("{}: {} must be the heading of a column", origin, name));
  }
  return mapping;
}

base::Result<CustomerColumns> CustomerColumns::from(const std::vector<std::string>& heading,
                                                    const ColumnMapping& mapping) {
  std::vector<std::string> given;
  for (const std::string& each : heading)
    given.push_back(words_of(each));
  CustomerColumns columns;
  std::vector<bool> used(given.size());
  // A column that was spoken for means nothing else; nor does it look like a part of a name.
  const auto take = [&](std::size_t at) {
    used[at] = true;
    given[at].clear();
  };
  for (const auto& [field, column] : mapping) {
    auto found = std::ranges::find(heading, column);
    if (found == heading.end())
      found = std::ranges::find(heading, plain_words(column), plain_words);
    if (found == heading.end())
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("the file has no column '{}' for {} (the first line has: {})",
                                     column, field, fmt::join(heading, ", ")));
    const auto at = static_cast<std::size_t>(found - heading.begin());
    const Heading* row = field_of(field);
    if (plain_words(field) != kIgnore && row == nullptr) return no_such_field(field);
    if (used[at] || (row != nullptr && columns.*(row->column)))
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("{}={}: a field has one column and a column one field", field, column));
    take(at);
    if (row == nullptr)
      columns.ignored.push_back(heading[at]);
    else
      columns.*(row->column) = at;
  }
  const bool name_is_mapped = columns.name.has_value();
  for (const Heading& row : headings()) {
    for (const std::string_view name : row.names) {
      const auto found = std::ranges::find(given, name);
      if (found == given.end() || columns.*(row.column)) continue;
      const auto at = static_cast<std::size_t>(found - given.begin());
      columns.*(row.column) = at;
      used[at] = true;
    }
  }
  // A nationality may be what narrows the search, and is evidence too.
  for (std::size_t i = 0; i < heading.size(); ++i) {
    const auto detail = detail_heading(given[i]);
    if (!detail || (used[i] && columns.countries != i)) continue;
    columns.details.push_back({i, *detail});
    used[i] = true;
  }
  std::vector<std::string_view> parts;
  std::vector<std::string_view> wholes;
  for (std::size_t i = 0; i < heading.size(); ++i) {
    if (used[i]) continue;
    columns.ignored.push_back(heading[i]);
    if (looks_like_part_of_name(given[i])) parts.push_back(heading[i]);
    if (!name_is_mapped && is_whole_name(given[i])) wholes.push_back(heading[i]);
  }
  if (!columns.name && !columns.last_name)
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format(
            "no column has names: the first line must name the columns, such as "
            "id,name,dob,country, or --map name=COLUMN says which column it is (it has: {})",
            fmt::join(heading, ", ")));
  // A family name alone finds almost no one, and every customer would be called clear.
  if (!columns.name && !columns.first_name)
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("the column {} has family names and no column has first names: call the column "
                    "with those `first name`, or this one `name` if it holds whole names (the "
                    "first line has: {})",
                    heading[*columns.last_name], fmt::join(heading, ", ")));
  // Which of two names is the customer's is not known, and who has the other one would be called
  // clear.
  if (!wholes.empty())
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("{} and {} both have names of customers: leave in the file the one to screen, "
                    "or call them `first name` and `last name` if each has a part, or name the one "
                    "with --map name=COLUMN (the first line has: {})",
                    heading[*columns.name], fmt::join(wholes, ", "), fmt::join(heading, ", ")));
  // A customer screened by the rest of a name would wrongly be called clear.
  if (!parts.empty())
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("{} looks like a part of the customers' names, and it is not known which: call "
                    "it `first name`, `middle name`, `last name` or `second last name` if it is "
                    "one of these and the only one, or take it out of the file or say --map "
                    "ignore=COLUMN (the first line has: {})",
                    fmt::join(parts, ", "), fmt::join(heading, ", ")));
  return columns;
}

}  // namespace vedette::app
