#include "evidence/check_digits.h"

#include <algorithm>
#include <span>
#include <string>

#include "profile/country.h"

namespace vedette::evidence {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return c >= 'A' && c <= 'Z';
}
bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, is_digit);
}
int digit(char c) {
  return c - '0';
}

// The remainder by 97, letters counting as two digits (A is 10); -1 for any other character.
int remainder_97(std::string_view text) {
  int rest = 0;
  for (const char c : text) {
    if (is_digit(c))
      rest = (rest * 10 + digit(c)) % 97;
    else if (is_letter(c))
      rest = (rest * 100 + (c - 'A' + 10)) % 97;
    else
      return -1;
  }
  return rest;
}

// The sum of the digits times their weights, by 11 and then by 10.
int weighed_digit(std::string_view digits, std::span<const int> weights) {
  int sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum += digit(digits[i]) * weights[i];
  return sum % 11 % 10;
}

std::uint64_t number_of(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits)
    number = number * 10 + static_cast<std::uint64_t>(digit(c));
  return number;
}

bool begins_with_country(std::string_view value) {
  return value.size() >= 2 && profile::Country::from_alpha2(value.substr(0, 2)).has_value();
}

}  // namespace

bool is_valid_lei(std::string_view value) {
  return value.size() == 20 && remainder_97(value) == 1;
}

bool is_valid_imo(std::string_view value) {
  if (value.size() != 7 || !all_digits(value)) return false;
  int sum = 0;
  for (std::size_t i = 0; i < 6; ++i)
    sum += digit(value[i]) * static_cast<int>(7 - i);
  return sum % 10 == digit(value[6]);
}

bool is_valid_isin(std::string_view value) {
  if (value.size() != 12 || !is_letter(value[0]) || !is_letter(value[1]) || !is_digit(value[11]))
    return false;
  std::string digits;
  for (const char c : value) {
    if (is_digit(c))
      digits += c;
    else if (is_letter(c))
      digits += std::to_string(c - 'A' + 10);
    else
      return false;
  }
  int sum = 0;
  bool doubled = false;
  for (auto at = digits.rbegin(); at != digits.rend(); ++at, doubled = !doubled) {
    const int one = digit(*at) * (doubled ? 2 : 1);
    sum += one / 10 + one % 10;
  }
  return sum % 10 == 0;
}

bool is_valid_bic(std::string_view value) {
  if (value.size() != 8 && value.size() != 11) return false;
  const bool plain = std::ranges::all_of(value, [](char c) { return is_letter(c) || is_digit(c); });
  return plain && begins_with_country(value.substr(4));
}

bool is_valid_inn(std::string_view value) {
  if (!all_digits(value)) return false;
  static constexpr int kTen[] = {2, 4, 10, 3, 5, 9, 4, 6, 8};
  static constexpr int kEleven[] = {7, 2, 4, 10, 3, 5, 9, 4, 6, 8};
  static constexpr int kTwelve[] = {3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8};
  if (value.size() == 10) return weighed_digit(value, kTen) == digit(value[9]);
  return value.size() == 12 && weighed_digit(value, kEleven) == digit(value[10]) &&
         weighed_digit(value, kTwelve) == digit(value[11]);
}

bool is_valid_ogrn(std::string_view value) {
  if (!all_digits(value) || (value.size() != 13 && value.size() != 15)) return false;
  const std::uint64_t divisor = value.size() - 2;
  const std::uint64_t check = number_of(value.substr(0, value.size() - 1)) % divisor % 10;
  return check == static_cast<std::uint64_t>(digit(value.back()));
}

bool is_valid_iban(std::string_view value) {
  if (value.size() < 15 || value.size() > 34 || !begins_with_country(value)) return false;
  return remainder_97(std::string(value.substr(4)) + std::string(value.substr(0, 4))) == 1;
}

}  // namespace vedette::evidence
