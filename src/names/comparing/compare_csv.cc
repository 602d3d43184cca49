#include "names/comparing/compare_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/csv.h"
#include "names/comparing/compare.h"

namespace vedette::names {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using Record = std::vector<std::string>;

struct Columns {
  std::size_t schema = 0;
  std::size_t query = 0;
  std::size_t listed = 0;
  std::size_t score = 0;
};

Result<std::size_t> find_column(const Record& header, std::string_view name) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end())
    return Error(Cause::kInvalidInput, fmt::format("the header has no column {}", name));
  return static_cast<std::size_t>(found - header.begin());
}

Result<Columns> read_header(Record& header) {
  Columns columns;
  VEDETTE_ASSIGN(columns.schema, find_column(header, "schema"));
  VEDETTE_ASSIGN(columns.query, find_column(header, "name1"));
  VEDETTE_ASSIGN(columns.listed, find_column(header, "name2"));
  const auto score = std::ranges::find(header, "score");
  columns.score = static_cast<std::size_t>(score - header.begin());
  if (score == header.end()) header.emplace_back("score");
  return columns;
}

}  // namespace

Result<CsvComparison> compare_csv(const Analyser& analyser, std::istream& in, std::ostream& out) {
  base::CsvReader reader(in);
  VEDETTE_ASSIGN(std::optional<Record> header, reader.next());
  if (!header) return Error(Cause::kInvalidInput, "the file is empty");
  const std::size_t width = header->size();
  VEDETTE_ASSIGN(const Columns columns, read_header(*header));
  std::string line;
  base::append_csv(line, *header);
  out << line;
  CsvComparison result;
  while (true) {
    VEDETTE_ASSIGN(std::optional<Record> record, reader.next());
    if (!record) return result;
    ++result.pairs;
    if (record->size() != width)
      return Error(Cause::kInvalidInput, fmt::format("record {} has {} fields, the header {}",
                                                     result.pairs, record->size(), width));
    const std::optional<Kind> kind = kind_of_schema((*record)[columns.schema]);
    if (!kind)
      return Error(Cause::kInvalidInput, fmt::format("record {}: unknown schema '{}'", result.pairs,
                                                     (*record)[columns.schema]));
    const AskedName query(analyser, (*record)[columns.query], *kind);
    const ComparableName listed(analyser, (*record)[columns.listed], *kind);
    const Score score = compare(query, listed).score;
    result.truncated += score.truncated;
    record->resize(header->size());
    (*record)[columns.score] = std::to_string(score.value);
    line.clear();
    base::append_csv(line, *record);
    out << line;
  }
}

}  // namespace vedette::names
