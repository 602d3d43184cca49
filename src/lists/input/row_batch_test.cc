#include "lists/input/row_batch.h"

#include <gtest/gtest.h>

#include <string>

#include "lists/building/waiting_parties.h"

namespace vedette::lists {
namespace {

// Rows of all sizes, some of them in another encoding: what is read later must not change them.
std::string cell_of(int row) {
  std::string text(static_cast<std::size_t>(row % 50), static_cast<char>('a' + row % 26));
  if (row % 7 == 3) text += "\xE9";
  return text;
}
std::string as_read(std::string text) {
  if (text.ends_with('\xE9')) text.replace(text.size() - 1, 1, "\u00E9");
  return text;
}
std::string file_of(int rows) {
  std::string file;
  for (int i = 0; i < rows; ++i)
    file += std::to_string(i) + "," + cell_of(i) + "\n";
  return file;
}
void expect_row(const GatheredRow& row, int number) {
  ASSERT_EQ(row.cells().size(), 2U);
  EXPECT_EQ(row[0], std::to_string(number));
  EXPECT_EQ(row[1], as_read(cell_of(number)));
  EXPECT_EQ(row[2], "");
  EXPECT_EQ(row.line(), static_cast<std::uint64_t>(number) + 1);
  EXPECT_EQ(row.kind(), number % 2 == 0 ? 'P' : 'A');
}

// Reads the rows, two for each party, and hands every batch over.
template <class Take>
void read_in_batches(int rows, const Take& take) {
  const std::string file = file_of(rows);
  const auto input = open_bytes("rows.csv", file);
  const auto source = input->front()->open();
  CsvReader reader(**source);
  RowBatch batch;
  for (int i = 0; i < rows; ++i) {
    ASSERT_TRUE(*reader.next());
    if (i % 2 == 0 && batch.is_full()) {
      take(batch);
      batch.clear();
    }
    if (i % 2 == 0) batch.begin_party();
    batch.add(reader, i % 2 == 0 ? 'P' : 'A');
  }
  take(batch);
}

TEST(RowBatch, RowsStayWhileOthersAreRead) {
  int next = 0;
  int batches = 0;
  read_in_batches(6000, [&](const RowBatch& batch) {
    ++batches;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ASSERT_EQ(batch.party(i).size(), 2U);
      for (const GatheredRow& row : batch.party(i))
        expect_row(row, next++);
    }
  });
  EXPECT_EQ(next, 6000);
  EXPECT_GT(batches, 2);
}

TEST(WaitingParties, ComeBackInTheirOrderWhetherSpilledOrNot) {
  for (const std::size_t bound : {std::size_t{1}, std::size_t{300}, std::size_t{1} << 20}) {
    WaitingParties waiting(bound);
    read_in_batches(2000, [&](const RowBatch& batch) {
      for (std::size_t i = 0; i < batch.size(); ++i)
        ASSERT_TRUE(waiting.add(batch.party(i).front()[0], batch.party(i)).ok());
    });
    int next = 0;
    const auto done = waiting.for_each(
        [&](std::string_view id, std::span<const GatheredRow> rows) -> base::Result<void> {
          EXPECT_EQ(id, std::to_string(next));
          EXPECT_EQ(rows.size(), 2U);
          for (const GatheredRow& row : rows)
            expect_row(row, next++);
          return {};
        });
    EXPECT_TRUE(done.ok());
    EXPECT_EQ(next, 2000);
  }
}

}  // namespace
}  // namespace vedette::lists
