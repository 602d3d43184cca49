#pragma once

#include <memory>
#include <utility>

#include "ledger/access.h"
#include "ledger/scope.h"
#include "ledger/sql/connection.h"

namespace vedette::ledger {

// One state of the ledger that stays readable for a while, on a connection of its own: for answers
// that are too large to hold and are sent piece by piece. Used by one thread at a time; ends the
// read with its life. There are few of them, so keep it no longer than needed.
class ProjectSnapshot {
 public:
  // Told when the snapshot ends, to make room for another.
  using Ended = std::function<void()>;

  ProjectSnapshot(std::unique_ptr<sql::Connection> connection, const RowSeals& seals,
                  const ProjectScope& scope, base::Millis deadline, Ended ended)
      : connection_(std::move(connection)),
        seals_(seals),
        scope_(scope),
        deadline_(deadline),
        ended_(std::move(ended)) {}
  ~ProjectSnapshot() {
    connection_->rollback();
    connection_.reset();
    ended_();
  }
  ProjectSnapshot(const ProjectSnapshot&) = delete;
  ProjectSnapshot& operator=(const ProjectSnapshot&) = delete;

  // `question` takes ProjectReader& and gives a base::Result. All questions see the same state.
  template <class Question>
  std::invoke_result_t<Question&, ProjectReader&> read(Question question) {
    connection_->set_deadline(sql::after(deadline_));
    ProjectReader reader(*connection_, seals_, scope_);
    return question(reader);
  }

 private:
  std::unique_ptr<sql::Connection> connection_;
  const RowSeals& seals_;  // the ledger's, which outlives its snapshots
  const ProjectScope scope_;
  const base::Millis deadline_;
  const Ended ended_;
};

}  // namespace vedette::ledger
