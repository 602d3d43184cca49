#pragma once

#include <string>

namespace vedette::app {

struct CompareCommand {
  std::string query;
  std::string listed;
  std::string type = "person";
  std::string csv;       // a file instead of two names; - for standard input
  std::string entities;  // a file of pairs of FollowTheMoney entities; - for standard input
  bool json = false;
};

// `vedette compare A B`, `vedette compare --csv FILE` and `vedette compare --entities FILE`.
int compare(const CompareCommand& command);

}  // namespace vedette::app
