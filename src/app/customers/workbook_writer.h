#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/input/temporary_file.h"

namespace vedette::app {

// Writes one sheet of texts and numbers as an .xlsx workbook. A cell is never a formula, whatever
// it begins with. The rows wait in a temporary file until finish() packs them.
class WorkbookWriter {
 public:
  // What a sheet can hold, the heading included.
  static constexpr std::uint64_t kMostRows = 1'048'576;

  // `numbers` are the columns whose cells are numbers where they can be.
  static base::Result<WorkbookWriter> create(const std::vector<std::string>& heading,
                                             std::vector<std::size_t> numbers = {});
  // kTooLarge when the sheet is full.
  base::Result<void> add(const std::vector<std::string>& cells);
  base::Result<void> finish(const std::string& path);

 private:
  WorkbookWriter(lists::File sheet, std::vector<std::size_t> numbers)
      : sheet_(std::move(sheet)), numbers_(std::move(numbers)) {}
  base::Result<void> write(std::string_view text);
  base::Result<void> add_row(const std::vector<std::string>& cells, bool heading);

  lists::File sheet_;
  std::vector<std::size_t> numbers_;
  std::uint64_t rows_ = 0;
};

}  // namespace vedette::app
