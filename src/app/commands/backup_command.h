#pragma once

#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

struct BackupCommand {
  std::string folder;
  std::string signed_by;        // restore: a public key; empty: this installation's
  std::string erasures;         // restore: a file of erasures made since
  bool allow_unsigned = false;  // restore: accept a backup that has no signature
  bool json = false;
};

// `vedette backup FOLDER`: copies the ledger as it is at one moment, then the generations and the
// state of the sources, while a server runs. The folder appears whole or not at all: what was
// copied is opened and checked first. With PostgreSQL the ledger is left to pg_dump. The server key
// is never part of a backup: whoever has both could write a history anew.
int back_up(const Settings& settings, const BackupCommand& command);

// `vedette restore FOLDER`: into a data directory that holds nothing yet but the key and the
// settings file. The manifest must be signed by this installation, or by the key that is named;
// every file is held against the manifest; then the ledger's chains and the catalogue are checked.
int restore_backup(const Settings& settings, const BackupCommand& command);

}  // namespace vedette::app
