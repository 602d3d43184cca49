#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/exchange.h"
#include "catalogue/store.h"
#include "ledger/ledger.h"
#include "service/lists/generation_retention.h"
#include "service/lists/readiness.h"

namespace vedette::service {

// How servers on one ledger come to serve the same generations. The ledger has a row for each that
// was published, with its checksum; the files go through a directory that all of them see. A new
// one is copied there first and then announced in the change that has its audit entry, and only
// when it is built upon the newest: of two servers that build at the same time one is refused.
// Every server follows: it copies what it lacks to its own folder, takes nothing whose bytes do not
// give the checksum, reads it in full, and switches as after an import of its own.
class SharedGenerations {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    catalogue::Store store;
    catalogue::Exchange exchange;
    const base::Clock& clock;
    std::string node;
    GenerationRetention keep = {};
    base::Millis longest_lag = base::seconds(60);  // then the server is not ready
  };
  explicit SharedGenerations(Parts parts) : parts_(std::move(parts)) {}

  // Puts a checked file where the others find it.
  base::Result<void> offer(const catalogue::GenerationFile& file) const;
  // Makes it the newest, inside of the change that says why. kConflict unless the folder's current
  // generation is the newest until now.
  base::Result<void> announce(ledger::OperatorWriter& writer,
                              const catalogue::GenerationFile& file) const;
  // Takes back what was offered and refused.
  void withdraw(const catalogue::GenerationFile& file) const;

  // One step towards what was published: the newest first, then those before it that are kept.
  // Whether there may be more to do at once. The first server to come brings what it has.
  // kUnsupported when this folder holds other generations than those published. By one thread at a
  // time.
  base::Result<bool> follow();

  // Says how far behind this server is, and that it is not ready when that lasts.
  void describe(Readiness& readiness) const;

 private:
  struct Published {
    catalogue::GenerationName name = {};
    base::Time since = {};
    std::string node = {};
  };
  base::Result<std::vector<Published>> published(std::int64_t most) const;
  base::Result<bool> step();
  base::Result<void> bring_own(const catalogue::GenerationFile& current);
  base::Result<void> check_kinship(const catalogue::GenerationFile& current) const;
  base::Result<void> take(const Published& generation, bool serve);
  // Takes one generation of the past; false when there is none to take.
  base::Result<bool> take_older(const Published& newest);
  void clean(const std::vector<Published>& all, const std::vector<std::uint64_t>& given_up) const;

  const Parts parts_;
  std::uint64_t complete_ = 0;  // the newest for which the past was looked at

  mutable std::mutex mutex_;
  std::uint64_t newest_ = 0;
  base::Time newest_seen_ = {};
  std::string problem_;  // why it is not here
};

}  // namespace vedette::service
