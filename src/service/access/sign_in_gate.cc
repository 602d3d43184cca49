#include "service/access/sign_in_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/log.h"

namespace vedette::service {
namespace {

constexpr std::int64_t kBusySeconds = 1;

base::Sha256 account_key(const Applicant& applicant) {
  return throttle_key("known", applicant.account, applicant.address);
}

}  // namespace

std::string account_of_project(std::string_view project_code, std::string_view username) {
  return fmt::format("project:{}:{}", project_code, username);
}

std::string account_of_client(std::string_view client_id, std::string_view username) {
  return fmt::format("client:{}:{}", client_id, username);
}

// Gives its place back when it is destroyed.
class SignInGate::Turn {
 public:
  Turn(std::shared_ptr<UnderWay> under_way, const base::Sha256& key, bool stranger)
      : under_way_(std::move(under_way)), key_(key), stranger_(stranger) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    const std::lock_guard lock(under_way_->mutex);
    if (stranger_) --under_way_->strangers;
    const auto count = under_way_->of_key.find(key_);
    if (--count->second == 0) under_way_->of_key.erase(count);
  }

 private:
  const std::shared_ptr<UnderWay> under_way_;
  const base::Sha256 key_;
  const bool stranger_;
};

std::size_t SignInGate::DigestHash::operator()(const base::Sha256& digest) const {
  std::size_t out = 0;
  std::memcpy(&out, digest.data(), sizeof out);
  return out;
}

SignInGate::SignInGate(Limits limits)
    : limits_(limits), failures_(limits.failures_of_address, limits.most_addresses) {}

SignInGate::Decision SignInGate::enter(const Applicant& applicant, base::Time now) {
  Decision decision = decide(applicant, now);
  decided_[static_cast<std::size_t>(decision.verdict)].fetch_add(1, std::memory_order_relaxed);
  return decision;
}

SignInGate::Decision SignInGate::decide(const Applicant& applicant, base::Time now) {
  if (!applicant.account.empty()) {
    const base::Sha256 account = account_key(applicant);
    if (knows(account)) return take_turn(account, limits_.of_address, false);
  }
  const base::Sha256 address = network_key(applicant.address);
  if (const auto until = failures_.blocked_until(address, now))
    return {.verdict = Verdict::kAddressBlocked,
            .retry_after_seconds = std::max<std::int64_t>(1, ((*until - now).count + 999) / 1000)};
  const bool failing = failures_.failed_lately(address, now);
  return take_turn(address, failing ? limits_.of_failing_address : limits_.of_address, true);
}

SignInGate::Decision SignInGate::take_turn(const base::Sha256& key, std::size_t most,
                                           bool stranger) {
  const std::lock_guard lock(under_way_->mutex);
  const auto before = under_way_->of_key.find(key);
  if (before != under_way_->of_key.end() && before->second >= most)
    return {.verdict = Verdict::kAddressBusy, .retry_after_seconds = kBusySeconds};
  if (stranger && under_way_->strangers >= limits_.of_strangers)
    return {.verdict = Verdict::kFull, .retry_after_seconds = kBusySeconds};
  ++under_way_->of_key[key];
  if (stranger) ++under_way_->strangers;
  return {.verdict = stranger ? Verdict::kAdmitted : Verdict::kKnown,
          .turn = std::make_shared<Turn>(under_way_, key, stranger)};
}

void SignInGate::settle(const Applicant& applicant, base::Time now, bool success) {
  (success ? succeeded_ : failed_).fetch_add(1, std::memory_order_relaxed);
  if (success) return remember(account_key(applicant));
  const auto outcome = failures_.settle(network_key(applicant.address), now, false);
  if (outcome.now_used_up)
    base::log(base::LogLevel::kWarning, "an address failed to sign in too often and has to wait",
              {{"address", applicant.address}});
}

bool SignInGate::knows(const base::Sha256& account) {
  const std::lock_guard lock(known_mutex_);
  return known_.contains(account);
}

void SignInGate::remember(const base::Sha256& account) {
  const std::lock_guard lock(known_mutex_);
  if (const auto found = known_.find(account); found != known_.end())
    return known_order_.splice(known_order_.end(), known_order_, found->second);
  if (known_.size() >= limits_.most_known) {
    known_.erase(known_order_.front());
    known_order_.pop_front();
  }
  known_.emplace(account, known_order_.insert(known_order_.end(), account));
}

}  // namespace vedette::service
