#pragma once

#include <string>
#include <vector>

#include "app/customers/customer_rows.h"
#include "base/result.h"

namespace vedette::app {

// What the command line says of how to read a customer file, as it was given.
struct CustomerFileFlags {
  std::string sheet = {};
  std::string encoding = {};
  std::string date_order = {};
  std::vector<std::string> map = {};  // FIELD=COLUMN
  std::string mapping = {};           // a file of them
  std::string rejected = {};          // where rows go that are not taken

  // Puts them into the options of a file. kInvalidInput names the flag.
  base::Result<void> apply_to(CustomerFile::Options& options) const;
};

}  // namespace vedette::app
