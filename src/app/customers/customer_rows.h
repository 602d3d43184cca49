#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/customers/customer_columns.h"
#include "app/customers/customer_dates.h"
#include "app/customers/customer_table.h"
#include "base/clock.h"
#include "base/result.h"
#include "service/screening/search_question.h"

namespace vedette::app {

// One row of a customer file: what to search for, or why it cannot be searched.
struct CustomerRow {
  std::uint64_t number = 0;  // of the record, from 1, the heading not counted
  std::uint64_t line = 0;    // of the file, where the record starts
  std::string key = {};      // the customer's own id, or where the row stands
  bool has_key = false;      // the file gave one
  std::string name = {};     // as the row says it, in one cell or several
  std::string born = {};     // as the API writes it, or as it stands where it cannot be read
  // Not a business by its type, and one word of a name where the file has columns for its parts:
  // half a name, by which nearly nobody is found.
  bool single_word = false;
  std::vector<std::string> countries = {};  // codes as they stand in the file
  service::SearchQuestion question = {};
  // Neither the row nor the command says what the customer is: the question's family means nothing.
  bool type_known = false;
  std::string problem = {};  // not empty: not searched
  // What could not be read and is not needed for a search by name: a birth date, a gender,
  // countries.
  std::string note = {};
};

// The order of the birth dates in a file: the first date that proves each order (line 0: none).
struct ShownOrders {
  struct Proof {
    std::uint64_t line = 0;
    std::string text;
  };
  bool needed = false;  // some dates could be of two days
  Proof by_day;
  Proof by_month;
};

// Reads a file of customers row by row: a workbook, or columns separated by commas, semicolons or
// tabs, as the first line shows.
class CustomerFile {
 public:
  struct Options {
    service::SearchQuestion common = {};  // what every row's question begins with
    bool type_known = false;              // the family of `common` was asked for
    // A customer's country narrows the search to profiles of that country. Only when asked for:
    // who is listed under another country than the file says would be missed.
    bool countries_from_file = false;
    CustomerTable::Options table = {};
    ColumnMapping mapping = {};
    // Of dates such as 03/04/1965; kUnknown: as the other dates of the file show it.
    DateOrder date_order = DateOrder::kUnknown;
    base::Time now = {};
  };
  static base::Result<CustomerFile> open(const std::string& path, Options options);

  // The next row, nothing at the end. Fails only when the file cannot be cut into rows any more,
  // and when it has none at all.
  base::Result<std::optional<CustomerRow>> next();
  const CustomerColumns& columns() const { return columns_; }
  // What had to be assumed about the file as a whole, in words.
  const std::vector<std::string>& notes() const { return notes_; }

  // For files made of rows of this one.
  const std::vector<std::string>& heading() const { return heading_; }
  const std::vector<std::string>& cells() const {
    return cells_;
  }  // of the last row, as they stand
  const CustomerTable& table() const { return table_; }

 private:
  CustomerFile(std::string path, CustomerTable table, Options options)
      : path_(std::move(path)), table_(std::move(table)), options_(std::move(options)) {}
  base::Result<void> read_heading();
  base::Result<ShownOrders> shown_orders();
  base::Result<void> settle_date_order();
  base::Result<void> check_given_order(const ShownOrders& shown) const;
  std::string cell(const std::vector<std::string>& row, const std::optional<std::size_t>& at) const;
  void fill_name(const std::vector<std::string>& cells, CustomerRow& row) const;
  void check_name_cells(const std::vector<std::string>& cells, CustomerRow& row) const;
  void check_formulas(const std::vector<std::string>& cells, CustomerRow& row) const;
  void fill_birth(CustomerRow& row) const;
  void fill(const std::vector<std::string>& cells, CustomerRow& row) const;
  std::string surplus_problem(const CustomerRow& row, std::size_t count) const;

  std::string path_;
  CustomerTable table_;
  Options options_;
  CustomerColumns columns_;
  std::vector<std::string> heading_;
  std::vector<std::string> cells_;
  std::vector<std::string> notes_;
  std::uint64_t number_ = 0;
};

}  // namespace vedette::app
