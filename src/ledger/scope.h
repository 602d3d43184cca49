#pragma once

#include "base/ids.h"

namespace vedette::service {
class ScopeIssuer;
}

namespace vedette::ledger {

// The right to touch the data of one project. Every call on project data takes one, and its
// queries are bound to it, so that a query over another project's rows cannot be written.
// Only authentication makes one (service::ScopeIssuer, for a proven token, password or client
// secret), or the operator at the command line through OperatorScope::project.
class ProjectScope {
 public:
  base::ProjectId project() const { return project_; }

 private:
  friend class OperatorScope;
  explicit ProjectScope(base::ProjectId project) : project_(project) {}
  base::ProjectId project_;
};

// The right to touch what belongs to the installation as a whole: the list of projects, the
// directory of clients, the audit chain of the installation.
class OperatorScope {
 public:
  // For the commands that an operator with access to the machine runs, and for nothing that
  // serves a request.
  static OperatorScope for_command_line() { return OperatorScope(); }

  ProjectScope project(base::ProjectId id) const { return ProjectScope(id); }

 private:
  friend class vedette::service::ScopeIssuer;
  OperatorScope() = default;
};

}  // namespace vedette::ledger
