#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/digest.h"
#include "base/result.h"
#include "ledger/access.h"

namespace vedette::service {

// An Idempotency-Key and the request that carries it, as digests.
struct IdempotencyKey {
  base::Sha256 key{};
  base::Sha256 request{};
};

// The bytes of an answer. With a key they are stored in the transaction of the change itself: a
// change that holds has its answer, and one that does not has none.
struct Answered {
  std::string body = {};
  bool replayed = false;
};

// How the report of a change becomes its answer, and the key under which that is kept.
template <class Report>
struct AnswerOnce {
  std::optional<IdempotencyKey> key = {};
  std::function<std::string(const Report&)> render = {};
};

// The stored answer, or nothing. kConflict with the code IDEMPOTENCY_KEY_REUSED when the key
// belongs to another request.
template <class Reader>
base::Result<std::optional<Answered>> find_answer(Reader& reader,
                                                  const std::optional<IdempotencyKey>& key);
base::Result<void> store_answer(ledger::ProjectWriter& writer,
                                const std::optional<IdempotencyKey>& key, const std::string& body,
                                base::Time now);

// Keys whose request is under way in this process. Safe from any thread.
class RunningKeys {
 public:
  using Name = std::pair<base::ProjectId, base::Sha256>;
  class Guard {
   public:
    Guard(RunningKeys& keys, Name name) : keys_(&keys), name_(std::move(name)) {}
    Guard(Guard&& other) noexcept
        : keys_(std::exchange(other.keys_, nullptr)), name_(std::move(other.name_)) {}
    Guard& operator=(Guard&& other) noexcept {
      std::swap(keys_, other.keys_);
      std::swap(name_, other.name_);
      return *this;
    }
    ~Guard() {
      if (keys_ != nullptr) keys_->end(name_);
    }

   private:
    RunningKeys* keys_;
    Name name_;
  };

  // Nothing when the key is in use.
  std::optional<Guard> begin(base::ProjectId project, const base::Sha256& key) {
    Name name{project, key};
    const std::lock_guard lock(mutex_);
    if (!running_.insert(name).second) return std::nullopt;
    return Guard(*this, std::move(name));
  }

 private:
  void end(const Name& name) {
    const std::lock_guard lock(mutex_);
    running_.erase(name);
  }
  std::mutex mutex_;
  std::set<Name> running_;
};

}  // namespace vedette::service
