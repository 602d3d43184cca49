#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/csv.h"
#include "base/result.h"
#include "lists/input/temporary_file.h"

namespace vedette::app {

// A file of customers as rows of cells, whatever it is: an .xlsx workbook, or values separated by
// commas, semicolons or tabs in any encoding. notes() names what had to be assumed.
class CustomerTable {
 public:
  struct Options {
    std::string sheet = {};     // of a workbook; else its first
    std::string encoding = {};  // of a text; else as its bytes tell
  };
  static base::Result<CustomerTable> open(const std::string& path, const Options& options);

  // The next row, nothing at the end. Empty rows are passed over.
  base::Result<std::optional<std::vector<std::string>>> next();
  // To the first row again.
  void rewind();

  std::uint64_t line() const { return line_; }  // of the file or the sheet, where the row starts
  bool is_workbook() const { return workbook_; }
  char delimiter() const { return delimiter_; }  // of a text
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  CustomerTable() = default;
  base::Result<void> copy_sheet(const std::string& path, const Options& options);
  base::Result<void> open_text(const std::string& path, const Options& options);

  lists::File rows_;  // UTF-8, separated by delimiter_; of a workbook with the row's number first
  bool workbook_ = false;
  char delimiter_ = ',';
  bool says_delimiter_ = false;  // a line before the heading does
  std::unique_ptr<base::CsvReader> reader_;
  std::uint64_t line_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace vedette::app
