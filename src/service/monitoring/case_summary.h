#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "evidence/outcome.h"
#include "service/monitoring/monitor_record.h"
#include "service/screening/profile_lookup.h"

namespace vedette::service {

// How far a customer and a listed profile agree, as far as the match itself tells.
evidence::Outcome birth_agreement(const MonitorRecord& record, const Match& match);
evidence::Outcome country_agreement(const MonitorRecord& record, const Match& match);

// The lists that name profiles, looked up once each. Without a catalogue no list names anybody.
class NamingLists {
 public:
  explicit NamingLists(const catalogue::Catalogue* catalogue) : catalogue_(catalogue) {}
  const std::vector<NamedList>& of(const std::string& resource_id);

 private:
  const catalogue::Catalogue* catalogue_;
  std::map<std::string, std::vector<NamedList>> known_;
};

// What a queue shows of a customer: the matches of the status that was asked for, taken together.
struct CaseSummary {
  int score = 0;  // the best
  profile::DatasetSet datasets = {};
  std::vector<NamedList> lists = {};
  // The best that any of the matches has: one that agrees makes the case agree.
  evidence::Outcome birth_date = evidence::Outcome::kUnknown;
  evidence::Outcome country = evidence::Outcome::kUnknown;
  base::Time oldest = {};
  base::Time newest = {};
};
// Of at least one match.
CaseSummary summary_of(const MonitorRecord& record, const std::vector<Match>& matches,
                       NamingLists& lists);

}  // namespace vedette::service
