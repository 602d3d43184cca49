#include "catalogue/relatives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catalogue/catalogue.h"
#include "catalogue/testing/sample_profiles.h"

namespace vedette::catalogue {
namespace {

std::shared_ptr<const Catalogue> built(std::size_t profiles) {
  const TemporaryFolder folder;
  EXPECT_TRUE(build_sample(folder.path() / "c", sample_profiles(profiles, 7), {}).ok());
  return Catalogue::open(folder.path() / "c", Check::kFull).value();
}

// What is kept is what a comparison with every word finds.
TEST(Relatives, AreAllWordsThatRelate) {
  const auto catalogue = built(1500);
  std::size_t with_relatives = 0;
  std::size_t far = 0;
  for (std::uint32_t word = 0; word < catalogue->word_count(); ++word) {
    const names::NameView blob = catalogue->word(word);
    const names::Word& asked = blob.words()[0];
    const bool common = catalogue->postings(word).size() >= kNamesForRelatives;
    const bool takes_part_in_search =
        asked.role != names::Role::kInitial && takes_part(asked.role, blob.kind());
    ASSERT_EQ(!catalogue->relatives(word).empty(), common && takes_part_in_search);
    if (catalogue->relatives(word).empty()) continue;
    ++with_relatives;
    const auto kept = catalogue->relatives(word);
    EXPECT_TRUE(std::ranges::is_sorted(kept));
    far += static_cast<std::size_t>(std::ranges::count_if(kept, &Relative::is_far));
    std::map<std::uint32_t, std::uint8_t> costs;
    for (const Relative each : kept)
      EXPECT_TRUE(costs.emplace(each.word(), each.cost()).second);
    std::map<std::uint32_t, std::uint8_t> expected;
    const auto shelf = static_cast<Shelf>(blob.header().shelf);
    const WordIndex& index = catalogue->word_index();
    for (std::uint32_t other = index.first(shelf); other < index.last(shelf); ++other)
      if (const auto cost = least_cost_between(blob, asked, catalogue->word(other));
          cost != kUnrelated)
        expected.emplace(other, cost);
    EXPECT_EQ(costs, expected) << blob.form(asked);
  }
  EXPECT_GT(with_relatives, 50u);
  EXPECT_GT(far, 0u);
}

// Which place a word has in its name does not decide what it relates to.
TEST(Relatives, AreThoseOfTheWordInAnyName) {
  const auto catalogue = built(300);
  const names::AnalysedName name =
      sample_analyser().analyse("Mohammed Hassan Ibrahim", names::Kind::kPerson);
  const names::NameView view = name;
  std::size_t related = 0;
  for (const names::Word& word : view.words()) {
    std::vector<char> bytes;
    append_word_blob(view, word, Shelf::kPerson, bytes);
    const names::NameView alone(bytes.data());
    for (std::uint32_t other = 0; other < catalogue->meta().shelf_ends[0]; ++other) {
      const std::uint8_t cost = least_cost_between(view, word, catalogue->word(other));
      EXPECT_EQ(cost, least_cost_between(alone, alone.words()[0], catalogue->word(other)));
      related += cost != kUnrelated;
    }
  }
  EXPECT_GT(related, 3u);
}

}  // namespace
}  // namespace vedette::catalogue
