#include "app/installation/catalogue_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "app/settings/file_access.h"
#include "app/terminal/progress_line.h"
#include "ledger/server_lock.h"
#include "service/parties/groupings.h"

namespace vedette::app {
namespace {

base::Error no_catalogue(const Settings& settings) {
  return {base::Cause::kNotFound, "there is no catalogue in " + settings.data +
                                      " yet; import a list: vedette lists import FILE"};
}

}  // namespace

std::filesystem::path catalogue_folder(const Settings& settings) {
  return std::filesystem::path(settings.data) / "catalogue";
}

base::Result<catalogue::Store> open_catalogue_folder(const Settings& settings) {
  // Importing may be the first thing done here, and the ledger moves in later.
  VEDETTE_TRY(ledger::make_data_directory(settings.data));
  return catalogue::Store::open(catalogue_folder(settings));
}

base::Result<catalogue::Store> open_existing_catalogue_folder(const Settings& settings) {
  VEDETTE_ASSIGN(const bool there, is_there(catalogue_folder(settings)));
  if (!there) return no_catalogue(settings);
  return catalogue::Store::open(catalogue_folder(settings));
}

std::string contents_text(const catalogue::Catalogue& catalogue) {
  const std::uint64_t live = catalogue.meta().live_profiles;
  const std::uint64_t gone = catalogue.profile_count() - live;
  return fmt::format(
      "{} profiles{}, {} names", count_text(live),
      gone == 0 ? "" : fmt::format(" ({} more have left their lists)", count_text(gone)),
      count_text(catalogue.name_count()));
}

base::Result<std::shared_ptr<const catalogue::Catalogue>> open_current_catalogue(
    const Settings& settings) {
  VEDETTE_ASSIGN(const catalogue::Store store, open_existing_catalogue_folder(settings));
  auto opened = store.open_current();
  if (!opened.ok())
    return opened.error().cause == base::Cause::kNotFound ? no_catalogue(settings)
                                                          : std::move(opened).error();
  if (!opened->explanation.empty()) std::cerr << "vedette: " << opened->explanation << "\n";
  // A server checks every byte behind the scenes; a command has answered by then.
  if (const auto whole = opened->catalogue->verify(); !whole.ok())
    return base::Error(whole.error().cause,
                       whole.error().message +
                           "; nothing is searched in a damaged catalogue: import the lists "
                           "again, or restore the data directory from a backup");
  return opened->catalogue;
}

base::Result<parties::PartyCatalogue> with_parties(
    const Settings& settings, std::shared_ptr<const catalogue::Catalogue> catalogue) {
  VEDETTE_ASSIGN(const catalogue::Store store, open_existing_catalogue_folder(settings));
  return service::Groupings(store).served(std::move(catalogue));
}

}  // namespace vedette::app
