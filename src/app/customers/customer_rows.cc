#include "app/customers/customer_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/request/fields.h"
#include "app/customers/customer_cells.h"
#include "app/customers/customer_dates.h"
#include "app/customers/spreadsheet_cell.h"
#include "app/settings/file_access.h"
#include "base/ascii.h"

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

constexpr std::string_view kSaysDelimiter = "sep=";

// Spreadsheets may write "sep=;" into a line before the heading.
std::optional<char> said_delimiter(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t at = kSaysDelimiter.size();
  const bool said = head.size() > at + 1 && base::lower(head.substr(0, at)) == kSaysDelimiter &&
                    (head[at + 1] == '\r' || head[at + 1] == '\n') &&
                    std::string_view(",;\t").find(head[at]) != std::string_view::npos;
  return said ? std::optional(head[at]) : std::nullopt;
}

// The delimiter that the file says, or that stands most often in the first line, outside of quotes.
// Leaves the stream at its beginning.
base::Result<char> delimiter_of(std::ifstream& in, const std::string& path) {
  constexpr std::size_t kLooked = 64 * 1024;
  std::string head(kLooked, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  in.clear();
  in.seekg(0);
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF") ||
      std::string_view(head).substr(0, 2).find('\0') != std::string_view::npos)
    return base::Error(base::Cause::kInvalidInput,
                       path + " is UTF-16 text; save it as UTF-8 (in Excel: \"CSV UTF-8\")");
  if (const auto said = said_delimiter(head)) return *said;
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
  VEDETTE_ASSIGN(std::ifstream opened, open_to_read(path));
  auto in = std::make_unique<std::ifstream>(std::move(opened));
  VEDETTE_ASSIGN(const char delimiter, delimiter_of(*in, path));
  CustomerFile file(path, std::move(in), delimiter, std::move(options));
  VEDETTE_ASSIGN(auto heading, file.reader_.next());
  if (heading && !heading->empty() && base::lower(heading->front()) == kSaysDelimiter) {
    VEDETTE_ASSIGN(heading, file.reader_.next());
  }
  if (!heading) return base::Error(base::Cause::kInvalidInput, path + " is empty");
  heading->resize(filled(*heading));
  file.width_ = heading->size();
  VEDETTE_ASSIGN(file.columns_, CustomerColumns::from(*heading));
  CustomerColumns& columns = file.columns_;
  if (columns.countries && !file.options_.countries_from_file) {
    columns.ignored.push_back((*heading)[*columns.countries] + " (see --countries-from-file)");
    columns.countries.reset();
  }
  return file;
}

std::string CustomerFile::cell(const std::vector<std::string>& row,
                               const std::optional<std::size_t>& at) const {
  return at && *at < row.size() ? from_spreadsheet_cell(row[*at]) : std::string();
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
  // Those of a business are somebody who speaks for it.
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

// A quote before a name and the next one some rows below make all between them one cell: the
// customers of these rows would be one that nobody has heard of.
void CustomerFile::check_name_cells(const std::vector<std::string>& cells, CustomerRow& row) const {
  for (const auto& at : {columns_.name, columns_.first_name, columns_.middle_name,
                         columns_.last_name, columns_.second_last_name}) {
    const std::string text = cell(cells, at);
    if (text.find('\n') == std::string::npos || text.find(delimiter_) == std::string::npos)
      continue;
    return add_complaint(row.problem,
                         fmt::format("a name has a line break and a {}: a quote that stands before "
                                     "it may belong elsewhere, so that several rows are taken for "
                                     "one",
                                     name_of(delimiter_)));
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
  check_name_cells(cells, row);
  const bool may_be_person = !row.type_known || row.question.family == profile::Family::kIndividual;
  row.single_word =
      may_be_person && (columns_.first_name || columns_.last_name) && is_single_word(row.name);
  row.question.name = taken(row.problem, "name", api::parse_name(row.name));
  row.born = cell(cells, columns_.born);
  fill_birth(row);
  if (const std::string gender = cell(cells, columns_.gender); !gender.empty())
    row.question.gender = taken(row.note, "gender", api::parse_gender(gender)).text;
  if (const std::string codes = cell(cells, columns_.countries); !codes.empty()) {
    api::CountryList list = taken(row.note, "countries", parse_countries(codes));
    row.question.countries = std::move(list.countries);
    row.countries = std::move(list.as_given);
  }
}

// A date that was read is shown as it was read, another as it stands.
void CustomerFile::fill_birth(CustomerRow& row) const {
  if (is_unknown_date(row.born)) row.born.clear();
  if (row.born.empty()) return;
  const auto birth = api::parse_dob(date_in_order(row.born), options_.now);
  if (birth.ok()) {
    row.question.birth = birth->date;
    row.born = profile::to_text(birth->date);
  } else if (birth.problem().code == "INVALID_DATE") {
    add_complaint(row.note, fmt::format("dob '{}' {}", row.born, kDateForms));
  } else {
    add_complaint(row.note, "dob " + birth.problem().message);
  }
}

base::Result<std::optional<CustomerRow>> CustomerFile::next() {
  std::optional<std::vector<std::string>> cells;
  do {
    VEDETTE_ASSIGN(cells, reader_.next());
  } while (cells && filled(*cells) == 0);  // separators alone are an empty line
  // An export that failed must not look like a night without a match.
  if (!cells && number_ == 0)
    return base::Error(base::Cause::kInvalidInput,
                       path_ + " names its columns and has no rows: nobody was screened");
  if (!cells) return std::optional<CustomerRow>();
  CustomerRow row{.number = ++number_, .line = reader_.line()};
  fill(*cells, row);
  // "Thistlewicke, Barney" without quotes is two cells, and neither of them is the customer; the
  // other cells may be shifted, so that nothing else is said about them.
  if (const std::size_t count = filled(*cells); count > width_) {
    row.problem = fmt::format(
        "row {} has {} cells, the header {}: a {} within a value needs quotes around the value",
        row.number, count, width_, name_of(delimiter_));
    row.note.clear();
  }
  return std::optional<CustomerRow>(std::move(row));
}

}  // namespace vedette::app
