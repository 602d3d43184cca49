#include "names/comparing/score.h"

#include <gtest/gtest.h>

#include "names/comparing/compare.h"
#include "names/tables/costs.h"

namespace vedette::names {
namespace {

const Analyser& analyser() {
  static const Lexicon lexicon;
  static const Analyser instance(lexicon);
  return instance;
}

int person(std::string_view a, std::string_view b) {
  const ComparableName x(analyser(), a, Kind::kPerson);
  const ComparableName y(analyser(), b, Kind::kPerson);
  return compare(x, y).score.value;
}

int organisation(std::string_view a, std::string_view b) {
  const ComparableName x(analyser(), a, Kind::kOrganisation);
  const ComparableName y(analyser(), b, Kind::kOrganisation);
  return compare(x, y).score.value;
}

int vessel(std::string_view a, std::string_view b) {
  const ComparableName x(analyser(), a, Kind::kThing);
  const ComparableName y(analyser(), b, Kind::kThing);
  return compare(x, y).score.value;
}

TEST(PersonScore, NamesThatDifferInCaseAccentsPunctuationOrCommaInversionAreIdentical) {
  EXPECT_EQ(person("Recep Tayyip Erdoğan", "RECEP TAYYIP ERDOGAN"), 100);
  EXPECT_EQ(person("PUTIN, Vladimir", "Vladimir Putin"), 100);
  EXPECT_EQ(person("Kim Jong-un", "Kim Jong Un"), 100);
  EXPECT_LT(person("Vladimir Putin", "Vladimir Pudin"), 100);
}

TEST(PersonScore, OneSlipOfTheKeyboardIsStillShown) {
  EXPECT_GE(person("Vladimir Pudin", "Vladimir Putin"), 80);
  EXPECT_GE(person("Jon Smith", "John Smith"), 80);
  EXPECT_GE(person("Ann Lee", "Anne Lee"), 80);
  EXPECT_GE(person("Donlad Trump", "Donald Trump"), 80);
  EXPECT_GE(person("Ig0r Sech1n", "Igor Sechin"), 80);
}

TEST(PersonScore, AnotherFamilyNameIsAnotherPerson) {
  EXPECT_LT(person("Alexander Lukashevich", "Alexander Lukashenko"), 80);
  EXPECT_LT(person("Bashar al-Assad", "Hafez al-Assad"), 80);
  EXPECT_LT(person("Igor Deripaska", "Oleg Deripaska"), 80);
}

TEST(PersonScore, ALeftOutPatronymicIsMildADifferentOneIsAnotherPerson) {
  EXPECT_GE(person("Vladimir Putin", "Vladimir Vladimirovich Putin"), 80);
  EXPECT_LT(person("Sergey Viktorovich Lavrov", "Sergey Ivanovich Lavrov"), 80);
}

TEST(PersonScore, APatronymicIsOneNameInEveryRomanisation) {
  for (const char* patronymic : {"Nikolaevich", "Nikolajevitš", "Nikolajewitsch", "Nikolaïevitch",
                                 "Nikolayevics", "Nicolaevici", "Nikolaevič", "Mikalaevich"})
    EXPECT_GE(
        person(std::string("Kestrel ") + patronymic + " Tarnovsk", "Kestrel Nikolayevich Tarnovsk"),
        90)
        << patronymic;
  EXPECT_GE(person("Kestrel Wladimiroffich Tarnovsk", "Kestrel Vladimirovich Tarnovsk"), 90);
  EXPECT_GE(person("Kestrel Uladzimiravich Tarnovsk", "Kestrel Vladimirovich Tarnovsk"), 90);
  EXPECT_GE(person("Olga Uladzimirauna Tarnovsk", "Olga Vladimirovna Tarnovsk"), 90);
  // Another father, and the sister.
  EXPECT_LT(person("Kestrel Ivanovich Tarnovsk", "Kestrel Nikolayevich Tarnovsk"), 80);
  EXPECT_LT(person("Kestrel Nikolaevna Tarnovsk", "Kestrel Nikolayevich Tarnovsk"), 80);
}

TEST(PersonScore, TheArticleOfACompoundMayBeMissing) {
  EXPECT_GE(person("Nur Din Turabi", "Nur al-Din Turabi"), 90);
  EXPECT_GE(person("Hasan Izz Din", "Hasan Izz al-Din"), 90);
}

TEST(PersonScore, WeakEvidenceDoesNotAddUpToAMatch) {
  // Another known name, and names left out.
  EXPECT_LT(person("James Gomez", "VILLEGAS GOMEZ, Diego"), 80);
  EXPECT_LT(person("Mohamed Sara Jones", "JONES, Sally"), 80);
  EXPECT_LT(person("Francisco Delfina Lopez", "CHICO LOPEZ"), 80);
  // Common names with two left out, the family name among them.
  EXPECT_LT(person("Luis Moreno", "MORENO MEDINA, Luis Ignacio"), 80);
  // Nothing that says anything alone.
  EXPECT_LT(person("Shawn Andrews", "SHEIN, Andrey"), 80);
  // A rare name that is met carries a short form and a left out name.
  EXPECT_GE(person("Bob Thistlewicke", "Robert James THISTLEWICKE"), 80);
  EXPECT_GE(person("Vladmir Putn", "PUTIN, Vladimir Vladimirovich"), 80);
}

TEST(PersonScore, TheFamilyNameIsNotLeftOutBesideANameThatIsNotTheSame) {
  EXPECT_LT(person("Sarah Ivan Valenzuela", "SARAC, Ivan"), 80);
  EXPECT_LT(person("Sami Essi Lampinen", "ISSA, Sami"), 80);
}

TEST(PersonScore, AForeignNameInAnotherScriptIsReadByEar) {
  EXPECT_GE(person("马丁·科瓦连科", "Martin Kovalenko"), 80);
  for (const char* name :
       {"블라디미르 푸틴", "ウラジーミル・プーチン", "ולדימיר פוטין", "فلاديمير بوتين"}) {
    EXPECT_GE(person(name, "Vladimir Putin"), 80) << name;
    EXPECT_LT(person(name, "Vladimir Petrov"), 80) << name;
    EXPECT_LT(person(name, "Anna Putin"), 80) << name;
  }
  // Names of Koreans and Chinese are no foreign ones.
  EXPECT_LT(person("정호 이", "LI, Jiangzhou"), 80);
  EXPECT_LT(person("محمدرضا سلطانی", "ASHTIANI, Mohammad-Reza"), 80);
  // Both parts have to agree: one of them alone is that of many.
  EXPECT_LT(person("马丁·科瓦连科", "Martin"), 80);
  EXPECT_LT(person("安娜·科瓦尔丘克", "Anna"), 80);
}

TEST(PersonScore, VowelsMayBeLeftOut) {
  EXPECT_GE(person("Vldmr Thstlwck", "Vladimir Thistlewick"), 80);
  EXPECT_LT(person("Vldmr Thstlwck", "Vladimir Thurlow"), 80);
}

TEST(PersonScore, AWordThatAFieldHasCutIsABeginningAndNotAnotherWord) {
  EXPECT_GE(person("Barney James Thistlew…", "Barney James Thistlewicke"), 85);
  EXPECT_GE(person("Barney Th…", "THISTLEWICKE, Barney"), 85);
  EXPECT_LT(person("Barney James Thistlex…", "Barney James Thistlewicke"), 80);
  // What a field has cut was a whole name: left out it costs what a name costs.
  EXPECT_LE(person("Barney James Thistlew…", "Barney James"), 100 - costs::kOmission / 2);
  EXPECT_LT(person("Alexander Petrenko…", "Alexander"), 80);
  // Such a name is not identical to the beginning of it.
  EXPECT_LT(person("Barney Thistlew…", "Barney Thistlew"), 100);
  const AskedName cut(analyser(), "Barney James Thist", Kind::kPerson);  // 18 letters
  EXPECT_GE(compare(cut, ComparableName(analyser(), "Barney James Thistlewicke", Kind::kPerson))
                .score.value,
            85);
}

TEST(PersonScore, LettersWrittenApartAreWords) {
  for (const char* name : {"I v a n  P e t r o v s k y", "I v a n P e t r o v s k y",
                           "I.v.a.n P.e.t.r.o.v.s.k.y", "I-v-a-n P-e-t-r-o-v-s-k-y"})
    EXPECT_GE(person(name, "Ivan Petrovsky"), 95) << name;
  EXPECT_GE(person("A N N A  L E E", "Anna Lee"), 95);
  EXPECT_GE(person("J. R. R. Tolkien", "John Ronald Reuel Tolkien"), 80);
}

TEST(PersonScore, FatherAndSonAreNotExchanged) {
  EXPECT_LT(person("Salman bin Muhammad", "Muhammad bin Salman"), 80);
  EXPECT_GE(person("Muhammad ibn Salman", "Muhammad bin Salman"), 80);
}

TEST(PersonScore, JuniorIsNotSenior) {
  EXPECT_LT(person("John Smith Jr", "John Smith Sr"), 80);
  EXPECT_GE(person("John Smith Jr", "John Smith"), 80);
}

// Somewhere each of these is a legal form, and jun. is short for junior.
TEST(PersonScore, AShortLastWordIsAName) {
  EXPECT_LT(person("Kim Sung Ju", "KIM, Sung Min"), 80);
  EXPECT_LT(person("Kim Sung Jun", "KIM, Sung Nok"), 80);
  EXPECT_LT(person("Chen Xiao Tao", "CHEN, Xiao Bing"), 80);
  EXPECT_LT(person("Carlos Alberto Sá", "Carlos Alberto Ruiz"), 80);
  EXPECT_LT(person("Amadou Oumar Ba", "Amadou Oumar Sow"), 80);
  EXPECT_EQ(person("Kim Sung Jun", "Kim Sung-jun"), 100);
  EXPECT_GE(person("John Albert Smith Ltd", "John Albert Smith"), 95);
}

TEST(PersonScore, AnInitialStandsForAName) {
  EXPECT_GE(person("V. Putin", "Vladimir Putin"), 80);
  EXPECT_LT(person("Hans O Friedrich", "Hans Joachim Friedrich"), 80);
}

TEST(PersonScore, WordsMayBeWrittenTogetherOrApart) {
  EXPECT_GE(person("VladimirPutin", "Vladimir Putin"), 80);
  EXPECT_GE(person("Nikolai Plat Ono Vich Patrushev", "Nikolai Platonovich Patrushev"), 80);
}

TEST(PersonScore, TheSameWordsInAnotherOrderAreTheSameName) {
  EXPECT_EQ(person("Kim Jong Un", "KIM, Jong Un"), 100);
  EXPECT_EQ(person("Putin Vladimir Vladimirovich", "PUTIN, Vladimir Vladimirovich"), 100);
  EXPECT_GE(person("PutinVladimir", "PUTIN, Vladimir"), 80);
}

TEST(PersonScore, LettersAloneAreNoEvidence) {
  EXPECT_LT(person("a", "Alexander"), 80);
  EXPECT_LT(person("C D", "Devender Chourasiya"), 80);
}

TEST(PersonScore, AGivenAndAFathersNameDoNotStandForTheFamilyName) {
  EXPECT_LT(person("Vladimir Vladimirovich", "PUTIN, Vladimir Vladimirovich"), 80);
  EXPECT_GE(person("Vladimir Putin", "PUTIN, Vladimir Vladimirovich"), 80);
}

TEST(PersonScore, AServantsNameIsOneGivenName) {
  for (const char* whole :
       {"Abdelaziz", "Abdel Aziz", "Abd al-Aziz", "AZIZ, Abdul", "عبد العزيز"}) {
    EXPECT_LT(person("Abdelaziz Bouteflika", whole), 80) << whole;
    EXPECT_LT(person("عبد العزيز بوتفليقة", whole), 80) << whole;
    EXPECT_GE(person("Abdulaziz", whole), 80) << whole;
  }
  EXPECT_LT(person("Abdulrahman Al-Sayed", "Abd al-Rahman"), 80);
  EXPECT_LT(person("Abdurrahman Kaya", "Abdul Rahman"), 80);
  EXPECT_GE(person("Abdurrahman Kaya", "Abd al-Rahman Kaya"), 95);
  EXPECT_GE(person("Abdurrahman Kaya", "Abdul Rahman Mehmet Kaya"), 80);
  // The other half is left out, the family name is there.
  EXPECT_GE(person("Abdul Baradar", "Abdul Ghani Baradar"), 80);
}

TEST(PersonScore, LettersOfAnotherSoundCostTheSameInAnotherScript) {
  EXPECT_LE(person("Sergey Ivanov", "Сергей Аваков"), person("Sergey Ivanov", "Sergey Avakov"));
  EXPECT_LT(person("Dmitry Sokolov", "Дмитрий Суслов"), 80);
  EXPECT_GE(person("Sergey Schoigu", "Сергей Шойгу"), 80);
}

TEST(PersonScore, FamiliesThatShareOnlyARomanisationOfAThirdAreTwo) {
  EXPECT_LT(person("Chen Wei", "Yan Wei"), 80);
  EXPECT_LT(person("Xiaoming Yun", "Xiaoming Yan"), 95);
  EXPECT_GE(person("Chen Wei", "Zhen Wei"), 80);
  EXPECT_GE(person("Zhen Wei", "Yan Wei"), 80);
}

TEST(PersonScore, TitlesDoNotCount) {
  EXPECT_GE(person("Mr. Recep Tayyip Erdoğan", "Recep Tayyip Erdoğan"), 80);
}

TEST(Work, NamesBuiltToBeSlowStopAndSaySo) {
  std::string a;
  std::string b;
  for (char c = 'a'; c < 'a' + 20; ++c) {
    a.append("щукинщукинщукин").append(1, c).append(" ");
    b.append("щукинщукинщукин").append(3, c).append(" ");
  }
  const AnalysedName x = analyser().analyse(a, Kind::kPerson);
  const AnalysedName y = analyser().analyse(b, Kind::kPerson);
  EXPECT_TRUE(score(x, y).capped);
  EXPECT_FALSE(score(x, x).capped);
}

TEST(Work, ANameWithTooManyWordsSaysSo) {
  std::string longer;
  for (int i = 0; i < 30; ++i)
    longer += "Word" + std::string(1, static_cast<char>('a' + i % 26)) + " ";
  const AnalysedName x = analyser().analyse(longer, Kind::kPerson);
  EXPECT_TRUE(score(x, x).truncated);
  EXPECT_EQ(score(x, x).value, 100);
  EXPECT_LT(score(x, analyser().analyse(longer + "more", Kind::kPerson)).value, 100);
}

TEST(PersonScore, NothingInCommonScoresNothing) {
  EXPECT_EQ(person("Vita Klave", "Usama bin Laden"), 0);
}

TEST(OrganisationScore, TheSpellingOfALegalFormDoesNotCount) {
  EXPECT_GE(organisation("OAO Gazprom", "Open Joint Stock Company Gazprom"), 95);
  EXPECT_GE(organisation("Deutsche Bank AG", "Deutsche Bank Aktiengesellschaft"), 95);
  EXPECT_GE(organisation("Deutsche Bank AG", "Deutsche Bank"), 80);
}

TEST(OrganisationScore, ALegalFormThatExcludesTheOtherIsAnotherCompany) {
  EXPECT_LT(organisation("Deutsche Bank AG", "Deutsche Bank GmbH"), 80);
}

TEST(OrganisationScore, AnotherLineOfBusinessIsAnotherCompany) {
  EXPECT_LT(organisation("BAE Systems, Inc.", "BAE Industries, Inc."), 80);
}

TEST(OrganisationScore, WordsThatManyOrganisationsHaveCarryNoMatch) {
  EXPECT_LT(organisation("Bank", "EN BANK PJSC"), 80);
  EXPECT_LT(organisation("International Trading LLC", "DES INTERNATIONAL CO., LTD."), 80);
  EXPECT_GE(organisation("World Health Organisation", "World Health Organization"), 80);
  EXPECT_GE(organisation("Bank of Chima Limited", "Bank of China Limited"), 80);
}

TEST(OrganisationScore, ASlipInALoneWordAndADifferenceBesideItAreTwoCompanies) {
  EXPECT_GE(organisation("Masco LLC", "Pasco LLC"), 80);
  EXPECT_LT(organisation("Masco Corporation", "PASCO"), 80);
  EXPECT_LT(organisation("Trinity Capital Inc.", "TRINITI"), 80);
  EXPECT_GE(organisation("Thistlewicke Holdings", "Thistlewycke"), 80);
  EXPECT_LT(organisation("TBS Holdings Inc", "LIMITED LIABILITY COMPANY TBS"), 80);
}

TEST(OrganisationScore, TheBeginningOfANameIsNoAbbreviationOfIt) {
  EXPECT_LT(organisation("Starbucks", "JSC Star"), 80);
  EXPECT_LT(organisation("Gazprombank", "Gazprom"), 80);
}

TEST(OrganisationScore, InitialsStandForAWholeName) {
  EXPECT_GE(organisation("IRGC", "Islamic Revolutionary Guard Corps"), 80);
  EXPECT_LT(organisation("ABC", "Alpha Beta Chemicals"), 80);
  // Some of hundreds of listed acronyms is spelled by the words of any long name.
  EXPECT_LT(organisation("Islamic Revolutionary Guard Corps", "IRGC"), 80);
}

TEST(VesselScore, ThePrefixOfAShipDoesNotCount) {
  EXPECT_GE(vessel("M/V Ocean Star", "OCEAN STAR"), 95);
}

TEST(VesselScore, AnotherNumberIsAnotherVessel) {
  EXPECT_LT(vessel("OCEAN STAR 1", "OCEAN STAR 2"), 80);
  EXPECT_EQ(vessel("Ocean Star 1", "OCEAN STAR 1"), 100);
}

// "Se", "Ag", "Co", "Sa" and "Ho" are legal forms, or words of them, and parts of people's names.
TEST(UnknownKind, IsComparedAsAPersonWhateverWordsTheNameHas) {
  const auto unknown = [](std::string_view a, std::string_view b) {
    return compare(ComparableName(analyser(), a, Kind::kUnknown),
                   ComparableName(analyser(), b, Kind::kUnknown));
  };
  EXPECT_EQ(unknown("Se Gon Kim", "KIM, Se Gon").score.value, 100);
  for (const auto& [a, b] : {std::pair{"Hansen Tor Ag", "Tor Ag Hansen"},
                             {"Tan Mei Co", "Mei Co Tan"},
                             {"Moreira Ana Sa", "Ana Sa Moreira"},
                             {"Jin Ho Li", "LI, Jin Ho"}}) {
    EXPECT_GE(unknown(a, b).score.value, person(a, b)) << a;
    EXPECT_GE(unknown(a, b).score.value, organisation(a, b)) << a;
    EXPECT_GE(unknown(a, b).score.value, 95) << a;
  }
  EXPECT_EQ(unknown("Quorvex Trading Ltd", "Quorvex Trading Limited").kind_used,
            Kind::kOrganisation);
}

}  // namespace
}  // namespace vedette::names
