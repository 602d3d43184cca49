#include "app/run.h"
#include "catalogue/lost_file.h"

int main(int argc, char** argv) {
  vedette::catalogue::end_when_file_is_lost();
  return vedette::app::run(argc, argv);
}
