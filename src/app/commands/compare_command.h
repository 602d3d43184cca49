#pragma once

#include <string>

namespace vedette::app {

struct CompareCommand {
  std::string query;
  std::string listed;
  std::string type = "person";
  std::string csv;  // a file instead of two names; - for standard input
  bool json = false;
};

// `vedette compare A B` and `vedette compare --csv FILE`.
int compare(const CompareCommand& command);

}  // namespace vedette::app
