#pragma once

#include <string_view>

namespace vedette::evidence {

// Check digits of identifiers. All functions take the normalised value (evidence/identifier.h):
// letters and digits alone, letters in upper case. False for a value of another length.

bool is_valid_lei(std::string_view value);   // ISO 17442: 20 characters, mod 97
bool is_valid_imo(std::string_view value);   // seven digits without the letters IMO
bool is_valid_isin(std::string_view value);  // ISO 6166: Luhn over letters as two digits
bool is_valid_bic(std::string_view value);   // ISO 9362: no check digit, but a country inside
bool is_valid_inn(std::string_view value);   // Russian tax number, 10 or 12 digits
bool is_valid_ogrn(std::string_view value);  // Russian register number, 13 or 15 digits
bool is_valid_iban(std::string_view value);  // ISO 13616: mod 97, begins with a country

}  // namespace vedette::evidence
