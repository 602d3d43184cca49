#include "ledger/reader_pool.h"

namespace vedette::ledger {

base::Result<std::unique_ptr<sql::Connection>> ReaderPool::take(sql::Deadline deadline) {
  std::unique_lock lock(mutex_);
  if (!freed_.wait_until(lock, deadline, [this] { return out_ < store_.settings().readers; }))
    return base::Error(base::Cause::kOverloaded, "all connections of the ledger are in use");
  if (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    ++out_;
    return connection;
  }
  if (!backoff_.may_try())
    return base::Error(base::Cause::kUnavailable, "the database does not answer");
  ++out_;
  lock.unlock();
  auto opened = store_.connect(sql::Access::kRead);
  lock.lock();
  if (opened.ok()) {
    backoff_.succeeded();
    return opened;
  }
  backoff_.failed();
  --out_;
  lock.unlock();
  freed_.notify_one();
  return opened;
}

void ReaderPool::give_back(std::unique_ptr<sql::Connection> connection) {
  std::vector<std::unique_ptr<sql::Connection>> dropped;
  {
    const std::lock_guard lock(mutex_);
    --out_;
    if (connection->usable()) {
      idle_.push_back(std::move(connection));
    } else {
      // One lost connection means that the idle ones are most likely lost as well.
      dropped.swap(idle_);
      dropped.push_back(std::move(connection));
    }
  }
  freed_.notify_one();
}

base::Result<void> ReaderPool::ask_once(
    const std::function<base::Result<void>(sql::Connection&)>& question, sql::Deadline deadline,
    sql::Fault& fault) {
  VEDETTE_ASSIGN(auto connection, take(deadline));
  connection->set_deadline(deadline);
  auto answer = connection->begin(sql::Access::kRead);
  if (answer.ok()) {
    // A library under a question may throw; the connection must come back all the same.
    try {
      answer = question(*connection);
    } catch (const std::exception&) {
      answer = base::Error(base::Cause::kInternal, "a read of the ledger failed");
    }
  }
  fault = connection->fault();
  connection->rollback();
  give_back(std::move(connection));
  return answer;
}

base::Result<void> ReaderPool::ask(
    const std::function<base::Result<void>(sql::Connection&)>& question) {
  const sql::Deadline deadline = sql::after(store_.settings().read_deadline);
  sql::Fault fault = sql::Fault::kNone;
  auto answer = ask_once(question, deadline, fault);
  if (answer.ok() || fault != sql::Fault::kLost) return answer;
  return ask_once(question, deadline, fault);
}

}  // namespace vedette::ledger
