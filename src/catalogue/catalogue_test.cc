#include "catalogue/catalogue.h"

#include <gtest/gtest.h>

#include "catalogue/builder.h"
#include "catalogue/testing/sample_profiles.h"
#include "names/comparing/score.h"

namespace vedette::catalogue {
namespace {

constexpr std::uint64_t kSeed = 20260101;

std::shared_ptr<const Catalogue> built(const std::filesystem::path& path,
                                       const std::vector<profile::Profile>& profiles,
                                       BuildOptions options = {}) {
  const auto summary = build_sample(path, profiles, std::move(options));
  EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().message);
  auto opened = Catalogue::open(path, Check::kFull);
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
  return opened.ok() ? std::move(opened).value() : nullptr;
}

TEST(Catalogue, GivesBackEveryProfileAsItWasImported) {
  const TemporaryFolder folder;
  const auto profiles = sample_profiles(500, kSeed);
  const auto catalogue = built(folder.path() / "c", profiles);
  ASSERT_TRUE(catalogue);
  ASSERT_EQ(catalogue->profile_count(), profiles.size());
  for (std::uint32_t i = 0; i < profiles.size(); ++i) {
    auto read = catalogue->profile(i);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->qr_code, i + 1);
    EXPECT_EQ(read->version, 1u);
    read->qr_code = read->version = 0;
    EXPECT_EQ(*read, profiles[i]);
  }
  EXPECT_EQ(catalogue->lists().size(), 1u);
}

TEST(Catalogue, FindsProfilesByResourceIdQrCodeAndIdentifier) {
  const TemporaryFolder folder;
  const auto profiles = sample_profiles(300, kSeed);
  const auto catalogue = built(folder.path() / "c", profiles);
  ASSERT_TRUE(catalogue);
  for (std::uint32_t i = 0; i < profiles.size(); ++i) {
    EXPECT_EQ(catalogue->find_resource(profile::resource_id(profiles[i].key)), i);
    EXPECT_EQ(catalogue->find_qr_code(i + 1), i);
    EXPECT_EQ(catalogue->find_identifier("p-" + std::to_string(100000 + i)),
              std::vector<std::uint32_t>{i});
  }
  EXPECT_FALSE(catalogue->find_qr_code(0));
  EXPECT_FALSE(catalogue->find_qr_code(100000));
  EXPECT_FALSE(catalogue->find_resource(std::string(64, '0')));
  EXPECT_FALSE(catalogue->find_resource("zz"));
}

// A name that is put together from the catalogue's words must be the analysed name in everything
// the scorer can see.
TEST(Catalogue, NamesScoreAsTheyDidBeforeTheyWereStored) {
  const TemporaryFolder folder;
  const auto profiles = sample_profiles(300, kSeed);
  const auto catalogue = built(folder.path() / "c", profiles);
  ASSERT_TRUE(catalogue);
  NameAssembler assembler;
  std::size_t compared = 0;
  for (std::uint32_t i = 0; i < catalogue->name_count(); ++i) {
    const NameRecord& record = catalogue->name(i);
    const names::Kind kind = catalogue->kind_of_name(i);
    const auto& text = profiles[record.profile].names[record.ordinal].text;
    const names::AnalysedName analysed = sample_analyser().analyse(text, kind);
    const names::NameView stored = catalogue->assemble(i, assembler);
    ASSERT_EQ(stored.words().size(), analysed.view().words().size()) << text;
    for (std::size_t w = 0; w < stored.words().size(); ++w) {
      const names::Word& x = stored.words()[w];
      const names::Word& y = analysed.view().words()[w];
      EXPECT_EQ(stored.form(x), analysed.view().form(y));
      EXPECT_EQ(x.flags, y.flags);
      EXPECT_EQ(x.role, y.role);
    }
    EXPECT_EQ(names::score(analysed, stored).value,
              names::score(analysed, sample_analyser().analyse(text, kind)).value);
    const auto& other = profiles[(record.profile * 7 + 1) % profiles.size()].names[0].text;
    const names::AnalysedName query = sample_analyser().analyse(other, kind);
    EXPECT_EQ(names::score(query, stored).value, names::score(query, analysed).value)
        << other << " / " << text;
    ++compared;
  }
  EXPECT_GT(compared, 500u);
}

TEST(Catalogue, IsTheSameFileWithAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const auto profiles = sample_profiles(400, kSeed);
  std::string first;
  for (const unsigned threads : {1u, 2u, 8u}) {
    BuildOptions options;
    options.threads = threads;
    const auto path = folder.path() / std::to_string(threads);
    ASSERT_TRUE(build_sample(path, profiles, options).ok());
    if (first.empty()) first = bytes_of(path);
    EXPECT_EQ(bytes_of(path), first) << threads << " threads";
  }
}

TEST(Catalogue, AnEmptyImportIsACatalogueToo) {
  const TemporaryFolder folder;
  const auto catalogue = built(folder.path() / "c", {});
  ASSERT_TRUE(catalogue);
  EXPECT_EQ(catalogue->profile_count(), 0u);
  EXPECT_FALSE(catalogue->find_qr_code(1));
}

TEST(Builder, RefusesASecondRecordWithTheSameIdAndGoesOn) {
  const TemporaryFolder folder;
  const auto builder = Builder::create(folder.path() / "c", sample_analyser(), {});
  ASSERT_TRUE(builder.ok());
  const auto one = sample_profile(profile::Kind::kPerson, "1", {"Jane Roe"});
  EXPECT_TRUE((*builder)->add(one).ok());
  const auto again = (*builder)->add(one);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().cause, base::Cause::kConflict);
  auto nameless = one;
  nameless.names.clear();
  EXPECT_EQ((*builder)->add(nameless).error().cause, base::Cause::kInvalidInput);
  const auto summary = (*builder)->finish({});
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->added, 1u);
}

// Identity over generations.
class Generations : public testing::Test {
 protected:
  std::shared_ptr<const Catalogue> next(const std::vector<profile::Profile>& profiles,
                                        std::optional<std::vector<std::string>> read = {}) {
    BuildOptions options;
    options.generation = ++generation_;
    options.previous = last_;
    options.lists_read = std::move(read);
    options.created = base::Time{static_cast<std::int64_t>(generation_) * 1000};
    last_ = built(folder_.path() / std::to_string(generation_), profiles, options);
    return last_;
  }
  profile::Profile of(const Catalogue& catalogue, const profile::Profile& source) {
    const auto number = catalogue.find_resource(profile::resource_id(source.key));
    EXPECT_TRUE(number);
    return catalogue.profile(*number).value();
  }

  TemporaryFolder folder_;
  std::uint64_t generation_ = 0;
  std::shared_ptr<const Catalogue> last_;
  profile::Profile jane_ = sample_profile(profile::Kind::kPerson, "1", {"Jane Roe"});
  profile::Profile john_ = sample_profile(profile::Kind::kPerson, "2", {"John Doe"});
  profile::Profile acme_ = sample_profile(profile::Kind::kOrganisation, "3", {"Acme LLC"});
};

TEST_F(Generations, AnUnchangedProfileKeepsEverything) {
  next({jane_, john_});
  const auto second = next({john_, jane_, acme_});
  const auto jane = of(*second, jane_);
  EXPECT_EQ(jane.qr_code, 1u);
  EXPECT_EQ(jane.version, 1u);
  EXPECT_EQ(jane.first_seen, base::Time{1000});
  EXPECT_EQ(jane.last_changed, base::Time{1000});
  EXPECT_EQ(of(*second, acme_).qr_code, 3u);
}

TEST_F(Generations, AMaterialChangeRaisesTheVersionAVolatileOneDoesNot) {
  next({jane_, john_});
  jane_.names.push_back(jane_.names[0]);
  jane_.names.back().text = "Janet Roe";
  john_.sources[0].url = "https://example.org/moved";
  const auto second = next({jane_, john_});
  EXPECT_EQ(of(*second, jane_).version, 2u);
  EXPECT_EQ(of(*second, jane_).qr_code, 1u);
  EXPECT_EQ(of(*second, jane_).first_seen, base::Time{1000});
  EXPECT_EQ(of(*second, jane_).last_changed, base::Time{2000});
  EXPECT_EQ(of(*second, john_).version, 1u);
}

TEST_F(Generations, WhoLeavesTheListStaysReadableButIsNotMatched) {
  next({jane_, john_});
  const auto second = next({john_});
  const auto jane = of(*second, jane_);
  EXPECT_TRUE(jane.is_deleted);
  EXPECT_EQ(jane.version, 2u);
  EXPECT_EQ(jane.name(), "Jane Roe");
  EXPECT_EQ(second->name_count(), 1u);
  const auto third = next({john_, jane_});
  EXPECT_FALSE(of(*third, jane_).is_deleted);
  EXPECT_EQ(of(*third, jane_).qr_code, 1u);
  EXPECT_EQ(of(*third, jane_).version, 3u);
}

TEST_F(Generations, ListsThatWereNotReadAreCarriedOver) {
  acme_.key.list = "other-list";
  next({jane_, acme_});
  const auto second = next({jane_}, std::vector<std::string>{"sample-list"});
  EXPECT_FALSE(of(*second, acme_).is_deleted);
  EXPECT_EQ(of(*second, acme_).version, 1u);
  EXPECT_EQ(second->name_count(), 2u);
}

// What the next generation is compared with when a newer reader reads the list.
class NewerReader : public Generations {
 protected:
  profile::Profile read_again(const profile::Profile& now, Comparison with,
                              const profile::Profile* kept = nullptr) {
    BuildOptions options;
    options.generation = 2;
    options.previous = last_;
    options.created = base::Time{2000};
    const auto path = folder_.path() / ("reread-" + std::to_string(++readings_));
    auto builder = Builder::create(path, sample_analyser(), options);
    EXPECT_TRUE(builder.ok());
    (*builder)->compare("sample-list", with);
    if (kept != nullptr) (*builder)->reread(*kept);
    EXPECT_TRUE((*builder)->add(now).ok());
    EXPECT_TRUE((*builder)->finish({}).ok());
    return of(**Catalogue::open(path, Check::kFull), now);
  }

 private:
  int readings_ = 0;
};

TEST_F(NewerReader, AnotherReadingOfTheSameFileRaisesNoVersion) {
  next({jane_});
  jane_.description = "Minister";
  const auto jane = read_again(jane_, Comparison::kSameFile);
  EXPECT_EQ(jane.version, 1u);
  EXPECT_EQ(jane.last_changed, base::Time{1000});
  EXPECT_EQ(jane.description, "Minister");
}

TEST_F(NewerReader, WhatTheListChangedRaisesTheVersion) {
  next({jane_});
  profile::Profile kept = jane_;
  kept.description = "Minister";  // as the newer reader reads the file that served
  EXPECT_EQ(read_again(kept, Comparison::kReread, &kept).version, 1u);
  jane_.description = "Former minister";
  EXPECT_EQ(read_again(jane_, Comparison::kReread, &kept).version, 2u);
}

TEST_F(NewerReader, WithoutTheFileNamesDatesAndProgrammesDecide) {
  next({jane_});
  jane_.description = "Minister";
  EXPECT_EQ(read_again(jane_, Comparison::kCore).version, 1u);
  jane_.names.push_back(jane_.names[0]);
  jane_.names.back().text = "Janet Roe";
  EXPECT_EQ(read_again(jane_, Comparison::kCore).version, 2u);
}

TEST_F(Generations, WhoLeavesTheListIsFormerlySanctioned) {
  jane_.sanctions.emplace_back().regime.name = "SDGT";
  next({jane_, john_});
  const auto jane = of(*next({john_}), jane_);
  ASSERT_EQ(jane.sanctions.size(), 1u);
  EXPECT_TRUE(jane.sanctions[0].former);
  ASSERT_EQ(jane.sanctions[0].events.size(), 1u);
  EXPECT_EQ(jane.sanctions[0].events[0].type, "Removed");
  EXPECT_EQ(profile::to_text(jane.sanctions[0].events[0].date), "1970-01-01");
  EXPECT_TRUE(jane.datasets.has(profile::Dataset::kSanFormer));
  EXPECT_FALSE(jane.datasets.has(profile::Dataset::kSanCurrent));
}

TEST_F(Generations, AQrCodeIsNeverGivenOutTwice) {
  next({jane_, john_});
  next({john_});
  const auto third = next({john_, acme_});
  EXPECT_EQ(of(*third, acme_).qr_code, 3u);
}

}  // namespace
}  // namespace vedette::catalogue
