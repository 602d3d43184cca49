#include "app/installation/party_resolving.h"

namespace vedette::app {

service::PartyResolution party_resolution(const Settings& settings, Installation& installation) {
  service::PartyResolution how;
  how.lines.automatic = static_cast<std::uint8_t>(settings.party_line);
  how.lines.suggestion = static_cast<std::uint8_t>(settings.party_suggestion_line);
  how.lines.off = settings.party_grouping == "off";
  how.judgements = [&installation] {
    return service::PartyJudgements(installation.ledger(), installation.clock()).holding();
  };
  how.newest_judgement = [&installation] {
    return service::PartyJudgements(installation.ledger(), installation.clock()).newest();
  };
  return how;
}

}  // namespace vedette::app
