#include "app/customers/customer_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/request/fields.h"
#include "app/customers/customer_cells.h"
#include "app/customers/customer_dates.h"
#include "app/customers/workbook.h"
#include "app/settings/file_access.h"
#include "base/ascii.h"
#include "base/spreadsheet_cell.h"

namespace vedette::app {
namespace {

// Codes or names of countries, as files have them. A code stays as it was written, as over the API:
// an exported file that is imported again changes nothing.
api::Field<api::CountryList> parse_countries(std::string_view text) {
  api::CountryList list;
  while (!text.empty()) {
    const std::size_t at = text.find_first_of(",;|");
    std::string_view item = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    if (item.find_first_not_of(' ') == std::string_view::npos) continue;
    item = item.substr(item.find_first_not_of(' '));
    item = item.substr(0, item.find_last_not_of(' ') + 1);
    const auto country = profile::parse_country(item);
    if (!country)
      return api::FieldProblem{"INVALID_COUNTRY", fmt::format("has no country '{}'", item)};
    if (std::ranges::find(list.countries, *country) != list.countries.end()) continue;
    list.as_given.emplace_back(profile::parse_country_code(item) ? item : country->code());
    list.countries.push_back(*country);
  }
  return list;
}

void add_complaint(std::string& complaint, std::string_view more) {
  if (!complaint.empty()) complaint += "; ";
  complaint += more;
}

// Takes the value, or tells in `complaint` why not.
template <class T>
T taken(std::string& complaint, std::string_view field, const api::Field<T>& value) {
  if (value.ok()) return *value;
  const std::string& why = value.problem().message;
  add_complaint(complaint,
                fmt::format("{}{} {}", field, why.starts_with("not ") ? " is" : "", why));
  return T{};
}

// The cells up to the last one that has something: spreadsheets end their rows with separators.
std::size_t filled(const std::vector<std::string>& cells) {
  const auto last = std::ranges::find_if(cells.rbegin(), cells.rend(), [](const std::string& cell) {
    return cell.find_first_not_of(" \t") != std::string::npos;
  });
  return static_cast<std::size_t>(cells.rend() - last);
}

std::string_view name_of(char delimiter) {
  return delimiter == ',' ? "comma" : delimiter == ';' ? "semicolon" : "tab";
}

}  // namespace

base::Result<CustomerFile> CustomerFile::open(const std::string& path, Options options) {
  VEDETTE_ASSIGN(CustomerTable table, CustomerTable::open(path, options.table));
  CustomerFile file(path, std::move(table), std::move(options));
  file.notes_ = file.table_.notes();
  VEDETTE_TRY(file.read_heading());
  VEDETTE_ASSIGN(file.columns_, CustomerColumns::from(file.heading_, file.options_.mapping));
  CustomerColumns& columns = file.columns_;
  if (columns.countries && !file.options_.countries_from_file) {
    const auto is_detail = [&](const DetailColumn& each) { return each.at == *columns.countries; };
    if (std::ranges::none_of(columns.details, is_detail))
      columns.ignored.push_back(file.heading_[*columns.countries] + " (see --countries-from-file)");
    columns.countries.reset();
  }
  VEDETTE_TRY(file.settle_date_order());
  return file;
}

base::Result<void> CustomerFile::read_heading() {
  VEDETTE_ASSIGN(auto heading, table_.next());
  if (!heading) return base::Error(base::Cause::kInvalidInput, path_ + " is empty");
  heading->resize(filled(*heading));
  heading_ = std::move(*heading);
  return {};
}

// Reads the whole file once: another row may show the order of dates that could be of two days.
base::Result<ShownOrders> CustomerFile::shown_orders() {
  ShownOrders shown;
  while (true) {
    const auto cells = table_.next();
    if (!cells.ok() || !*cells) break;  // next() tells of the row that cannot be read
    const std::string born = cell(**cells, columns_.born);
    shown.needed = shown.needed || needs_order(born);
    const DateOrder order = order_shown_by(born);
    if (order == DateOrder::kUnknown) continue;
    auto& first = order == DateOrder::kDayFirst ? shown.by_day : shown.by_month;
    if (first.line == 0) first = {table_.line(), born};
  }
  table_.rewind();
  VEDETTE_TRY(table_.next());
  return shown;
}

// The rows are read by the same order, whichever of them shows it.
base::Result<void> CustomerFile::settle_date_order() {
  if (!columns_.born) return {};
  VEDETTE_ASSIGN(const ShownOrders shown, shown_orders());
  const auto& [needed, by_day, by_month] = shown;
  if (!needed) return {};
  if (options_.date_order != DateOrder::kUnknown) return check_given_order(shown);
  if (by_day.line != 0 && by_month.line != 0) {
    notes_.push_back(
        fmt::format("line {} has a date with the day first ({}) and line {} one with "
                    "the month first ({}): dates such as 03/04/1965 are not read; "
                    "--date-order says what they are",
                    by_day.line, by_day.text, by_month.line, by_month.text));
  } else if (by_day.line != 0 || by_month.line != 0) {
    const bool day_first = by_day.line != 0;
    const auto& proof = day_first ? by_day : by_month;
    options_.date_order = day_first ? DateOrder::kDayFirst : DateOrder::kMonthFirst;
    notes_.push_back(
        fmt::format("dates such as 03/04/1965 were read with the {} first, as line {} "
                    "shows ({})",
                    day_first ? "day" : "month", proof.line, proof.text));
  } else {
    notes_.emplace_back(
        "no date of the file shows whether the day or the month is first: dates such as 03/04/1965 "
        "are not read; --date-order dmy or mdy says what they are");
  }
  return {};
}

// Refuses --date-order if some dates of the file prove the other order and none proves the given
// one: the birth dates would be wrong, and nobody would notice.
base::Result<void> CustomerFile::check_given_order(const ShownOrders& shown) const {
  if (options_.date_order == DateOrder::kYearFirst) return {};
  const bool day_first = options_.date_order == DateOrder::kDayFirst;
  const auto& proof = day_first ? shown.by_day : shown.by_month;
  const auto& against = day_first ? shown.by_month : shown.by_day;
  if (proof.line != 0 || against.line == 0) return {};
  return base::Error(
      base::Cause::kInvalidInput,
      fmt::format("--date-order {} contradicts line {} of {}: {} has the {} first, and no line "
                  "shows the other order; leave the option out or say {}",
                  to_text(options_.date_order), against.line, path_, against.text,
                  day_first ? "month" : "day", day_first ? "mdy" : "dmy"));
}

std::string CustomerFile::cell(const std::vector<std::string>& row,
                               const std::optional<std::size_t>& at) const {
  return at && *at < row.size() ? base::from_spreadsheet_cell(row[*at]) : std::string();
}

// A column of names may hold the whole name or one half of it: "Name, Vorname" is what German banks
// write, "Name, Surname" what English ones do. A half alone is not the customer's name.
void CustomerFile::fill_name(const std::vector<std::string>& cells, CustomerRow& row) const {
  const auto words = [&](const std::optional<std::size_t>& at) {
    return on_one_line(cell(cells, at));
  };
  const auto join = [](std::initializer_list<std::string_view> parts) {
    std::string out;
    for (const std::string_view part : parts) {
      if (!part.empty() && !out.empty()) out += ' ';
      out += part;
    }
    return out;
  };
  const std::string first = words(columns_.first_name);
  const std::string middle = words(columns_.middle_name);
  // Of two family names the father's is first in Spain; who has one of them alone is as rare as one
  // without any.
  const std::string last = join({words(columns_.last_name), words(columns_.second_last_name)});
  const std::string parts = join({first, middle, last});
  row.name = words(columns_.name);
  if (row.name.empty()) row.name = parts;
  const bool is_business = row.type_known && row.question.family == profile::Family::kBusiness;
  // First and last names of a business are those of a contact.
  if (parts.empty() || is_business || holds_words_of(row.name, parts)) return;
  if (!columns_.first_name || !columns_.last_name) {
    row.name = columns_.first_name ? join({first, middle, row.name, last})
                                   : join({row.name, middle, last});
  } else if (holds_words_of(parts, row.name)) {
    row.name = parts;
  } else {
    add_complaint(row.problem, fmt::format("name says '{}' and the columns of first and last names "
                                           "say '{}': which is the customer?",
                                           row.name, parts));
  }
}

// A stray quote before a name and the next quote some rows below make everything between them one
// cell: several customers would become one.
void CustomerFile::check_name_cells(const std::vector<std::string>& cells, CustomerRow& row) const {
  for (const auto& at : {columns_.name, columns_.first_name, columns_.middle_name,
                         columns_.last_name, columns_.second_last_name}) {
    const std::string text = cell(cells, at);
    if (text.find('\n') == std::string::npos || text.find(table_.delimiter()) == std::string::npos)
      continue;
    return add_complaint(row.problem,
                         fmt::format("a name has a line break and a {}: a quote that stands before "
                                     "it may belong elsewhere, so that several rows are taken for "
                                     "one",
                                     name_of(table_.delimiter())));
  }
}

// "#N/A" where a name should be is a fault of the spreadsheet, not somebody's name.
void CustomerFile::check_formulas(const std::vector<std::string>& cells, CustomerRow& row) const {
  static constexpr std::string_view kFaults[] = {
      "#N/A",  "#REF!",   "#VALUE!", "#NAME?",        "#DIV/0!",           "#NULL!",
      "#NUM!", "#SPILL!", "#CALC!",  "#GETTING_DATA", kFormulaWithoutValue};
  for (std::size_t at = 0; at < std::min(cells.size(), heading_.size()); ++at) {
    if (std::ranges::find(kFaults, cells[at]) == std::end(kFaults)) continue;
    if (std::ranges::find(columns_.ignored, heading_[at]) != columns_.ignored.end()) continue;
    return add_complaint(
        row.problem,
        cells[at] == kFormulaWithoutValue
            ? fmt::format("{} has a formula without its value: open the workbook in a spreadsheet, "
                          "save it and try again",
                          heading_[at])
            : fmt::format("{} has the error {} of the spreadsheet", heading_[at], cells[at]));
  }
}

void CustomerFile::fill(const std::vector<std::string>& cells, CustomerRow& row) const {
  row.key = cell(cells, columns_.key);
  row.has_key = !row.key.empty();
  // Where others have ids, a bare number could be taken for another customer's.
  if (!row.has_key) row.key = (columns_.key ? "row " : "") + std::to_string(row.number);
  row.question = options_.common;
  row.type_known = options_.type_known;
  if (const std::string type = cell(cells, columns_.type); !type.empty()) {
    const auto family = family_of(type);
    row.type_known = family.has_value();
    row.question.family = family.value_or(row.question.family);
    if (!family) row.problem = fmt::format("type '{}' is neither individual nor business", type);
  }
  fill_name(cells, row);
  if (!table_.is_workbook()) check_name_cells(cells, row);
  check_formulas(cells, row);
  const bool may_be_person = !row.type_known || row.question.family == profile::Family::kIndividual;
  row.single_word =
      may_be_person && (columns_.first_name || columns_.last_name) && is_single_word(row.name);
  row.question.name = taken(row.problem, "name", api::parse_name(row.name));
  row.born = cell(cells, columns_.born);
  fill_birth(row);
  if (const std::string gender = cell(cells, columns_.gender); !gender.empty())
    row.question.gender =
        taken(row.note, fmt::format("gender '{}'", gender), api::parse_gender(gender_of(gender)))
            .text;
  if (const std::string codes = cell(cells, columns_.countries); !codes.empty()) {
    api::CountryList list = taken(row.note, "countries", parse_countries(codes));
    row.question.countries = std::move(list.countries);
    row.countries = std::move(list.as_given);
  }
  if (const std::string why = read_details(columns_.details, cells, row.question.details);
      !why.empty())
    add_complaint(row.note, why);
}

// Shows a date as it was read, or as it is written if it could not be read.
void CustomerFile::fill_birth(CustomerRow& row) const {
  if (is_unknown_date(row.born)) row.born.clear();
  if (row.born.empty()) return;
  const auto birth = api::parse_dob(date_in_order(row.born, options_.date_order), options_.now);
  if (birth.ok()) {
    row.question.birth = birth->date;
    row.born = profile::to_text(birth->date);
  } else if (birth.problem().code == "INVALID_DATE") {
    add_complaint(row.note, fmt::format("dob '{}' {}", row.born, kDateForms));
  } else {
    add_complaint(row.note, "dob " + birth.problem().message);
  }
}

std::string CustomerFile::surplus_problem(const CustomerRow& row, std::size_t count) const {
  if (table_.is_workbook())
    return fmt::format("row {} has {} cells, the header {}: every column needs a heading", row.line,
                       count, heading_.size());
  return fmt::format(
      "row {} has {} cells, the header {}: a {} within a value needs quotes around the value",
      row.number, count, heading_.size(), name_of(table_.delimiter()));
}

base::Result<std::optional<CustomerRow>> CustomerFile::next() {
  std::optional<std::vector<std::string>> cells;
  do {
    VEDETTE_ASSIGN(cells, table_.next());
  } while (cells && filled(*cells) == 0);  // separators alone are an empty line
  // A failed export must not look like a day without customers.
  if (!cells && number_ == 0)
    return base::Error(base::Cause::kInvalidInput,
                       path_ + " names its columns and has no rows: nobody was screened");
  if (!cells) return std::optional<CustomerRow>();
  cells_ = std::move(*cells);
  CustomerRow row{.number = ++number_, .line = table_.line()};
  fill(cells_, row);
  // "Thistlewicke, Barney" without quotes is two cells, and neither of them is the customer; the
  // other cells may be shifted, so that nothing else is said about them.
  if (const std::size_t count = filled(cells_); count > heading_.size()) {
    row.problem = surplus_problem(row, count);
    row.note.clear();
  }
  return std::optional<CustomerRow>(std::move(row));
}

}  // namespace vedette::app
