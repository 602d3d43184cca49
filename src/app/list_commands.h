#pragma once

#include <string>
#include <vector>

#include "app/settings.h"

namespace vedette::app {

struct ListsImportCommand {
  std::vector<std::string> files;
  std::string format;
  std::string list;
  std::string mapping;
  bool allow_shrink = false;
  bool json = false;
};
// `vedette lists import FILE...`: reads list files into a new generation.
int import_lists(const Settings& settings, const ListsImportCommand& command);

struct ListsStatusCommand {
  bool json = false;
};
// `vedette lists status`: the generations that are kept and the lists of the one that serves.
int print_lists_status(const Settings& settings, const ListsStatusCommand& command);

}  // namespace vedette::app
