#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/health/installation_totals.h"

namespace vedette::service {

// What a look at the running server says, beside what was counted on the way.
struct MetricsState {
  std::string version = {};
  std::string engine = {};
  std::uint64_t connections = 0;
  std::uint64_t connections_accepted = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t requests_queued = 0;
  std::uint64_t requests_overloaded = 0;
  std::uint64_t requests_held_back = 0;
  std::uint64_t refused_by_project = 0;
  std::uint64_t refused_by_address = 0;
  // By what came of them, or why.
  std::vector<std::pair<std::string, std::uint64_t>> sign_ins = {};
  std::vector<std::pair<std::string, std::uint64_t>> permissions_refused = {};
  std::uint64_t buffered_bytes = 0;
  std::uint64_t rows_altered = 0;
  std::uint64_t generation = 0;  // 0: none serves
  bool current_refused = false;  // another generation serves than the current one, or none
  bool clock_right = true;       // against the newest time that the ledger has confirmed
  std::uint64_t generations_kept = 0;
  std::uint64_t profiles = 0;
  std::uint64_t names = 0;
  struct List {
    std::string id = {};
    double age_seconds = 0;
    bool stale = false;
  };
  std::vector<List> lists = {};
  std::optional<InstallationTotals> totals = {};  // nothing while the ledger does not answer
  double oldest_pending_seconds = 0;
};

// Figures about the service for Prometheus. No label ever holds a project, a person or anything a
// client sent: routes are patterns of the table, lists are ids of the catalogue. Safe from any
// thread.
class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // `route` is the pattern that matched; empty when none did.
  void request(std::string_view method, std::string_view route, int status, double seconds);
  void search(std::uint64_t names_scored, double seconds);
  // From handing the record of a search over until it was durable, or refused.
  void ledger_write(double seconds, bool good);
  enum class Push { kDelivered, kFailed, kGivenUp };
  void pushed(Push outcome);

  // All of it in the text format of Prometheus, version 0.0.4.
  std::string text(const MetricsState& state) const;

 private:
  struct Families;
  const std::unique_ptr<Families> families_;
};

}  // namespace vedette::service
