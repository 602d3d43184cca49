#include "ledger/reader_pool.h"

#include <algorithm>

#include "base/background.h"

namespace vedette::ledger {

base::Result<std::unique_ptr<sql::Connection>> ReaderPool::take(sql::Deadline deadline) {
  const bool background = base::in_background();
  const std::size_t readers = store_.settings().readers;
  // Background work leaves half of them to requests.
  const auto may_have_one = [&] {
    return out_ < readers &&
           (!background || in_background_ < std::max<std::size_t>(1, readers / 2));
  };
  std::unique_lock lock(mutex_);
  if (!freed_.wait_until(lock, deadline, may_have_one))
    return base::Error(base::Cause::kOverloaded, "all connections of the ledger are in use");
  if (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    count_one_more(background);
    return connection;
  }
  if (!backoff_.may_try())
    return base::Error(base::Cause::kUnavailable, "the database does not answer");
  count_one_more(background);
  lock.unlock();
  auto opened = store_.connect(sql::Access::kRead);
  lock.lock();
  if (opened.ok()) {
    backoff_.succeeded();
    return opened;
  }
  backoff_.failed();
  count_one_less(background);
  lock.unlock();
  freed_.notify_all();
  return opened;
}

void ReaderPool::count_one_more(bool background) {
  ++out_;
  if (background) ++in_background_;
}

void ReaderPool::count_one_less(bool background) {
  --out_;
  if (background) --in_background_;
}

void ReaderPool::give_back(std::unique_ptr<sql::Connection> connection) {
  std::vector<std::unique_ptr<sql::Connection>> dropped;
  {
    const std::lock_guard lock(mutex_);
    count_one_less(base::in_background());
    if (connection->usable()) {
      idle_.push_back(std::move(connection));
    } else {
      // One lost connection means that the idle ones are most likely lost as well.
      dropped.swap(idle_);
      dropped.push_back(std::move(connection));
    }
  }
  freed_.notify_all();  // not everybody who waits may have it
}

base::Result<void> ReaderPool::ask_once(
    const std::function<base::Result<void>(sql::Connection&)>& question, sql::Deadline deadline,
    sql::Fault& fault) {
  VEDETTE_ASSIGN(auto connection, take(deadline));
  connection->set_deadline(deadline);
  auto answer = connection->begin(sql::Access::kRead);
  if (answer.ok()) {
    // A library under a read may throw; the connection must come back all the same.
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
