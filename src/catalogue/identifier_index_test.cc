#include "catalogue/identifier_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/testing/test_seed.h"
#include "catalogue/catalogue.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

profile::Profile with_numbers(std::string record, std::vector<profile::Identifier> numbers) {
  profile::Profile out = sample_profile(profile::Kind::kPerson, record, {"Owner " + record});
  out.identifiers = std::move(numbers);
  return out;
}

std::shared_ptr<const Catalogue> built(const std::vector<profile::Profile>& profiles) {
  const TemporaryFolder folder;
  EXPECT_TRUE(build_sample(folder.path() / "c", profiles).ok());
  return Catalogue::from_bytes(bytes_of(folder.path() / "c"), Check::kFull).value();
}

std::vector<std::uint32_t> owners(const Catalogue& catalogue, std::string_view value) {
  std::vector<std::uint32_t> out;
  catalogue.identifier_index().for_value(
      value, [&](const TypedIdentifier& entry) { out.push_back(entry.profile); });
  return out;
}

std::set<std::uint32_t> neighbours(const Catalogue& catalogue, std::string_view value) {
  std::set<std::uint32_t> out;
  const IdentifierIndex& index = catalogue.identifier_index();
  index.for_similar(value, [&](const TypedIdentifier& entry) {
    if (evidence::is_one_off(index.value(entry), value)) out.insert(entry.profile);
  });
  return out;
}

TEST(IdentifierIndex, KeepsTypeCountryAndCheckDigitOfEachIdentifier) {
  const auto catalogue = built({with_numbers(
      "1", {{"IMO number", "9116413", {}, {}, {}, ""},
            {"Tax ID No.", "7707083893", profile::Country::from_alpha2("RU").value(), {}, {}, ""},
            {"Ticker", "ABCD", {}, {}, {}, ""}})});
  const IdentifierIndex& index = catalogue->identifier_index();
  std::vector<std::string> found;
  for (const TypedIdentifier& entry : index.entries()) {
    const evidence::Identifier one = index.identifier(entry);
    found.push_back(std::string(to_text(one.type)) + " " + one.value + " " +
                    std::string(one.country.code()) + " " + std::string(to_text(one.check)));
  }
  EXPECT_THAT(found, UnorderedElementsAre("imo 9116413  invalid", "taxNumber 7707083893 RU valid"));
}

TEST(IdentifierIndex, FindsEveryOwnerOfASharedValueAndNobodyElse) {
  const auto catalogue = built({with_numbers("1", {{"Passport", "KC-285 901", {}, {}, {}, ""}}),
                                with_numbers("2", {{"National ID", "kc285901", {}, {}, {}, ""}}),
                                with_numbers("3", {{"Passport", "KC285902", {}, {}, {}, ""}})});
  EXPECT_THAT(owners(*catalogue, "KC285901"), ElementsAre(0, 1));
  EXPECT_THAT(owners(*catalogue, "KC285999"), IsEmpty());
  EXPECT_THAT(neighbours(*catalogue, "KC285901"), ElementsAre(2));
}

TEST(IdentifierIndex, FindsEveryOneOffOfEveryValue) {
  const std::uint64_t seed = base::test_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  std::vector<profile::Profile> profiles;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < 200; ++i) {
    std::string value;
    for (std::size_t k = 8 + random() % 7; k > 0; --k)
      value += "0123456789ABC"[random() % 13];
    values.push_back(value);
    profiles.push_back(with_numbers(std::to_string(i), {{"Passport", value, {}, {}, {}, ""}}));
  }
  const auto catalogue = built(profiles);
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    for (std::size_t at = 0; at < values[i].size(); ++at) {
      std::string slip = values[i];
      slip[at] = slip[at] == 'X' ? 'Y' : 'X';
      EXPECT_TRUE(neighbours(*catalogue, slip).contains(i)) << values[i] << " as " << slip;
      if (at == 0 || values[i][at] == values[i][at - 1]) continue;
      slip = values[i];
      std::swap(slip[at], slip[at - 1]);
      EXPECT_TRUE(neighbours(*catalogue, slip).contains(i)) << values[i] << " as " << slip;
    }
  }
}

TEST(IdentifierIndex, HasNoIdentifiersOfDeletedProfiles) {
  const TemporaryFolder folder;
  ASSERT_TRUE(build_sample(folder.path() / "1",
                           {with_numbers("1", {{"Passport", "KC285901", {}, {}, {}, ""}})})
                  .ok());
  BuildOptions options;
  options.generation = 2;
  options.previous = Catalogue::open(folder.path() / "1", Check::kFull).value();
  ASSERT_TRUE(build_sample(folder.path() / "2", {with_numbers("2", {})}, options).ok());
  const auto catalogue = Catalogue::open(folder.path() / "2", Check::kFull).value();
  EXPECT_EQ(catalogue->profile_count(), 2u);
  EXPECT_THAT(owners(*catalogue, "KC285901"), IsEmpty());
}

TEST(IdentifierIndex, TellsTheNamesOfAProfile) {
  const auto catalogue = built(sample_profiles(60, 5));
  std::vector<std::vector<std::uint32_t>> expected(catalogue->profile_count());
  for (std::uint32_t name = 0; name < catalogue->name_count(); ++name)
    expected[catalogue->name(name).profile].push_back(name);
  for (std::uint32_t i = 0; i < catalogue->profile_count(); ++i)
    EXPECT_EQ(catalogue->names_of(i), expected[i]);
}

}  // namespace
}  // namespace vedette::catalogue
