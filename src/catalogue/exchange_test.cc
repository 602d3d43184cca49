#include "catalogue/exchange.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/digest.h"
#include "base/encoding.h"
#include "catalogue/testing/sample_profiles.h"

// Generations on their way from one server to another.

namespace vedette::catalogue {
namespace {

namespace fs = std::filesystem;

class ExchangeTest : public testing::Test {
 protected:
  GenerationName write(const fs::path& path, const std::string& text) const {
    std::ofstream(path, std::ios::binary) << text;
    return {7, base::hex(base::as_text(base::sha256(text)))};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path() / "shared"), {}));
  }

  TemporaryFolder folder_;
  Exchange exchange_ = Exchange::open(folder_.path() / "shared").value();
  fs::path from_ = folder_.path() / "from";
  fs::path to_ = folder_.path() / "to";
};

TEST_F(ExchangeTest, WhatOneServerPutsAnotherGetsByteForByte) {
  const GenerationName name = write(from_, std::string(3'000'000, 'x'));
  EXPECT_FALSE(exchange_.has(name));
  ASSERT_TRUE(exchange_.put(name, from_).ok());
  ASSERT_TRUE(exchange_.put(name, from_).ok()) << "again is no harm";
  EXPECT_TRUE(exchange_.has(name));
  EXPECT_EQ(exchange_.all(), std::vector<GenerationName>{name});
  ASSERT_TRUE(exchange_.get(name, to_).ok());
  EXPECT_EQ(bytes_of(to_), bytes_of(from_));
  EXPECT_EQ(files(), 1u);
}

TEST_F(ExchangeTest, WhatIsNotThereIsNotFound) {
  const auto got = exchange_.get({3, std::string(64, 'a')}, to_);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().cause, base::Cause::kNotFound);
  EXPECT_FALSE(fs::exists(to_));
}

TEST_F(ExchangeTest, ADamagedOrHalfCopiedFileIsNotTakenAndMakesPlaceForAWholeOne) {
  const GenerationName name = write(from_, "the bytes of a generation");
  for (const char* wrong : {"the bytes of a generatioN", "the bytes of", ""}) {
    ASSERT_TRUE(exchange_.put(name, from_).ok());
    for (const auto& entry : fs::directory_iterator(folder_.path() / "shared"))
      std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << wrong;
    const auto got = exchange_.get(name, to_);
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().cause, base::Cause::kCorrupt);
    EXPECT_FALSE(fs::exists(to_));
    EXPECT_FALSE(exchange_.has(name));
  }
  ASSERT_TRUE(exchange_.put(name, from_).ok());
  EXPECT_TRUE(exchange_.get(name, to_).ok());
}

TEST_F(ExchangeTest, AFileThatIsNotWhatItsNameSaysIsNeverOffered) {
  GenerationName name = write(from_, "one thing");
  name.sha256[0] = name.sha256[0] == '0' ? '1' : '0';
  const auto put = exchange_.put(name, from_);
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(put.error().cause, base::Cause::kCorrupt);
  EXPECT_EQ(files(), 0u);
}

TEST_F(ExchangeTest, OtherFilesInTheFolderAreLeftAlone) {
  for (const char* name : {"readme.txt", "generation-x.vedcat", "generation-5.vedcat",
                           "generation-5-short.vedcat", "copying-now.tmp"})
    std::ofstream(folder_.path() / "shared" / name) << "x";
  EXPECT_TRUE(exchange_.all().empty());
  exchange_.remove_leftovers();  // the copy may be under way
  EXPECT_EQ(files(), 5u);
  fs::last_write_time(folder_.path() / "shared" / "copying-now.tmp",
                      fs::file_time_type::clock::now() - std::chrono::hours(25));
  exchange_.remove_leftovers();
  EXPECT_EQ(files(), 4u);
}

}  // namespace
}  // namespace vedette::catalogue
