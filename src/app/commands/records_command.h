#pragma once

#include <string>

#include "app/customers/customer_file_flags.h"
#include "app/settings/settings.h"

namespace vedette::app {

struct RecordsCommand {
  std::string file;
  std::string project;
  std::string type;  // of rows without one; empty: such rows are refused
  // A customer's country narrows what it is compared with, as in `vedette screen --csv`.
  bool countries_from_file = false;
  CustomerFileFlags flags = {};
  bool json = false;
};

// Adds or updates the records of a file in batches, each all or nothing, and accounts for every
// row. Rows that cannot be records are named and left out; the exit status then is that of a
// failure.
int import_records(const Settings& settings, const RecordsCommand& command);

// All records of the project with their counters, in a form that can be imported again.
int export_records(const Settings& settings, const RecordsCommand& command);

}  // namespace vedette::app
