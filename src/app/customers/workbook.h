#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/customers/workbook_styles.h"
#include "base/result.h"
#include "lists/input/input.h"
#include "lists/input/xml.h"

namespace vedette::app {

// What a cell says whose formula has no stored value: a program that cannot calculate wrote it.
inline constexpr std::string_view kFormulaWithoutValue = "#NO VALUE";

// One sheet of an .xlsx file, row by row, as texts: dates as 1965-10-31, with a time of day behind
// it unless that is midnight; formulas as the values that were stored with them. Memory is that of
// the workbook's shared texts and the longest row.
class Workbook {
 public:
  // Columns of a sheet, and the bytes of all shared texts; more is kTooLarge.
  static constexpr std::size_t kMostColumns = 1000;
  static constexpr std::size_t kMostSharedText = 256U << 20;

  // What decompression may give: sheets of customers shrink ten to forty times.
  static lists::InputLimits unpack_limits();

  // The first sheet, or the one of this name. kInvalidInput when the parts are no workbook.
  static base::Result<Workbook> open(std::vector<std::unique_ptr<lists::Input>> parts,
                                     std::string_view sheet);

  const std::vector<std::string>& sheets() const { return sheets_; }  // names, in their order
  const std::string& sheet() const { return sheet_; }

  // `row` is the number that the spreadsheet shows. Cells of an earlier row that stands later in
  // the file are handed over as they come.
  using OnRow =
      std::function<base::Result<void>(std::uint64_t row, std::vector<std::string> cells)>;
  base::Result<void> read(const OnRow& on_row) const;

 private:
  Workbook() = default;
  const lists::Input* part(std::string_view path) const;
  base::Result<const lists::Input*> needed_part(std::string_view path) const;
  base::Result<std::string> target_of(std::string_view source, std::string_view id_or_type) const;
  base::Result<void> read_book(const std::string& path, std::string_view wanted);
  base::Result<void> read_texts(const std::string& book);
  base::Result<void> read_styles(const std::string& book);
  std::string cell_text(const lists::XmlNode& cell) const;
  base::Result<std::vector<std::string>> cells_of(const lists::XmlNode& row) const;

  std::vector<std::unique_ptr<lists::Input>> parts_;
  std::vector<std::string> sheets_;
  std::string sheet_;
  std::string sheet_path_;
  bool from_1904_ = false;
  std::vector<std::string> texts_;
  WorkbookStyles styles_;
};

// A day counted from the epoch of the workbook, with the time of day unless that is midnight;
// "" for what is no day.
std::string workbook_date(double serial, bool from_1904);

}  // namespace vedette::app
