#include "profile/dataset.h"

#include "base/table.h"

namespace vedette::profile {
namespace {

constexpr std::array<std::string_view, kDatasetCount> kCodes = {
    "PEP-CURRENT", "PEP-FORMER", "PEP-LINKED", "SAN-CURRENT", "SAN-FORMER", "RRE",  "REL", "POI",
    "INS",         "DD",         "GRI",        "SOE-CURRENT", "SOE-FORMER", "CORP", "ID"};

bool yes(std::string_view cell) {
  return cell == "yes" || cell == "only";
}

std::vector<DatasetRow> read_rows() {
  std::vector<DatasetRow> rows;
  base::for_each_table_row("data/datasets.tsv", [&](const base::TableRow& cells) {
    DatasetRow row{cells.text(0),      cells.text(1),      cells.text(2),  yes(cells.text(3)),
                   yes(cells.text(4)), yes(cells.text(5)), cells.forms(7), {}};
    if (row.group == row.code) row.group = {};
    from_text(row.code, row.expands_to);
    rows.push_back(std::move(row));
  });
  for (DatasetRow& group : rows)
    for (const DatasetRow& member : rows)
      if (member.group == group.code) group.expands_to.add(member.expands_to);
  return rows;
}

std::string canonical(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (c == '_') c = '-';
    if (c != ' ') out += c;
  }
  return out;
}

}  // namespace

std::string_view code(Dataset dataset) {
  return kCodes[static_cast<std::size_t>(dataset)];
}

std::vector<Dataset> DatasetSet::members() const {
  std::vector<Dataset> out;
  for (std::size_t i = 0; i < kDatasetCount; ++i)
    if (has(static_cast<Dataset>(i))) out.push_back(static_cast<Dataset>(i));
  return out;
}

std::string to_text(DatasetSet set) {
  std::string out;
  for (Dataset each : set.members()) {
    if (!out.empty()) out += ',';
    out += code(each);
  }
  return out;
}

bool from_text(std::string_view text, DatasetSet& set) {
  DatasetSet read;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    std::size_t i = 0;
    while (i < kDatasetCount && kCodes[i] != item)
      ++i;
    if (i == kDatasetCount) return false;
    read.add(static_cast<Dataset>(i));
  }
  set = read;
  return true;
}

std::span<const DatasetRow> dataset_rows() {
  static const std::vector<DatasetRow> rows = read_rows();
  return rows;
}

DatasetSet applicable(DatasetSet filter, bool individual) {
  DatasetSet out;
  for (const DatasetRow& row : dataset_rows()) {
    const bool of_profiles = individual ? row.individual : row.business;
    const bool of_evidence_only = !row.individual && !row.business && row.evidence;
    if (of_profiles || of_evidence_only) out.add(row.expands_to);
  }
  return DatasetSet::from_bits(out.bits() & filter.bits());
}

base::Result<DatasetSet> parse_dataset(std::string_view text) {
  const std::string wanted = canonical(text);
  for (const DatasetRow& row : dataset_rows()) {
    if (row.code == wanted) return row.expands_to;
    for (std::string_view alias : row.aliases)
      if (canonical(alias) == wanted) return row.expands_to;
  }
  std::string allowed;
  for (const DatasetRow& row : dataset_rows()) {
    if (!allowed.empty()) allowed += ", ";
    allowed += row.code;
  }
  return base::Error(base::Cause::kInvalidInput,
                     fmt::format("'{}' is not a dataset; use {}", text, allowed));
}

base::Result<DatasetSet> parse_datasets(std::span<const std::string> texts) {
  DatasetSet set;
  for (const std::string& text : texts) {
    VEDETTE_ASSIGN(const DatasetSet each, parse_dataset(text));
    set.add(each);
  }
  return set;
}

}  // namespace vedette::profile
