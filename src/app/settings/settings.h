#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace vedette::app {

// Everything an operator can set, read once at start and never changed afterwards.
// The table in settings.cc names, bounds and documents each member.
struct Settings {
  std::string data;
  std::string database;
  std::string key_file;
  std::string shared_directory;
  std::int64_t lease_seconds = 0;
  std::string announcements;
  std::int64_t look_milliseconds = 0;
  std::string config;

  std::vector<std::string> listen;
  std::string tls_certificate;
  std::string tls_key;
  std::vector<std::string> trusted_proxies;
  std::int64_t network_threads = 0;
  std::int64_t worker_threads = 0;
  std::int64_t max_connections = 0;
  std::int64_t max_connections_per_address = 0;
  std::int64_t project_requests_per_minute = 0;
  std::int64_t address_requests_per_minute = 0;
  std::string unknown_parameters;
  std::int64_t max_queued_requests = 0;
  std::int64_t max_request_line_bytes = 0;
  std::int64_t max_header_bytes = 0;
  std::int64_t max_body_bytes = 0;
  std::int64_t max_token_body_bytes = 0;
  std::int64_t max_buffered_bytes = 0;
  std::int64_t head_timeout_seconds = 0;
  std::int64_t read_timeout_seconds = 0;
  std::int64_t write_timeout_seconds = 0;
  std::int64_t idle_timeout_seconds = 0;
  std::int64_t shutdown_grace_seconds = 0;

  std::int64_t list_stale_days = 0;
  std::int64_t list_shrink_percent = 0;
  std::int64_t keep_all_days = 0;
  std::int64_t keep_daily_days = 0;
  std::int64_t keep_generations = 0;
  std::string stale_lists;
  std::string match_context;
  std::string party_grouping;
  std::int64_t party_line = 0;
  std::int64_t party_suggestion_line = 0;
  std::int64_t max_search_work = 0;
  std::string sources_file;
  std::vector<std::string> update_sources;
  std::int64_t update_interval_minutes = 0;
  std::string fetch_proxy;
  std::string fetch_ca_file;
  std::int64_t fetch_max_bytes = 0;
  std::int64_t fetch_timeout_seconds = 0;
  std::int64_t fetch_stall_seconds = 0;
  std::int64_t fetch_attempts = 0;
  std::int64_t fetch_wait_seconds = 0;

  std::string environment;
  std::int64_t access_token_seconds = 0;
  std::int64_t refresh_token_days = 0;
  std::int64_t token_family_days = 0;
  std::int64_t refresh_reuse_leeway_seconds = 0;
  std::int64_t failed_logins_per_minute = 0;
  std::int64_t failed_logins_per_address = 0;
  std::int64_t sign_ins_per_address = 0;
  std::int64_t console_idle_minutes = 0;
  std::int64_t console_session_hours = 0;

  std::string webhook_plain_http;
  std::string webhook_private_networks;
  std::int64_t webhook_timeout_seconds = 0;
  std::vector<std::string> webhook_retry_seconds;
  std::int64_t webhook_disable_days = 0;

  std::string anchor_file;
  std::string anchor_webhook;
  std::string anchor_timestamp;
  std::int64_t anchor_minutes = 0;

  std::string time_zone;
  std::int64_t attestation_late_minutes = 0;
  std::int64_t validation_interval_days = 0;
  std::int64_t validation_cpu_percent = 0;

  std::string metrics_listen;

  std::string log_level;
};

using SettingMember = std::variant<std::string Settings::*, std::int64_t Settings::*,
                                   std::vector<std::string> Settings::*>;

// One row of the table of settings. The flag is --name with dashes, the environment variable
// VEDETTE_NAME in capitals, the TOML key the name itself.
struct SettingRow {
  std::string_view name;
  SettingMember member;
  std::string_view default_value;              // lists are separated by commas
  std::int64_t least = 0;                      // integers only
  std::int64_t most = 0;                       // integers only
  std::vector<std::string_view> choices = {};  // texts only; empty means any text
  bool secret = false;                         // `vedette settings` hides the value
  std::string_view help = {};
};

std::span<const SettingRow> setting_rows();

// The waits of webhook_retry_seconds; nothing when one of them is no number in bounds.
std::optional<std::vector<std::int64_t>> webhook_waits(const Settings& settings);

std::string flag_of(std::string_view setting);         // max_body_bytes -> --max-body-bytes
std::string environment_of(std::string_view setting);  // max_body_bytes -> VEDETTE_MAX_BODY_BYTES

enum class SettingSource { kDefault, kFile, kEnvironment, kFlag };
std::string_view source_name(SettingSource source);

// Settings and, for each row of the table in order, where its value came from.
struct LoadedSettings {
  Settings settings;
  std::vector<SettingSource> sources;
};

// What was given outside the defaults, as text, by setting name.
using GivenValues = std::map<std::string, std::string, std::less<>>;

// Flags win over the environment, the environment over the file, the file over the defaults.
// Fails on an unknown name, a value of the wrong kind and one outside its range, naming the
// setting, where it was set and what is allowed; every problem found is in the details.
base::Result<LoadedSettings> load_settings(const GivenValues& flags, const GivenValues& environment,
                                           const GivenValues& file);

// The VEDETTE_... variables of a process, keyed by setting name.
GivenValues settings_in_environment(const char* const* environ_block);

// The keys of a TOML file. Arrays become comma-separated text.
base::Result<GivenValues> settings_in_file(const std::string& path);
// The same from text; `origin` names it in errors.
base::Result<GivenValues> settings_in_toml(std::string_view toml, std::string_view origin);

// The value of a row as text, as it would be written on the command line.
std::string setting_text(const Settings& settings, const SettingRow& row);

}  // namespace vedette::app
