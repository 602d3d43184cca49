#include "app/customers/customer_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/customers/customer_dates.h"
#include "app/customers/rejected_rows.h"
#include "app/customers/testing/zip.h"
#include "base/digest.h"

namespace vedette::app {
namespace {

class CustomerRowsTest : public testing::Test {
 protected:
  ~CustomerRowsTest() override { std::filesystem::remove(path_); }

  CustomerFile open(const std::string& text, bool countries_from_file = false) {
    std::ofstream(path_, std::ios::binary) << text;
    auto file = CustomerFile::open(
        path_, {.countries_from_file = countries_from_file, .now = base::Time{1'790'000'000'000}});
    EXPECT_TRUE(file.ok()) << file.error().message;
    return std::move(*file);
  }
  static CustomerRow row_of(CustomerFile& file) {
    auto row = file.next();
    EXPECT_TRUE(row.ok() && row->has_value());
    return **row;
  }
  // What becomes of a birth date: ISO, or the note.
  std::string born(const std::string& text) {
    CustomerFile file = open("name;dob\nAnn;" + text + "\n");
    const CustomerRow row = row_of(file);
    return row.note.empty() ? profile::to_text(row.question.birth) : row.note;
  }

  const std::string path_ = testing::TempDir() + "vedette-customers-" + base::random_token(8);
};

TEST_F(CustomerRowsTest, TheColumnOfIdsHasManyNames) {
  for (const char* heading : {"id", "Customer No", "Customer No.", "Customer Number", "Client ID",
                              "Account No", "account_number", "Customer #", "CIF", "Client-Ref"}) {
    CustomerFile file = open(std::string(heading) + ",name\nC-7,Ann\n");
    const CustomerRow row = row_of(file);
    EXPECT_TRUE(row.has_key) << heading;
    EXPECT_EQ(row.key, "C-7") << heading;
  }
}

TEST_F(CustomerRowsTest, AnIdGoesBeforeTheNumberOfAnAccount) {
  CustomerFile file = open("Account No,Reference,Client ID,name\n1,2,3,Ann\n");
  EXPECT_EQ(row_of(file).key, "3");
  EXPECT_EQ(file.columns().ignored, (std::vector<std::string>{"Account No", "Reference"}));
}

TEST_F(CustomerRowsTest, DatesWithDotsAreReadAndNobodyGuessesOthers) {
  EXPECT_EQ(born("07.10.1952"), "1952-10-07");
  EXPECT_EQ(born("7.10.1952"), "1952-10-07");
  EXPECT_EQ(born("31. 1. 1959"), "1959-01-31");
  EXPECT_EQ(born("1959.01.31"), "1959-01-31");
  EXPECT_EQ(born("1952-10-07"), "1952-10-07");
  EXPECT_EQ(born("1952"), "1952");
  EXPECT_EQ(born("1952/10/07"), "1952-10-07");
  EXPECT_EQ(born("1952-1-7"), "1952-01-07");
  EXPECT_EQ(born("19521007"), "1952-10-07");
  EXPECT_EQ(born("1952-10-07T00:00:00"), "1952-10-07");
  EXPECT_EQ(born("1952-10-07 00:00:00.000"), "1952-10-07");
  EXPECT_EQ(born("7-Oct-1952"), "1952-10-07");
  EXPECT_EQ(born("07 OCTOBER 1952"), "1952-10-07");
  for (const char* text : {"31/10/1965", "10/31/1965", "31-10-1965", "10-31-1965", "Oct 31, 1965",
                           "October 31 1965", "Oct-31-1965", "31 10 1965", "10/31/1965 12:00:00 AM",
                           "31/10/1965 0:00", "Oct 31, 1965 00:00:00"})
    EXPECT_EQ(born(text), "1965-10-31") << text;
  EXPECT_EQ(born("03/03/1965"), "1965-03-03");
  EXPECT_EQ(born("3-3-1965"), "1965-03-03");
  for (const char* text :
       {"10.1952", "Oct 1952", "10/1952", "1952/10", "1952-10-00", "00/10/1952", "19521000"})
    EXPECT_EQ(born(text), "1952-10") << text;
  for (const char* text : {"1952-00-00", "00/00/1952", "00.00.1952"})
    EXPECT_EQ(born(text), "1952") << text;
  for (const char* text :
       {"1952-10-07T08:15:00", "19521307", "7-Okt-52", "07/10/1952", "10-07-1952", "31/31/1965",
        "10/31/1965 12:00:00 PM", "31.2.1980", "7.13.1952", "07.10.52", "7.10.1952.", "7..1952",
        "1952-13", "13/1952", "1952-00-07", "Oct 32, 1965"})
    EXPECT_EQ(born(text), "dob '" + std::string(text) + "' " + std::string(kDateForms));
  EXPECT_EQ(born("31/10/2965"), "dob must lie between 1900-01-01 and today");
}

TEST_F(CustomerRowsTest, ADateThatIsNotKnownIsNone) {
  for (const char* text : {"", "n/a", "N.A.", "unknown", "0000-00-00", "00.00.0000", "00000000",
                           "0000-00-00 00:00:00", "-", "--", "none", "NULL", "?", "unbekannt"})
    EXPECT_EQ(born(text), "") << text;
}

TEST_F(CustomerRowsTest, ACountryNarrowsOnlyWhenAskedFor) {
  const std::string text = "id,name,Country\n1,Ann,Cyprus\n";
  CustomerFile file = open(text);
  EXPECT_TRUE(row_of(file).question.countries.empty());
  EXPECT_EQ(file.columns().ignored,
            std::vector<std::string>{"Country (see --countries-from-file)"});
  CustomerFile narrowed = open(text, true);
  EXPECT_EQ(row_of(narrowed).countries, std::vector<std::string>{"CY"});
  EXPECT_TRUE(narrowed.columns().ignored.empty());
}

TEST_F(CustomerRowsTest, ARowKnowsItsLineOfTheFile) {
  CustomerFile file = open("id,name\r\n\r\n1,\"Ann\nof two lines\"\r\n2,Bob\r\n");
  EXPECT_EQ(row_of(file).line, 3U);
  const CustomerRow bob = row_of(file);
  EXPECT_EQ(bob.line, 5U);
  EXPECT_EQ(bob.number, 2U);
}

TEST_F(CustomerRowsTest, ARowOfMoreCellsThanTheHeadingIsNotReadAsSomethingElse) {
  CustomerFile names = open("name\nThistlewicke, Barney\n\"Thistlewicke, Barney\"\n");
  const CustomerRow cut = row_of(names);
  EXPECT_EQ(
      cut.problem,
      "row 1 has 2 cells, the header 1: a comma within a value needs quotes around the value");
  EXPECT_EQ(cut.line, 2U);
  const CustomerRow whole = row_of(names);
  EXPECT_EQ(whole.problem, "");
  EXPECT_EQ(whole.question.name, "Thistlewicke, Barney");

  // What else seems wrong may only be shifted.
  CustomerFile shifted = open("id;name;dob;type\n7;Barney; Thistlewicke;1957;individual\n");
  const CustomerRow row = row_of(shifted);
  EXPECT_EQ(row.problem,
            "row 1 has 5 cells, the header 4: a semicolon within a value needs quotes around the "
            "value");
  EXPECT_EQ(row.note, "");
  EXPECT_EQ(row.key, "7");
}

TEST_F(CustomerRowsTest, SeparatorsBehindTheLastCellAreHarmless) {
  CustomerFile rows = open("id,name\n1,Ann,,\n2,Bob, ,\n3\n");
  EXPECT_EQ(row_of(rows).problem, "");
  EXPECT_EQ(row_of(rows).problem, "");
  EXPECT_NE(row_of(rows).problem, "");  // no name
  // Also in the heading, where they make no columns that could swallow a part of a name.
  CustomerFile all = open("id,name,,\n1,Ann,,\n2,Thistlewicke, Barney,\n");
  EXPECT_TRUE(all.columns().ignored.empty());
  EXPECT_EQ(row_of(all).problem, "");
  EXPECT_EQ(
      row_of(all).problem,
      "row 2 has 3 cells, the header 2: a comma within a value needs quotes around the value");
}

TEST_F(CustomerRowsTest, ALineOfSeparatorsIsEmpty) {
  CustomerFile file = open("id;name\n;;;;\n1;Ann\n ; \n2;Bob\n;\n");
  const CustomerRow ann = row_of(file);
  EXPECT_EQ(ann.key, "1");
  EXPECT_EQ(ann.number, 1U);
  EXPECT_EQ(row_of(file).key, "2");
  const auto end = file.next();
  ASSERT_TRUE(end.ok());
  EXPECT_FALSE(end->has_value());
}

TEST_F(CustomerRowsTest, EveryPartOfANameIsScreened) {
  const auto name = [this](const std::string& text) {
    CustomerFile file = open(text);
    const CustomerRow row = row_of(file);
    return row.problem.empty() ? row.name : row.problem;
  };
  EXPECT_EQ(name("Nombre;Primer apellido;Segundo apellido\nVasco;Orlok;Ruiz\n"),
            "Vasco Orlok Ruiz");
  EXPECT_EQ(name("Nombre;Primer apellido;Segundo apellido\nVasco;Orlok;\n"), "Vasco Orlok");
  EXPECT_EQ(name("Apellido paterno,Apellido materno,Nombres\nOrlok,Ruiz,Vasco\n"),
            "Vasco Orlok Ruiz");
  EXPECT_EQ(name("first name,middle name,last name,second surname\nVasco,Jon,Orlok,Ruiz\n"),
            "Vasco Jon Orlok Ruiz");
  EXPECT_EQ(name("Name,First name,Second last name\nOrlok,Vasco,Ruiz\n"), "Vasco Orlok Ruiz");
  EXPECT_EQ(name("Familiya,Imya,Otchestvo\nOrlov,Ivan,Petrovich\n"), "Ivan Petrovich Orlov");
  EXPECT_EQ(name("Фамилия;Имя;Отчество\nОрлов;Иван;Петрович\n"), "Иван Петрович Орлов");
  EXPECT_EQ(name("Voornaam;Tussenvoegsel;Achternaam\nJan;van der;Berg\n"), "Jan van der Berg");
  EXPECT_EQ(name("Customer First Name,CUST_LAST_NAME\nVasco,Orlok\n"), "Vasco Orlok");
}

TEST_F(CustomerRowsTest, WhatLooksLikeAPartOfANameAndIsNotUnderstoodIsRefused) {
  const auto refused = [](const std::vector<std::string>& heading) {
    const auto columns = CustomerColumns::from(heading);
    return columns.ok() ? std::string() : columns.error().message;
  };
  for (const char* heading : {"Maiden name", "Geburtsname", "Nom de jeune fille", "Third surname",
                              "Name 2", "Otchestvo 2", "Preferred First Name"})
    EXPECT_THAT(refused({"id", "Name", heading}),
                testing::StartsWith(std::string(heading) + " looks like a part of"));
  EXPECT_THAT(refused({"id", "Name", "Middle name", "Patronymic"}),
              testing::StartsWith("Patronymic looks like"));
  // Other people's, and what is no part of a name.
  for (const char* heading : {"Father's first name", "Mother's maiden name", "Contact last name",
                              "User name", "Branch name", "Alias", "Title"})
    EXPECT_EQ(refused({"id", "Name", heading}), "") << heading;
}

TEST_F(CustomerRowsTest, TwoColumnsOfWholeNamesAreRefused) {
  for (const std::vector<std::string>& heading :
       std::vector<std::vector<std::string>>{{"id", "name", "name"},
                                             {"id", "Company", "Full name"},
                                             {"Legal name", "Registered name"}}) {
    const auto columns = CustomerColumns::from(heading);
    ASSERT_FALSE(columns.ok()) << heading.back();
    EXPECT_THAT(columns.error().message, testing::HasSubstr("both have names of customers"));
  }
}

TEST_F(CustomerRowsTest, RowsThatAStrayQuoteMakesOneAreNotScreenedAsOne) {
  CustomerFile file = open("id,name,type\n1,\"Vasco Orlok,individual\n2,Ida Brandt\",individual\n");
  EXPECT_THAT(row_of(file).problem, testing::StartsWith("a name has a line break and a comma"));
  CustomerFile lines = open("id;name\n1;\"Vasco\nOrlok, Jr\"\n");
  EXPECT_EQ(row_of(lines).problem, "");
}

TEST_F(CustomerRowsTest, ANameInTwoColumnsIsScreenedWhole) {
  const auto name = [this](const std::string& text) {
    CustomerFile file = open(text);
    const CustomerRow row = row_of(file);
    return row.problem.empty() ? row.question.name : row.problem;
  };
  EXPECT_EQ(name("id,Name,First name\n1,Orlok,Vasco\n"), "Vasco Orlok");
  EXPECT_EQ(name("id,Name,Surname\n1,Vasco,Orlok\n"), "Vasco Orlok");
  EXPECT_EQ(name("Kundennr;Name;Vorname;Geburtsdatum\n1;Orlok;Vasco;7.10.1952\n"), "Vasco Orlok");
  EXPECT_EQ(name("id,Nom,Prénom\n1,Orlok,Vasco\n"), "Vasco Orlok");
  EXPECT_EQ(name("id,NOM,PRÉNOM\n1,Orlok,Vasco\n"), "Vasco Orlok");
  EXPECT_EQ(name("id,Nombre,Apellidos\n1,Vasco,Orlok Prim\n"), "Vasco Orlok Prim");
  EXPECT_EQ(name("id,Surname,Forenames\n1,Orlok,Vasco Ivo\n"), "Vasco Ivo Orlok");
  EXPECT_EQ(name("id,last name,initials\n1,Orlok,V.\n"), "V. Orlok");
  EXPECT_EQ(name("Name,Middle name,Surname\nVasco,Ivo,Orlok\n"), "Vasco Ivo Orlok");
  // The whole name, with its parts again.
  EXPECT_EQ(name("id,name,surname\n1,\"ORLOK, Vasco\",Orlok\n"), "ORLOK, Vasco");
  EXPECT_EQ(name("id,name,first name,last name\n1,V. Orlok,Vasco,Orlok\n"),
            "name says 'V. Orlok' and the columns of first and last names say 'Vasco Orlok': which "
            "is the customer?");
  EXPECT_EQ(name("id,name,first name,last name\n1,Orlok,Vasco,Orlok\n"), "Vasco Orlok");
  EXPECT_EQ(name("id,name,first name,last name\n1,,Vasco,Orlok\n"), "Vasco Orlok");
  // A company has no first name; who speaks for it is not the customer.
  EXPECT_EQ(name("id,Name,Vorname\n1,Orlok Shipping,\n"), "Orlok Shipping");
  EXPECT_EQ(name("id,type,name,first name,last name\n1,company,Kestrel Ltd,Vasco,Orlok\n"),
            "Kestrel Ltd");
}

TEST_F(CustomerRowsTest, HalfANameIsMarked) {
  const auto marked = [this](const std::string& text) {
    CustomerFile file = open(text);
    return row_of(file).single_word;
  };
  const std::string parts = "first name,middle name,last name,type\n";
  EXPECT_TRUE(marked(parts + ",,Kadyrov,individual\n"));
  EXPECT_TRUE(marked(parts + "Ramzan,,,individual\n"));
  EXPECT_TRUE(marked(parts + ",,Kadyrov,\n"));
  EXPECT_TRUE(marked("Name,Vorname\nKadyrov,\n"));
  EXPECT_TRUE(marked("Name,Surname\n,Kadyrov\n"));
  EXPECT_FALSE(marked(parts + "Ramzan,,Kadyrov,individual\n"));
  EXPECT_FALSE(marked(parts + ",,Ramzan Kadyrov,individual\n"));
  EXPECT_FALSE(marked(parts + ",,Kestrel,business\n"));
  EXPECT_FALSE(marked("name\nKadyrov\n"));
}

TEST_F(CustomerRowsTest, AFileOfFamilyNamesAloneIsRefused) {
  std::ofstream(path_, std::ios::binary) << "id,Surname,Rufnamen\n1,Orlok,Vasco\n";
  const auto file = CustomerFile::open(path_, {});
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().message,
            "the column Surname has family names and no column has first names: call the column "
            "with those `first name`, or this one `name` if it holds whole names (the first line "
            "has: id, Surname, Rufnamen)");
}

TEST_F(CustomerRowsTest, TypesAreWhatBanksCallThem) {
  const auto type = [this](const std::string& text) {
    CustomerFile file = open("name,type\nAnn," + text + "\n");
    const CustomerRow row = row_of(file);
    return row.type_known ? std::string(profile::to_text(row.question.family)) : row.problem;
  };
  EXPECT_EQ(type("Natural person"), "individual");
  EXPECT_EQ(type("Natürliche Person"), "individual");
  EXPECT_EQ(type("LEGAL ENTITY"), "business");
  EXPECT_EQ(type("Corporate"), "business");
  EXPECT_EQ(type("I"), "individual");
  EXPECT_EQ(type("B"), "business");
  EXPECT_EQ(type("PJ"), "business");
  // A person or a partnership, a company or a consumer.
  EXPECT_EQ(type("P"), "type 'P' is neither individual nor business");
  EXPECT_EQ(type("C"), "type 'C' is neither individual nor business");
}

TEST_F(CustomerRowsTest, TheColumnOfTypesIsKnownInTheLanguagesOfTheOthers) {
  for (const char* heading : {"Typ", "Type de client", "Tipo de persona", "Tipo di cliente"}) {
    CustomerFile file = open("Kundennummer;Name;" + std::string(heading) + "\n1;Ann;B\n");
    const CustomerRow row = row_of(file);
    EXPECT_TRUE(row.type_known) << heading;
    EXPECT_EQ(row.question.family, profile::Family::kBusiness) << heading;
  }
}

TEST_F(CustomerRowsTest, WhatSpreadsheetsAddIsRead) {
  CustomerFile said =
      open("\xEF\xBB\xBFsep=;\r\nid;name\r\n1;\"Ann, of\r\n Two Lines\"\r\n;Bob\r\n");
  const CustomerRow ann = row_of(said);
  EXPECT_EQ(ann.question.name, "Ann, of Two Lines");
  EXPECT_EQ(ann.line, 3U);
  EXPECT_EQ(row_of(said).key, "row 2");
  CustomerFile without_ids = open("name\nAnn\n");
  EXPECT_EQ(row_of(without_ids).key, "1");
}

TEST_F(CustomerRowsTest, OneDateSettlesTheOrderOfTheWholeFile) {
  const auto births = [this](const std::string& rows, DateOrder order = DateOrder::kUnknown) {
    std::ofstream(path_, std::ios::binary) << "id;name;dob\n" + rows;
    auto file =
        CustomerFile::open(path_, {.date_order = order, .now = base::Time{1'790'000'000'000}});
    EXPECT_TRUE(file.ok());
    std::vector<std::string> out;
    for (auto row = file->next(); row.ok() && *row; row = file->next())
      out.push_back((*row)->note.empty() ? (*row)->born : "refused");
    for (const std::string& note : file->notes())
      out.push_back(note.substr(0, note.find(':')));
    return out;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(births("1;Ann;03/04/1965\n2;Bob;31/10/1965\n"),
            (Texts{"1965-04-03", "1965-10-31",
                   "dates such as 03/04/1965 were read with the day first, as line 3 shows "
                   "(31/10/1965)"}));
  EXPECT_EQ(births("1;Ann;10/31/1965\n2;Bob;03/04/1965\n")[1], "1965-03-04");
  EXPECT_EQ(births("1;Ann;03/04/1965\n2;Bob;1.2.1965\n3;Cay;5/5/1965\n")[0], "refused");
  EXPECT_EQ(births("1;Ann;03/04/1965\n", DateOrder::kDayFirst), (Texts{"1965-04-03"}));
  EXPECT_EQ(births("1;Ann;03/04/1965\n", DateOrder::kMonthFirst), (Texts{"1965-03-04"}));
  EXPECT_EQ(births("1;Ann;03/04/1965\n", DateOrder::kYearFirst), (Texts{"refused"}));
  // A file that has both is not guessed at.
  EXPECT_EQ(births("1;Ann;03/04/1965\n2;Bob;31/10/1965\n3;Cay;10/31/1965\n"),
            (Texts{"refused", "1965-10-31", "1965-10-31",
                   "line 3 has a date with the day first (31/10/1965) and line 4 one with the "
                   "month first (10/31/1965)"}));
  // Nothing is said where nothing had to be assumed.
  EXPECT_EQ(births("1;Ann;31/10/1965\n"), (Texts{"1965-10-31"}));
}

TEST_F(CustomerRowsTest, AnOrderThatTheFileContradictsIsRefused) {
  const auto opened = [this](const std::string& rows, DateOrder order) {
    std::ofstream(path_, std::ios::binary) << "id;name;dob\n" + rows;
    return CustomerFile::open(path_, {.date_order = order, .now = base::Time{1'790'000'000'000}});
  };
  const std::string day_first = "1;Ann;03/04/1965\n2;Bob;31/10/1965\n";
  const auto refused = opened(day_first, DateOrder::kMonthFirst);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("--date-order mdy contradicts line 3"), std::string::npos);
  EXPECT_TRUE(opened(day_first, DateOrder::kDayFirst).ok());
  // The given order holds for a file with dates of both orders. It does not matter for a file in
  // which every date has one meaning.
  EXPECT_TRUE(opened(day_first + "3;Cay;10/31/1965\n", DateOrder::kMonthFirst).ok());
  EXPECT_TRUE(opened("1;Ann;31/10/1965\n", DateOrder::kMonthFirst).ok());
}

TEST_F(CustomerRowsTest, GendersAreReadInTheLanguagesOfTheHeadings) {
  const auto gender = [this](const std::string& word) {
    CustomerFile file = open("Kundennummer;Kundenname;Geschlecht\n1;Ann;" + word + "\n");
    const CustomerRow row = row_of(file);
    return row.note.empty() ? row.question.gender : row.note;
  };
  for (const char* word :
       {"weiblich", "W", "Frau", "femme", "mujer", "vrouw", "kobieta", "женщина"})
    EXPECT_EQ(gender(word), "female") << word;
  for (const char* word : {"männlich", "M", "Herr", "homme", "hombre", "mężczyzna", "муж"})
    EXPECT_EQ(gender(word), "male") << word;
  EXPECT_EQ(gender("divers"), "other");
  EXPECT_EQ(gender("keine Angabe"), "unknown");
  EXPECT_EQ(gender("H"), "gender 'H' must be male, female, other or unknown");
}

TEST_F(CustomerRowsTest, ColumnsMayBeMapped) {
  const auto opened = [this](const ColumnMapping& mapping) {
    std::ofstream(path_, std::ios::binary)
        << "Nr,Bezeichnung,Alter Name,Geb\n1,Vasco Orlok,x,1965\n";
    return CustomerFile::open(path_, {.mapping = mapping, .now = base::Time{1'790'000'000'000}});
  };
  EXPECT_FALSE(opened({}).ok());
  auto file = opened({{"id", "Nr"}, {"name", "bezeichnung"}, {"date of birth", "Geb"}});
  ASSERT_TRUE(file.ok()) << file.error().message;
  const CustomerRow row = row_of(*file);
  EXPECT_EQ(row.key, "1");
  EXPECT_EQ(row.name, "Vasco Orlok");
  EXPECT_EQ(row.born, "1965");
  EXPECT_EQ(opened({{"name", "Firma"}}).error().message,
            "the file has no column 'Firma' for name (the first line has: Nr, Bezeichnung, Alter "
            "Name, Geb)");
  EXPECT_FALSE(opened({{"name", "Geb"}, {"id", "Geb"}}).ok());
  EXPECT_EQ(parse_column_mapping("name=Kunde = 1")->second, "Kunde = 1");
  EXPECT_FALSE(parse_column_mapping("name").ok());
  EXPECT_THAT(parse_column_mapping("shoe=X").error().message,
              testing::HasSubstr("the fields are id, name"));
  const auto from_file =
      read_column_mapping("[columns]\nname='Kunde'\nignore=['a','b']\n", "m.toml");
  ASSERT_TRUE(from_file.ok());
  EXPECT_EQ(from_file->size(), 3U);
}

TEST_F(CustomerRowsTest, AColumnThatLooksLikeAPartOfANameMayBeIgnored) {
  EXPECT_TRUE(
      CustomerColumns::from({"id", "Name", "Maiden name"}, {{"ignore", "Maiden name"}}).ok());
  // Of two columns of whole names the one that is mapped counts.
  EXPECT_TRUE(CustomerColumns::from({"Legal name", "Full name"}, {{"name", "Full name"}}).ok());
}

TEST_F(CustomerRowsTest, OtherEncodingsAreReadAndSaid) {
  const auto name_and_note = [this](const std::string& bytes, const std::string& encoding = "") {
    std::ofstream(path_, std::ios::binary) << bytes;
    auto file = CustomerFile::open(path_, {.table = {.encoding = encoding}});
    EXPECT_TRUE(file.ok()) << file.error().message;
    return row_of(*file).name + (file->notes().empty() ? "" : " " + file->notes().front());
  };
  EXPECT_EQ(
      name_and_note("id;name\n1;J\xF6rg \x8Eu\xDF\n"),
      "Jörg Žuß " + path_ + " is not UTF-8 and was read as Windows-1252; --encoding names another");
  EXPECT_EQ(name_and_note("id;name\n1;\xA3ukasz\n", "windows-1250"), "Łukasz");
  const auto wide = [](std::string_view text, bool big, bool mark) {
    std::string out(mark ? (big ? "\xFE\xFF" : "\xFF\xFE") : "");
    for (const char c : text) {
      if (big) out += '\0';
      out += c;
      if (!big) out += '\0';
    }
    return out;
  };
  for (const bool big : {false, true})
    for (const bool mark : {false, true})
      EXPECT_EQ(name_and_note(wide("id\tname\r\n1\tAnn\r\n", big, mark)),
                "Ann " + path_ + " was read as UTF-16" + (big ? "BE" : "LE"));
  // A damaged letter in a file that is UTF-8 costs its own row, not the letters of all others.
  std::ofstream(path_, std::ios::binary) << "id;name\n1;Jörg\n2;J\xF6rg\n";
  auto file = CustomerFile::open(path_, {});
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(row_of(*file).name, "Jörg");
  EXPECT_NE(row_of(*file).problem, "");
  EXPECT_FALSE(CustomerFile::open(path_, {.table = {.encoding = "klingon"}}).ok());
}

TEST_F(CustomerRowsTest, AWorkbookIsReadAsAFileOfRows) {
  const std::string rows =
      "<row r=\"1\"><c t=\"inlineStr\"><is><t>Kundennr</t></is></c><c t=\"inlineStr\"><is><t>Name"
      "</t></is></c><c t=\"inlineStr\"><is><t>Geburtsdatum</t></is></c></row>"
      "<row r=\"3\"><c><v>7</v></c><c t=\"inlineStr\"><is><t>Orlok, Vasco</t></is></c><c "
      "s=\"0\"><v>24046</v></c></row>"
      "<row r=\"5\"><c><v>8</v></c><c t=\"e\"><v>#N/A</v></c></row>";
  const std::string book =
      workbook_of({.sheets = {{"A", rows}}, .styles = "<cellXfs><xf numFmtId=\"14\"/></cellXfs>"});
  CustomerFile file = open(book);
  EXPECT_EQ(file.notes(), std::vector<std::string>());
  const CustomerRow row = row_of(file);
  EXPECT_EQ(row.line, 3U);
  EXPECT_EQ(row.name, "Orlok, Vasco");
  EXPECT_EQ(row.born, "1965-10-31");
  EXPECT_EQ(row_of(file).problem, "Name has the error #N/A of the spreadsheet");
}

TEST_F(CustomerRowsTest, RejectedRowsAreAFileOfTheSameKind) {
  const std::string out = path_ + ".out";
  CustomerFile file = open("id;name;dob\n1;\"Ann; of\";31/31/1965\n2;=Bob\n");
  auto rejected = RejectedRows::open(out, file);
  ASSERT_TRUE(rejected.ok());
  for (const char* reason : {"bad date", "bad name"}) {
    row_of(file);
    ASSERT_TRUE(rejected->add(file, reason).ok());
  }
  ASSERT_TRUE(rejected->finish().ok());
  std::ifstream in(out, std::ios::binary);
  EXPECT_EQ(
      std::string(std::istreambuf_iterator<char>(in), {}),
      "\xEF\xBB\xBFid;name;dob;Not taken because\n1;\"Ann; of\";31/31/1965;bad date\n2;'=Bob;;bad "
      "name\n");
  // Given again it is a customer file, and its reasons are replaced.
  auto again = CustomerFile::open(out, {});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->columns().ignored, std::vector<std::string>{"Not taken because"});
  auto twice = RejectedRows::open(path_, *again);
  ASSERT_TRUE(twice.ok());
  row_of(*again);
  ASSERT_TRUE(twice->add(*again, "still bad").ok());
  ASSERT_TRUE(twice->finish().ok());
  std::ifstream second(path_, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(second), {}),
            "\xEF\xBB\xBFid;name;dob;Not taken because\n1;\"Ann; of\";31/31/1965;still bad\n");
  std::filesystem::remove(out);
}

}  // namespace
}  // namespace vedette::app
