#include "service/validation/validation_subject.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/common/engine_version.h"
#include "service/monitoring/record_rows.h"
#include "service/monitoring/record_screening.h"
#include "variations/random.h"

namespace vedette::service {
namespace {

using base::Result;

constexpr std::int64_t kRecordsPerRead = 5000;

// A record and its place in the order of the sample.
struct Drawn {
  std::uint64_t order = 0;
  MonitorRecord record = {};
};

std::uint64_t order_of(const MonitorRecord& record, std::uint64_t seed) {
  return variations::Random(
             variations::SeedHash(seed).add("record").add(std::to_string(record.number)).value())
      .next();
}

std::string_view birth_date_words(search::BirthDateRule rule) {
  switch (rule) {
    case search::BirthDateRule::kRank:
      return "only rank";
    case search::BirthDateRule::kWithinOneYear:
      return "must be within one year";
    case search::BirthDateRule::kSameYear:
      return "must be of the same year";
    case search::BirthDateRule::kExact:
      return "must be the same";
  }
  return "";
}

Result<std::vector<Drawn>> drawn_records(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         std::uint64_t seed, std::uint64_t& all) {
  std::vector<Drawn> drawn;
  std::int64_t after = 0;
  while (true) {
    VEDETTE_ASSIGN(auto page, ledger.read(scope, [&](ledger::ProjectReader& reader) {
      return stored_records(reader, after, kRecordsPerRead);
    }));
    for (MonitorRecord& record : page) {
      after = record.number;
      if (record.deleted) continue;
      ++all;
      drawn.push_back({order_of(record, seed), std::move(record)});
    }
    if (drawn.size() > kMostTestedRecords || page.empty()) {
      std::ranges::sort(drawn, {}, &Drawn::order);
      if (drawn.size() > kMostTestedRecords) drawn.resize(kMostTestedRecords);
    }
    if (page.empty()) break;
  }
  std::ranges::sort(drawn, {}, [](const Drawn& each) { return each.record.number; });
  return drawn;
}

}  // namespace

Result<OwnRecords> own_records(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                               std::uint64_t seed) {
  OwnRecords out;
  VEDETTE_ASSIGN(out.settings, ledger.read(scope, [](ledger::ProjectReader& reader) {
    return read_settings(reader);
  }));
  VEDETTE_ASSIGN(const std::vector<Drawn> drawn, drawn_records(ledger, scope, seed, out.all));
  for (const Drawn& each : drawn) {
    const MonitorRecord& record = each.record;
    VEDETTE_ASSIGN(search::Query query,
                   query_of_record(record.family, record.criteria, out.settings));
    out.records.push_back({record.id, record.family, std::move(query)});
  }
  return out;
}

std::string settings_text(const MonitoringSettings& settings) {
  const std::string datasets = profile::to_text(settings.datasets);
  return fmt::format("threshold {}, datasets {}, countries {}, birth dates {}", settings.threshold,
                     datasets.empty() ? "all" : datasets, country_rule_name(settings.country_rule),
                     birth_date_words(settings.birth_date_rule));
}

validation::Binding binding_of(const catalogue::Catalogue& catalogue,
                               const validation::Options& options, std::string_view program) {
  validation::Binding out;
  out.generation = catalogue.meta().generation;
  out.generation_made = base::iso_seconds(base::Time{catalogue.meta().created_millis});
  out.program = program;
  out.engine = kEngineVersion;
  out.lists = catalogue.lists();
  out.parties = catalogue.meta().live_profiles;
  out.names = catalogue.name_count();
  out.options = options;
  return out;
}

ledger::AuditEntry audit_entry(const ValidationEntry& entry, const validation::Result& result) {
  ledger::AuditEntry out;
  out.action = "validation.completed";
  out.actor = entry.actor;
  out.request_id = entry.request_id;
  ledger::AuditPayload payload;
  payload.add("runId", entry.run_id)
      .add("resultSha256", entry.result_sha256)
      .add("generation", static_cast<std::int64_t>(result.binding.generation))
      .add("engine", result.binding.engine)
      .add("seed", static_cast<std::int64_t>(result.binding.options.seed))
      .add("threshold", result.binding.options.threshold)
      .add("controlFound", static_cast<std::int64_t>(result.control.found))
      .add("controlQueries", static_cast<std::int64_t>(result.control.queries))
      .add("treatedFound", static_cast<std::int64_t>(result.treated.found))
      .add("treatedQueries", static_cast<std::int64_t>(result.treated.queries))
      .add("weak", static_cast<std::int64_t>(result.weak.size()));
  out.payload = payload.json();
  return out;
}

}  // namespace vedette::service
