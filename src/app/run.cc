#include "app/run.h"

namespace vedette::app {

int run(int, char**) {
  return 0;
}

}  // namespace vedette::app
