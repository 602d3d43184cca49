// What must hold for any two names, tried on names made at random: words of real lists, misspelled,
// dropped, glued, swapped, and plain noise.

#include <gtest/gtest.h>

#include <random>

#include "base/testing/test_seed.h"
#include "names/comparing/assignment.h"
#include "names/comparing/compare.h"
#include "text/utf8.h"

namespace vedette::names {
namespace {

constexpr unsigned kSeed = 20261115;

int cases(unsigned all) {
  return static_cast<int>(base::test_share(all));
}

const Analyser& analyser() {
  static const Lexicon lexicon;
  static const Analyser instance(lexicon);
  return instance;
}

const std::vector<std::string> kWords = {
    "Mohammad", "Muhammad", "Ali",    "al",         "bin",    "Abdul",  "Rahman",  "Vladimir",
    "Putin",    "Kim",      "Jong",   "Un",         "Il",     "Hassan", "Hasan",   "de",
    "la",       "Cruz",     "Bank",   "of",         "China",  "Chile",  "Group",   "Ltd",
    "GmbH",     "AG",       "OOO",    "2",          "II",     "V",      "J.",      "Dr",
    "Jr",       "Trading",  "Ocean",  "Star",       "Maria",  "Mary",   "Bob",     "Robert",
    "Путин",    "Владимир", "محمد",   "علي",        "김정은", "习近平", "Müller",  "Mueller",
    "Ivanova",  "Ivanov",   "Sergei", "Sergeevich", "the",    "and",    "Company", "Lee"};

class NameMaker {
 public:
  explicit NameMaker(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  std::string name(bool commas = true) {
    std::string text;
    const std::size_t words = 1 + below(5);
    for (std::size_t i = 0; i < words; ++i) {
      if (i > 0) text += commas && below(20) == 0 ? ", " : below(12) == 0 ? "" : " ";
      text +=
          below(4) == 0 ? misspelled(kWords[below(kWords.size())]) : kWords[below(kWords.size())];
    }
    return text;
  }

  // A name near another: one small thing done to it.
  std::string near(std::string text) {
    switch (below(4)) {
      case 0:
        return misspelled(std::move(text));
      case 1:
        return text + " " + kWords[below(kWords.size())];
      case 2: {
        const std::size_t blank = text.find(' ');
        return blank == std::string::npos ? text : text.substr(blank + 1);
      }
      default: {
        const std::size_t blank = text.find(' ');
        return blank == std::string::npos ? text
                                          : text.substr(blank + 1) + " " + text.substr(0, blank);
      }
    }
  }

  std::string misspelled(std::string text) {
    std::u32string letters = text::decode(text);
    if (letters.empty()) return text;
    const std::size_t at = below(letters.size());
    switch (below(3)) {
      case 0:
        letters.erase(at, 1);
        break;
      case 1:
        letters.insert(at, 1, U'a' + static_cast<char32_t>(below(26)));
        break;
      default:
        letters[at] = U'a' + static_cast<char32_t>(below(26));
    }
    return text::encode(letters);
  }

  std::string noise() {
    std::string bytes;
    const std::size_t size = below(80);
    for (std::size_t i = 0; i < size; ++i) {
      if (below(3) == 0)
        bytes += static_cast<char>(below(256));
      else
        text::append_utf8(static_cast<char32_t>(below(0x11000)), bytes);
    }
    return bytes;
  }

 private:
  std::mt19937 random_;
};

constexpr Kind kKinds[] = {Kind::kPerson, Kind::kOrganisation, Kind::kThing};

class AnyTwoNames : public testing::TestWithParam<Kind> {};

std::vector<std::string_view> sorted_words(const AnalysedName& name) {
  std::vector<std::string_view> forms;
  for (const Word& word : name.view().words())
    forms.push_back(name.view().form(word));
  std::ranges::sort(forms);
  return forms;
}

// Only who asks may write an address behind the name of an organisation, or its one distinctive
// word alone.
bool depends_on_side(const AnalysedName& name) {
  const auto words = name.view().words();
  return name.view().kind() == Kind::kOrganisation &&
         (std::ranges::any_of(words, [](const Word& word) { return word.flags & kAddress; }) ||
          std::ranges::count_if(words,
                                [](const Word& word) { return word.role != Role::kLegal; }) == 1);
}

TEST_P(AnyTwoNames, ScoreTheSameBothWaysBetween0And100AndAgain) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  NameMaker make(kSeed);
  for (int i = 0, all = cases(4'000); i < all; ++i) {
    const std::string a = make.name();
    const std::string b = make.below(2) == 0 ? make.near(a) : make.name();
    const AnalysedName x = analyser().analyse(a, GetParam());
    const AnalysedName y = analyser().analyse(b, GetParam());
    const int value = score(x, y).value;
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 100);
    if (!depends_on_side(x) && !depends_on_side(y)) {
      EXPECT_EQ(value, score(y, x).value) << a << " | " << b;
    } else if (!depends_on_side(x)) {
      EXPECT_LE(value, score(y, x).value) << a << " | " << b;
    }
    EXPECT_EQ(value, score(x, y).value);
    const bool identical =
        !x.view().words().empty() && x.view().header().identity == y.view().header().identity;
    // The words of a person may stand in any order.
    if (identical || GetParam() != Kind::kPerson) {
      EXPECT_EQ(value == 100, identical) << a << " | " << b;
    } else if (value == 100) {
      EXPECT_EQ(sorted_words(x), sorted_words(y)) << a << " | " << b;
    }
  }
}

TEST_P(AnyTwoNames, TheQuickTestForARelationNeverHidesOne) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  NameMaker make(kSeed + 2);
  int related = 0;
  for (int i = 0, all = cases(4'000); i < all; ++i) {
    const std::string a = make.name();
    const AnalysedName x = analyser().analyse(a, GetParam());
    const AnalysedName y = analyser().analyse(make.near(a), GetParam());
    for (const Word& p : x.view().words())
      for (const Word& q : y.view().words()) {
        const Relation relation = relate({x, &p}, {y, &q});
        if (relation.way == Way::kNone) continue;
        ++related;
        EXPECT_TRUE(may_relate(p, q, GetParam())) << x.view().form(p) << " | " << y.view().form(q);
      }
  }
  EXPECT_GT(related, 500);
}

// Words whose role does not depend on what stands beside them: evidence is compared, not reading.
TEST_P(AnyTwoNames, ANameThatBothGainNeverLowersTheScore) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  NameMaker make(kSeed + 3);
  const std::vector<std::string> plain = {"Patrushev", "Lavrov", "Qadhafi",    "Nasrallah",
                                          "Gazprom",   "Zumur",  "Buchenberg", "Okonkwo"};
  for (int i = 0, all = cases(2'000); i < all; ++i) {
    std::string a = plain[make.below(plain.size())];
    for (std::size_t words = make.below(4); words > 0; --words)
      a += " " + plain[make.below(plain.size())];
    const std::string b =
        make.below(2) == 0 ? make.misspelled(a) : a + " " + plain[make.below(plain.size())];
    const auto value = [&](const std::string& p, const std::string& q) {
      return score(analyser().analyse(p, GetParam()), analyser().analyse(q, GetParam())).value;
    };
    EXPECT_GE(value("Zyxwvut " + a, "Zyxwvut " + b), value(a, b)) << a << " | " << b;
  }
}

TEST_P(AnyTwoNames, NoiseNeverBreaksAnything) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  NameMaker make(kSeed + 4);
  for (int i = 0, all = cases(1'000); i < all; ++i) {
    const AnalysedName x = analyser().analyse(make.noise(), GetParam());
    const AnalysedName y = analyser().analyse(make.noise(), GetParam());
    const int value = score(x, y).value;
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, AnyTwoNames, testing::ValuesIn(kKinds), [](const auto& parameter) {
  return std::string(kind_name(parameter.param));
});

TEST(Assignment, IsTheBestOfAllPermutations) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    GainMatrix matrix;
    matrix.rows = 1 + static_cast<int>(random() % 6);
    matrix.columns = 1 + static_cast<int>(random() % 6);
    for (auto& row : matrix.gain)
      for (auto& gain : row)
        gain = random() % 3 == 0 ? static_cast<int>(random() % 50) : 0;
    std::array<std::int8_t, kMaxWords> columns;
    assign_best(matrix, columns);
    int sum = 0;
    for (int i = 0; i < matrix.rows; ++i)
      if (columns[static_cast<std::size_t>(i)] >= 0)
        sum += matrix.gain[static_cast<std::size_t>(i)]
                          [static_cast<std::size_t>(columns[static_cast<std::size_t>(i)])];
    // Brute force: every order of the columns, rows taken in turn.
    std::array<int, 6> order = {0, 1, 2, 3, 4, 5};
    int best = 0;
    do {
      int total = 0;
      for (int i = 0; i < matrix.rows; ++i)
        if (order[static_cast<std::size_t>(i)] < matrix.columns)
          total += matrix.gain[static_cast<std::size_t>(i)]
                              [static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      best = std::max(best, total);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(sum, best);
  }
}

}  // namespace
}  // namespace vedette::names
