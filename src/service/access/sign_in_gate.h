#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "base/digest.h"
#include "service/access/login_throttle.h"

namespace vedette::service {

// Who wants to sign in, as far as the request says before its password is compared.
struct Applicant {
  std::string address;
  std::string account;  // project and user, or client and user; empty when the request names none
};

std::string account_of_project(std::string_view project_code, std::string_view username);
std::string account_of_client(std::string_view client_id, std::string_view username);

// Decides which sign-ins may wait for a comparison of passwords, which takes tens of milliseconds
// of a core on purpose. Of one address few wait at one time, and none once it has failed too often;
// a user who has signed in from that address before goes before all others and is not counted with
// them. So whoever floods the service from one address delays others by a few comparisons. Keeps
// its knowledge in memory, of this node, in bounded tables. Safe from any thread; never blocks.
class SignInGate {
 public:
  struct Limits {
    std::int64_t failures_of_address = 100;  // a minute; then only known users of it
    std::size_t of_address = 16;             // that wait or run at one time
    std::size_t of_failing_address = 4;      // the same after a failure within the last minute
    std::size_t of_strangers = 64;           // the same of all addresses together
    std::size_t most_known = 100'000;        // remembered users with their addresses
    std::size_t most_addresses = 100'000;    // remembered addresses that failed
  };
  enum class Verdict : std::uint8_t {
    kAdmitted,
    kKnown,           // admitted, and goes before others
    kAddressBusy,     // too many of the address wait
    kAddressBlocked,  // the address failed too often
    kFull,            // too many strangers wait
  };
  static constexpr std::size_t kVerdicts = 5;

  struct Decision {
    Verdict verdict = Verdict::kAdmitted;
    std::int64_t retry_after_seconds = 0;  // above 0 when it is refused
    std::shared_ptr<void> turn = {};       // held while the sign-in waits or runs
    bool admitted() const { return turn != nullptr; }
  };

  explicit SignInGate(Limits limits);

  Decision enter(const Applicant& applicant, base::Time now);
  // Takes the result of an admitted sign-in whose password was compared.
  void settle(const Applicant& applicant, base::Time now, bool success);

  // What has been decided and what came of it, since the start.
  std::uint64_t decided(Verdict verdict) const {
    return decided_[static_cast<std::size_t>(verdict)].load(std::memory_order_relaxed);
  }
  std::uint64_t succeeded() const { return succeeded_.load(std::memory_order_relaxed); }
  std::uint64_t failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  struct DigestHash {
    std::size_t operator()(const base::Sha256& digest) const;
  };
  using Counts = std::unordered_map<base::Sha256, std::size_t, DigestHash>;
  // How many wait or run; outlives the gate in the turns that were given out.
  struct UnderWay {
    std::mutex mutex;
    Counts of_key;
    std::size_t strangers = 0;
  };
  class Turn;

  Decision decide(const Applicant& applicant, base::Time now);
  Decision take_turn(const base::Sha256& key, std::size_t most, bool stranger);
  bool knows(const base::Sha256& account);
  void remember(const base::Sha256& account);

  const Limits limits_;
  LoginThrottle failures_;  // by address
  const std::shared_ptr<UnderWay> under_way_ = std::make_shared<UnderWay>();
  std::mutex known_mutex_;
  std::list<base::Sha256> known_order_;  // the longest unused first
  std::unordered_map<base::Sha256, std::list<base::Sha256>::iterator, DigestHash> known_;
  std::array<std::atomic<std::uint64_t>, kVerdicts> decided_{};
  std::atomic<std::uint64_t> succeeded_{0};
  std::atomic<std::uint64_t> failed_{0};
};

}  // namespace vedette::service
