#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/settings/settings.h"
#include "base/result.h"

namespace vedette::app {

// Whose the files of an installation are. All of them belong to the user that the server runs as:
// a file of somebody else is one that the server cannot read, or that keeps it from starting.
struct Owner {
  uid_t user = 0;
  gid_t group = 0;

  std::string name() const;  // of the user, or its number when it has none
};

// The first owner of the ledger, the key, the catalogue and the data directory that is not root,
// else root: what root made by mistake is not root's, and a mounted volume may be root's whoever
// uses it. Nothing when there is no data directory yet.
std::optional<Owner> installation_owner(const Settings& settings);

// What a command needs of the installation, and which rights of root it keeps.
enum class Access {
  kNothing,  // it does not touch one
  kLook,     // sees what the server sees: keeps none
  kServe,    // reads any file (a TLS key), listens on any port
  kCommand,  // reads and writes any file: inputs and outputs are the caller's
};

// Run by root, the process becomes the owner of the installation for good, so that whatever it
// makes belongs to the owner. Run by another user than the owner, kForbidden with the command to
// use; `arguments` are those of this command. Before any thread is started.
base::Result<void> act_as_owner(const Settings& settings, Access access,
                                const std::vector<std::string>& arguments);

// Files and folders of the data directory that belong to somebody else than the owner.
struct ForeignFiles {
  Owner owner;
  std::string first = {};  // one of them
  std::size_t count = 0;

  std::string chown_command(const Settings& settings) const;
};
std::optional<ForeignFiles> foreign_files(const Settings& settings);

}  // namespace vedette::app
