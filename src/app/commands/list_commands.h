#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace vedette::app {

struct ListsImportCommand {
  std::vector<std::string> files;
  std::string format;
  std::string list;
  std::string mapping;
  bool allow_shrink = false;
  bool allow_older = false;
  bool allow_incomplete = false;
  bool force = false;  // also when the files are those that serve
  bool wait = false;
  bool json = false;
};
// `vedette lists import FILE...`: reads list files into a new generation.
int import_lists(const Settings& settings, const ListsImportCommand& command);

struct ListsUpdateCommand {
  std::vector<std::string> sources;  // empty: all that are enabled
  bool allow_shrink = false;
  bool allow_older = false;
  bool wait = false;
  bool json = false;
};
// `vedette lists update [SOURCE...]`: fetches the sources and imports what is new. The exit status
// is 1 when one of them failed.
int update_lists(const Settings& settings, const ListsUpdateCommand& command);

struct ListsRebuildCommand {
  bool wait = false;
  bool json = false;
};
// `vedette lists rebuild`: builds the current generation anew from the profiles stored in it.
int rebuild_lists(const Settings& settings, const ListsRebuildCommand& command);

struct ListsRemoveCommand {
  std::string list;
  bool wait = false;
  bool json = false;
};
// `vedette lists remove LIST`: a new generation without the list.
int remove_list(const Settings& settings, const ListsRemoveCommand& command);

struct ListsStatusCommand {
  bool json = false;
};
// `vedette lists status`: the generations that are kept, the lists of the one that serves, and how
// the last update of each source went.
int print_lists_status(const Settings& settings, const ListsStatusCommand& command);
// `vedette lists sources`: the sources that are known and which of them are fetched.
int print_list_sources(const Settings& settings, const ListsStatusCommand& command);

}  // namespace vedette::app
