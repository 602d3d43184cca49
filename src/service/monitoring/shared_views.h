#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// Filters of a console page that analysts of a project share under a name.
struct SharedView {
  std::string page = {};  // "cases"
  std::string name = {};
  std::string query = {};  // of the page's address
  std::string saved_by = {};
  base::Time saved = {};
};

inline constexpr std::size_t kMostSharedViews = 100;  // of a project
inline constexpr std::size_t kMostViewNameBytes = 100;
inline constexpr std::size_t kMostViewQueryBytes = 2000;

// In the order of pages, then of names.
base::Result<std::vector<SharedView>> read_views(ledger::Ledger& ledger,
                                                 const ledger::ProjectScope& scope);
// Replaces the one of the same page and name. kConflict (TOO_MANY_VIEWS) when there are too many.
base::Result<void> save_view(ledger::Ledger& ledger, const Actor& actor, const SharedView& view);
// kNotFound (VIEW_NOT_FOUND) when there is none.
base::Result<void> delete_view(ledger::Ledger& ledger, const Actor& actor, const std::string& page,
                               const std::string& name);

}  // namespace vedette::service
