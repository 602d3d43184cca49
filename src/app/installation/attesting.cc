#include "app/installation/attesting.h"

#include "api/request/version.h"

namespace vedette::app {

base::Result<service::Attestations> make_attestations(const Settings& settings,
                                                      ledger::Ledger& ledger,
                                                      const base::Clock& clock) {
  auto calendar = service::Calendar::of(settings.time_zone);
  if (!calendar.ok())
    return base::Error(calendar.error().cause, "time_zone: " + calendar.error().message);
  return service::Attestations({.ledger = ledger,
                                .clock = clock,
                                .calendar = *std::move(calendar),
                                .late_after = base::seconds(settings.attestation_late_minutes * 60),
                                .program = std::string(api::kVersion)});
}

}  // namespace vedette::app
