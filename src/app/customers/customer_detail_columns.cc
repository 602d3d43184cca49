#include "app/customers/customer_detail_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/spreadsheet_cell.h"
#include "profile/country.h"
#include "text/client_text.h"

namespace vedette::app {
namespace {

namespace json = boost::json;
using evidence::DetailField;
using evidence::IdentifierType;

struct HeadingRow {
  DetailHeading heading;
  std::vector<std::string_view> words;
};

DetailHeading number(IdentifierType type) {
  return {DetailField::kIdentifiers, type};
}

// English, then German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian.
const std::vector<HeadingRow>& heading_rows() {
  static const std::vector<HeadingRow> rows = {
      {number(IdentifierType::kPassport),
       {"passport",          "passportno",        "passportnumber",   "passportnr",
        "reisepass",         "reisepassnummer",   "passnummer",       "passeport",
        "numeropasseport",   "numerodepasseport", "pasaporte",        "numeropasaporte",
        "numerodepasaporte", "passaporto",        "numeropassaporto", "passaporte",
        "numeropassaporte",  "paspoort",          "paspoortnummer",   "paszport",
        "numerpaszportu",    "паспорт",           "номерпаспорта"}},
      {number(IdentifierType::kNationalId),
       {"nationalid",
        "nationalidno",
        "nationalidnumber",
        "nationalidentitynumber",
        "identitycard",
        "identitycardno",
        "idcard",
        "idcardno",
        "idcardnumber",
        "ssn",
        "socialsecuritynumber",
        "personalausweis",
        "personalausweisnummer",
        "ausweisnummer",
        "cartedidentite",
        "numerocartedidentite",
        "dni",
        "nie",
        "cedula",
        "curp",
        "cartadidentita",
        "codicefiscale",
        "cpf",
        "bsn",
        "burgerservicenummer",
        "pesel",
        "dowodosobisty",
        "cnp"}},
      {number(IdentifierType::kTaxNumber),
       {"taxid",      "taxno",        "taxnumber", "taxidentificationnumber",
        "tin",        "vat",          "vatno",     "vatnumber",
        "vatid",      "steuernummer", "steuerid",  "ustid",
        "ustidnr",    "numerofiscal", "numerotva", "nif",
        "nit",        "rfc",          "cuit",      "ruc",
        "partitaiva", "piva",         "cnpj",      "btwnummer",
        "nip",        "inn",          "инн"}},
      {number(IdentifierType::kRegistrationNumber),
       {"registrationno",
        "registrationnumber",
        "companyno",
        "companynumber",
        "companyregistrationnumber",
        "registerno",
        "registernumber",
        "crn",
        "crno",
        "handelsregisternummer",
        "hrb",
        "hrbnummer",
        "siren",
        "siret",
        "rcs",
        "kvk",
        "kvknummer",
        "krs",
        "regon",
        "ogrn",
        "огрн"}},
      {number(IdentifierType::kLei), {"lei", "leicode", "legalentityidentifier"}},
      {number(IdentifierType::kBic), {"bic", "swift", "swiftcode", "biccode", "swiftbic"}},
      {number(IdentifierType::kIsin), {"isin"}},
      {number(IdentifierType::kImo), {"imo", "imono", "imonumber", "imonummer", "numeroimo"}},
      {number(IdentifierType::kMmsi), {"mmsi"}},
      {number(IdentifierType::kWallet),
       {"wallet", "walletaddress", "cryptowallet", "cryptoaddress", "cryptocurrencyaddress",
        "digitalcurrencyaddress"}},
      {{DetailField::kNationalities},
       {"nationality", "nationalities", "citizenship", "citizenships", "nationalitat",
        "staatsangehorigkeit", "staatsburgerschaft", "nationalite", "nacionalidad", "nazionalita",
        "cittadinanza", "nacionalidade", "cidadania", "nationaliteit", "obywatelstwo",
        "гражданство"}},
      {{DetailField::kResidenceCountries},
       {"countryofresidence", "residencecountry", "residence", "domicile", "wohnsitzland",
        "paysderesidence", "paisderesidencia", "paesediresidenza", "paisderesidencia", "woonland",
        "krajzamieszkania", "странапроживания"}},
      {{DetailField::kPlaceOfBirth},
       {"placeofbirth", "birthplace", "pob", "geburtsort", "lieudenaissance", "lugardenacimiento",
        "luogodinascita", "localdenascimento", "naturalidade", "geboorteplaats", "miejsceurodzenia",
        "месторождения"}},
      {{DetailField::kAddresses},
       {"address", "fulladdress", "residentialaddress", "registeredaddress", "postaladdress",
        "anschrift", "adresse", "direccion", "domicilio", "indirizzo", "endereco", "adres",
        "адрес"}},
      {{DetailField::kOtherNames},
       {"othernames", "alias", "aliases", "aka", "alsoknownas", "tradingname", "tradingas",
        "formernames", "autresnoms", "altrinomi", "outrosnomes"}},
  };
  return rows;
}

std::vector<std::string> values_of(std::string_view cell) {
  std::vector<std::string> values;
  while (!cell.empty()) {
    const std::size_t at = cell.find_first_of(";|\n");
    if (const auto value = text::trim_spaces(cell.substr(0, at)); !value.empty())
      values.emplace_back(value);
    cell = at == std::string_view::npos ? std::string_view() : cell.substr(at + 1);
  }
  return values;
}

json::value item_of(const DetailHeading& heading, const std::string& value) {
  if (heading.field == DetailField::kIdentifiers)
    return {{"type", evidence::to_text(heading.type)}, {"value", value}};
  const bool country = heading.field == DetailField::kNationalities ||
                       heading.field == DetailField::kResidenceCountries;
  if (country)
    if (const auto known = profile::parse_country(value)) return json::value(known->code());
  return json::value(value);
}

}  // namespace

std::optional<DetailHeading> detail_heading(std::string_view words) {
  for (const HeadingRow& row : heading_rows())
    if (std::ranges::find(row.words, words) != row.words.end()) return row.heading;
  return std::nullopt;
}

std::string read_details(std::span<const DetailColumn> columns,
                         const std::vector<std::string>& cells, evidence::PartyDetails& details) {
  std::map<DetailField, std::vector<json::value>> items;
  for (const DetailColumn& column : columns) {
    auto& values = items[column.heading.field];
    if (column.at >= cells.size()) continue;
    for (const std::string& value : values_of(base::from_spreadsheet_cell(cells[column.at])))
      values.push_back(item_of(column.heading, value));
  }
  std::string complaint;
  for (const auto& [field, values] : items) {
    const std::string_view name = evidence::row_of(field).name;
    const auto problem = evidence::set_detail(details, field, name, values);
    if (!problem) continue;
    if (!complaint.empty()) complaint += "; ";
    complaint += fmt::format("{} {}", problem->path, problem->message);
  }
  return complaint;
}

}  // namespace vedette::app
