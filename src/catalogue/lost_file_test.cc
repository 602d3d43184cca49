#include "catalogue/lost_file.h"

#include <gtest/gtest.h>

#include "catalogue/catalogue.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

// Someone cuts the file short while it serves.
void read_a_file_that_is_cut_short() {
  end_when_file_is_lost();
  const TemporaryFolder folder;
  const auto path = folder.path() / "c";
  if (!build_sample(path, sample_profiles(300, 1)).ok()) return;
  const auto catalogue = Catalogue::open(path, Check::kQuick).value();
  std::filesystem::resize_file(path, 4096);
  (void)catalogue->verify();
}

TEST(LostFile, EndsTheProcessWithItsCause) {
  EXPECT_EXIT(read_a_file_that_is_cut_short(), testing::ExitedWithCode(kLostFileExit), "cut short");
}

}  // namespace
}  // namespace vedette::catalogue
