#include "lists/formats/ftm_properties.h"

#include <array>
#include <unordered_map>

namespace vedette::lists {
namespace {

struct Category {
  std::string_view property;
  std::string_view category;
};
constexpr std::array kIdentifiers = {
    Category{"idNumber", "ID Number"},
    Category{"passportNumber", "Passport"},
    Category{"socialSecurityNumber", "Social Security Number"},
    Category{"taxNumber", "Tax ID No."},
    Category{"vatCode", "V.A.T. Number"},
    Category{"registrationNumber", "Registration Number"},
    Category{"innCode", "INN"},
    Category{"ogrnCode", "OGRN"},
    Category{"kppCode", "KPP"},
    Category{"okpoCode", "OKPO"},
    Category{"okvedCode", "OKVED"},
    Category{"okopfCode", "OKOPF"},
    Category{"fnsCode", "FNS"},
    Category{"fssCode", "FSS"},
    Category{"okatoCode", "OKATO"},
    Category{"oktmoCode", "OKTMO"},
    Category{"okfsCode", "OKFS"},
    Category{"okogu", "OKOGU"},
    Category{"bikCode", "BIK (RU)"},
    Category{"leiCode", "Legal Entity Number"},
    Category{"swiftBic", "SWIFT/BIC"},
    Category{"dunsCode", "D-U-N-S Number"},
    Category{"uniqueEntityId", "Unique Entity ID"},
    Category{"npiCode", "NPI"},
    Category{"uscCode", "Unified Social Credit Code (USCC)"},
    Category{"cikCode", "CIK"},
    Category{"isinCode", "ISIN"},
    Category{"isin", "ISIN"},
    Category{"ricCode", "RIC"},
    Category{"ticker", "Ticker"},
    Category{"permId", "PermID"},
    Category{"giiNumber", "Global Intermediary Identification Number"},
    Category{"caemCode", "CAEM"},
    Category{"cageCode", "CAGE"},
    Category{"icijId", "ICIJ ID"},
    Category{"imoNumber", "IMO Number"},
    Category{"mmsi", "MMSI"},
    Category{"callSign", "Call Sign"},
    Category{"serialNumber", "Serial Number"},
    Category{"licenseNumber", "License"},
    Category{"publicKey", "Digital Currency Address"},
    Category{"wikidataId", "Wikidata"},
    Category{"voenCode", "VOEN"},
    Category{"coatoCode", "COATO"},
    Category{"irsCode", "IRS"},
    Category{"ipoCode", "IPO"},
    Category{"classification", "Classification"},
};

// What says nothing about the party that is not said elsewhere.
constexpr std::array<std::string_view, 9> kSilentProperties = {
    "topics",      "addressEntity", "createdAt", "modifiedAt", "publisher",
    "retrievedAt", "proof",         "parent",    "sourceUrl"};

using Properties = std::unordered_map<std::string_view, FtmProperty>;

Properties read_properties() {
  using enum FtmMeaning;
  Properties all = {{"name", {kName}},
                    {"alias", {kName}},
                    {"previousName", {kName}},
                    {"abbreviation", {kName}},
                    {"weakAlias", {kName}},
                    {"birthDate", {kBirth}},
                    {"deathDate", {kDeath}},
                    {"birthPlace", {kBirthPlace}},
                    {"gender", {kGender}},
                    {"nationality", {kNationality}},
                    {"citizenship", {kNationality}},
                    {"country", {kCountry}},
                    {"jurisdiction", {kCountry}},
                    {"mainCountry", {kCountry}},
                    {"birthCountry", {kCountry}},
                    {"flag", {kCountry}},
                    {"address", {kAddress}},
                    {"phone", {kPhone}},
                    {"email", {kEmail}},
                    {"website", {kWebsite}},
                    {"title", {kTitle}},
                    {"topics", {kTopic}},
                    {"position", {kPosition}},
                    {"notes", {kText}},
                    {"description", {kText}},
                    {"summary", {kText}},
                    {"sector", {kSector}}};
  for (const Category& each : kIdentifiers)
    all.emplace(each.property, FtmProperty{kIdentifier, each.category});
  for (std::string_view each : kSilentProperties)
    all.emplace(each, FtmProperty{kSilent});
  return all;
}

}  // namespace

const FtmProperty* ftm_property(std::string_view name) {
  static const Properties all = read_properties();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace vedette::lists
