#pragma once

#include <cstdint>
#include <string>

#include "app/settings.h"

namespace vedette::app {

struct ScreenCommand {
  std::string name;
  std::string type = "individual";
  std::int64_t threshold = 80;
  std::string countries;
  std::string datasets;
  std::string birth;
  std::int64_t limit = 20;
  bool json = false;
};

// `vedette screen NAME`: searches the catalogue of the installation from the terminal. The search
// is not recorded: it is for trying things out.
int screen(const Settings& settings, const ScreenCommand& command);

struct VerifyCommand {
  std::int64_t queries = 1000;
  std::int64_t seed = 0;  // 0: a new one, printed
  bool json = false;
};

// `vedette verify`: every checksum of the catalogue, and the index against a full scan on generated
// queries. Gives 1 when anything differs.
int verify(const Settings& settings, const VerifyCommand& command);

}  // namespace vedette::app
