#include "app/customers/customer_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "app/customers/text_encoding.h"
#include "app/customers/workbook.h"
#include "app/settings/file_access.h"
#include "base/ascii.h"

namespace vedette::app {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::string_view kZip = "PK\x03\x04";
constexpr std::string_view kOldOffice = "\xD0\xCF\x11\xE0";  // .xls, and .xlsx with a password
constexpr std::string_view kSaysDelimiter = "sep=";
constexpr std::size_t kLooked = 64U << 10;
// Rows of a sheet as text. A small file may repeat one long text in every row.
constexpr std::uint64_t kMostCopied = 4ULL << 30;

// Spreadsheets may write "sep=;" into a line before the heading.
std::optional<char> said_delimiter(std::string_view head) {
  const std::size_t at = kSaysDelimiter.size();
  const bool said = head.size() > at + 1 && base::lower(head.substr(0, at)) == kSaysDelimiter &&
                    (head[at + 1] == '\r' || head[at + 1] == '\n') &&
                    std::string_view(",;\t").find(head[at]) != std::string_view::npos;
  return said ? std::optional(head[at]) : std::nullopt;
}

// The delimiter that stands most often in the first line, outside of quotes.
char commonest_delimiter(std::string_view head) {
  std::array<std::size_t, 3> counts{};
  constexpr std::string_view kDelimiters = ",;\t";
  bool quoted = false;
  for (const char c : head) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (const std::size_t at = kDelimiters.find(c); at != std::string_view::npos) ++counts[at];
  }
  return kDelimiters[static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin())];
}

std::string head_of(std::FILE* file) {
  std::string head(kLooked, '\0');
  head.resize(std::fread(head.data(), 1, head.size(), file));
  std::rewind(file);
  return head;
}

Error named(const std::string& path, Error error) {
  if (!error.message.starts_with(path)) error.message = path + ": " + error.message;
  return error;
}

std::unique_ptr<base::CsvReader> reader_of(std::FILE* file, char delimiter) {
  std::rewind(file);
  return std::make_unique<base::CsvReader>(
      [file](char* out, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::fread(out, 1, size, file);
        if (count == 0 && std::ferror(file))
          return Error(Cause::kUnavailable, "the file cannot be read to its end");
        return count;
      },
      delimiter);
}

}  // namespace

Result<void> CustomerTable::open_text(const std::string& path, const Options& options) {
  std::string encoding = options.encoding;
  if (encoding.empty()) {
    VEDETTE_ASSIGN(encoding, encoding_of(rows_.get()));
    if (encoding == kWindows1252)
      notes_.push_back(fmt::format("{} is not UTF-8 and was read as {}; --encoding names another",
                                   path, encoding));
    else if (encoding != kUtf8)
      notes_.push_back(fmt::format("{} was read as {}", path, encoding));
  }
  if (base::lower(encoding) != base::lower(kUtf8)) {
    VEDETTE_ASSIGN(rows_, as_utf8(rows_.get(), encoding));
  }
  const std::string head = head_of(rows_.get());
  std::string_view text = head;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto said = said_delimiter(text);
  says_delimiter_ = said.has_value();
  delimiter_ = said.value_or(commonest_delimiter(text));
  return {};
}

Result<void> CustomerTable::copy_sheet(const std::string& path, const Options& options) {
  workbook_ = true;
  VEDETTE_ASSIGN(auto parts, lists::open_file(path, Workbook::unpack_limits()));
  VEDETTE_ASSIGN(const Workbook book, Workbook::open(std::move(parts), options.sheet));
  if (book.sheets().size() > 1 && options.sheet.empty())
    notes_.push_back(fmt::format("of the sheets {} the first was read; --sheet names another",
                                 fmt::join(book.sheets(), ", ")));
  rows_ = lists::temporary_file();
  if (!rows_) return Error(Cause::kUnavailable, "no temporary file can be made");
  std::uint64_t copied = 0;
  VEDETTE_TRY(book.read([&](std::uint64_t row, std::vector<std::string> cells) -> Result<void> {
    cells.insert(cells.begin(), std::to_string(row));
    std::string line;
    base::append_csv(line, cells);
    copied += line.size();
    if (line.size() > base::kMaxCsvRecordBytes || copied > kMostCopied)
      return Error(Cause::kTooLarge, fmt::format("row {} makes the sheet larger than a list of "
                                                 "customers would be",
                                                 row));
    if (std::fwrite(line.data(), 1, line.size(), rows_.get()) != line.size())
      return Error(Cause::kStorageFull, "no space for a copy of the sheet");
    return {};
  }));
  if (std::fflush(rows_.get()) != 0)
    return Error(Cause::kStorageFull, "no space for a copy of the sheet");
  return {};
}

Result<CustomerTable> CustomerTable::open(const std::string& path, const Options& options) {
  VEDETTE_TRY(open_to_read(path));  // says why it cannot be opened
  CustomerTable table;
  table.rows_.reset(std::fopen(path.c_str(), "rb"));
  if (!table.rows_) return Error(Cause::kNotFound, "cannot open " + path);
  const std::string head = head_of(table.rows_.get());
  if (head.starts_with(kOldOffice))
    return Error(Cause::kInvalidInput,
                 path + " is an .xls file or has a password; save it as .xlsx without one");
  auto opened =
      head.starts_with(kZip) ? table.copy_sheet(path, options) : table.open_text(path, options);
  if (!opened.ok()) return named(path, std::move(opened).error());
  table.rewind();
  return table;
}

void CustomerTable::rewind() {
  reader_ = reader_of(rows_.get(), delimiter_);
  line_ = 0;
  // Fails in next() as well, if it does here.
  if (says_delimiter_) static_cast<void>(reader_->next().ok());
}

Result<std::optional<std::vector<std::string>>> CustomerTable::next() {
  VEDETTE_ASSIGN(auto cells, reader_->next());
  if (!cells) return cells;
  line_ = reader_->line();
  if (!workbook_) return cells;
  const std::string& number = cells->front();
  std::from_chars(number.data(), number.data() + number.size(), line_);
  cells->erase(cells->begin());
  if (cells->empty()) cells->emplace_back();
  return cells;
}

}  // namespace vedette::app
