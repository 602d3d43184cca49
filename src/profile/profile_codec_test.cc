#include <gtest/gtest.h>

#include "profile/profile_binary.h"
#include "profile/profile_lines.h"
#include "profile/testing/filled_profile.h"

namespace vedette::profile {
namespace {

constexpr std::uint64_t kSeed = 20261115;

std::string line_of(const Profile& profile) {
  std::string out;
  append_line(profile, out);
  return out;
}
std::string bytes_of(const Profile& profile) {
  std::string out;
  append_binary(profile, out);
  return out;
}

TEST(ProfileLines, EveryFieldComesBackAsItWasWritten) {
  const Profile profile = ProfileFiller().make();
  const auto read = parse_line(line_of(profile));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(line_of(*read), line_of(profile));
  EXPECT_TRUE(*read == profile);
}

TEST(ProfileLines, RandomProfilesSurviveBothForms) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 200; ++i) {
    const Profile profile = ProfileFiller(&random).make();
    const auto from_line = parse_line(line_of(profile));
    ASSERT_TRUE(from_line.ok()) << from_line.error().message;
    ASSERT_TRUE(*from_line == profile);
    const auto from_bytes = parse_binary(bytes_of(profile));
    ASSERT_TRUE(from_bytes.ok()) << from_bytes.error().message;
    ASSERT_TRUE(*from_bytes == profile);
  }
}

TEST(ProfileLines, ALineThatSaysSomethingUnknownIsRefusedByName) {
  const auto fault = [](std::string_view line) {
    const auto read = parse_line(line);
    return read.ok() ? std::string("accepted") : read.error().message;
  };
  EXPECT_EQ(fault(R"({"list":"own","record":"1","names":[{"text":"A B"}]})"), "accepted");
  EXPECT_EQ(fault(R"({"list":"own","record":"1","names":[{"text":"A"}],"birth":"1961"})"),
            "unknown field 'birth'");
  EXPECT_EQ(fault(R"({"list":"own","record":"1","names":[{"text":"A","kind":"x"}]})"),
            "unknown field 'kind'");
  EXPECT_EQ(fault(R"({"list":"own","record":"1","names":[{"text":"A"}],"births":["14/7/61"]})"),
            "field 'births' has a value that cannot be read");
  EXPECT_EQ(fault(R"({"list":"own","record":"1"})"), "'names' must hold at least one name");
  EXPECT_EQ(fault(R"({"record":"1","names":[{"text":"A"}]})"), "'list' and 'record' must be given");
  EXPECT_EQ(fault("[]"), "not a JSON object");
  EXPECT_NE(fault("{\"list\":"), "accepted");
  EXPECT_EQ(fault("\xFF"), "not UTF-8");
}

TEST(ProfileBinary, DamagedBytesAreRefusedAndNeverCrash) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937_64 random(kSeed);
  const std::string bytes = bytes_of(ProfileFiller(&random).make());
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(parse_binary(std::string_view(bytes).substr(0, length)).ok()) << length;
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = bytes;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    refused += !parse_binary(damaged).ok();
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(parse_binary("\x09").error().cause, base::Cause::kUnsupported);
}

// Visits each field of a profile in turn and changes the one at `target`.
struct OneChange {
  std::size_t target;
  std::size_t at = 0;
  Weight weight = Weight::kMaterial;
  std::string name = {};
  template <class T>
  void operator()(const char* field, T& value, Weight field_weight = Weight::kMaterial) {
    if (at++ != target) return;
    name = field;
    weight = field_weight;
    value = T{};
  }
};

TEST(MaterialDigest, ChangesWithEveryMaterialFieldAndWithNoOther) {
  const Profile profile = ProfileFiller().make();
  const auto digest = material_digest(profile);
  std::size_t material = 0;
  for (std::size_t i = 0;; ++i) {
    Profile changed = profile;
    OneChange change{i};
    Profile::fields(changed, change);
    if (change.name.empty()) break;
    EXPECT_EQ(material_digest(changed) != digest, change.weight == Weight::kMaterial)
        << change.name;
    material += change.weight == Weight::kMaterial;
  }
  EXPECT_GT(material, 25U);
}

TEST(MaterialDigest, ANewCaptureDateOfAnEvidenceIsNoChange) {
  const Profile profile = ProfileFiller().make();
  Profile changed = profile;
  changed.evidences[0].captured = *parse_date("2026-11-01");
  changed.evidences[0].asset_url = "https://elsewhere.example/a.pdf";
  changed.evidences[0].original_url = "https://elsewhere.example/b";
  EXPECT_EQ(material_digest(changed), material_digest(profile));
  changed.evidences[0].title = "another";
  EXPECT_NE(material_digest(changed), material_digest(profile));
}

TEST(ResourceId, IsSixtyFourHexDigitsOfTheKeyAlone) {
  const ProfileKey key{"ofac-sdn", "36"};
  EXPECT_EQ(resource_id(key).size(), 64U);
  EXPECT_EQ(resource_id(key), resource_id(ProfileKey{"ofac-sdn", "36"}));
  EXPECT_NE(resource_id(key), resource_id(ProfileKey{"ofac-consolidated", "36"}));
  // sha256 of "ofac-sdn/36", computed elsewhere.
  EXPECT_EQ(resource_id(key), "dd96551f53dc7b409356fb61b61968253cefcbeefed1b061523aa5ac79d9bf49");
}

}  // namespace
}  // namespace vedette::profile
