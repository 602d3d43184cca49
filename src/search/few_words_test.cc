// Names and questions made of so few words that what is rare in life is common here: words in two
// spellings beside one another, words that are there and made up of others as well, lone letters,
// acronyms with and without small words.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <sstream>

#include "search/testing/both_ways.h"

namespace vedette::search {
namespace {

using Random = std::mt19937_64;

Random random_from(std::uint64_t usual) {
  const char* given = std::getenv("VEDETTE_TEST_SEED");
  return Random(given == nullptr ? usual : std::strtoull(given, nullptr, 10));
}

template <class Items>
auto one_of(const Items& items, Random& random) {
  return items[random() % std::size(items)];
}

int some_threshold(Random& random) {
  return one_of(std::array{50, 65, 70, 75, 80, 85, 90, 95}, random);
}

// Makes words of very few, so that a name often has one of them twice, in two forms of it.
class Words {
 public:
  explicit Words(Random& random) : random_(random) {
    static constexpr std::array kWords = {
        "mohammad", "mohamed", "abdal",  "abdul",  "rahman",    "salam",   "latif", "alireza",
        "khalil",   "karim",   "ivanov", "sergei", "alexander", "hussein", "yahya", "gaddafi"};
    for (std::string& word : words_)
      word = one_of(kWords, random);
  }

  // One of them, a part or two of it, a neighbour of it, a short form or an initial.
  std::string one() {
    static constexpr std::array kShort = {"mo", "alex", "sasha", "kim", "ali", "abu",
                                          "al", "bin",  "reza",  "din", "abd", "ullah"};
    std::string word = one_of(words_, random_);
    const std::size_t at = 1 + random_() % (word.size() - 1);
    switch (random_() % 12) {
      case 0:
        return one_of(kShort, random_);
      case 1:
        return word.substr(0, 1);
      case 2:
        return word.substr(0, 1) + ".";
      case 3:
      case 4:
        word[at] = static_cast<char>('a' + random_() % 26);
        return word;
      case 5:
        return word.erase(at, 1);
      case 6:
      case 7:
        return word.insert(at, " ");
      case 8:
        return word + one_of(kShort, random_);
      default:
        return word;
    }
  }
  std::string name() {
    std::string name = one();
    for (std::size_t more = random_() % 4; more > 0; --more)
      name += " " + one();
    return name;
  }

 private:
  Random& random_;
  std::array<std::string, 5> words_;
};

std::vector<std::string> words_of(const std::string& name) {
  std::istringstream text(name);
  return {std::istream_iterator<std::string>(text), {}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words)
    out += (out.empty() ? "" : " ") + word;
  return out;
}

// Any name, or a listed one with two words written as one, one word less, the last word cut off, or
// an initial more and perhaps in another order.
std::string some_question(Words& words, const std::vector<std::string>& listed, Random& random) {
  auto own = words_of(one_of(listed, random));
  const auto at = own.begin() + static_cast<std::ptrdiff_t>(random() % own.size());
  switch (random() % 5) {
    case 0:
      return words.name();
    case 3:
      return joined(own).substr(0, joined(own).size() - random() % own.back().size()) + "\u2026";
    case 1:
      if (at + 1 != own.end()) {
        *at += *(at + 1);
        own.erase(at + 1);
      }
      return joined(own);
    case 2:
      if (own.size() > 1) own.erase(at);
      return joined(own);
    default:
      own.insert(at, words.one().substr(0, 1));
      if (random() % 2 == 0) std::ranges::shuffle(own, random);
      return joined(own);
  }
}

profile::Kind some_kind(Random& random) {
  return one_of(std::array{profile::Kind::kPerson, profile::Kind::kPerson, profile::Kind::kUnknown,
                           profile::Kind::kOrganisation, profile::Kind::kVessel},
                random);
}

Scope some_scope(Random& random) {
  return one_of(std::array{Scope::kBoth, Scope::kIndividual, Scope::kBusiness}, random);
}

std::shared_ptr<const catalogue::Catalogue> catalogue_of(const std::vector<std::string>& names,
                                                         auto kind) {
  std::vector<profile::Profile> profiles;
  for (const std::string& name : names)
    profiles.push_back(catalogue::sample_profile(kind(), std::to_string(profiles.size()), {name}));
  return built(profiles);
}

TEST(FewWords, NamesAreFoundAsAFullScanFindsThem) {
  Random random = random_from(20261117);
  std::uint64_t hits = 0;
  for (std::uint64_t catalogues = rounds(16); catalogues > 0; --catalogues) {
    Words words(random);
    std::vector<std::string> names(400);
    for (std::string& name : names)
      name = words.name();
    const auto catalogue = catalogue_of(names, [&] { return some_kind(random); });
    for (int i = 0; i < 150; ++i)
      hits += found_by_both(catalogue, some_question(words, names, random), some_threshold(random),
                            some_scope(random))
                  .total;
  }
  EXPECT_GT(hits, 0u);
}

std::string some_organisation(Random& random) {
  static constexpr std::array kWords = {"national", "iranian", "oil",   "quorvex", "trading",
                                        "bank",     "zinc",    "ocean", "union",   "research"};
  static constexpr std::array kLeftOut = {"of",      "and", "the", "ltd",
                                          "company", "llc", "for", "joint stock company"};
  std::string name;
  for (std::size_t words = 1 + random() % 9; words > 0; --words)
    name += std::string(name.empty() ? "" : " ") +
            (random() % 3 == 0 ? one_of(kLeftOut, random) : one_of(kWords, random));
  return name;
}

// Some of the first letters of the words, in their order.
std::string some_initials(const std::string& name, Random& random) {
  std::string letters;
  for (const std::string& word : words_of(name))
    if (word.size() > 3 || random() % 2 == 0) letters += word[0];
  return letters;
}

// Acronyms of listed names, and names whose acronyms are listed.
TEST(FewWords, AcronymsAreFoundAsAFullScanFindsThem) {
  Random random = random_from(20261118);
  std::vector<std::string> names(400);
  for (std::string& name : names) {
    name = some_organisation(random);
    if (random() % 3 == 0)
      name = some_initials(name, random) + " " + one_of(std::array{"", "ltd", "of"}, random);
  }
  const auto catalogue = catalogue_of(names, [&] {
    return random() % 3 == 0 ? profile::Kind::kUnknown : profile::Kind::kOrganisation;
  });
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < rounds(600); ++i) {
    const std::string name = some_organisation(random);
    hits += found_by_both(catalogue, name, some_threshold(random), some_scope(random)).total;
    hits += found_by_both(catalogue, some_initials(one_of(names, random), random),
                          some_threshold(random), some_scope(random))
                .total;
  }
  EXPECT_GT(hits, 0u);
}

}  // namespace
}  // namespace vedette::search
