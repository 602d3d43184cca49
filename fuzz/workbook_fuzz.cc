// Any bytes as a workbook of customers: a whole one, or, because few bytes make a zip, the rows of
// its sheet, its shared texts and its styles with a NUL between each two. Reading ends, and no row
// is wider than allowed.

#include <cstdint>
#include <string>
#include <string_view>

#include "app/customers/testing/zip.h"
#include "app/customers/workbook.h"
#include "base/check.h"

using namespace vedette;

namespace {

void read_all(std::string_view bytes) {
  lists::InputLimits limits;
  limits.most_bytes = 1U << 20;
  auto parts = lists::open_bytes("book.xlsx", bytes, limits);
  if (!parts.ok()) return;
  const auto book = app::Workbook::open(std::move(*parts), "");
  if (!book.ok()) return;
  const auto done = book->read([](std::uint64_t row, const std::vector<std::string>& cells) {
    VEDETTE_CHECK(row > 0 && cells.size() <= app::Workbook::kMostColumns);
    return base::Result<void>();
  });
  static_cast<void>(done.ok());
}

std::string_view piece(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view out = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with("PK")) {
    read_all(bytes);
    return 0;
  }
  app::WorkbookParts parts;
  parts.sheets = {{"A", std::string(piece(bytes))}};
  parts.texts = piece(bytes);
  parts.styles = piece(bytes);
  parts.properties = piece(bytes);
  read_all(app::workbook_of(parts));
  return 0;
}
