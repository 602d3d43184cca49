#include "app/installation/erasing.h"

#include <filesystem>

#include "api/request/version.h"
#include "app/installation/signing.h"
#include "base/log.h"

namespace vedette::app {

service::ErasureFile erasure_file(const Settings& settings) {
  return service::ErasureFile(std::filesystem::path(settings.data) / "erasures.jsonl");
}

service::Erasures open_erasures(const Settings& settings, Installation& installation,
                                const service::DocumentSigner& signer) {
  return service::Erasures({.ledger = installation.ledger(),
                            .clock = installation.clock(),
                            .key = installation.key(),
                            .signer = signer,
                            .file = erasure_file(settings),
                            .program = std::string(api::kVersion)});
}

base::Result<service::Erasures::Reapplied> reapply_erasures(const Settings& settings,
                                                            const service::Erasures& erasures) {
  VEDETTE_ASSIGN(const service::TrustedSigners trusted, trusted_signers(settings, ""));
  VEDETTE_ASSIGN(const service::Erasures::Reapplied done,
                 erasures.reapply(ledger::OperatorScope::for_command_line(), trusted));
  if (done.erasures > 0)
    base::log(base::LogLevel::kWarning,
              "the ledger is older than erasures of this installation; they were done again",
              {{"erasures", done.erasures},
               {"records", done.counts.records},
               {"searches", done.counts.searches}});
  return done;
}

}  // namespace vedette::app
