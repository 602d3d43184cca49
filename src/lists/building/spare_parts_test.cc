#include "lists/building/spare_parts.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "base/testing/test_seed.h"
#include "lists/building/profile_builder.h"
#include "profile/testing/filled_profile.h"

namespace vedette::lists {
namespace {

TEST(SpareParts, NothingOfOneProfileIsLeftForTheNext) {
  profile::Profile profile = profile::ProfileFiller().make();
  ASSERT_NE(profile, profile::Profile());
  SpareParts spare;
  spare.take_apart(profile);
  profile.key = {};
  profile.kind = {};
  EXPECT_EQ(profile, profile::Profile());
}

TEST(SpareParts, ABuilderThatMadeAProfileMakesTheNextAsANewOneWould) {
  const ListInfo list{"house", "House list",    "https://house.example", {}, "Nowhere", "The house",
                      7,       {"Asset Freeze"}};
  const auto make = [](ProfileBuilder& builder) {
    builder.begin("2", profile::Kind::kPerson);
    builder.name("Ivan Petrovich Ivanov-Vladimirsky");
    builder.event(builder.sanction("SDGT"), "Added", "2020-01-02");
    builder.identifier("Passport", "A1234567", "Russia");
    builder.note("Remark", "has been seen in the harbour");
    return profile::Profile(builder.take());
  };
  ProfileBuilder fresh(list);
  const profile::Profile expected = make(fresh);
  // After a profile that stayed, after one that was moved away, and after one with everything.
  ProfileBuilder used(list);
  used.begin("1", profile::Kind::kVessel);
  used.name("MV Somewhat Longer Than A Short Text");
  auto& entry = used.sanction("A programme");
  entry.former = true;
  entry.sanction_id = "S-1";
  used.event(entry, "Removed", "1999");
  entry.events.back().amount = 5;
  used.list_evidence();
  used.profile().evidences.back().summary = "a summary";
  used.note("a note that is not the other's");
  used.take();
  EXPECT_EQ(make(used), expected);
  EXPECT_EQ(make(used), expected);
  used.begin("3", profile::Kind::kPerson);
  used.profile() = profile::ProfileFiller().make();
  EXPECT_EQ(make(used), expected);
}

// What clean() does to each character, one by one, is what its description says.
TEST(CleanText, EveryCharacterIsKeptDroppedOrABlankAsUnicodeSaysItIs) {
  // Odd, so that a part of them has every last byte as well.
  constexpr UChar32 kMost = 0x10FFFF;
  const auto step = static_cast<UChar32>(kMost / base::test_share(kMost)) | 1;
  for (UChar32 c = 1; c <= kMost; c += step) {
    if (U_IS_SURROGATE(c)) continue;
    std::string letter;
    char bytes[U8_MAX_LENGTH];
    int32_t size = 0;
    U8_APPEND_UNSAFE(bytes, size, c);
    letter.assign(bytes, static_cast<std::size_t>(size));
    const bool blank = u_isUWhiteSpace(c) || u_charType(c) == U_CONTROL_CHAR;
    const bool joiner = c == 0x200C || c == 0x200D;
    const bool goes = !joiner && u_charType(c) == U_FORMAT_CHAR;
    const std::string expected = "ab" + (blank ? " " : goes ? "" : letter) + "cd";
    ASSERT_EQ(clean("ab" + letter + "cd"), expected) << std::hex << c;
    ASSERT_EQ(clean("ab" + letter + "cd  e"), expected + " e") << std::hex << c;
    const std::string twice = blank || goes ? "" : letter + letter;
    ASSERT_EQ(clean(letter + letter), twice) << std::hex << c;
  }
}

TEST(CleanText, BlanksAreSingleAndNoneIsAtTheEnds) {
  for (const std::string_view text : {"", "a", "a b", "eight by", "eight by eight b", "\u00a7 744"})
    EXPECT_EQ(clean(text), text);
  EXPECT_EQ(clean("  eight  by eight \t"), "eight by eight");
  EXPECT_EQ(clean("sevenby  e"), "sevenby e");
  EXPECT_EQ(clean("seven b "), "seven b");
  EXPECT_EQ(clean("Caf\xE9"), "Caf\u00e9");          // windows-1252
  EXPECT_EQ(clean("\xE4\xB8 x"), "\u00e4\u00b8 x");  // a character cut off is no UTF-8
}

}  // namespace
}  // namespace vedette::lists
