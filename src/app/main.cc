#include "app/run.h"

int main(int argc, char** argv) {
  return vedette::app::run(argc, argv);
}
