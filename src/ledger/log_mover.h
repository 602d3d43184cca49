#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "base/result.h"
#include "ledger/sql/connection.h"
#include "ledger/store.h"

namespace vedette::ledger {

// Moves the log of SQLite into its file (a checkpoint) on a thread and a connection of its own, so
// that whoever writes meanwhile does not wait for it.
//
// SQLite restarts the log only after all of it was moved, which never happens while the writer adds
// to it all the time. Once the log is long, this thread moves it again and
// again until little is left, and the writer moves that little between two transactions. When the
// thread cannot keep up, the writer waits for it, so that the log never grows without limit, unless
// somebody reads from it without end.
class LogMover {
 public:
  // The thread calls `failed` when the state of the disk is unknown.
  LogMover(const Store& store, std::function<void(const base::Error&)> failed);
  // Lets what was begun come to its end.
  ~LogMover();

  struct Moment {
    bool somebody_waits;  // for the writer
    bool quiet;           // no caller for a while
  };
  // After a commit, by the writer, between two transactions on its connection. After a failure
  // the state of the disk is unknown.
  base::Result<void> committed(sql::Connection& writer, const Moment& moment);

  // Moves all of the log into the file and empties the log, so that it holds no removed row. May be
  // called at any time, from any thread. False if a reader used the log until the deadline.
  base::Result<bool> empty_log(sql::Deadline deadline);

 private:
  void run();
  void move();
  bool is_due() const;
  bool is_long() const;
  bool is_little_left() const;

  const Store& store_;
  const std::function<void(const base::Error&)> failed_;
  const int due_;  // pages by which the log grows before it is moved, while it is quiet

  std::mutex mutex_;
  std::condition_variable changed_;
  int length_ = 0;    // of the log, in pages, after the last commit
  int moved_ = 0;     // so many of them were there when the thread began to move them last
  int finished_ = 0;  // and so many when the writer moved the rest last
  bool quiet_ = true;
  bool moving_ = false;
  bool closing_ = false;

  std::unique_ptr<sql::Connection> connection_;  // the thread's own
  std::jthread thread_;
};

}  // namespace vedette::ledger
