#include "text/skeleton.h"

#include <gtest/gtest.h>

#include "text/romanise.h"

namespace vedette::text {
namespace {

// Whether some romanisation of the native word has the same skeleton as the Latin one.
bool meets(std::string_view native, std::string_view latin) {
  const Words words = tokenise(native);
  if (words.size() != 1) return false;
  Forms forms;
  romanise(words[0], forms);
  const Skeleton wanted = consonant_skeleton(latin, words[0].script);
  for (std::size_t i = 0; i < forms.size(); ++i)
    if (consonant_skeleton(forms[i], words[0].script) == wanted) return true;
  return false;
}

TEST(Skeleton, ArabicNamesMeetTheirVocalisedSpellings) {
  for (const char* latin : {"muhammad", "mohamed", "mohammad", "muhamed"})
    EXPECT_TRUE(meets("محمد", latin)) << latin;
  for (const char* latin : {"hussein", "husayn", "hossein", "hussain"})
    EXPECT_TRUE(meets("حسين", latin)) << latin;
  for (const char* latin : {"yusuf", "youssef", "yousef"})
    EXPECT_TRUE(meets("يوسف", latin)) << latin;
  for (const char* latin : {"osama", "usama", "oussama"})
    EXPECT_TRUE(meets("أسامة", latin)) << latin;
  for (const char* latin : {"qaddafi", "gaddafi", "kadhafi"})
    EXPECT_TRUE(meets("قذافي", latin)) << latin;
  EXPECT_TRUE(meets("عمر", "omar"));
  EXPECT_TRUE(meets("مصري", "masri"));
  EXPECT_TRUE(meets("رمضان", "ramadan"));
  EXPECT_TRUE(meets("رمضان", "ramzan"));
  EXPECT_TRUE(meets("جمال", "gamal"));
  EXPECT_TRUE(meets("جمال", "djamal"));
  EXPECT_TRUE(meets("فاطمة", "fatimah"));
}

TEST(Skeleton, NamesInTwoHalvesMeetTheirLatinSpelling) {
  EXPECT_TRUE(meets("هدايت الله", "hidayatullah"));
  EXPECT_TRUE(meets("سراج الدين", "sirajuddin"));
  EXPECT_TRUE(meets("نور الدين", "noureddine"));
  EXPECT_TRUE(meets("سيف الله", "saifallah"));
}

TEST(Skeleton, PersianAndUrduLettersAreKnown) {
  EXPECT_TRUE(meets("پرویز", "parviz"));
  EXPECT_TRUE(meets("گلپایگانی", "golpayegani"));
  EXPECT_TRUE(meets("چنگیز", "changiz"));
  EXPECT_TRUE(meets("بھٹو", "bhutto"));
}

TEST(Skeleton, HebrewNamesMeetTheirVocalisedSpellings) {
  EXPECT_TRUE(meets("דוד", "david"));
  EXPECT_TRUE(meets("בנימין", "binyamin"));
  EXPECT_TRUE(meets("נתניהו", "netanyahu"));
  EXPECT_TRUE(meets("יוסף", "yosef"));
  EXPECT_TRUE(meets("שמעון", "shimon"));
  EXPECT_TRUE(meets("כץ", "katz"));
  EXPECT_TRUE(meets("אברהם", "avraham"));
  EXPECT_TRUE(meets("ג'ורג'", "george"));
}

TEST(Skeleton, DifferentNamesDiffer) {
  EXPECT_FALSE(meets("محمد", "ahmad"));
  EXPECT_FALSE(meets("حسن", "hussam"));
  EXPECT_FALSE(meets("דוד", "dan"));
}

}  // namespace
}  // namespace vedette::text
