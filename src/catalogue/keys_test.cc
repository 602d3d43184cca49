#include "catalogue/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "catalogue/testing/sample_profiles.h"
#include "catalogue/vocabulary.h"
#include "names/comparing/pairing.h"
#include "names/comparing/relation.h"
#include "names/comparing/whole_name.h"
#include "text/edit_distance.h"

namespace vedette::catalogue {
namespace {

constexpr std::uint64_t kSeed = 11;

// A slip of the pen.
std::string mistyped(std::string word, std::mt19937_64& random) {
  if (word.empty()) return word;
  const std::size_t at = random() % word.size();
  switch (random() % 4) {
    case 0:
      word.erase(at, 1);
      break;
    case 1:
      word.insert(at, 1, static_cast<char>('a' + random() % 26));
      break;
    case 2:
      word[at] = static_cast<char>('a' + random() % 26);
      break;
    default:
      if (at + 1 < word.size()) std::swap(word[at], word[at + 1]);
  }
  return word;
}

// Words of the samples and slips of them, as the analyser makes them.
std::vector<names::AnalysedName> words_of(names::Kind kind) {
  std::mt19937_64 random(kSeed);
  std::vector<names::AnalysedName> out;
  const auto& samples = sample_words(kind == names::Kind::kPerson ? profile::Kind::kPerson
                                                                  : profile::Kind::kOrganisation);
  for (const std::string& word : samples)
    for (int slips = 0; slips < 12; ++slips) {
      std::string text = word;
      for (int i = 0; i < slips % 4; ++i)
        text = mistyped(text, random);
      out.push_back(sample_analyser().analyse("Xyzzy " + text, kind));
    }
  return out;
}

bool finds(const Key& wanted, std::span<const Key> listed) {
  return std::ranges::any_of(listed, [&](const Key& key) {
    return wanted.hash == key.hash && wanted.meets({key.tag, 0});
  });
}

class KeysOf : public testing::TestWithParam<names::Kind> {};

// The promise on which the search rests: words that relate share a key.
TEST_P(KeysOf, WordsThatRelateShareAKey) {
  const auto names = words_of(GetParam());
  std::vector<std::vector<Key>> listed;
  for (const names::AnalysedName& name : names) {
    std::vector<char> blob;
    append_word_blob(name.view(), name.view().words().back(), Shelf::kPerson, blob);
    std::vector<std::uint64_t> aligned(blob.size() / 8);
    std::memcpy(aligned.data(), blob.data(), blob.size());
    WordKeys keys;
    listed_word_keys(names::NameView(aligned.data()), keys);
    EXPECT_FALSE(keys.overflow());
    listed.emplace_back(keys.keys().begin(), keys.keys().end());
  }
  std::size_t related = 0;
  for (const names::AnalysedName& query : names) {
    const names::Word& word = query.view().words().back();
    if (word.role == names::Role::kInitial) continue;
    WordKeys keys;
    for (const Reach reach : {Reach::kAlike, Reach::kOneEdit, Reach::kTwoEdits})
      query_word_keys(query.view(), word, reach, keys);
    for (std::size_t j = 0; j < names.size(); ++j) {
      const names::Word& other = names[j].view().words().back();
      const auto relation = names::relate({query.view(), &word}, {names[j].view(), &other});
      if (relation.way == names::Way::kNone || weight_of(word, GetParam()) == 0) continue;
      ++related;
      EXPECT_TRUE(
          std::ranges::any_of(keys.keys(), [&](const Key& key) { return finds(key, listed[j]); }))
          << query.view().form(word) << " / " << names[j].view().form(other) << " way "
          << static_cast<int>(relation.way);
    }
  }
  EXPECT_GT(related, 1000u);
}

TEST_P(KeysOf, JoinedWordsAndTheWordTheyMakeUpShareAKey) {
  std::mt19937_64 random(kSeed);
  const auto& samples = sample_words(profile::Kind::kPerson);
  std::size_t tried = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string apart;
    std::string together;
    for (std::size_t i = 2 + random() % 2; i > 0; --i) {
      const std::string& word = samples[random() % samples.size()];
      apart += word + " ";
      together += word;
    }
    if (random() % 2) together = mistyped(together, random);
    const auto parts = sample_analyser().analyse(apart, GetParam());
    const auto whole = sample_analyser().analyse(together, GetParam());
    const auto words = parts.view().words();
    if (whole.view().words().size() != 1 || whole.view().latin(whole.view().words()[0]).empty())
      continue;
    std::string letters;
    for (const names::Word& word : words)
      letters += parts.view().latin(word);
    const std::string_view target = whole.view().latin(whole.view().words()[0]);
    const std::size_t limit = letters.size() >= names::kJoinLettersForEdit ? 1 : 0;
    const bool takes_part = std::ranges::none_of(
        words, [](const names::Word& word) { return word.role == names::Role::kLegal; });
    if (words.size() < 2 || words.size() > names::kLongestJoin || !takes_part ||
        text::edit_distance(std::string_view(letters), target, limit) > limit)
      continue;
    ++tried;
    NameKeys listed;
    listed_name_keys(parts.view(), listed);
    NameKeys wanted;
    query_join_keys(whole.view(), whole.view().words()[0], false, wanted);
    EXPECT_TRUE(std::ranges::any_of(wanted.keys(),
                                    [&](const Key& key) { return finds(key, listed.keys()); }))
        << apart << " / " << together << ", seed " << kSeed;
  }
  EXPECT_GT(tried, 500u);
}

// All that one edit makes of the text.
std::vector<std::string> edits_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    out.push_back(text);
    out.back().insert(at, 1, 'z');
    if (at == text.size()) break;
    out.push_back(text);
    out.back().erase(at, 1);
    out.push_back(text);
    out.back()[at] = 'z';
    if (at + 1 == text.size()) continue;
    out.push_back(text);
    std::swap(out.back()[at], out.back()[at + 1]);
  }
  return out;
}

// Whatever the length, wherever the edit is and wherever the words part. A word that meets itself
// is not found beside a lone letter, but all others are.
TEST_P(KeysOf, JoinedWordsShareAKeyWithEveryEditOfThem) {
  const std::string letters = "bakedofulirnumogetapilod";
  std::size_t tried = 0;
  std::size_t left_out = 0;
  for (std::size_t length = names::kJoinLettersForEdit; length <= letters.size(); ++length)
    for (const std::size_t first : {std::size_t{1}, length / 2, length - 1}) {
      const std::string text = letters.substr(0, length);
      const std::array parts = {text.substr(0, first), text.substr(first)};
      const auto apart = sample_analyser().analyse(parts[0] + " " + parts[1], GetParam());
      NameKeys listed;
      listed_name_keys(apart.view(), listed);
      for (const std::string& edited : edits_of(text)) {
        const auto whole = sample_analyser().analyse(edited, GetParam());
        const auto words = whole.view().words();
        if (words.size() != 1 || whole.view().latin(words[0]) != edited) continue;
        ++tried;
        for (const bool meets_itself : {false, true}) {
          NameKeys wanted;
          query_join_keys(whole.view(), words[0], meets_itself, wanted);
          const bool is_found = std::ranges::any_of(
              wanted.keys(), [&](const Key& key) { return finds(key, listed.keys()); });
          const bool is_part = std::ranges::find(parts, edited) != parts.end();
          EXPECT_TRUE(is_found || (meets_itself && is_part))
              << parts[0] << " " << parts[1] << " / " << edited;
          left_out += !is_found;
        }
      }
    }
  EXPECT_GT(tried, 3000u);
  EXPECT_GT(left_out, 20u);
}

// With few and many legal forms and small words, and short and long acronyms.
TEST(AcronymKeys, AreSharedWithEveryNameThatTheAcronymSpells) {
  std::mt19937_64 random(kSeed);
  const auto& samples = sample_words(profile::Kind::kOrganisation);
  constexpr std::array kLeftOut = {"Ltd", "LLC", "and", "of", "the", "Joint Stock Company", "GmbH"};
  std::size_t spelled = 0;
  std::size_t longest = 0;
  for (int round = 0; round < 5'000; ++round) {
    std::string text;
    for (std::size_t i = 2 + random() % 14; i > 0; --i)
      text += (random() % 3 == 0 ? std::string(kLeftOut[random() % kLeftOut.size()])
                                 : samples[random() % samples.size()]) +
              " ";
    const auto name = sample_analyser().analyse(text, names::Kind::kOrganisation);
    const Initials initials = initials_of(name.view());
    std::string letters;
    for (std::size_t i = 0; i < initials.count; ++i)
      if (!initials.optional[i] || random() % 3 == 0) letters += initials.letter[i];
    const auto acronym = sample_analyser().analyse(letters, names::Kind::kOrganisation);
    const auto words = acronym.view().words();
    if (words.size() != 1 || !names::is_acronym_of(acronym.view(), name.view())) continue;
    ++spelled;
    longest = std::max(longest, letters.size());
    NameKeys listed;
    listed_name_keys(name.view(), listed);
    std::vector<Key> wanted;
    acronym_keys(acronym.view().latin(words[0]), wanted);
    EXPECT_TRUE(
        std::ranges::any_of(wanted, [&](const Key& key) { return finds(key, listed.keys()); }))
        << text << "/ " << letters << ", seed " << kSeed;
  }
  EXPECT_GT(spelled, 500u);
  EXPECT_GT(longest, kLongestAcronym);
}

// Few letters, so that many are within one edit.
std::string rest_of_few_letters(std::mt19937_64& random) {
  std::string rest(random() % 9, ' ');
  for (char& letter : rest)
    letter = static_cast<char>('a' + random() % 3);
  return rest;
}

TEST(RestFilter, LeavesAllThatMeetTheKeyAndFewOthers) {
  std::mt19937_64 random(kSeed);
  std::size_t meet = 0;
  std::size_t left = 0;
  for (int round = 0; round < 50'000; ++round) {
    const std::string asked = rest_of_few_letters(random);
    Key key;
    key.has_rest = true;
    key.tag = Key::rest_tag(asked);
    if (random() % 2 == 0) key.lone = static_cast<std::uint8_t>(Key::rest_code('b'));
    std::array<KeyEntry, RestFilter::kAtOnce> entries;
    for (std::uint32_t id = 0; id < entries.size(); ++id) {
      const std::string rest =
          random() % 2 == 0 ? mistyped(asked, random) : rest_of_few_letters(random);
      const char lone = "abc"[random() % 3];
      const auto other_bit = static_cast<std::uint32_t>(random() % 2) << 30;
      entries[id] = {
          random() % 8 == 0 ? Key::rest_tag(rest, lone) : Key::rest_tag(rest) | other_bit, id};
    }
    std::array<bool, RestFilter::kAtOnce> is_left{};
    RestFilter(key).visit_those_that_may_meet(
        entries.data(), [&](const KeyEntry& entry) { is_left[entry.id] = true; });
    for (const KeyEntry& entry : entries) {
      EXPECT_TRUE(is_left[entry.id] || !key.meets(entry)) << asked << ", tag " << entry.tag;
      meet += key.meets(entry);
      left += is_left[entry.id];
    }
  }
  EXPECT_GT(meet, 50'000u);
  EXPECT_LT(left, 2 * meet);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, KeysOf,
                         testing::Values(names::Kind::kPerson, names::Kind::kOrganisation,
                                         names::Kind::kThing));

}  // namespace
}  // namespace vedette::catalogue
