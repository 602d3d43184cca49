#include "app/installation/stale_lists.h"

#include <fmt/format.h>

#include "app/installation/list_updating.h"
#include "lists/building/known_lists.h"
#include "service/lists/list_ages.h"

namespace vedette::app {

base::Result<std::vector<service::ListAge>> list_ages(const Settings& settings,
                                                      const catalogue::Catalogue& catalogue,
                                                      const base::Clock& clock) {
  VEDETTE_ASSIGN(const std::vector<service::ListSource> sources, configured_sources(settings));
  const service::SourceFolder folder = source_folder(settings);
  return service::ListAges(folder, sources, base::days(settings.list_stale_days), clock)
      .of(catalogue);
}

std::string age_text(base::Millis age) {
  const std::int64_t hours = age.count / 3'600'000;
  return hours < 48 ? fmt::format("{} h", hours) : fmt::format("{} days", hours / 24);
}

bool is_undated(const catalogue::ListInfo& list) {
  return list.published.empty() &&
         lists::is_known_list(list.publication.empty() ? list.key : list.publication);
}

std::string stale_text(const std::vector<service::ListAge>& ages) {
  std::string out;
  for (const service::ListAge& age : ages)
    if (age.stale)
      out += fmt::format("{}{} ({} old)", out.empty() ? "" : ", ", age.list, age_text(age.age));
  if (out.empty()) return out;
  return fmt::format(
      "these lists are stale: {}; who was listed since is not found (vedette lists update, or "
      "import their present files)",
      out);
}

}  // namespace vedette::app
