#include "app/customers/bulk_output.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <fstream>
#include <iostream>

#include "app/customers/bulk_customer.h"
#include "app/customers/workbook_writer.h"
#include "app/settings/file_access.h"
#include "base/csv.h"
#include "base/spreadsheet_cell.h"
#include "service/screening/name_cut.h"

namespace vedette::app {
namespace {

namespace json = boost::json;

std::string joined(const json::object& object, std::string_view name) {
  std::string out;
  const json::value* found = object.if_contains(name);
  if (found == nullptr || !found->is_array()) return out;
  for (const json::value& each : found->get_array()) {
    if (!out.empty()) out += "; ";
    out += each.is_string() ? std::string(each.get_string()) : json::serialize(each);
  }
  return out;
}

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = {
      "key",         "name",     "type",        "dob",         "status",      "total",
      "score",       "match",    "listed_name", "listed_type", "born",        "birth_date",
      "countries",   "datasets", "lists",       "record",      "resource_id", "qr_code",
      "explanation", "error",    "note",        "confidence",  "evidence"};
  return names;
}
// Those that hold numbers.
constexpr std::size_t kTotalColumn = 5;
constexpr std::size_t kScoreColumn = 6;
constexpr std::size_t kConfidenceColumn = 21;

// A row for each hit, and one for a customer without any.
base::Result<void> for_each_row(
    const json::object& customer,
    const std::function<base::Result<void>(std::vector<std::string>)>& visit) {
  const std::vector<std::string> head = {text_of(customer, "key"),    text_of(customer, "name"),
                                         text_of(customer, "type"),   text_of(customer, "dob"),
                                         text_of(customer, "status"), text_of(customer, "total")};
  const auto append = [&](const json::object& hit) {
    std::vector<std::string> row = head;
    for (const std::string_view field : {"score", "match", "name", "type"})
      row.push_back(text_of(hit, field));
    row.push_back(joined(hit, "born"));
    row.push_back(text_of(hit, "birthDate"));
    for (const std::string_view field : {"countries", "datasets", "lists"})
      row.push_back(joined(hit, field));
    for (const std::string_view field : {"record", "resourceId", "qrCode", "explanation"})
      row.push_back(text_of(hit, field));
    row.push_back(text_of(customer, "error"));
    row.push_back(note_of(customer));
    row.push_back(text_of(hit, "confidence"));
    row.push_back(evidence_of(hit));
    return visit(std::move(row));
  };
  for (const json::value& hit : hits_of(customer))
    VEDETTE_TRY(append(hit.get_object()));
  if (hits_of(customer).empty()) VEDETTE_TRY(append({}));
  return {};
}

base::Result<void> append_csv_rows(std::string& out, const json::object& customer) {
  return for_each_row(customer, [&](std::vector<std::string> row) -> base::Result<void> {
    for (std::string& cell : row)
      cell = base::spreadsheet_cell(std::move(cell));
    base::append_csv(out, row);
    return {};
  });
}

base::Result<void> write_workbook(const BulkFile& results, const std::string& path) {
  VEDETTE_ASSIGN(
      WorkbookWriter writer,
      WorkbookWriter::create(columns(), {kTotalColumn, kScoreColumn, kConfidenceColumn}));
  base::Result<void> outcome;
  VEDETTE_TRY(results.for_each([&](const json::object& customer) {
    if (outcome.ok())
      outcome = for_each_row(customer,
                             [&](const std::vector<std::string>& row) { return writer.add(row); });
  }));
  VEDETTE_TRY(std::move(outcome));
  return writer.finish(path);
}

class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {
    errno = 0;
    if (!path.empty()) file_.open(path, std::ios::binary | std::ios::trunc);
  }
  std::ostream& stream() { return path_.empty() ? std::cout : file_; }
  base::Result<void> finish() {
    stream() << std::flush;
    if (stream()) return {};
    return cannot_write(path_.empty() ? "to standard output" : path_);
  }

 private:
  std::string path_;
  std::ofstream file_;
};

}  // namespace

base::Result<BulkSummary> summarise(const BulkFile& results) {
  BulkSummary summary;
  VEDETTE_TRY(results.for_each([&](const json::object& customer) {
    const std::string status = text_of(customer, "status");
    ++summary.names;
    summary.with_hits += status == "hit";
    summary.clear += status == "clear";
    summary.not_screened += status == "error";
    summary.both_families += text_of(customer, "type") == kBothFamilies && status != "error";
    summary.with_notes += customer.contains("note") && status != "error";
    summary.name_cut += has_warning(customer, service::kNameCut);
    summary.single_word += has_warning(customer, kSingleWordName);
    summary.hits += total_of(customer);
    summary.hits_cut += has_warning(customer, kHitsCut);
    summary.hits_not_written += total_of(customer) - hits_of(customer).size();
  }));
  return summary;
}

base::Result<void> write_results(const BulkFile& results, const std::string& format,
                                 const std::string& path) {
  if (format == "xlsx") return write_workbook(results, path);
  Output output(path);
  std::ostream& out = output.stream();
  if (format == "csv") {
    std::string heading;
    base::append_csv(heading, columns());
    out << heading;
  }
  if (format == "json") out << "[";
  bool first = true;
  VEDETTE_TRY(results.for_each([&](const json::object& customer) {
    std::string piece;
    if (format == "csv") {
      static_cast<void>(append_csv_rows(piece, customer).ok());  // nothing of it can fail
    } else {
      if (format == "json") piece = first ? "\n" : ",\n";
      piece += json::serialize(customer);
      if (format == "ndjson") piece += "\n";
    }
    first = false;
    out << piece;
  }));
  if (format == "json") out << "\n]\n";
  return output.finish();
}

}  // namespace vedette::app
