#include "app/settings/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"

namespace vedette::app {
namespace {

constexpr std::int64_t kKiB = 1024;
constexpr std::int64_t kMiB = 1024 * kKiB;

const std::vector<SettingRow>& rows() {
  static const std::vector<SettingRow> table = {
      // Where things are kept.
      {.name = "data",
       .member = &Settings::data,
       .default_value = "vedette-data",
       .help = "directory of the ledger, the catalogue and the server key"},
      {.name = "database",
       .member = &Settings::database,
       .default_value = "",
       .secret = true,
       .help = "postgresql://... to keep the ledger in PostgreSQL; empty: SQLite in the data "
               "directory"},
      {.name = "key_file",
       .member = &Settings::key_file,
       .default_value = "",
       .help = "server key (client secrets, audit chain), mode 0600; empty: server.key in the data "
               "directory"},
      {.name = "shared_directory",
       .member = &Settings::shared_directory,
       .default_value = "",
       .help = "directory that all servers on one PostgreSQL see: generations and fetched lists go "
               "through it; empty: one server alone"},
      {.name = "lease_seconds",
       .member = &Settings::lease_seconds,
       .default_value = "120",
       .least = 1,
       .most = 3600,
       .help = "a server that was silent for so long loses its share of re-screening to another; "
               "after half of it, or when a try has certainly ended, its webhook deliveries too"},
      {.name = "announcements",
       .member = &Settings::announcements,
       .default_value = "listen",
       .choices = {"listen", "ignore"},
       .help = "whether a server on PostgreSQL listens to the others (LISTEN, over a connection of "
               "its own) or only looks at intervals, as behind a pool that hands out connections "
               "by transaction"},
      {.name = "look_milliseconds",
       .member = &Settings::look_milliseconds,
       .default_value = "500",
       .least = 50,
       .most = 3'600'000,
       .help = "how often a server looks for generations of others, for records to be screened "
               "again and, twice as often, for deliveries that are due"},
      {.name = "config",
       .member = &Settings::config,
       .default_value = "",
       .help =
           "TOML file with settings; empty: vedette.toml in the data directory when there is one, "
           "else /etc/vedette/vedette.toml unless data is given"},

      // The network.
      {.name = "listen",
       .member = &Settings::listen,
       .default_value = "127.0.0.1:8080",
       .help = "address:port to serve on, several separated by commas; [::1]:8080 for IPv6"},
      {.name = "tls_certificate",
       .member = &Settings::tls_certificate,
       .default_value = "",
       .help = "PEM file with the certificate chain; empty: plain HTTP (put a TLS proxy in front)"},
      {.name = "tls_key",
       .member = &Settings::tls_key,
       .default_value = "",
       .help = "PEM file with the private key of tls_certificate"},
      {.name = "trusted_proxies",
       .member = &Settings::trusted_proxies,
       .default_value = "",
       .help = "addresses of proxies whose X-Forwarded-For is believed, separated by commas"},
      {.name = "network_threads",
       .member = &Settings::network_threads,
       .default_value = "0",
       .least = 0,
       .most = 256,
       .help = "threads that read and write sockets; 0: one per core, at most 8"},
      {.name = "worker_threads",
       .member = &Settings::worker_threads,
       .default_value = "0",
       .least = 0,
       .most = 1024,
       .help = "threads that answer requests; 0: four per core, at least 8"},
      {.name = "max_connections",
       .member = &Settings::max_connections,
       .default_value = "20000",
       .least = 1,
       .most = 1'000'000,
       .help = "open connections; one more is told 503 and closed"},
      {.name = "max_connections_per_address",
       .member = &Settings::max_connections_per_address,
       .default_value = "10000",
       .least = 0,
       .most = 1'000'000,
       .help =
           "the same of one client address (64 bits of IPv6); trusted_proxies have no limit, 0: "
           "nobody has"},
      {.name = "project_requests_per_minute",
       .member = &Settings::project_requests_per_minute,
       .default_value = "0",
       .least = 0,
       .most = 10'000'000,
       .help = "requests of one project, on each node; one more is told 429; 0: no limit"},
      {.name = "address_requests_per_minute",
       .member = &Settings::address_requests_per_minute,
       .default_value = "0",
       .least = 0,
       .most = 10'000'000,
       .help = "the same of one client address (64 bits of IPv6); 0: no limit"},
      {.name = "unknown_parameters",
       .member = &Settings::unknown_parameters,
       .default_value = "warn",
       .choices = {"warn", "refuse"},
       .help = "what becomes of a query with a parameter that the operation does not have: the "
               "answer names it in the header Vedette-Unknown-Parameters, or it is refused with "
               "400"},
      {.name = "max_queued_requests",
       .member = &Settings::max_queued_requests,
       .default_value = "1024",
       .least = 1,
       .most = 1'000'000,
       .help = "requests waiting for a worker; one more is told 503"},
      {.name = "max_request_line_bytes",
       .member = &Settings::max_request_line_bytes,
       .default_value = "16384",
       .least = 1 * kKiB,
       .most = 1 * kMiB,
       .help = "longer request lines are told 414"},
      {.name = "max_header_bytes",
       .member = &Settings::max_header_bytes,
       .default_value = "65536",
       .least = 1 * kKiB,
       .most = 4 * kMiB,
       .help = "larger headers are told 431"},
      {.name = "max_body_bytes",
       .member = &Settings::max_body_bytes,
       .default_value = "16777216",
       .least = 1 * kKiB,
       .most = 1024 * kMiB,
       .help = "larger bodies are told 413"},
      {.name = "max_token_body_bytes",
       .member = &Settings::max_token_body_bytes,
       .default_value = "65536",
       .least = 1 * kKiB,
       .most = 16 * kMiB,
       .help = "the same for the token operations"},
      {.name = "max_buffered_bytes",
       .member = &Settings::max_buffered_bytes,
       .default_value = "536870912",
       .least = 16 * kMiB,
       .most = 1024 * 1024 * kMiB,
       .help = "bytes of requests and answers held in memory over all connections"},
      {.name = "head_timeout_seconds",
       .member = &Settings::head_timeout_seconds,
       .default_value = "10",
       .least = 1,
       .most = 3600,
       .help = "request line and headers that have not arrived by then are told 408"},
      {.name = "read_timeout_seconds",
       .member = &Settings::read_timeout_seconds,
       .default_value = "30",
       .least = 1,
       .most = 3600,
       .help = "a body that has not arrived by then is told 408; large ones get more"},
      {.name = "write_timeout_seconds",
       .member = &Settings::write_timeout_seconds,
       .default_value = "30",
       .least = 1,
       .most = 3600,
       .help = "a client that takes nothing for so long is cut off"},
      {.name = "idle_timeout_seconds",
       .member = &Settings::idle_timeout_seconds,
       .default_value = "75",
       .least = 1,
       .most = 86400,
       .help = "connections without a request are closed after this"},
      {.name = "shutdown_grace_seconds",
       .member = &Settings::shutdown_grace_seconds,
       .default_value = "30",
       .least = 0,
       .most = 3600,
       .help = "how long requests under way may take after SIGTERM"},

      // Lists.
      {.name = "list_stale_days",
       .member = &Settings::list_stale_days,
       .default_value = "7",
       .least = 1,
       .most = 3650,
       .help = "a list that nobody has confirmed for longer is called stale, unless its source has "
               "a bound of its own"},
      {.name = "stale_lists",
       .member = &Settings::stale_lists,
       .default_value = "answer",
       .choices = {"answer", "refuse"},
       .help = "what a search does when a list is stale: answer and name it, or refuse with 503; "
               "/ready does the same"},
      {.name = "match_context",
       .member = &Settings::match_context,
       .default_value = "off",
       .choices = {"off", "on"},
       .help =
           "whether parties that a list names without a dataset (offices, donors, mere links) "
           "are matched; a change takes effect with the next import or `vedette lists rebuild`"},
      {.name = "party_grouping",
       .member = &Settings::party_grouping,
       .default_value = "on",
       .choices = {"on", "off"},
       .help = "whether list entries that are one party are found automatically; off: only what "
               "people judged is one party"},
      {.name = "party_line",
       .member = &Settings::party_line,
       .default_value = "95",
       .least = 50,
       .most = 100,
       .help = "confidence from which on two list entries are one party automatically"},
      {.name = "party_suggestion_line",
       .member = &Settings::party_suggestion_line,
       .default_value = "50",
       .least = 10,
       .most = 100,
       .help = "confidence from which on two list entries are suggested to a person as one party"},
      {.name = "max_search_work",
       .member = &Settings::max_search_work,
       .default_value = "225000000",
       .least = 1,
       .most = 1'000'000'000'000,
       .help = "counted work after which a search is refused with 422; the default lets one look "
               "at twenty-five million names"},
      {.name = "list_shrink_percent",
       .member = &Settings::list_shrink_percent,
       .default_value = "20",
       .least = 0,
       .most = 100,
       .help = "an import that loses more of a list's records is refused"},
      {.name = "keep_all_days",
       .member = &Settings::keep_all_days,
       .default_value = "2",
       .least = 0,
       .most = 36500,
       .help = "every generation of the catalogue that served within these days stays on disk, for "
               "as_of and replay"},
      {.name = "keep_daily_days",
       .member = &Settings::keep_daily_days,
       .default_value = "30",
       .least = 0,
       .most = 36500,
       .help = "before that, the generation that served at the end of each day (UTC) stays, up to "
               "these days back"},
      {.name = "keep_generations",
       .member = &Settings::keep_generations,
       .default_value = "100",
       .least = 1,
       .most = 100000,
       .help = "never more generations than these stay on disk, whatever the days say"},

      // Fetching lists.
      {.name = "sources_file",
       .member = &Settings::sources_file,
       .default_value = "",
       .help = "TOML file with sources of lists; empty: sources.toml in the data directory when "
               "there is one"},
      {.name = "update_sources",
       .member = &Settings::update_sources,
       .default_value = "",
       .help =
           "sources to fetch besides those of sources_file, separated by commas; `vedette lists "
           "sources` names them"},
      {.name = "update_interval_minutes",
       .member = &Settings::update_interval_minutes,
       .default_value = "360",
       .least = 0,
       .most = 525600,
       .help = "how often the server fetches the lists; 0: only when asked"},
      {.name = "fetch_proxy",
       .member = &Settings::fetch_proxy,
       .default_value = "",
       .secret = true,
       .help = "http://host:port of a proxy for fetching lists; the environment's is not used"},
      {.name = "fetch_ca_file",
       .member = &Settings::fetch_ca_file,
       .default_value = "",
       .help = "PEM file with the certificate authorities for fetching; empty: the system's"},
      {.name = "fetch_max_bytes",
       .member = &Settings::fetch_max_bytes,
       .default_value = "17179869184",
       .least = 1 * kKiB,
       .most = 1024 * 1024 * kMiB,
       .help = "a larger file is refused"},
      {.name = "fetch_timeout_seconds",
       .member = &Settings::fetch_timeout_seconds,
       .default_value = "3600",
       .least = 1,
       .most = 86400,
       .help = "how long fetching one file may take, all attempts together"},
      {.name = "fetch_stall_seconds",
       .member = &Settings::fetch_stall_seconds,
       .default_value = "60",
       .least = 1,
       .most = 3600,
       .help = "a transfer that is slower than 512 bytes a second for so long is broken off"},
      {.name = "fetch_attempts",
       .member = &Settings::fetch_attempts,
       .default_value = "5",
       .least = 1,
       .most = 100,
       .help = "tries per file"},
      {.name = "fetch_wait_seconds",
       .member = &Settings::fetch_wait_seconds,
       .default_value = "2",
       .least = 0,
       .most = 3600,
       .help = "wait before the second try; doubles from try to try"},

      // Pushing events.
      {.name = "webhook_plain_http",
       .member = &Settings::webhook_plain_http,
       .default_value = "refuse",
       .choices = {"refuse", "allow"},
       .help = "whether events may be pushed to http:// addresses, readable by everybody between"},
      {.name = "webhook_private_networks",
       .member = &Settings::webhook_private_networks,
       .default_value = "refuse",
       .choices = {"refuse", "allow"},
       .help = "whether events may be pushed to this machine and to private networks"},
      {.name = "webhook_timeout_seconds",
       .member = &Settings::webhook_timeout_seconds,
       .default_value = "5",
       .least = 1,
       .most = 30,
       .help = "an endpoint that has not answered by then is asked again later"},
      {.name = "webhook_retry_seconds",
       .member = &Settings::webhook_retry_seconds,
       .default_value = "5,300,1800,7200,18000,36000,50400,72000,86400",
       .help = "waits between the tries of a delivery, separated by commas; after the last one it "
               "is dead"},
      {.name = "webhook_disable_days",
       .member = &Settings::webhook_disable_days,
       .default_value = "5",
       .least = 1,
       .most = 365,
       .help = "an endpoint without one success for so long is switched off"},

      // Audit heads kept outside of the ledger.
      {.name = "anchor_file",
       .member = &Settings::anchor_file,
       .default_value = "",
       .help =
           "file to which the signed heads of the audit chains are appended on a schedule; empty: "
           "none"},
      {.name = "anchor_webhook",
       .member = &Settings::anchor_webhook,
       .default_value = "",
       .help = "address to which they are posted; empty: none"},
      {.name = "anchor_timestamp",
       .member = &Settings::anchor_timestamp,
       .default_value = "",
       .help = "address of a timestamp authority (RFC 3161) that stamps each anchor; empty: "
               "none"},
      {.name = "anchor_minutes",
       .member = &Settings::anchor_minutes,
       .default_value = "60",
       .least = 1,
       .most = 10080,
       .help = "minutes between two anchors; none is made while no chain has moved"},

      // Attestations.
      {.name = "time_zone",
       .member = &Settings::time_zone,
       .default_value = "UTC",
       .help = "time zone whose calendar days are attested (docs/attestations.md), such as "
               "Europe/Berlin"},
      {.name = "attestation_late_minutes",
       .member = &Settings::attestation_late_minutes,
       .default_value = "480",
       .least = 1,
       .most = 10080,
       .help = "a changed list that takes longer from its publication to the last record is late; "
               "more than update_interval_minutes"},

      // Validation runs.
      {.name = "validation_interval_days",
       .member = &Settings::validation_interval_days,
       .default_value = "0",
       .least = 0,
       .most = 366,
       .help = "every project is validated each time so many days have passed "
               "(docs/validation.md); 0: only when somebody starts a run"},
      {.name = "validation_cpu_percent",
       .member = &Settings::validation_cpu_percent,
       .default_value = "50",
       .least = 1,
       .most = 100,
       .help = "share of one core that validation runs take, in the background"},

      {.name = "metrics_listen",
       .member = &Settings::metrics_listen,
       .default_value = "",
       .help = "address:port on which /metrics is served to whoever reaches it, without a token; "
               "empty: only beside the API, for an operator's token"},

      // Accounts and tokens.
      {.name = "environment",
       .member = &Settings::environment,
       .default_value = "live",
       .choices = {"live", "uat"},
       .help = "password-grant tokens live 1 day on live and 2 years on uat"},
      {.name = "access_token_seconds",
       .member = &Settings::access_token_seconds,
       .default_value = "7200",
       .least = 60,
       .most = 86400,
       .help = "life of an access token; the interface fixes 7200"},
      {.name = "refresh_token_days",
       .member = &Settings::refresh_token_days,
       .default_value = "30",
       .least = 1,
       .most = 3650,
       .help = "life of a refresh token, renewed at each use"},
      {.name = "token_family_days",
       .member = &Settings::token_family_days,
       .default_value = "365",
       .least = 1,
       .most = 3650,
       .help = "after this a client must sign in again"},
      {.name = "refresh_reuse_leeway_seconds",
       .member = &Settings::refresh_reuse_leeway_seconds,
       .default_value = "60",
       .least = 0,
       .most = 3600,
       .help = "a used refresh token seen again later than this revokes its family"},
      {.name = "failed_logins_per_minute",
       .member = &Settings::failed_logins_per_minute,
       .default_value = "10",
       .least = 1,
       .most = 10000,
       .help = "failed sign-ins per user and address before 429"},
      {.name = "failed_logins_per_address",
       .member = &Settings::failed_logins_per_address,
       .default_value = "100",
       .least = 1,
       .most = 1'000'000,
       .help =
           "failed sign-ins a minute of one client address (64 bits of IPv6) before 429; users who "
           "have signed in from it before still may"},
      {.name = "sign_ins_per_address",
       .member = &Settings::sign_ins_per_address,
       .default_value = "16",
       .least = 1,
       .most = 10000,
       .help = "sign-ins of one client address that wait or run at one time; one more gets 429"},
      {.name = "console_idle_minutes",
       .member = &Settings::console_idle_minutes,
       .default_value = "60",
       .least = 1,
       .most = 1440,
       .help = "a console nobody touches for this long asks for the password again"},
      {.name = "console_session_hours",
       .member = &Settings::console_session_hours,
       .default_value = "12",
       .least = 1,
       .most = 168,
       .help = "a console asks for the password again after this, touched or not"},

      {.name = "log_level",
       .member = &Settings::log_level,
       .default_value = "info",
       .choices = {"debug", "info", "warning", "error"},
       .help = "least important line that is logged"},
  };
  return table;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    while (item.starts_with(' '))
      item.remove_prefix(1);
    while (item.ends_with(' '))
      item.remove_suffix(1);
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

// Puts `text` into the member of `row`; the reason when it cannot.
std::optional<std::string> assign(Settings& settings, const SettingRow& row,
                                  std::string_view text) {
  if (const auto* list = std::get_if<std::vector<std::string> Settings::*>(&row.member)) {
    settings.*(*list) = split_list(text);
    return std::nullopt;
  }
  if (const auto* plain = std::get_if<std::string Settings::*>(&row.member)) {
    if (!row.choices.empty() && std::ranges::find(row.choices, text) == row.choices.end())
      return fmt::format("must be one of {}", fmt::join(row.choices, ", "));
    settings.*(*plain) = std::string(text);
    return std::nullopt;
  }
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < row.least ||
      number > row.most)
    return fmt::format("must be a whole number from {} to {}", row.least, row.most);
  settings.*std::get<std::int64_t Settings::*>(row.member) = number;
  return std::nullopt;
}

constexpr std::size_t kMostWebhookRetries = 30;
constexpr std::int64_t kLongestWebhookWait = 604800;

bool is_known(std::string_view name) {
  return std::ranges::any_of(rows(), [&](const SettingRow& row) { return row.name == name; });
}

// How many letters apart two names are, for "did you mean".
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view name) {
  return std::ranges::min_element(rows(), {},
                                  [&](const SettingRow& row) { return distance(row.name, name); })
      ->name;
}

void find_unknown(const GivenValues& given, SettingSource source,
                  std::vector<base::ErrorDetail>& problems) {
  for (const auto& [name, value] : given)
    if (!is_known(name))
      problems.push_back({name, "UNKNOWN_SETTING",
                          fmt::format("unknown setting (from the {}); the nearest one is {}",
                                      source_name(source), nearest_name(name))});
}

// What no single row can tell.
void check_together(const Settings& settings, std::vector<base::ErrorDetail>& problems) {
  if (settings.tls_certificate.empty() != settings.tls_key.empty())
    problems.push_back({"tls_key", "INCOMPLETE", "tls_certificate and tls_key go together"});
  if (settings.data.empty())
    problems.push_back({"data", "OUT_OF_RANGE", "must name a directory, and is empty"});
  if (settings.listen.empty())
    problems.push_back({"listen", "OUT_OF_RANGE", "needs at least one address:port"});
  const std::string& database = settings.database;
  if (!database.empty() && !database.starts_with("postgresql://") &&
      !database.starts_with("postgres://"))
    problems.push_back({"database", "OUT_OF_RANGE", "must begin with postgresql://"});
  if (!webhook_waits(settings))
    problems.push_back({"webhook_retry_seconds", "OUT_OF_RANGE",
                        "must be 0 to 30 numbers of seconds from 0 to 604800"});
  if (settings.token_family_days < settings.refresh_token_days)
    problems.push_back(
        {"token_family_days", "OUT_OF_RANGE", "must not be less than refresh_token_days"});
}

base::Error invalid(std::vector<base::ErrorDetail> problems) {
  std::string message;
  for (const base::ErrorDetail& problem : problems)
    message += fmt::format("{}{}: {}", message.empty() ? "" : "\n", problem.path, problem.message);
  return base::Error(base::Cause::kInvalidInput, std::move(message), std::move(problems));
}

}  // namespace

std::optional<std::vector<std::int64_t>> webhook_waits(const Settings& settings) {
  std::vector<std::int64_t> out;
  for (const std::string& text : settings.webhook_retry_seconds) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size() || number < 0 ||
        number > kLongestWebhookWait)
      return std::nullopt;
    out.push_back(number);
  }
  if (out.size() > kMostWebhookRetries) return std::nullopt;
  return out;
}

std::span<const SettingRow> setting_rows() {
  return rows();
}

std::string flag_of(std::string_view setting) {
  std::string flag = "--" + std::string(setting);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

std::string environment_of(std::string_view setting) {
  std::string name = "VEDETTE_";
  for (char c : setting)
    name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::string_view source_name(SettingSource source) {
  switch (source) {
    case SettingSource::kDefault:
      return "default";
    case SettingSource::kFile:
      return "file";
    case SettingSource::kEnvironment:
      return "environment";
    case SettingSource::kFlag:
      return "flag";
  }
  return "default";
}

base::Result<LoadedSettings> load_settings(const GivenValues& flags, const GivenValues& environment,
                                           const GivenValues& file) {
  const std::array<std::pair<SettingSource, const GivenValues*>, 3> by_rank = {{
      {SettingSource::kFlag, &flags},
      {SettingSource::kEnvironment, &environment},
      {SettingSource::kFile, &file},
  }};
  std::vector<base::ErrorDetail> problems;
  for (const auto& [source, given] : by_rank)
    find_unknown(*given, source, problems);

  LoadedSettings loaded;
  for (const SettingRow& row : rows()) {
    SettingSource from = SettingSource::kDefault;
    std::string_view text = row.default_value;
    for (const auto& [source, given] : by_rank) {
      if (const auto found = given->find(row.name); found != given->end()) {
        from = source;
        text = found->second;
        break;
      }
    }
    if (const auto problem = assign(loaded.settings, row, text)) {
      const std::string shown = row.secret ? "" : fmt::format(", not \"{}\"", text);
      problems.push_back({std::string(row.name), "OUT_OF_RANGE",
                          fmt::format("{}{} (from the {})", *problem, shown, source_name(from))});
    }
    loaded.sources.push_back(from);
  }
  if (problems.empty()) check_together(loaded.settings, problems);
  if (!problems.empty()) return invalid(std::move(problems));
  return loaded;
}

GivenValues settings_in_environment(const char* const* environ_block) {
  constexpr std::string_view kPrefix = "VEDETTE_";
  // Read by the test suite, not by the program.
  constexpr std::string_view kTestPrefix = "VEDETTE_TEST_";
  GivenValues given;
  for (; environ_block != nullptr && *environ_block != nullptr; ++environ_block) {
    const std::string_view entry = *environ_block;
    const std::size_t equals = entry.find('=');
    if (!entry.starts_with(kPrefix) || entry.starts_with(kTestPrefix) ||
        equals == std::string_view::npos)
      continue;
    std::string name = base::lower(entry.substr(kPrefix.size(), equals - kPrefix.size()));
    const std::string_view value = entry.substr(equals + 1);
    // An empty name of a directory says nothing; of other settings it is a value.
    if (name == "data" && value.empty()) continue;
    given.emplace(std::move(name), value);
  }
  return given;
}

std::string setting_text(const Settings& settings, const SettingRow& row) {
  if (const auto* text = std::get_if<std::string Settings::*>(&row.member))
    return settings.*(*text);
  if (const auto* number = std::get_if<std::int64_t Settings::*>(&row.member))
    return std::to_string(settings.*(*number));
  return fmt::format(
      "{}", fmt::join(settings.*std::get<std::vector<std::string> Settings::*>(row.member), ","));
}

}  // namespace vedette::app
