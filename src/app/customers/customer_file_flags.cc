#include "app/customers/customer_file_flags.h"

#include <iterator>

#include "app/settings/file_access.h"

namespace vedette::app {
namespace {

constexpr std::size_t kLongestMapping = 1U << 20;

base::Result<ColumnMapping> mapping_in(const std::string& path) {
  VEDETTE_ASSIGN(std::ifstream in, open_to_read(path));
  std::string text(kLongestMapping + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kLongestMapping)
    return base::Error(base::Cause::kTooLarge, path + " is too large for a mapping");
  return read_column_mapping(text, path);
}

}  // namespace

base::Result<void> CustomerFileFlags::apply_to(CustomerFile::Options& options) const {
  options.table = {.sheet = sheet, .encoding = encoding};
  if (!date_order.empty()) {
    VEDETTE_ASSIGN(options.date_order, parse_date_order(date_order));
  }
  for (const std::string& each : map) {
    VEDETTE_ASSIGN(auto pair, parse_column_mapping(each));
    options.mapping.push_back(std::move(pair));
  }
  if (mapping.empty()) return {};
  VEDETTE_ASSIGN(const ColumnMapping more, mapping_in(mapping));
  options.mapping.insert(options.mapping.end(), more.begin(), more.end());
  return {};
}

}  // namespace vedette::app
