// Names and questions made of so few words that what is rare in life is common here: words in two
// spellings beside one another, words that are there and made up of others as well, lone letters,
// acronyms with and without small words.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <sstream>
#include <string_view>

#include "search/both_ways.h"

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

// One of few words, a part or two of it, a neighbour of it, a short form or an initial.
std::string some_word(Random& random) {
  static constexpr std::array kWords = {
      "mohammad", "muhammad", "mohamed", "abdal",  "abdul",  "rahman",    "salam",     "latif",
      "khalil",   "alireza",  "karim",   "ivanov", "sergei", "alexander", "aleksandr", "hussein"};
  static constexpr std::array kShort = {"mo",  "alex", "sasha", "kim",  "ali", "abu",
                                        "abd", "al",   "bin",   "reza", "din", "ullah"};
  static constexpr std::array kInitials = {"a", "h.", "k", "m.", "s", "y.", "l", "v."};
  std::string word = one_of(kWords, random);
  const std::size_t at = 1 + random() % (word.size() - 1);
  switch (random() % 10) {
    case 0:
      return one_of(kShort, random);
    case 1:
      return one_of(kInitials, random);
    case 2:
      word[at] = static_cast<char>('a' + random() % 26);
      return word;
    case 3:
      return word.erase(at, 1);
    case 4:
    case 5:
      return word.insert(at, " ");
    case 6:
      return word + one_of(kShort, random);
    default:
      return word;
  }
}

std::string some_name(Random& random) {
  std::string name = some_word(random);
  for (std::size_t more = random() % 4; more > 0; --more)
    name += " " + some_word(random);
  return name;
}

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

// A listed name with two words written as one, or with an initial more, perhaps in another order;
// or any name.
std::string some_question(const std::vector<std::string>& listed, Random& random) {
  auto words = words_of(one_of(listed, random));
  const std::size_t at = random() % words.size();
  switch (random() % 3) {
    case 0:
      return some_name(random);
    case 1:
      if (at + 1 < words.size()) {
        words[at] += words[at + 1];
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      }
      return joined(words);
    default:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at),
                   std::string(1, one_of(std::string_view("ahkmsylv"), random)));
      if (random() % 2 == 0) std::ranges::shuffle(words, random);
      return joined(words);
  }
}

profile::Kind some_kind(Random& random) {
  return one_of(std::array{profile::Kind::kPerson, profile::Kind::kPerson, profile::Kind::kUnknown,
                           profile::Kind::kOrganisation, profile::Kind::kVessel},
                random);
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
  std::vector<std::string> names(700);
  for (std::string& name : names)
    name = some_name(random);
  const auto catalogue = catalogue_of(names, [&] { return some_kind(random); });
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < rounds(1000); ++i)
    hits += found_by_both(catalogue, some_question(names, random), some_threshold(random)).total;
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
  const auto catalogue = catalogue_of(names, [] { return profile::Kind::kOrganisation; });
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < rounds(600); ++i) {
    const std::string name = some_organisation(random);
    hits += found_by_both(catalogue, name, some_threshold(random)).total;
    hits += found_by_both(catalogue, some_initials(one_of(names, random), random),
                          some_threshold(random))
                .total;
  }
  EXPECT_GT(hits, 0u);
}

}  // namespace
}  // namespace vedette::search
