#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/commands/doctor.h"
#include "app/installation/installation.h"
#include "app/installation/ownership.h"
#include "app/installation/storage.h"
#include "http/server.h"
#include "http/tls.h"

namespace vedette::app {
namespace {

namespace fs = std::filesystem;
using State = Finding::State;

// A new generation is written beside the one that serves, and the ledger grows meanwhile.
constexpr std::uintmax_t kComfortableBytes = std::uintmax_t{1} << 30;
constexpr base::Millis kCertificateNotice = base::days(21);
// Files, sockets to the database and the network threads' own, beside the connections.
constexpr std::int64_t kOtherDescriptors = 512;

std::string mebibytes(std::uintmax_t bytes) {
  return fmt::format("{} MiB", bytes >> 20);
}

Finding examine_directory(const Settings& settings) {
  struct stat status{};
  if (::stat(settings.data.c_str(), &status) != 0)
    return {State::kBad, "data directory",
            fmt::format("{}: {}", settings.data, std::strerror(errno)),
            "name it with --data, or make it: vedette lists import FILE --data DIR does"};
  if (!S_ISDIR(status.st_mode))
    return {State::kBad, "data directory", settings.data + " is not a directory",
            "name another with --data"};
  if (::access(settings.data.c_str(), R_OK | W_OK | X_OK) != 0)
    return {State::kBad, "data directory",
            fmt::format("user {} may not write to {}, which belongs to {}", ::geteuid(),
                        settings.data, Owner{status.st_uid, status.st_gid}.name()),
            "run as its owner (a package's: sudo -u vedette vedette doctor), or chown it"};
  if ((status.st_mode & 077) != 0)
    return {State::kWarning, "data directory", settings.data + " is open to other users",
            "chmod 700 " + settings.data};
  return {State::kOk, "data directory", settings.data + " is ours alone"};
}

Finding examine_disk(const Settings& settings) {
  if (const auto problem = storage_problem(settings.data))
    return {State::kBad, "disk", *problem,
            "free some space, or lower keep_daily_days and keep_generations"};
  std::error_code unknown;
  const auto space = fs::space(settings.data, unknown);
  if (unknown) return {State::kWarning, "disk", "cannot tell its space: " + unknown.message()};
  std::uintmax_t catalogue = 0;
  for (fs::directory_iterator entry(fs::path(settings.data) / "catalogue", unknown), end;
       !unknown && entry != end; entry.increment(unknown))
    if (std::error_code gone; entry->is_regular_file(gone) && !gone)
      catalogue = std::max(catalogue, entry->file_size(gone));
  if (space.available < kComfortableBytes || space.available < 3 * catalogue)
    return {State::kWarning, "disk",
            fmt::format("{} are left; the largest generation takes {}", mebibytes(space.available),
                        mebibytes(catalogue)),
            "make room for three generations and a gigabyte, or lower keep_daily_days and "
            "keep_generations"};
  return {State::kOk, "disk", mebibytes(space.available) + " are left"};
}

std::string way_to_read(const Settings& settings) {
  const auto foreign = foreign_files(settings);
  return foreign ? foreign->chown_command(settings) : "run as its owner";
}

Finding examine_key(const Settings& settings) {
  const fs::path file = key_file(settings);
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) {
    std::error_code ignored;
    const bool used =
        !settings.database.empty() || fs::exists(fs::path(settings.data) / "ledger.db", ignored);
    if (errno == ENOENT && !used)
      return {State::kOk, "server key", file.string() + " is made at the first start"};
    return {State::kBad, "server key", fmt::format("{}: {}", file.string(), std::strerror(errno)),
            "put back the key that the ledger was made with: with another one no client secret "
            "fits and the audit chain does not hold"};
  }
  if ((status.st_mode & 077) != 0)
    return {State::kBad, "server key", file.string() + " can be read by others",
            "chmod 600 " + file.string()};
  if (::access(file.c_str(), R_OK) != 0)
    return {State::kBad, "server key",
            fmt::format("user {} may not read {}", ::geteuid(), file.string()),
            way_to_read(settings)};
  if (!S_ISREG(status.st_mode) || status.st_size != 32)
    return {State::kBad, "server key", file.string() + " is not a key of 32 bytes",
            "put back the key that the ledger was made with"};
  return {State::kOk, "server key",
          file.string() + " is ours alone; keep a copy apart from the backups"};
}

Finding owned_by_others(const Settings& settings, const ForeignFiles& foreign) {
  return {
      State::kBad, "owner",
      fmt::format("{} belongs to another user than {}, one of {}: the server may not be able to "
                  "read them",
                  foreign.first, foreign.owner.name(), foreign.count),
      foreign.chown_command(settings)};
}

Finding examine_shared_directory(const Settings& settings) {
  const std::string& folder = settings.shared_directory;
  if (settings.database.empty())
    return {State::kBad, "shared directory", "it is for several servers on one PostgreSQL",
            "set database too, or leave shared_directory empty"};
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown) || ::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    return {State::kBad, "shared directory", folder + " cannot be written to",
            "mount it, and let the user of the server write to it: new lists go through it"};
  return {State::kOk, "shared directory", folder + " can be written to"};
}

Finding examine_tls(const Settings& settings, const base::Clock& clock) {
  if (settings.tls_certificate.empty()) {
    for (const std::string& text : settings.listen) {
      const auto address = http::ListenAddress::parse(text);
      if (!address.ok())
        return {State::kBad, "network", address.error().message, "mend the setting listen"};
      if (!address->host.starts_with("127.") && address->host != "::1")
        return {State::kWarning, "network",
                fmt::format("{} serves other machines without TLS: tokens can be read on the way",
                            text),
                "set tls_certificate and tls_key, or listen on 127.0.0.1 behind a TLS proxy"};
    }
    return {State::kOk, "network", "plain HTTP for this machine alone"};
  }
  http::TlsContext context;
  if (const auto loaded = context.load(settings.tls_certificate, settings.tls_key); !loaded.ok())
    return {State::kBad, "network", loaded.error().message,
            "correct tls_certificate and tls_key: PEM files that belong together, the key with "
            "chmod 640 or less"};
  const auto end = http::certificate_end(settings.tls_certificate);
  if (!end.ok()) return {State::kBad, "network", end.error().message, "renew the certificate"};
  const std::int64_t left = end->unix_millis - clock.now().unix_millis;
  if (left <= 0)
    return {State::kBad, "network", "the TLS certificate ended " + base::iso_seconds(*end),
            "renew it, then send the server SIGHUP"};
  if (left < kCertificateNotice.count)
    return {State::kWarning, "network", "the TLS certificate ends " + base::iso_seconds(*end),
            "renew it, then send the server SIGHUP"};
  return {State::kOk, "network", "TLS; the certificate is good until " + base::iso_seconds(*end)};
}

Finding examine_limits(const Settings& settings) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0)
    return {State::kWarning, "open files", "cannot tell the limit"};
  const auto limit = static_cast<std::int64_t>(
      std::min<rlim_t>(files.rlim_max, std::numeric_limits<std::int32_t>::max()));
  if (limit < settings.max_connections + kOtherDescriptors)
    return {
        State::kWarning, "open files",
        fmt::format("the hard limit is {}, max_connections is {}", limit, settings.max_connections),
        fmt::format("LimitNOFILE={} in the unit or ulimit -Hn, or lower max_connections",
                    settings.max_connections + kOtherDescriptors)};
  return {State::kOk, "open files",
          fmt::format("the hard limit of {} has room for {} connections", limit,
                      settings.max_connections)};
}

Finding examine_clock(const base::Clock& clock) {
  // Ages of lists, lives of tokens and the times of the audit chain hang on it.
  timex state{};
  const int answer = ::adjtimex(&state);
  const std::string now = base::iso_seconds(clock.now());
  if (answer < 0)
    return {State::kOk, "clock", now + "; the kernel does not tell whether it is set"};
  if (answer == TIME_ERROR || (state.status & STA_UNSYNC) != 0)
    return {State::kWarning, "clock", now + "; nothing keeps it in step",
            "run a time service (systemd-timesyncd, chrony), here or on the machine's host"};
  return {State::kOk, "clock", now + ", kept in step"};
}

}  // namespace

std::vector<Finding> examine_machine(const Settings& settings, const base::Clock& clock) {
  std::vector<Finding> found = {examine_directory(settings)};
  if (found.back().state != State::kBad) {
    found.push_back(examine_disk(settings));
    found.push_back(examine_key(settings));
  }
  if (const auto foreign = foreign_files(settings))
    found.push_back(owned_by_others(settings, *foreign));
  if (!settings.shared_directory.empty()) found.push_back(examine_shared_directory(settings));
  found.push_back(examine_clock(clock));
  found.push_back(examine_limits(settings));
  found.push_back(examine_tls(settings, clock));
  return found;
}

}  // namespace vedette::app
