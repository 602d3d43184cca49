// Audited writes per second through the group commit, at 1, 8 and 64 threads, and authentications
// of bearer tokens per second; on SQLite (synchronous=FULL) and on a private PostgreSQL 15 with
// fsync on. The ratio to one thread shows how many changes share a sync.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "ledger/ledger.h"
#include "ledger/testing/private_cluster.h"
#include "service/access/accounts.h"
#include "service/access/sign_in.h"
#include "service/access/tokens.h"

namespace {

using namespace vedette;
using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMeasured{2000};

[[noreturn]] void stop(const base::Error& error) {
  fmt::print(stderr, "ledger_bench: {}\n", error.message);
  std::exit(1);
}

template <class T>
T good(base::Result<T> result) {
  if (!result.ok()) stop(result.error());
  return std::move(result).value();
}

// Calls `step` from `threads` threads for a fixed time; gives calls per second.
template <class Step>
double rate(int threads, Step step) {
  std::atomic<std::int64_t> calls{0};
  const auto start = Steady::now();
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t)
      workers.emplace_back([&, t] {
        std::int64_t mine = 0;
        while (Steady::now() - start < kMeasured)
          step(t, mine++);
        calls += mine;
      });
  }
  const std::chrono::duration<double> taken = Steady::now() - start;
  return static_cast<double>(calls.load()) / taken.count();
}

constexpr ledger::sql::ProjectSql kInsert =
    "insert into idempotency_keys (project_id, key_sha256, request_sha256, answer, created_at,"
    " expires_at) values ($1, $2, $2, $3, $4, 0)";

void measure_writes(ledger::Ledger& ledger, const std::string& store) {
  const auto scope = ledger::OperatorScope::for_command_line().project(base::ProjectId(1));
  double alone = 0;
  for (const int threads : {1, 8, 64}) {
    const double per_second = rate(threads, [&](int thread, std::int64_t n) {
      const base::Sha256 digest =
          base::sha256(fmt::format("{}-{}-{}-{}", store, threads, thread, n));
      const auto written =
          ledger.write(scope, [&](ledger::ProjectWriter& writer) -> base::Result<void> {
            VEDETTE_TRY(writer.execute(kInsert, digest, "a short answer", n));
            writer.audit(
                {"bench.written", "service", "r", ledger::AuditPayload().add("n", n).json(), 0});
            return {};
          });
      if (!written.ok()) stop(written.error());
    });
    if (threads == 1) alone = per_second;
    fmt::print("{:<11} audited writes, {:>2} threads: {:>8.0f}/s  ({:.1f} x one thread)\n", store,
               threads, per_second, per_second / alone);
  }
  const auto report = good(ledger.verify_audit_chain(scope));
  fmt::print("{:<11} chain of {} entries {}\n", store, report.entries,
             report.whole() ? "whole" : "BROKEN");
}

void measure_tokens(ledger::Ledger& ledger, const ledger::ServerKey& key,
                    const std::string& store) {
  const base::SystemClock clock;
  service::Passwords passwords({8192, 1}, {4, 100, base::seconds(10)});
  service::Accounts accounts(ledger, clock, key, passwords);
  const auto scope = ledger::OperatorScope::for_command_line();
  good(accounts.add_project(scope, {"bench", "Bench"}));
  good(accounts.add_user(scope, {"bench", "ann", "correct horse", service::Role::kAdmin}));
  service::SignIn sign_in({ledger, clock, key, passwords, {}, {}});
  service::Tokens tokens(ledger, clock);
  const auto created = sign_in.create_token({"bench", "ann", "correct horse", {"192.0.2.1", "r"}});
  if (!created.ok()) {
    fmt::print(stderr, "ledger_bench: {}\n", created.failure().description);
    std::exit(1);
  }
  const auto authenticate = [&](service::Tokens& with) {
    const auto principal = with.authenticate(created->access_token);
    if (!principal.ok()) stop(principal.error());
  };
  for (const int threads : {1, 8})
    fmt::print("{:<11} authentications, {} threads: {:>8.0f}/s remembered\n", store, threads,
               rate(threads, [&](int, std::int64_t) { authenticate(tokens); }));
  for (const int threads : {1, 8})
    fmt::print("{:<11} authentications, {} threads: {:>8.0f}/s asking the ledger each time\n",
               store, threads, rate(threads, [&](int, std::int64_t) {
                 service::Tokens forgetful(ledger, clock);
                 authenticate(forgetful);
               }));
}

void measure(const ledger::LedgerSettings& settings, const std::string& store) {
  const base::SystemClock clock;
  const ledger::ServerKey key(base::random_key());
  const auto ledger = good(ledger::Ledger::open(settings, clock, key));
  measure_writes(*ledger, store);
  measure_tokens(*ledger, key, store);
}

}  // namespace

int main() {
  const ledger::testing::TemporaryFolder folder;
  ledger::LedgerSettings sqlite;
  sqlite.data_directory = folder.path();
  measure(sqlite, "SQLite");
  ledger::LedgerSettings postgresql;
  postgresql.database_url = ledger::testing::shared_cluster().fresh_url();
  measure(postgresql, "PostgreSQL");
}
