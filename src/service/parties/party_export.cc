#include "service/parties/party_export.h"

#include "base/csv.h"
#include "service/parties/entry_lookup.h"

namespace vedette::service {

namespace {

std::string_view published_list(std::string_view list) {
  return list == "uk-sanctions-list" || list == "uk-ofsi" ? "uk-sl" : list;
}

}  // namespace

base::Result<void> export_parties(const catalogue::Catalogue& catalogue,
                                  const parties::Grouping& grouping,
                                  const std::function<void(std::string_view)>& write) {
  write("party,list,id,status,listKey,record,resourceId,qrCode\n");
  std::string line;
  for (parties::Entry entry = 0; entry < grouping.entry_count(); ++entry) {
    const catalogue::ProfileFacts& facts = catalogue.facts(entry);
    if (facts.flags & catalogue::kContext) continue;
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue.profile(entry));
    const std::string party = catalogue.resource_id_text(grouping.party_of(entry));
    const std::string status = catalogue.is_deleted(entry) ? "deleted" : "live";
    for (const std::string& number : publisher_numbers(profile)) {
      line.clear();
      base::append_csv(line, {party, std::string(published_list(profile.key.list)), number, status,
                              profile.key.list, profile.key.record,
                              catalogue.resource_id_text(entry), std::to_string(facts.qr_code)});
      write(line);
    }
  }
  return {};
}

}  // namespace vedette::service
