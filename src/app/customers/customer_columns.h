#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::app {

// Which column of a customer file holds what; found by the heading, in any order and any of many
// spellings and languages.
struct CustomerColumns {
  std::optional<std::size_t> key, name, first_name, middle_name, last_name, second_last_name, type,
      born, gender, countries;
  std::vector<std::string> ignored = {};  // headings that mean nothing to us

  // kInvalidInput when no column has names, or only halves of them, and when one that is not
  // understood looks like a part of them.
  static base::Result<CustomerColumns> from(const std::vector<std::string>& heading);
};

// "Date of Birth", "date_of_birth" and "dateOfBirth" are the same words, "Prénom" and "PRENOM" too.
std::string plain_words(std::string_view text);

}  // namespace vedette::app
