#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "app/customers/customer_rows.h"
#include "app/customers/workbook_writer.h"
#include "base/result.h"

namespace vedette::app {

// Writes the rows of a customer file that were not taken into a file of the same kind (a workbook,
// or separated values in UTF-8 with the same delimiter), with the reason in one more column.
// Mended, that file can be given again: the reason is no column of customers.
class RejectedRows {
 public:
  // For "" nothing is written anywhere.
  static base::Result<RejectedRows> open(const std::string& path, const CustomerFile& of);

  // The last row of the file that was read.
  base::Result<void> add(const CustomerFile& file, const std::string& reason);
  base::Result<void> finish();
  std::uint64_t count() const { return count_; }

 private:
  base::Result<void> write(const std::vector<std::string>& cells);

  std::string path_;
  std::size_t width_ = 0;
  char delimiter_ = ',';
  std::ofstream text_;
  std::optional<WorkbookWriter> workbook_;
  std::uint64_t count_ = 0;
};

}  // namespace vedette::app
