#include "app/customers/customer_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
      {&CustomerColumns::name, {"name",           "fullname",      "wholename",
                                "companyname",    "customername",  "clientname",
                                "legalname",      "partyname",     "entityname",
                                "registeredname", "accountholder", "accountholdername",
                                "company",        "firmenname",    "firma",
                                "kontoinhaber",   "nom",           "nomcomplet",
                                "raisonsociale",  "nombre",        "nombrecompleto",
                                "razonsocial",    "nome",          "nomecompleto",
                                "ragionesociale", "razaosocial",   "naam",
                                "bedrijfsnaam",   "nazwa",         "фио"}},
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

// What stands before a heading and changes nothing: "Customer first name".
constexpr std::string_view kOfCustomers[] = {"customer", "client",    "cust",          "party",
                                             "member",   "applicant", "accountholder", "holder"};

bool is_known(std::string_view words) {
  return std::ranges::any_of(headings(), [&](const Heading& row) {
    return std::ranges::find(row.names, words) != row.names.end();
  });
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

base::Result<CustomerColumns> CustomerColumns::from(const std::vector<std::string>& heading) {
  std::vector<std::string> given;
  for (const std::string& each : heading)
    given.push_back(words_of(each));
  CustomerColumns columns;
  std::vector<bool> used(given.size());
  for (const Heading& row : headings()) {
    for (const std::string_view name : row.names) {
      const auto found = std::ranges::find(given, name);
      if (found == given.end() || columns.*(row.column)) continue;
      const auto at = static_cast<std::size_t>(found - given.begin());
      columns.*(row.column) = at;
      used[at] = true;
    }
  }
  std::vector<std::string_view> parts;
  std::vector<std::string_view> wholes;
  for (std::size_t i = 0; i < heading.size(); ++i) {
    if (used[i]) continue;
    columns.ignored.push_back(heading[i]);
    if (looks_like_part_of_name(given[i])) parts.push_back(heading[i]);
    if (is_whole_name(given[i])) wholes.push_back(heading[i]);
  }
  if (!columns.name && !columns.last_name)
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("no column has names: the first line must name the columns, such as "
                    "id,name,dob,country (it has: {})",
                    fmt::join(heading, ", ")));
  // Nearly nobody is found by a family name, and everybody would be called clear.
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
                    "or call them `first name` and `last name` if each has a part (the first line "
                    "has: {})",
                    heading[*columns.name], fmt::join(wholes, ", "), fmt::join(heading, ", ")));
  // Who is screened by the rest of a name is called clear by mistake.
  if (!parts.empty())
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("{} looks like a part of the customers' names, and it is not known which: call "
                    "it `first name`, `middle name`, `last name` or `second last name` if it is "
                    "one of these and the only one, or take it out of the file (the first line "
                    "has: {})",
                    fmt::join(parts, ", "), fmt::join(heading, ", ")));
  return columns;
}

}  // namespace vedette::app
