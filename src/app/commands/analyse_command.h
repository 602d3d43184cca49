#pragma once

#include <string>

namespace vedette::app {

struct AnalyseCommand {
  std::string name;
  std::string type = "legalentity";
  bool json = false;
};

// `vedette analyse NAME`: prints how a name is read, as a person and as an organisation unless
// --type says which. Needs no data directory.
int analyse(const AnalyseCommand& command);

}  // namespace vedette::app
