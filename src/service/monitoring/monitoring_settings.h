#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "ledger/access.h"
#include "ledger/ledger.h"
#include "names/tables/costs.h"
#include "profile/dataset.h"
#include "search/query.h"
#include "service/common/idempotency.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// What a record's countries do. A profile without any country stays in unless the rule says so.
enum class CountryRule : std::uint8_t {
  kKeepUnknown,  // profiles of one of the countries, and those without any
  kRequired,     // profiles of one of the countries only
  kIgnore,       // countries break ties and filter nothing
};
// keepUnknown, required, ignore.
std::string_view country_rule_name(CountryRule rule);
// The same in any case, "_" and "-" ignored.
std::optional<CountryRule> country_rule_of(std::string_view name);

// No record is watched below this: at lower scores nearly every name matches every other.
inline constexpr int kLeastMonitoringThreshold = 50;
inline constexpr std::int64_t kMostRetentionDays = 36'500;
inline constexpr std::int64_t kDefaultEventDays = 30;
// Above it a match is more likely the customer than not: a person must see it.
inline constexpr int kMostClosingConfidence = 50;
inline constexpr int kDefaultClosingSample = 5;  // percent

// What a project asks of its monitoring.
struct MonitoringSettings {
  std::int64_t version = 0;  // rises when something changes that screening depends on
  int threshold = names::costs::kLine;
  profile::DatasetSet datasets = {};  // empty: all
  search::BirthDateRule birth_date_rule = search::BirthDateRule::kRank;
  CountryRule country_rule = CountryRule::kKeepUnknown;
  bool auto_discard = true;     // matches that are gone are closed by the service
  bool strict_reviews = false;  // a match that is gone can only be discarded
  // How long each kind of data stays in the ledger, in days. 0: for ever, but for events.
  std::int64_t retention_days = 1825;  // deleted records
  std::int64_t search_retention_days = 0;
  std::int64_t batch_retention_days = 0;
  std::int64_t event_retention_days = kDefaultEventDays;
  int close_below_confidence = 0;  // see ClosingLine; 0: no match is closed by its confidence
  int close_sample_percent = kDefaultClosingSample;

  // Whether both give the same matches.
  bool screens_like(const MonitoringSettings& other) const {
    return threshold == other.threshold && datasets == other.datasets &&
           birth_date_rule == other.birth_date_rule && country_rule == other.country_rule &&
           close_below_confidence == other.close_below_confidence &&
           close_sample_percent == other.close_sample_percent;
  }
  bool operator==(const MonitoringSettings&) const = default;
};

// What to change; the rest stays.
struct SettingsChange {
  std::optional<int> threshold = {};
  std::optional<profile::DatasetSet> datasets = {};
  std::optional<search::BirthDateRule> birth_date_rule = {};
  std::optional<CountryRule> country_rule = {};
  std::optional<bool> auto_discard = {};
  std::optional<bool> strict_reviews = {};
  std::optional<std::int64_t> retention_days = {};
  std::optional<std::int64_t> search_retention_days = {};
  std::optional<std::int64_t> batch_retention_days = {};
  std::optional<std::int64_t> event_retention_days = {};
  std::optional<int> close_below_confidence = {};
  std::optional<int> close_sample_percent = {};
};

// The settings of the reader's project. Reader is ledger::ProjectReader or ProjectWriter.
template <class Reader>
base::Result<MonitoringSettings> read_settings(Reader& reader);

// Changes the settings; records are screened again when that can change their matches. With `once`
// as the other writes: the answer is kept for its Idempotency-Key.
base::Result<Answered> change_settings(ledger::Ledger& ledger, const Actor& actor,
                                       const SettingsChange& change,
                                       const AnswerOnce<MonitoringSettings>& once);
base::Result<MonitoringSettings> change_settings(ledger::Ledger& ledger, const Actor& actor,
                                                 const SettingsChange& change);

}  // namespace vedette::service
