#include "service/attestation/attestation_watch.h"

#include <chrono>

#include "base/background.h"
#include "base/log.h"

namespace vedette::service {

AttestationWatch::AttestationWatch(Parts parts)
    : parts_(std::move(parts)), running_(parts_.running), thread_([this] { run(); }) {}

AttestationWatch::~AttestationWatch() {
  stopping_ = true;
  bell_.ring();
  thread_.join();
}

void AttestationWatch::run() {
  static_cast<void>(base::enter_background());
  while (!stopping_) {
    const auto beat = running_.beat();
    if (!beat.ok())
      base::log(base::LogLevel::kWarning, "could not note that the server runs",
                {{"error", beat.error().message}});
    const auto done = attest_what_is_due(parts_.attestations, parts_.lease);
    if (!done.ok())
      base::log(base::LogLevel::kError, "an attestation failed and is tried again",
                {{"error", done.error().message}});
    bell_.wait(std::chrono::milliseconds(parts_.interval.count));
  }
  // The last moment of this server, so that the next start shows how long it was off.
  static_cast<void>(running_.beat());
}

base::Result<void> attest_what_is_due(const Attestations& attestations, WorkLease& lease) {
  VEDETTE_ASSIGN(const auto fence, lease.take());
  if (!fence) return {};
  VEDETTE_TRY(attestations.announce_late_lists());
  VEDETTE_TRY(attestations.close_due_days());
  return lease.give_back(*fence);
}

}  // namespace vedette::service
