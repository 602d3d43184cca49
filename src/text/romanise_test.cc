#include "text/romanise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vedette::text {
namespace {

std::vector<std::string> forms_of(std::string_view name) {
  const Words words = tokenise(name);
  std::vector<std::string> out;
  if (words.size() != 1) return out;
  Forms forms;
  romanise(words[0], forms);
  for (std::size_t i = 0; i < forms.size(); ++i)
    out.emplace_back(forms[i]);
  return out;
}

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;

TEST(Romanise, PlainLatinIsItself) {
  EXPECT_THAT(forms_of("Smith"), ElementsAre("smith"));
  EXPECT_THAT(forms_of("O'Brien"), ElementsAre("obrien"));
}

TEST(Romanise, GermanUmlautsAreWrittenBothWays) {
  EXPECT_THAT(forms_of("Müller"), ElementsAre("muller", "mueller"));
  EXPECT_THAT(forms_of("Groß"), Contains("gross"));
  EXPECT_THAT(forms_of("Åse"), IsSupersetOf({"ase", "aase"}));
}

TEST(Romanise, RussianNamesMeetTheirEnglishGermanAndFrenchSpellings) {
  EXPECT_THAT(forms_of("Щукин"), IsSupersetOf({"shchukin", "schtschukin", "chtchoukine"}));
  EXPECT_THAT(forms_of("Владимир"), IsSupersetOf({"vladimir", "wladimir"}));
  EXPECT_THAT(forms_of("Дмитрий"), IsSupersetOf({"dmitriy", "dmitry", "dmitrii", "dmitri"}));
}

TEST(Romanise, NeighboursOfRussianHaveTheirOwnLetters) {
  EXPECT_THAT(forms_of("Володимир"), Contains("volodymyr")) << "Ukrainian";
  EXPECT_THAT(forms_of("Зеленський"), Contains("zelenskyi"));
  EXPECT_THAT(forms_of("Гетьман"), IsSupersetOf({"hetman", "getman"}));
  EXPECT_THAT(forms_of("Лукашэнка"), Contains("lukashenka")) << "Belarusian";
  EXPECT_THAT(forms_of("Вучић"), Contains("vucic")) << "Serbian";
  EXPECT_THAT(forms_of("Джаксыбеков"), Contains("dzhaksybekov")) << "Kazakh through Russian";
  EXPECT_THAT(forms_of("Тоқаев"), IsSupersetOf({"toqayev", "tokaev"}));
}

TEST(Romanise, GreekNamesMeetPassportAndEmigrantSpellings) {
  EXPECT_THAT(forms_of("Παπαδόπουλος"), IsSupersetOf({"papadopoulos", "papadopulos"}));
  EXPECT_THAT(forms_of("Γιώργος"), IsSupersetOf({"giorgos", "yorgos"}));
  EXPECT_THAT(forms_of("Μητσοτάκης"), Contains("mitsotakis"));
  EXPECT_THAT(forms_of("Μπάμπης"), IsSupersetOf({"bampis", "babis"}));
  EXPECT_THAT(forms_of("Χρήστος"), IsSupersetOf({"christos", "khristos", "hristos"}));
  EXPECT_THAT(forms_of("Ευάγγελος"), Contains("evangelos"));
}

TEST(Romanise, ArmenianAndGeorgian) {
  EXPECT_THAT(forms_of("Փաշինյան"), Contains("pashinyan"));
  EXPECT_THAT(forms_of("Պետրոսեան"), Contains("bedrosian")) << "the western reading";
  EXPECT_THAT(forms_of("სააკაშვილი"), Contains("saakashvili"));
  EXPECT_THAT(forms_of("ივანიშვილი"), Contains("iwanischwili")) << "German press";
  EXPECT_THAT(forms_of("ბაიდენი"), Contains("baiden")) << "foreign names take an ending";
}

TEST(Romanise, UnvocalisedScriptsGiveTheirConsonants) {
  EXPECT_THAT(forms_of("مخيطر"), Contains("mkhytr"));
  EXPECT_THAT(forms_of("סוחר"), Contains("svhr"));
}

TEST(Romanise, CommonArabicAndHebrewNamesHaveTheirVowels) {
  EXPECT_THAT(forms_of("محمد"), IsSupersetOf({"muhammad", "mohamed"}));
  EXPECT_THAT(forms_of("محمد"), Not(Contains("mhmd"))) << "no vowels are missing";
  EXPECT_THAT(forms_of("أحمد"), IsSupersetOf({"ahmad", "ahmed"}));
  EXPECT_THAT(forms_of("علی"), Contains("ali")) << "the Persian shape of ya";
  EXPECT_THAT(forms_of("الياس"), Contains("elias")) << "begins like the article, and is a name";
  EXPECT_THAT(forms_of("דוד"), Contains("david"));
}

TEST(Romanise, IndianNamesDropTheVowelThatIsNotSpoken) {
  EXPECT_THAT(forms_of("नरेंद्र"), Contains("narendra"));
  EXPECT_THAT(forms_of("मोदी"), Contains("modi"));
  EXPECT_THAT(forms_of("राजनाथ"), IsSupersetOf({"rajnath", "rajanath"}));
  EXPECT_THAT(forms_of("ज़हीर"), Contains("zahir")) << "a dot below makes z of j";
  EXPECT_THAT(forms_of("মমতা"), Contains("mamata")) << "Bengali";
  EXPECT_THAT(forms_of("ਸਿੰਘ"), Contains("singh")) << "Punjabi";
  EXPECT_THAT(forms_of("રાહુલ"), Contains("rahul")) << "Gujarati";
  EXPECT_THAT(forms_of("நரேந்திர"), Contains("narendira")) << "Tamil voices t after n";
  EXPECT_THAT(forms_of("రామారావు"), Contains("ramaravu")) << "Telugu";
  EXPECT_THAT(forms_of("ಕುಮಾರ"), Contains("kumara")) << "Kannada";
  EXPECT_THAT(forms_of("പിണറായി"), Contains("pinarayi")) << "Malayalam";
  EXPECT_THAT(forms_of("රාජපක්ෂ"), Contains("rajapaksha")) << "Sinhala";
}

TEST(Romanise, SouthEastAsia) {
  EXPECT_THAT(forms_of("ทักษิณ"), Contains("thaksin"));
  EXPECT_THAT(forms_of("สมชาย"), Contains("somchai"));
  EXPECT_THAT(forms_of("ชินวัตร"), Contains("chinwat"));
  EXPECT_THAT(forms_of("ហ៊ុន"), Contains("hun")) << "Khmer";
  EXPECT_THAT(forms_of("သန်း"), Contains("than")) << "Burmese";
}

TEST(Romanise, BurmeseNamesSyllableBySyllable) {
  const auto spelled = [](std::string_view name) {
    std::string out;
    const Words words = tokenise(name);
    for (const Word& word : words.words()) {
      Forms forms;
      romanise(word, forms);
      out += (out.empty() ? "" : " ") + std::string(forms[0]);
    }
    return out;
  };
  EXPECT_EQ(spelled("မင်းအောင်လှိုင်"), "min aung hlaing");
  EXPECT_EQ(spelled("အောင်ဆန်းစုကြည်"), "aung san su kyi");
  EXPECT_EQ(spelled("သန်းရွှေ"), "than shwe");
  EXPECT_EQ(spelled("သိန်းစိန်"), "thein sein");
  EXPECT_EQ(spelled("ဦးသန့်"), "u thant");
  EXPECT_EQ(spelled("မြင့်ဆွေ"), "myint swe");
  EXPECT_EQ(spelled("စိုးဝင်း"), "so win");
}

TEST(Romanise, Ethiopia) {
  EXPECT_THAT(forms_of("አበበ"), Contains("abebe"));
  EXPECT_THAT(forms_of("ኃይለ"), Contains("hayle"));
}

TEST(Romanise, ChineseFamilyNamesHaveTheirOwnReadingAndSpellings) {
  Forms forms;
  romanise(U"单", Script::Han, Part::Family, forms);
  EXPECT_EQ(forms[0], "shan");
  romanise(U"单", Script::Han, Part::Given, forms);
  EXPECT_EQ(forms[0], "dan");
  romanise(U"曾", Script::Han, Part::Family, forms);
  EXPECT_EQ(forms[0], "zeng");
  EXPECT_TRUE(forms.contains("tseng") && forms.contains("tsang"));
  romanise(U"吴", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("wu") && forms.contains("ng"));
  romanise(U"吕", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("lu") && forms.contains("lyu") && forms.contains("lui"));
  romanise(U"欧阳", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("ouyang") && forms.contains("auyeung"));
}

TEST(Romanise, ChineseGivenNamesInPinyinWadeGilesAndCantonese) {
  Forms forms;
  romanise(U"近平", Script::Han, Part::Given, forms);
  EXPECT_EQ(forms[0], "jinping");
  EXPECT_TRUE(forms.contains("chinping"));
  romanise(U"嘉誠", Script::Han, Part::Given, forms);
  EXPECT_TRUE(forms.contains("jiacheng") && forms.contains("kashing"));
}

TEST(Romanise, KoreanNamesInChineseCharacters) {
  Forms forms;
  romanise(U"正恩", Script::Han, Part::Given, forms);
  EXPECT_TRUE(forms.contains("zhengen") && forms.contains("jongun"));
  romanise(U"金", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("jin") && forms.contains("kim"));
  romanise(U"李", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("li") && forms.contains("lee") && forms.contains("yi"));
}

TEST(Romanise, JapaneseFamilyNamesInHanCharacters) {
  Forms forms;
  romanise(U"佐藤", Script::Han, Part::Family, forms);
  EXPECT_TRUE(forms.contains("sato") && forms.contains("satoh"));
  romanise(U"佐々木", Script::Han, Part::Family, forms);
  EXPECT_EQ(forms[0], "sasaki");
}

TEST(Romanise, JapaneseLongVowels) {
  EXPECT_THAT(forms_of("さとう"), IsSupersetOf({"sato", "satou", "satoh"}));
  EXPECT_THAT(forms_of("しんぞう"), IsSupersetOf({"shinzo", "sinzo"}));
  EXPECT_THAT(forms_of("きゅう"), Contains("kyu"));
  EXPECT_THAT(forms_of("さっぽろ"), Contains("sapporo"));
  EXPECT_THAT(forms_of("ミサト"), Contains("misato"));
  EXPECT_THAT(forms_of("スミス"), Contains("smis")) << "foreign names lose the closing vowels";
}

TEST(Romanise, KoreanFamilyNamesAsFamiliesSpellThem) {
  Forms forms;
  romanise(U"이", Script::Hangul, Part::Family, forms);
  EXPECT_TRUE(forms.contains("lee") && forms.contains("yi") && forms.contains("rhee"));
  romanise(U"박", Script::Hangul, Part::Family, forms);
  EXPECT_TRUE(forms.contains("park") && forms.contains("pak") && forms.contains("bak"));
  romanise(U"정은", Script::Hangul, Part::Given, forms);
  EXPECT_EQ(forms[0], "jeongeun");
  EXPECT_TRUE(forms.contains("jungeun") && forms.contains("jongun"));
}

TEST(Romanise, DigitsForLettersAreRead) {
  EXPECT_THAT(forms_of("Ig0r"), ElementsAre("ig0r", "igor"));
  EXPECT_THAT(forms_of("Sech1n"), IsSupersetOf({"sech1n", "sechin"}));
  EXPECT_THAT(forms_of("5ergei"), Contains("sergei"));
  EXPECT_THAT(forms_of("Фр0лов"), Contains("frolov"));
  EXPECT_THAT(forms_of("G4S"), ElementsAre("g4s")) << "too few letters";
  EXPECT_THAT(forms_of("Soyuz1"), ElementsAre("soyuz1")) << "a number at the end is a number";
  EXPECT_THAT(forms_of("5th"), ElementsAre("5th"));
}

TEST(Romanise, AnUnknownScriptIsComparedByItsCodePoints) {
  EXPECT_THAT(forms_of("ⵢⵓⵙⴼ"), ElementsAre("u2d62u2d53u2d59u2d3c"));
}

TEST(Romanise, ASpellingThatIsTooLongIsReported) {
  Forms forms;
  romanise(std::u32string(60, U'щ'), Script::Cyrillic, Part::Unknown, forms);
  EXPECT_TRUE(forms.cut());
  romanise(U"щукин", Script::Cyrillic, Part::Unknown, forms);
  EXPECT_FALSE(forms.cut());
}

}  // namespace
}  // namespace vedette::text
