#include "profile/dataset.h"

#include <gtest/gtest.h>

namespace vedette::profile {
namespace {

TEST(Dataset, ACodeWithoutAliasesHasNone) {
  for (const DatasetRow& row : dataset_rows())
    for (const std::string_view alias : row.aliases)
      EXPECT_NE(alias, "-") << row.code;
}

TEST(Dataset, AGroupMeansAllItsMembers) {
  EXPECT_EQ(to_text(parse_dataset("PEP").value()), "PEP-CURRENT,PEP-FORMER,PEP-LINKED");
  EXPECT_EQ(to_text(parse_dataset("SAN").value()), "SAN-CURRENT,SAN-FORMER");
  EXPECT_EQ(to_text(parse_dataset("SOE").value()), "SOE-CURRENT,SOE-FORMER");
}

TEST(Dataset, ClientsMayWriteCodesInAnyCaseAndWithUnderscores) {
  EXPECT_EQ(parse_dataset("pep_current").value(), DatasetSet{Dataset::kPepCurrent});
  EXPECT_EQ(parse_dataset(" san-Former ").value(), DatasetSet{Dataset::kSanFormer});
  EXPECT_EQ(parse_dataset("am").value(), DatasetSet{Dataset::kRre});
  EXPECT_EQ(parse_dataset("ENF").value(), DatasetSet{Dataset::kRel});
}

TEST(Dataset, WhatCannotApplyToAFamilyIsLeftOutOfAFilter) {
  const DatasetSet both = {Dataset::kSanCurrent, Dataset::kSoeCurrent, Dataset::kDd};
  EXPECT_EQ(applicable(both, true), (DatasetSet{Dataset::kSanCurrent, Dataset::kDd}));
  EXPECT_EQ(applicable(both, false), (DatasetSet{Dataset::kSanCurrent, Dataset::kSoeCurrent}));
  EXPECT_EQ(applicable(DatasetSet{Dataset::kCorp}, true), DatasetSet{Dataset::kCorp});
  EXPECT_EQ(applicable(parse_dataset("SOE").value(), true), DatasetSet{});
}

TEST(Dataset, AnUnknownCodeIsRefusedAndTheAllowedOnesAreNamed) {
  const auto result = parse_dataset("SANCTIONS");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("SAN-CURRENT"), std::string::npos);
  EXPECT_FALSE(parse_dataset("").ok());
  const std::vector<std::string> texts = {"PEP", "nonsense"};
  EXPECT_FALSE(parse_datasets(texts).ok());
}

TEST(Dataset, EveryCodeOfTheProgramIsInTheTableAndReadsBack) {
  for (std::size_t i = 0; i < kDatasetCount; ++i) {
    const auto each = static_cast<Dataset>(i);
    const auto parsed = parse_dataset(code(each));
    ASSERT_TRUE(parsed.ok()) << code(each);
    EXPECT_EQ(*parsed, DatasetSet{each});
    DatasetSet read;
    EXPECT_TRUE(from_text(to_text(DatasetSet{each}), read));
    EXPECT_EQ(read, DatasetSet{each});
  }
  DatasetSet set;
  EXPECT_FALSE(from_text("PEP", set));
}

}  // namespace
}  // namespace vedette::profile
