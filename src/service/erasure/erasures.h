#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "ledger/server_key.h"
#include "service/common/signed_document.h"
#include "service/erasure/erasure.h"
#include "service/erasure/erasure_file.h"

namespace vedette::service {

// The erasures of an installation: each is kept with its signed certificate in the ledger, in the
// transaction of the erasure itself, and then in a file beside the ledger. So a ledger from before
// an erasure can be told apart from one that has seen it.
class Erasures {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const base::Clock& clock;
    const ledger::ServerKey& key;
    const DocumentSigner& signer;
    ErasureFile file;
    std::string program;  // the version that certificates name
  };
  explicit Erasures(Parts parts);

  // kInvalidInput when neither is given.
  base::Result<Person> person(std::string_view record_id, std::string_view name) const;
  // Whom an earlier certificate of this installation was about.
  base::Result<Person> person_of(const std::string& certificate) const;

  base::Result<ErasureCounts> count(const ledger::ProjectScope& scope, const Person& person) const;

  struct Done {
    ErasureCounts counts;
    Erasure erasure;
  };
  base::Result<Done> erase(const Actor& actor, const Person& person) const;

  // Newest first.
  base::Result<std::vector<Erasure>> of_project(const ledger::ProjectScope& scope) const;
  // kNotFound when there is none of that id.
  base::Result<Erasure> find(const ledger::ProjectScope& scope, const std::string& id) const;

  struct Reapplied {
    std::int64_t erasures = 0;          // that the ledger had not seen
    std::int64_t of_lost_projects = 0;  // of projects that the ledger does not have
    ErasureCounts counts;
  };
  // Makes ledger and file know the same erasures: those of `others` and of the file that the ledger
  // has not seen are done again, and those of the ledger that the file lacks are written to it.
  // kForbidden when a certificate was not signed by `trusted`.
  base::Result<Reapplied> reapply(const ledger::OperatorScope& scope, const TrustedSigners& trusted,
                                  const std::vector<Erasure>& others = {}) const;

 private:
  base::Result<bool> reapply_one(const ledger::OperatorScope& scope, const Erasure& erasure,
                                 Reapplied& done) const;
  Parts parts_;
  base::Key256 person_key_;
};

}  // namespace vedette::service
