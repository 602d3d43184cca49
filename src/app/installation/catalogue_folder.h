#pragma once

#include <filesystem>

#include "app/settings/settings.h"
#include "base/result.h"
#include "catalogue/store.h"
#include "parties/party_catalogue.h"

namespace vedette::app {

// The folder of generations of an installation: `catalogue` in the data directory.
std::filesystem::path catalogue_folder(const Settings& settings);
base::Result<catalogue::Store> open_catalogue_folder(const Settings& settings);
// For commands that only read: makes nothing.
base::Result<catalogue::Store> open_existing_catalogue_folder(const Settings& settings);

// The generation that serves there, every byte of it checked; says what to do when there is none.
base::Result<std::shared_ptr<const catalogue::Catalogue>> open_current_catalogue(
    const Settings& settings);

// The same with its parties, as they are decided.
base::Result<parties::PartyCatalogue> with_parties(
    const Settings& settings, std::shared_ptr<const catalogue::Catalogue> catalogue);

// "26,998 profiles (902 more have left their lists), 81,230 names".
std::string contents_text(const catalogue::Catalogue& catalogue);

}  // namespace vedette::app
