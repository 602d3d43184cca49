#include "names/reading/names_in_question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vedette::names {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class NamesInQuestion : public testing::Test {
 protected:
  std::vector<std::string> person(std::string_view query) const {
    auto names = names_in_question(lexicon_, query, Kind::kPerson);
    // Any name may be as long as a field by chance; AWordThatAFieldHasCutIsAskedForAsABeginning.
    std::erase_if(names, [](const std::string& name) { return name.ends_with("\u2026"); });
    return names;
  }
  std::vector<std::string> company(std::string_view query) const {
    return names_in_question(lexicon_, query, Kind::kOrganisation);
  }
  // Read once: it is dear to read, and nobody changes it.
  static const Lexicon& lexicon() {
    static const Lexicon instance;
    return instance;
  }
  const Lexicon& lexicon_ = lexicon();
};

TEST_F(NamesInQuestion, AnOrdinaryNameIsOne) {
  for (const char* name :
       {"Barney Thistlewicke", "THISTLEWICKE, Barney", "José Ortega y Gasset", "林鄭月娥",
        "Mr. Barney Thistlewicke", "Mr & Mrs Thistlewicke", "Abd al-Rahman bin Said", "", "&",
        "Kim Sung Jun", "Mohamed Alias Hassan", "Tom Aka", "Mei Ou Yang", "Tal Or Cohen",
        "Maria E Silva Costa", "Garcia Lopez, Maria Elena"})
    EXPECT_THAT(person(name), ElementsAre(name));
  for (const char* name :
       {"Johnson and Johnson", "Kestrel & Sons Ltd", "Kestrel Harbour Shipping", "A/S Kestrel",
        "Ex", "Kestrel Ex-Financials", "Acme Ltd, Malta", "Smith, Jones & Partners LLP",
        "Gatewick Harbour (Malta) Ltd", "Gatewick Harbour (CAD) Ltd", "Gatewick (Pvt) Ltd"})
    EXPECT_THAT(company(name), ElementsAre(name));
}

TEST_F(NamesInQuestion, WhatIsSaidTwiceIsAskedForOnce) {
  for (const char* twice :
       {"Barney Thistlewicke Barney Thistlewicke", "Barney Barney Thistlewicke Thistlewicke",
        "Barney Thistlewicke Thistlewicke Barney"})
    EXPECT_THAT(person(twice), Contains("Barney Thistlewicke")) << twice;
  EXPECT_THAT(person("Thistlewicke Barney Thistlewicke"), Contains("Thistlewicke Barney"));
  // A father or a grandfather of the same name.
  EXPECT_THAT(person("Ali Hassan Ali"), SizeIs(1));
  EXPECT_THAT(person("Abdul Kabir Abdul Jan"), SizeIs(1));
}

TEST_F(NamesInQuestion, WordsOfAPaymentAroundAPersonAreLeftOut) {
  for (const char* line : {"payment ref Barney Thistlewicke urgent transfer to",
                           "please credit account of Barney Thistlewicke second half of fee",
                           "Barney Thistlewicke salary june refund order"})
    EXPECT_THAT(person(line), Contains("Barney Thistlewicke")) << line;
  // One such word may be a name, and one word is no name of a person.
  EXPECT_THAT(person("Bill June Thistlewicke"), SizeIs(1));
  EXPECT_THAT(person("payment order Thistlewicke"), Not(Contains("Thistlewicke")));
}

TEST_F(NamesInQuestion, ANumberBeforeANameIsLeftOut) {
  for (const char* numbered : {"1. Barney Thistlewicke", "17 Barney Thistlewicke",
                               "0042 1 Barney Thistlewicke", "12) Barney Thistlewicke"})
    EXPECT_THAT(person(numbered), Contains("Barney Thistlewicke")) << numbered;
  EXPECT_THAT(company("12. Gatewick Harbour"), Contains("Gatewick Harbour"));
  EXPECT_THAT(company("21 Gatewick Harbour"), SizeIs(1));
}

TEST_F(NamesInQuestion, AFullNameInBracketsOrQuotesIsAnotherName) {
  for (const char* both : {"Ann Bell (Barney Thistlewicke)", "Ann Bell [Barney Thistlewicke]",
                           "Ann Bell \"Barney Thistlewicke\"", "Barney Thistlewicke (Ann Bell)",
                           "Barney Thistlewicke \u00ABAnn Bell\u00BB"})
    EXPECT_THAT(person(both), IsSupersetOf({"Ann Bell", "Barney Thistlewicke"})) << both;
  EXPECT_THAT(person("Ann (Annie) Bell"), UnorderedElementsAre("Ann (Annie) Bell", "Ann Bell"));
}

TEST_F(NamesInQuestion, ABlankOfNoWidthMayStandBetweenWords) {
  EXPECT_THAT(person("Barney\u200BThistlewicke"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Barney&#8203;Thistlewicke"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Ann Bell\u2028Barney Thistlewicke"), Contains("Barney Thistlewicke"));
}

TEST_F(NamesInQuestion, WhatClerksWriteBehindANameIsLeftOut) {
  for (const char* behind :
       {" USD account", " EUR", " escrow account", " CLOSED", " BLOCKED", " OLD", " VENDOR",
        " under liquidation", " DO NOT USE", " www.example.org", " info@example.org",
        " NIF B12345678", " RUC 20123456789", " INVOICE 12345", " OKPO 12345678",
        " 123 Main Street London", ", 12 Harbour Road, Dover"})
    EXPECT_THAT(company(std::string("Gatewick Harbour") + behind), Contains("Gatewick Harbour"))
        << behind;
  EXPECT_THAT(person("Barney Thistlewicke USD account"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Barney Thistlewicke, 12 Main Street, London"),
              Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Barney Thistlewicke, Minister of Foreign Affairs"),
              Contains("Barney Thistlewicke"));
  const auto ship = [&](std::string_view query) {
    return names_in_question(lexicon_, query, Kind::kThing);
  };
  for (const char* name :
       {"Gatewick V.123E", "Gatewick voy 123", "Gatewick flag Panama", "Gatewick Voyage 12"})
    EXPECT_THAT(ship(name), Contains("Gatewick")) << name;
  EXPECT_THAT(ship("on board MV Gatewick"), Contains("MV Gatewick"));
  // A name is not cut where the same words are part of it.
  for (const char* name : {"Old Harbour", "Vendor", "Account", "Street 12", "Main Street Bank"})
    EXPECT_THAT(company(name), ElementsAre(name));
  EXPECT_THAT(person("Mary Old"), ElementsAre("Mary Old"));
}

TEST_F(NamesInQuestion, CodesAndWebAddressesAreRead) {
  EXPECT_THAT(person("Barney%20Thistlewicke"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(company("&quot;Gatewick&quot;"), Contains("\"Gatewick\""));
  for (const char* site :
       {"gatewick.ru", "www.gatewick.ru", "https://www.gatewick.co.uk/about", "WWW.GATEWICK.COM"})
    EXPECT_THAT(company(site), Contains("gatewick")) << site;
  for (const char* name : {"bank.com", "A.B.C.", "Gatewick.", "3.14", "v.gat"})
    EXPECT_THAT(company(name), ElementsAre(name));
  EXPECT_THAT(person("B.Thistlewicke"), ElementsAre("B.Thistlewicke"));
}

TEST_F(NamesInQuestion, LettersThatWereCodedOrLostAreRead) {
  for (const char* coded : {"Nicol&aacute;s Thistlewicke", "Nicol&#225;s Thistlewicke",
                            "Nicol&#xE1;s Thistlewicke", "Nicol%C3%A1s Thistlewicke"})
    EXPECT_THAT(person(coded),
                Contains(testing::AnyOf("Nicol\u00E1s Thistlewicke", "Nicola\u0301s Thistlewicke")))
        << coded;
  EXPECT_THAT(person("Nicol?s Thistlewicke"), Contains("Nicol\uFFFDs Thistlewicke"));
  // No letter: the end of a query, a byte that is none, a number that is no character.
  for (const char* name : {"Barney Thistlewicke?", "Barney %A3 Thistlewicke", "Barney 100%",
                           "Barney &#xD800; Thistlewicke", "Barney &#1;", "Barney &#", "Barney %C"})
    EXPECT_THAT(person(name), Contains(name).Times(1)) << name;
  for (const std::string& name : person("Barney %A3%FF Thistlewicke"))
    EXPECT_EQ(name.find('\xA3'), std::string::npos) << name;
}

TEST_F(NamesInQuestion, InitialsWrittenTogetherAreSetApart) {
  EXPECT_THAT(person("THISTLEWICKE BV"), Contains("THISTLEWICKE B. V."));
  EXPECT_THAT(person("BV Thistlewicke"), Contains("B. V. Thistlewicke"));
  EXPECT_THAT(person("Thistlewicke AG"), Contains("Thistlewicke A. G."));
  EXPECT_THAT(person("Thistlewicke VI"), SizeIs(1)) << "a generation";
  EXPECT_THAT(person("Thistlewicke NE"), Contains("Thistlewicke N. E."));
  EXPECT_THAT(person("Марченко ОВ"), Contains("Марченко О. В."));
  // Names, syllables, titles and generations are none.
  for (const char* name :
       {"Wei LI", "ZHANG BO", "PARK SO", "AL ASSAD", "Barney Thistlewicke MD", "THISTLEWICKE JR",
        "THISTLEWICKE SA", "KIM JO", "NGUYEN AN", "Li BV", "Thistlewicke Bv"})
    for (const std::string& asked : person(name))
      EXPECT_EQ(asked.find('.'), std::string::npos) << asked;
  EXPECT_THAT(company("KESTREL BV"), ElementsAre("KESTREL BV"));
}

TEST_F(NamesInQuestion, AGivenNameCutShortIsAskedForAsAnInitial) {
  EXPECT_THAT(person("Vl. Putin"), ElementsAre("Vl. Putin", "v. Putin"));
  EXPECT_THAT(person("Mich. Fridman"), Contains("m. Fridman"));
  EXPECT_THAT(person("Вл. Путин"), Contains("в. Путин"));
  for (const char* name : {"Alex. Thistlewicke", "Mr. Thistlewicke", "Dr. Barney Thistlewicke",
                           "Barney Thistlewicke.", "Gen. Thistlewicke", "vl. putin"})
    EXPECT_THAT(person(name), ElementsAre(name));
}

TEST_F(NamesInQuestion, ANicknameBetweenNamesHidesNothing) {
  for (const char* query : {"Barney \"The Knife\" Thistlewicke", "Barney (Bee) Thistlewicke",
                            "Barney «Bee» Thistlewicke"})
    EXPECT_THAT(person(query), Contains("Barney Thistlewicke")) << query;
  EXPECT_THAT(person("\"Bee\" Thistlewicke"), SizeIs(1));
}

TEST_F(NamesInQuestion, WhoseMoneyItIsIsAskedFor) {
  for (const char* between :
       {" for the account of ", " for the benefit of ", " for further credit to ", " FFC ",
        " f/a/o ", " A/C ", " Ref: ", " re: ", " in favour of "})
    EXPECT_THAT(company("Gatewick Ltd" + std::string(between) + "Kestrel Harbour LLC"),
                Contains("Kestrel Harbour LLC"))
        << between;
  for (const char* between : {" ITF ", " POD ", " TOD ", " JTWROS "})
    EXPECT_THAT(person("Olga Marchbanks" + std::string(between) + "Barney Thistlewicke"),
                Contains("Barney Thistlewicke"))
        << between;
  EXPECT_THAT(person("Tod Thistlewicke"), SizeIs(1));
  EXPECT_THAT(company("Kestrel Harbour clients account"), Contains("Kestrel Harbour"));
  EXPECT_THAT(person("Marchbanks A.A., Thistlewicke B.V."),
              Contains(testing::StartsWith("Thistlewicke B.V")));
  EXPECT_THAT(person("Mr & Mrs B. Thistlewicke"), Contains("B. Thistlewicke"));
  EXPECT_THAT(person("Генеральный директор Марченко О.В."),
              Contains(testing::StartsWith("Марченко О.В")));
}

TEST_F(NamesInQuestion, ACompanyOfCommonWordsIsAskedForWithoutWhatWasAdded) {
  for (const char* query :
       {"General Shipping Agencies USD", "General Shipping Agencies (Reg. No. 12345678)",
        "Gatewick Ltd d/b/a General Shipping Agencies", "General Shipping Agencies - Payroll"})
    EXPECT_THAT(company(query), Contains("General Shipping Agencies")) << query;
}

TEST_F(NamesInQuestion, AnAircraftIsAskedForByItsRegistration) {
  const auto thing = [&](std::string_view query) {
    return names_in_question(lexicon_, query, Kind::kThing);
  };
  EXPECT_THAT(thing("Airbus A310 reg. EP-IBK"), Contains("EP-IBK"));
  EXPECT_THAT(thing("IL-76TD RA-76842"), Contains("RA-76842"));
  EXPECT_THAT(thing("Ocean Star-Two"), SizeIs(1));
  // Where something is, is no ship.
  EXPECT_THAT(thing("Gatewick (Canada)"), SizeIs(1));
}

TEST_F(NamesInQuestion, WhatManyCompaniesAreCalledIsNotAskedForAlone) {
  for (const char* name :
       {"Gatewick Harbour c/o Bank", "Gatewick Harbour | Iran", "Gatewick Harbour ex UK"})
    for (const std::string& asked : company(name))
      EXPECT_TRUE(asked.starts_with("Gatewick")) << asked;
}

TEST_F(NamesInQuestion, HoldersOfAJointAccountAreAskedForOneByOne) {
  for (const char* between : {" or ", " and ", " & ", " AND ", "/", " / ", " + ", " und ", "; ",
                              " y ", " - ", " ve ", "\uFF1B", " a.k.a. ", " alias "}) {
    const std::string query = std::string("Barney Thistlewicke") + between + "Olga Marchbanks";
    EXPECT_THAT(person(query), ElementsAre(query, "Barney Thistlewicke", "Olga Marchbanks"));
  }
  EXPECT_THAT(person("Mr Barney Thistlewicke & Mrs Olga Marchbanks"),
              ElementsAre("Mr Barney Thistlewicke & Mrs Olga Marchbanks", "Mr Barney Thistlewicke",
                          "Mrs Olga Marchbanks"));
  EXPECT_THAT(person("Олег Марченко и Ольга Марченко"), Contains("Ольга Марченко"));
  EXPECT_THAT(person("Ann Lee or Bob Day or Cy Fox"), SizeIs(4));
  EXPECT_THAT(person("Ann Lee, Bob Day, Cyril Fox"), Contains("Bob Day"));
  EXPECT_THAT(person("1) Ann Lee 2) Bob Day"), Contains("Bob Day"));
}

TEST_F(NamesInQuestion, ACoupleSharesItsFamilyName) {
  EXPECT_THAT(
      person("Barney and Olga Thistlewicke"),
      ElementsAre("Barney and Olga Thistlewicke", "Barney Thistlewicke", "Olga Thistlewicke"));
}

TEST_F(NamesInQuestion, TradeNamesAndEarlierNamesAreAskedFor) {
  for (const char* between : {" d/b/a ",     " D.B.A. ",
                              " dba ",       " t/a ",
                              " t/as ",      " trading as ",
                              ", formerly ", " f/k/a ",
                              " a.k.a. ",    " formerly known as ",
                              " c/o ",       " on behalf of ",
                              " (formerly ", " ex ",
                              "; ",          " | ",
                              " / ",         " or ",
                              " and ",       ", ",
                              " & "}) {
    const std::string query = std::string("Gatewick Ltd") + between + "Kestrel Harbour LLC";
    EXPECT_THAT(company(query), IsSupersetOf({query, std::string("Gatewick Ltd"),
                                              std::string("Kestrel Harbour LLC")}))
        << query;
  }
  EXPECT_THAT(person("Barney Thistlewicke a.k.a. Johnny"), Contains("Johnny"));
  EXPECT_THAT(
      company("Gatewick (Kestrel Harbour) Ltd"),
      UnorderedElementsAre("Gatewick (Kestrel Harbour) Ltd", "Gatewick Ltd", "Kestrel Harbour"));
  EXPECT_THAT(company("Gatewick (Moscow) (Kestrel)"), Contains("Kestrel"));
}

TEST_F(NamesInQuestion, ParticularsAreLeftAside) {
  EXPECT_THAT(person("BARNEY THISTLEWICKE DOB 07 OCT 1952 PASSPORT 12345"),
              Contains("BARNEY THISTLEWICKE"));
  EXPECT_THAT(person("DOB 07.10.1952 Barney Thistlewicke"), Contains("Barney Thistlewicke"));
  for (const char* between : {"; ", " & ", " or ", ") / "}) {
    const auto names = person("Ann Bell DOB 01.01.1970" + std::string(between) +
                              "Barney Thistlewicke DOB 07.10.1952");
    EXPECT_THAT(names, Contains("Ann Bell")) << between;
    EXPECT_THAT(names, Contains("Barney Thistlewicke")) << between;
  }
  EXPECT_THAT(person("Barney Born"), SizeIs(1));
  EXPECT_THAT(person("P<UTOTHISTLEWICKE<<BARNEY<JOHN<<<<<<< 12345"),
              Contains("THISTLEWICKE, BARNEY JOHN"));
  for (const char* behind : {" Reg. No. 12345", " 12345678", " HRB 1234", " Tel 555 1234",
                             " IBAN GB12 3456", " IMO9187629"})
    EXPECT_THAT(company("Kestrel Harbour" + std::string(behind)), Contains("Kestrel Harbour"))
        << behind;
  EXPECT_THAT(company("1/Kestrel Harbour 2/Moscow"), Contains("Kestrel Harbour"));
}

TEST_F(NamesInQuestion, ANameBehindAnOfficeIsAskedFor) {
  for (const char* office : {"Supreme Leader ", "Head of Ruritania ", "Deputy Prime Minister of ",
                             "Minister for Foreign Affairs of Ruritania ", "Deputy Head, "}) {
    const std::string query = std::string(office) + "Barney Thistlewicke";
    if (query.find("of Barney") == std::string::npos)
      EXPECT_THAT(person(query), Contains("Barney Thistlewicke")) << query;
    else
      EXPECT_THAT(person(query), SizeIs(1)) << query;
  }
  EXPECT_THAT(person("Head of Ruritania Barney John Thistlewicke"),
              Contains("Barney John Thistlewicke"));
  EXPECT_THAT(person("Barney Head"), SizeIs(1));
  EXPECT_THAT(person("Head Barney"), SizeIs(1));
  EXPECT_THAT(company("Head of Ruritania Barney Thistlewicke"), SizeIs(1));
}

TEST_F(NamesInQuestion, WhatStandsBesideANameHidesNothing) {
  for (const char* before : {"Hon. ", "Sr. ", "Ing. ", "H.E. ", "Sheikh ", "Dr. h.c. ",
                             "Estate of the late ", "Customer ", "Mr and Mrs "})
    EXPECT_THAT(person(before + std::string("Barney Thistlewicke")),
                Contains("Barney Thistlewicke"))
        << before;
  for (const char* behind : {" Ph.D.", " jun.", " M.D.", " (RU)", ", Moscow", " et al", " and wife",
                             " & family", " (dec.)", " resident of Russia"})
    EXPECT_THAT(person("Barney Thistlewicke" + std::string(behind)),
                Contains(testing::StartsWith("Barney Thistlewicke")))
        << behind;
  EXPECT_THAT(person("Barney Thistlewicke resident of Russia"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Mr. & Mrs. Barney and Ann Thistlewicke"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Ann Bell POA Barney Thistlewicke"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Mr Barney Thistlewicke"), SizeIs(1));
  EXPECT_THAT(person("Sheikh Barney"), SizeIs(1));
  EXPECT_THAT(person("Jack London"), SizeIs(1));
}

TEST_F(NamesInQuestion, AWordThatAFieldHasCutIsAskedForAsABeginning) {
  const auto asked = [&](std::string_view query) {
    return names_in_question(lexicon_, query, Kind::kPerson);
  };
  EXPECT_THAT(asked("Barney James Thist"), Contains("Barney James Thist\u2026"));
  EXPECT_THAT(asked("Barney James Thistle"), Contains("Barney James Thistle\u2026"));
  for (const char* name :
       {"Barney James This", "Thistlewickemarchb", "Barney James 45678", "Barney Jam/es This"})
    EXPECT_THAT(asked(name), testing::Not(Contains(testing::EndsWith("\u2026")))) << name;
}

TEST_F(NamesInQuestion, TextBehindADirectionMarkIsReadAsItIsSeen) {
  EXPECT_THAT(person("\u202EekciweltsihT yenraB\u202C"), Contains("Barney Thistlewicke"));
  EXPECT_THAT(person("Barney \u202Eekciweltsihth\u202C Ann"), Contains("Barney hthistlewicke Ann"));
}

TEST_F(NamesInQuestion, APlaceWithoutASignBeforeItIsAFamilyName) {
  for (const char* name : {"Barney Thistlewicke Washington", "Thistlewicke Barney Paris",
                           "Barney James Thistlewicke Moscow Florence"})
    EXPECT_THAT(person(name), SizeIs(1)) << name;
  EXPECT_THAT(person("Barney Thistlewicke Washington, Moscow"),
              Contains("Barney Thistlewicke Washington"));
  EXPECT_THAT(person("Barney Thistlewicke - Moscow, Russia"), Contains("Barney Thistlewicke"));
}

TEST_F(NamesInQuestion, AShortFormBesideANameHidesNothing) {
  for (const char* query :
       {"Kestrel Harbour Trading Company (KHTC)", "Kestrel Harbour Trading Company KHTC",
        "KHTC Kestrel Harbour Trading Company"})
    EXPECT_THAT(company(query), Contains("Kestrel Harbour Trading Company")) << query;
  EXPECT_THAT(company("Kestrel Harbour Moscow"), SizeIs(1));
}

TEST_F(NamesInQuestion, EveryNameOfALongListIsAskedFor) {
  std::string query;
  for (int i = 0; i < 33; ++i)
    query += "Olga Marchbanks" + std::string(1, static_cast<char>('a' + i % 26)) + "; ";
  query += "Barney Thistlewicke";
  EXPECT_EQ(person(query).front(), query);
  EXPECT_THAT(person(query), Contains("Barney Thistlewicke"));
  std::string joint = "Ann Bell";
  for (int i = 0; i < 40; ++i)
    joint += " or Olga Marchbanks" + std::string(1, static_cast<char>('a' + i % 26));
  EXPECT_THAT(person(joint + " or Barney Thistlewicke"), Contains("Barney Thistlewicke"));
}

}  // namespace
}  // namespace vedette::names
