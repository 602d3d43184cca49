#include "service/health/readiness_check.h"

#include <utility>

namespace vedette::service {

ReadinessCheck::ReadinessCheck(Measure measure, std::chrono::milliseconds bound)
    : measure_(std::move(measure)), bound_(bound), thread_([this] { run(); }) {}

ReadinessCheck::~ReadinessCheck() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wanted_.notify_all();
  thread_.join();
}

Readiness ReadinessCheck::operator()() {
  std::unique_lock lock(mutex_);
  const std::uint64_t call = ++asked_;
  wanted_.notify_one();
  const auto since = running_ ? began_ : Clock::now();
  if (measured_.wait_until(lock, since + bound_, [&] { return answered_ >= call; })) return last_;
  Readiness unknown;
  unknown.ledger_problem = "the ledger does not answer";
  return unknown;
}

void ReadinessCheck::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wanted_.wait(lock, [this] { return stopping_ || asked_ > answered_; });
    if (stopping_) return;
    const std::uint64_t calls = asked_;
    running_ = true;
    began_ = Clock::now();
    lock.unlock();
    Readiness found = measure_();
    lock.lock();
    running_ = false;
    last_ = std::move(found);
    answered_ = calls;
    measured_.notify_all();
  }
}

}  // namespace vedette::service
