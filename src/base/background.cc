#include "base/background.h"

#include <sched.h>
#include <unistd.h>

#include <cerrno>

namespace vedette::base {
namespace {

// Against threads of ordinary priority that want all they can get, it leaves about a tenth of a
// core.
constexpr int kNicer = 10;

}  // namespace

bool enter_background() {
  if (in_background()) return true;
  const sched_param none{};
  if (::sched_setscheduler(0, SCHED_BATCH, &none) != 0) return false;
  // Of this thread alone, as Linux has it; -1 may be the priority that was reached.
  errno = 0;
  return ::nice(kNicer) != -1 || errno == 0;
}

bool in_background() {
  return ::sched_getscheduler(0) == SCHED_BATCH;
}

}  // namespace vedette::base
