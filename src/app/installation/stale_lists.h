#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "service/lists/readiness.h"

namespace vedette::app {

// How old the lists of a catalogue are, in its order, as a server of the installation would say.
base::Result<std::vector<service::ListAge>> list_ages(const Settings& settings,
                                                      const catalogue::Catalogue& catalogue,
                                                      const base::Clock& clock);

// "5 h", "261 days".
std::string age_text(base::Millis age);

// A government's list that does not say when it was published: how old it is nobody can tell.
bool is_undated(const catalogue::ListInfo& list);

// The stale ones in one sentence, such as "these lists are stale: un-sc (261 days old); ...";
// nothing when there is none.
std::string stale_text(const std::vector<service::ListAge>& ages);

}  // namespace vedette::app
