#include "app/customer_columns.h"

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
// Dutch and Polish. What means the whole name in one file and half of it in another ("Name", "Nom",
// "Nombre") is a name here: what stands beside it tells (customer_rows.cc).
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
                                "bedrijfsnaam",   "nazwa"}},
      {&CustomerColumns::first_name,
       {"firstname",    "givenname", "forename",  "firstnames",    "givennames",     "forenames",
        "first",        "given",     "fname",     "christianname", "christiannames", "vorname",
        "vornamen",     "rufname",   "prenom",    "prenoms",       "nombres",        "primernombre",
        "primeironome", "voornaam",  "voornamen", "imie",          "imiona",         "initials"}},
      {&CustomerColumns::middle_name,
       {"middlename", "middlenames", "secondname", "middle", "zweitname", "patronymic"}},
      {&CustomerColumns::last_name,
       {"lastname",  "familyname",   "surname",    "lastnames",   "familynames",
        "surnames",  "last",         "lname",      "nachname",    "familienname",
        "zuname",    "nomdefamille", "apellidos",  "apellido",    "cognome",
        "sobrenome", "apelido",      "achternaam", "familienaam", "nazwisko"}},
      {&CustomerColumns::type,
       {"searchtype", "type", "kind", "entitytype", "customertype", "clienttype", "partytype",
        "kundentyp", "kundenart", "typeclient", "tipocliente", "tipo"}},
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
    given.push_back(plain_words(each));
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
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (!used[i]) columns.ignored.push_back(heading[i]);
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
  return columns;
}

}  // namespace vedette::app
