#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/customers/customer_detail_columns.h"
#include "base/result.h"

namespace vedette::app {

// What somebody said of the columns of a customer file: pairs of a field (`name`, `dob`) and the
// heading of its column. The field `ignore` takes a column out of the file.
using ColumnMapping = std::vector<std::pair<std::string, std::string>>;
// "name=Kundenname"; kInvalidInput names the fields.
base::Result<std::pair<std::string, std::string>> parse_column_mapping(std::string_view text);
// The table `columns` of a TOML file: name = "Kundenname", ignore = ["Notes", "Maiden name"].
base::Result<ColumnMapping> read_column_mapping(std::string_view toml, std::string_view origin);

// Which column of a customer file holds what; found by the heading, in any order and any of many
// spellings and languages.
struct CustomerColumns {
  std::optional<std::size_t> key, name, first_name, middle_name, last_name, second_last_name, type,
      born, gender, countries;
  std::vector<DetailColumn> details = {};
  std::vector<std::string> ignored = {};  // headings that mean nothing to us

  // Columns of the mapping first, the others by their headings. kInvalidInput when no column has
  // names, or only halves of them, when one that is not understood looks like a part of them, and
  // when the mapping names a column that is not there.
  static base::Result<CustomerColumns> from(const std::vector<std::string>& heading,
                                            const ColumnMapping& mapping = {});
};

// "Date of Birth", "date_of_birth" and "dateOfBirth" are the same words, "Prénom" and "PRENOM" too.
std::string plain_words(std::string_view text);

}  // namespace vedette::app
