#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "ledger/sql/connection.h"
#include "ledger/store.h"

namespace vedette::ledger {

// A bounded number of reading connections, half of them at most for threads in the background. A
// caller waits for one up to the read deadline; a lost connection is replaced, and while the server
// is away callers fail at once. Safe from any thread.
class ReaderPool {
 public:
  explicit ReaderPool(const Store& store) : store_(store) {}

  // Runs `question` in a read-only transaction; a second time when the connection was lost.
  base::Result<void> ask(const std::function<base::Result<void>(sql::Connection&)>& question);

 private:
  class Lease;
  base::Result<std::unique_ptr<sql::Connection>> take(sql::Deadline deadline);
  void count_one_more(bool background);
  void count_one_less(bool background);
  // On the thread that took it, whose priority does not change in between.
  void give_back(std::unique_ptr<sql::Connection> connection);
  base::Result<void> ask_once(const std::function<base::Result<void>(sql::Connection&)>& question,
                              sql::Deadline deadline, sql::Fault& fault);

  const Store& store_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<sql::Connection>> idle_;
  std::size_t out_ = 0;
  std::size_t in_background_ = 0;  // of them
  Backoff backoff_;
};

}  // namespace vedette::ledger
