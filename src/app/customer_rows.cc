#include "app/customer_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "api/fields.h"
#include "app/spreadsheet_cell.h"
#include "base/ascii.h"

namespace vedette::app {
namespace {

// "Date of Birth", "date_of_birth" and "dateOfBirth" are the same heading.
std::string plain(std::string_view heading) {
  std::string out;
  for (const char c : heading) {
    if (std::string_view(" _-./#:").find(c) != std::string_view::npos) continue;
    out += base::lower(c);
  }
  return out;
}

struct Heading {
  std::optional<std::size_t> CustomerColumns::* column;
  std::vector<std::string_view> names;  // the first of them that is there counts
};

const std::vector<Heading>& headings() {
  static const std::vector<Heading> table = {
      {&CustomerColumns::key,
       {"key",
        "id",
        "customerid",
        "clientid",
        "recordid",
        "customerno",
        "customernumber",
        "customernr",
        "customercode",
        "customerkey",
        "customerref",
        "customerreference",
        "clientno",
        "clientnumber",
        "clientnr",
        "clientcode",
        "clientkey",
        "clientref",
        "clientreference",
        "cif",
        "cifno",
        "cifnumber",
        "partyid",
        "partyno",
        "partynumber",
        "memberid",
        "memberno",
        "membernumber",
        "accountid",
        "accountno",
        "accountnumber",
        "accountnr",
        "customer",
        "reference",
        "ref"}},
      {&CustomerColumns::name,
       {"name", "fullname", "companyname", "customername", "legalname", "company"}},
      {&CustomerColumns::first_name, {"firstname", "givenname", "forename"}},
      {&CustomerColumns::middle_name, {"middlename", "secondname"}},
      {&CustomerColumns::last_name, {"lastname", "familyname", "surname"}},
      {&CustomerColumns::type, {"searchtype", "type", "kind", "entitytype"}},
      {&CustomerColumns::born, {"dob", "dateofbirth", "birthdate", "born", "birthyear"}},
      {&CustomerColumns::gender, {"gender", "sex"}},
      {&CustomerColumns::countries,
       {"countries", "country", "nationality", "countrycode", "nationalities"}},
  };
  return table;
}

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

// Dates as spreadsheets of many countries have them, 31.1.1959, in the order of the API. Between
// dots the day is first everywhere; with slashes or hyphens it may be the month, and such a date is
// nobody's to guess.
std::string without_dots(std::string_view text) {
  std::string parts[3];
  std::size_t part = 0;
  for (const char c : text) {
    if (c == '.') {
      if (++part == 3) return std::string(text);
    } else if (c >= '0' && c <= '9') {
      parts[part] += c;
    } else if (c != ' ') {
      return std::string(text);
    }
  }
  if (parts[0].size() == 4) std::swap(parts[0], parts[2]);  // 1959.01.31
  if (part != 2 || parts[0].empty() || parts[0].size() > 2 || parts[1].empty() ||
      parts[1].size() > 2 || parts[2].size() != 4)
    return std::string(text);
  return fmt::format("{}-{:0>2}-{:0>2}", parts[2], parts[1], parts[0]);
}

// Takes the value, or tells in `complaint` why not.
template <class T>
T taken(std::string& complaint, std::string_view field, const api::Field<T>& value) {
  if (value.ok()) return *value;
  if (!complaint.empty()) complaint += "; ";
  const std::string& why = value.problem().message;
  complaint += fmt::format("{}{} {}", field, why.starts_with("not ") ? " is" : "", why);
  return T{};
}

// The delimiter that stands most often in the first line, outside of quotes. Leaves the stream at
// its beginning.
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

base::Result<CustomerColumns> CustomerColumns::from(const std::vector<std::string>& heading) {
  std::vector<std::string> given;
  for (const std::string& each : heading)
    given.push_back(plain(each));
  CustomerColumns columns;
  std::vector<bool> used(given.size());
  for (const Heading& row : headings()) {
    for (const std::string_view name : row.names) {
      const auto found = std::ranges::find(given, name);
      if (found == given.end() || columns.*(row.column)) continue;
      const auto at = static_cast<std::size_t>(found - given.begin());
      columns.*(row.column) = at;
      used[at] = true;
    }
  }
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (!used[i]) columns.ignored.push_back(heading[i]);
  if (!columns.name && !columns.last_name)
    return base::Error(
        base::Cause::kInvalidInput,
        fmt::format("no column has names: the first line must name the columns, such as "
                    "id,name,dob,country (it has: {})",
                    fmt::join(heading, ", ")));
  return columns;
}

base::Result<CustomerFile> CustomerFile::open(const std::string& path, Options options) {
  auto in = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*in) return base::Error(base::Cause::kNotFound, "cannot read " + path);
  VEDETTE_ASSIGN(const char delimiter, delimiter_of(*in, path));
  CustomerFile file(path, std::move(in), delimiter, std::move(options));
  VEDETTE_ASSIGN(auto heading, file.reader_.next());
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

void CustomerFile::fill(const std::vector<std::string>& cells, CustomerRow& row) const {
  row.key = cell(cells, columns_.key);
  row.has_key = !row.key.empty();
  if (!row.has_key) row.key = std::to_string(row.number);
  row.name = cell(cells, columns_.name);
  if (row.name.empty()) {
    for (const auto& part : {columns_.first_name, columns_.middle_name, columns_.last_name}) {
      const std::string text = cell(cells, part);
      if (text.empty()) continue;
      if (!row.name.empty()) row.name += ' ';
      row.name += text;
    }
  }
  row.question = options_.common;
  row.type_known = options_.type_known;
  if (const std::string type = cell(cells, columns_.type); !type.empty()) {
    row.question.family = taken(row.problem, "type", api::parse_search_type(type));
    row.type_known = true;
  }
  row.question.name = taken(row.problem, "name", api::parse_name(row.name));
  row.born = cell(cells, columns_.born);
  if (!row.born.empty())
    row.question.birth =
        taken(row.note, "dob", api::parse_dob(without_dots(row.born), options_.now)).date;
  if (const std::string gender = cell(cells, columns_.gender); !gender.empty())
    row.question.gender = taken(row.note, "gender", api::parse_gender(gender)).text;
  if (const std::string codes = cell(cells, columns_.countries); !codes.empty()) {
    api::CountryList list = taken(row.note, "countries", parse_countries(codes));
    row.question.countries = std::move(list.countries);
    row.countries = std::move(list.as_given);
  }
}

base::Result<std::optional<CustomerRow>> CustomerFile::next() {
  VEDETTE_ASSIGN(const auto cells, reader_.next());
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
