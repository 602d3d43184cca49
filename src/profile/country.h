#pragma once

#include <array>
#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::profile {

// An ISO 3166-1 alpha-2 code in upper case, or XK. Two zero bytes are "no country".
class Country {
 public:
  constexpr Country() = default;
  constexpr bool empty() const { return code_[0] == 0; }
  std::string_view code() const { return {code_.data(), empty() ? 0U : 2U}; }
  std::string lower() const;
  constexpr auto operator<=>(const Country&) const = default;

  // A code of the table (any case); nothing when there is no such country.
  static std::optional<Country> from_alpha2(std::string_view text);
  friend bool from_text(std::string_view text, Country& country);

 private:
  std::array<char, 2> code_{};
};

// One row of data/countries.tsv.
struct CountryRow {
  Country country;
  std::string_view alpha3;
  std::string_view numeric;
  std::string_view name;
  std::vector<std::string_view> other_names;
};
std::span<const CountryRow> country_rows();
// The English name, or empty for no country.
std::string_view country_name(Country country);

// A country as a client or a list writes it: alpha-2, alpha-3, UK, EL, a name or other name in any
// case, a demonym (Afghan), the code of a former country, "Korea, North", "Iran (Islamic
// Republic of)", "USSR (now Russian Federation)". Nothing when it is not one of the table.
std::optional<Country> parse_country(std::string_view text);

// The same, for clients: codes only (alpha-2, alpha-3, UK, EL), never names.
std::optional<Country> parse_country_code(std::string_view text);

std::string to_text(Country country);
// Takes any two capital letters: stored files outlive a change of the table.
bool from_text(std::string_view text, Country& country);

}  // namespace vedette::profile

template <>
struct std::hash<vedette::profile::Country> {
  std::size_t operator()(const vedette::profile::Country& country) const {
    return std::hash<std::string_view>()(country.code());
  }
};
