#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace vedette::app {

struct ListsCoverageCommand {
  std::vector<std::string> files;  // empty: the generation that serves
  std::string format;
  bool json = false;
};
// `vedette lists coverage [FILE...]`: for every list and every field of a profile, how many parties
// have it.
int print_list_coverage(const Settings& settings, const ListsCoverageCommand& command);

struct ListsReadCommand {
  std::vector<std::string> files;
  std::string format;
  bool json = false;  // the output is JSON either way
};
// `vedette lists read FILE...`: each profile of list files as a line of JSON, in the order of the
// files. Nothing is imported.
int read_lists(const Settings& settings, const ListsReadCommand& command);

struct ListsDiffCommand {
  std::string before;  // the number of a generation, or a list file
  std::string after;
  bool json = false;
};
// `vedette lists diff A B`: which entries were added, removed or changed, and in which fields.
int print_list_diff(const Settings& settings, const ListsDiffCommand& command);

}  // namespace vedette::app
