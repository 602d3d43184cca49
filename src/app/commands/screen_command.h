#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/customers/customer_file_flags.h"
#include "app/settings/settings.h"
#include "base/result.h"
#include "service/screening/search_question.h"

namespace vedette::app {

struct ScreenCommand {
  std::string name;
  std::string type;  // empty: not known, both families are searched
  std::int64_t threshold = 80;
  std::string countries;
  std::string datasets;
  std::string birth;
  std::vector<std::string> identifiers = {};  // type:value or type:country:value
  std::optional<std::int64_t> limit =
      {};  // hits of one name: nothing for kShownHits, with --csv kWrittenHits
  bool json = false;
  bool plan = false;  // print the search plan instead of the hits

  // A file of customers instead of one name.
  std::string csv;
  std::string out;     // empty: standard output
  std::string format;  // of the results: csv, xlsx, json, ndjson; else as `out` ends
  std::string report;  // an HTML page beside them
  bool restart = false;
  bool countries_from_file = false;
  CustomerFileFlags file = {};
};

// A screen holds twenty lines. What is filed about a customer must be whole for all but the most
// common names: as many as the API gives.
inline constexpr std::int64_t kShownHits = 20;
inline constexpr std::int64_t kWrittenHits = 100;

// `vedette screen NAME`: searches the catalogue of the installation from the terminal. The search
// is not recorded: it is for trying things out. With `--csv FILE` every customer of the file is
// searched by all cores; a run that was broken off goes on where it stopped. Rows that cannot be
// searched are told, never called clear.
int screen(const Settings& settings, const ScreenCommand& command);
base::Result<bool> screen_csv(const Settings& settings, const ScreenCommand& command,
                              const service::SearchQuestion& common);

struct VerifyCommand {
  std::int64_t queries = 1000;
  std::int64_t seed = 0;  // 0: a new one, printed
  std::string head;       // a file of `vedette audit export-head`, or empty
  std::string file = {};  // a signed file, which alone is checked then
  std::string signed_by = {};
  bool json = false;
};

// `vedette verify`: the audit chains, every checksum of the catalogue, and the index against a full
// scan on generated queries. Gives 1 when anything differs.
int verify(const Settings& settings, const VerifyCommand& command);

}  // namespace vedette::app
