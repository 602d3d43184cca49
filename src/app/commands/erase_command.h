#pragma once

#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct EraseCommand {
  std::string project;
  std::string record;       // the id of a record
  std::string name;         // of the person, whatever its case and accents
  std::string again;        // a certificate: whom it was about is erased once more
  std::string certificate;  // where to write one
  bool dry_run = false;
  bool reapply = false;  // of all projects, what the ledger has not seen
  bool json = false;
};

// `vedette erase`: takes a person's data out of a project, while the server runs
// (service/erasure/erasure.h). With --dry-run it only counts.
int erase(const Settings& settings, const EraseCommand& command);

}  // namespace vedette::app
