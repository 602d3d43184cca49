#include "app/installation/list_updating.h"

#include <fstream>
#include <sstream>

#include "api/request/version.h"
#include "app/installation/party_resolving.h"
#include "app/settings/file_access.h"
#include "base/log.h"
#include "service/lists/list_audit.h"

namespace vedette::app {

base::Result<std::vector<service::ListSource>> configured_sources(const Settings& settings) {
  const bool named = !settings.sources_file.empty();
  const std::filesystem::path path = named ? std::filesystem::path(settings.sources_file)
                                           : std::filesystem::path(settings.data) / "sources.toml";
  auto file = open_to_read(path.string());
  if (named && !file.ok())
    return base::Error(file.error().cause, "the sources file: " + file.error().message);
  std::ostringstream text;
  if (file.ok()) text << file->rdbuf();
  return service::list_sources(text.str(), path, settings.update_sources);
}

service::SourceFolder source_folder(const Settings& settings) {
  const bool shared = !settings.shared_directory.empty();
  const std::filesystem::path root = shared ? settings.shared_directory : settings.data;
  return service::SourceFolder(root / "sources");
}

service::UpdateSettings update_settings(const Settings& settings, Installation& installation) {
  service::UpdateSettings update;
  update.proxy = settings.fetch_proxy;
  update.ca_file = settings.fetch_ca_file;
  update.user_agent = "vedette/" + std::string(api::kVersion);
  update.limits.most_bytes = static_cast<std::uint64_t>(settings.fetch_max_bytes);
  update.limits.total = base::seconds(settings.fetch_timeout_seconds);
  update.limits.stall = base::seconds(settings.fetch_stall_seconds);
  update.limits.attempts = static_cast<int>(settings.fetch_attempts);
  update.limits.first_wait = base::seconds(settings.fetch_wait_seconds);
  update.most_shrink_percent = static_cast<int>(settings.list_shrink_percent);
  update.keep = keep_rules(settings, installation);
  update.parties = party_resolution(settings, installation);
  update.match_context = settings.match_context == "on";
  return update;
}

service::GenerationRetention keep_rules(const Settings& settings, Installation& installation) {
  const auto tell = [&installation](const std::vector<std::uint64_t>& generations) {
    const service::ListAudit audit(installation.ledger());
    if (const auto told = audit.pruned(generations); !told.ok())
      base::log(base::LogLevel::kError, "the audit chain does not know of removed generations",
                {{"error", told.error().message}});
  };
  return {.rules = {.all = base::days(settings.keep_all_days),
                    .daily = base::days(settings.keep_daily_days),
                    .most = static_cast<std::size_t>(settings.keep_generations)},
          .newest_sure = [&installation] { return installation.retention().newest_sure(); },
          .removed = tell};
}

}  // namespace vedette::app
