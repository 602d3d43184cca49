#pragma once

#include <cstdint>
#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct AttestCommand {
  std::string project;
  std::string date;       // empty: the last closed days
  std::int64_t year = 0;  // 0: none
  std::string out;        // a signed archive is written there
  bool json = false;
};

// `vedette attest`: shows the daily attestations of a project, or writes those of a day or a year
// as a signed archive. Gives 1 when a day that it shows or writes is late.
int attest(const Settings& settings, const AttestCommand& command);

}  // namespace vedette::app
