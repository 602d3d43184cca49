#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace vedette::app {

// Entries are named as service/parties/entry_lookup.h reads them.
struct PartiesCommand {
  std::vector<std::string> entries;
  std::string reason;
  std::string file;  // empty or "-": standard input or output
  std::string format = "jsonl";
  std::int64_t limit = 20;
  bool json = false;
};

// `vedette parties suggest`: the pairs that a person should decide, the surest first, and counts.
int suggest_parties(const Settings& settings, const PartiesCommand& command);
// `vedette parties show ENTRY`: the party's entries and what people judged of them.
int show_party(const Settings& settings, const PartiesCommand& command);
// `vedette parties merge ENTRY ENTRY...`: all of them are one party.
int merge_parties(const Settings& settings, const PartiesCommand& command);
// `vedette parties split ENTRY [ENTRY...]`: the first is a party other than the others, or than the
// rest of its party.
int split_party(const Settings& settings, const PartiesCommand& command);
// `vedette parties export [FILE]`: which entries are one party, as csv
// (service/parties/party_export.h).
int export_parties(const Settings& settings, const PartiesCommand& command);
// `vedette parties judgements export [FILE]` and `import FILE`.
int export_judgements(const Settings& settings, const PartiesCommand& command);
int import_judgements(const Settings& settings, const PartiesCommand& command);

}  // namespace vedette::app
