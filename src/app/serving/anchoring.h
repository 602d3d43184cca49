#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "app/settings/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/common/audit_anchor.h"

namespace vedette::app {

// Puts the heads of the audit chains on a schedule where whoever writes to the ledger cannot reach
// them: a file, a webhook, with a timestamp of an authority (RFC 3161) when one is named. Nothing
// is sent while no chain has moved. A failure is logged and tried again after a minute.
class Anchoring {
 public:
  struct Parts {
    ledger::Ledger& ledger;
    const service::DocumentSigner& signer;
    const base::Clock& clock;
    const Settings& settings;
  };
  explicit Anchoring(Parts parts);
  ~Anchoring();
  Anchoring(const Anchoring&) = delete;
  Anchoring& operator=(const Anchoring&) = delete;

 private:
  void run();
  bool wait(base::Millis time);
  base::Result<void> anchor();
  base::Result<std::string> timestamp(const std::string& body) const;

  const Parts parts_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::string anchored_;  // the heads of the last anchor
  std::thread thread_;
};

// kInvalidInput when a timestamp authority is named but no place to keep what it says.
base::Result<void> check_anchoring(const Settings& settings);
bool is_anchoring(const Settings& settings);

}  // namespace vedette::app
