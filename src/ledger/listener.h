#pragma once

#include <functional>
#include <thread>

#include "ledger/sql/postgresql_connection.h"
#include "ledger/store.h"
#include "ledger/topic.h"

namespace vedette::ledger {

// Hears what servers and commands on the same PostgreSQL tell (Writer::tell), this one included,
// over one connection of its own. When the connection is lost it is made again; what was
// announced meanwhile is lost, so every topic then counts as announced. A silent connection is
// noticed after half a minute. Correctness must not depend on it: every consumer polls as well.
class Listener {
 public:
  // Called on the listener's thread, for one topic at a time; must be quick and not fail.
  using Heard = std::function<void(Topic)>;

  Listener(const Store& store, Heard heard);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

 private:
  void run();
  // Returns when the connection is lost, or when it is time to stop.
  void listen(sql::PostgresqlListener& connection);
  void tell_all();
  // False when it is time to stop.
  bool pause(std::chrono::milliseconds time) const;

  const Store& store_;
  const Heard heard_;
  const int stop_;  // an eventfd, to be read from the moment on when it is time to stop
  std::thread thread_;
};

}  // namespace vedette::ledger
