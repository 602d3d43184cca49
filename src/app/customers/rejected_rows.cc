#include "app/customers/rejected_rows.h"

#include <cerrno>

#include "app/settings/file_access.h"
#include "base/csv.h"
#include "base/spreadsheet_cell.h"

namespace vedette::app {
namespace {

// A heading that no customer file uses.
constexpr std::string_view kReason = "Not taken because";
// So that spreadsheets take the text for UTF-8.
constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

base::Result<RejectedRows> RejectedRows::open(const std::string& path, const CustomerFile& of) {
  RejectedRows rows;
  rows.path_ = path;
  if (path.empty()) return rows;
  rows.delimiter_ = of.table().delimiter();
  std::vector<std::string> heading = of.heading();
  // Of a file of rejected rows that was given again.
  if (!heading.empty() && heading.back() == kReason) heading.pop_back();
  rows.width_ = heading.size();
  heading.emplace_back(kReason);
  if (of.table().is_workbook()) {
    VEDETTE_ASSIGN(WorkbookWriter writer, WorkbookWriter::create(heading));
    rows.workbook_.emplace(std::move(writer));
    return rows;
  }
  errno = 0;
  rows.text_.open(path, std::ios::binary | std::ios::trunc);
  rows.text_ << kMark;
  VEDETTE_TRY(rows.write(heading));
  return rows;
}

base::Result<void> RejectedRows::write(const std::vector<std::string>& cells) {
  if (workbook_) return workbook_->add(cells);
  std::string line;
  base::append_csv(line, cells, delimiter_);
  text_ << line;
  if (!text_) return cannot_write(path_);
  return {};
}

base::Result<void> RejectedRows::add(const CustomerFile& file, const std::string& reason) {
  ++count_;
  if (path_.empty()) return {};
  std::vector<std::string> cells = file.cells();
  // The reason is in its own column; rows with surplus cells have it behind them.
  if (cells.size() < width_ || file.heading().size() > width_) cells.resize(width_);
  cells.push_back(reason);
  if (!workbook_)
    for (std::string& cell : cells)
      cell = base::spreadsheet_cell(base::from_spreadsheet_cell(std::move(cell)));
  return write(cells);
}

base::Result<void> RejectedRows::finish() {
  if (path_.empty()) return {};
  if (workbook_) return workbook_->finish(path_);
  text_ << std::flush;
  if (!text_) return cannot_write(path_);
  return {};
}

}  // namespace vedette::app
