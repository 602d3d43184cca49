#include "app/customers/workbook.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/ascii.h"
#include "lists/input/xml.h"

namespace vedette::app {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using lists::XmlNode;

constexpr std::string_view kPackage = "";  // whose relations name the workbook
constexpr std::size_t kMostSheets = 1000;
constexpr std::size_t kMostTexts = 16U << 20;
constexpr double kLastDay = 2'958'465;  // 9999-12-31
constexpr double kExactIntegers = 1e15;
constexpr int kSecondsPerDay = 86'400;

Error not_a_workbook(std::string_view why) {
  return Error(Cause::kInvalidInput,
               fmt::format("this is no .xlsx workbook: {}; save it as .xlsx or as CSV", why));
}

// Every element of these names, as read_xml hands them over.
Result<void> each_record(const lists::Input& part, std::vector<std::string_view> names,
                         const std::function<bool(XmlNode)>& visit) {
  VEDETTE_ASSIGN(const auto source, part.open());
  lists::XmlHandlers handlers;
  handlers.records = std::move(names);
  handlers.on_root = [](XmlNode) { return true; };
  handlers.on_record = [&](XmlNode record, std::uint64_t) { return visit(record); };
  if (auto done = lists::read_xml(*source, handlers); !done.ok())
    return Error(done.error().cause, part.name() + ": " + done.error().message);
  return {};
}

// "xl/workbook.xml" and "worksheets/sheet1.xml" make "xl/worksheets/sheet1.xml".
std::string resolved(std::string_view source, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  const std::size_t slash = source.rfind('/');
  std::string folder(slash == std::string_view::npos ? "" : source.substr(0, slash + 1));
  while (target.starts_with("../")) {
    target.remove_prefix(3);
    const std::size_t above =
        folder.size() < 2 ? std::string::npos : folder.rfind('/', folder.size() - 2);
    folder.resize(above == std::string::npos ? 0 : above + 1);
  }
  return folder.append(target);
}

std::string relations_of(std::string_view source) {
  const std::size_t slash = source.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  return fmt::format("{}_rels/{}.rels", source.substr(0, name), source.substr(name));
}

// _x000D_ stands for a character that XML cannot hold.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text.substr(i).starts_with("_x") && i + 6 < text.size() && text[i + 6] == '_') {
      const char* digits = text.data() + i + 2;
      if (const auto [end, problem] = std::from_chars(digits, digits + 4, value, 16);
          problem == std::errc() && end == digits + 4 && value < 0x80) {
        out += static_cast<char>(value);
        i += 6;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

// The text of a shared or inline string: whole, or in runs of one look each. What is said of its
// pronunciation (rPh) is no part of it.
std::string string_text(XmlNode item) {
  std::string out(item.child("t").whole_text());
  item.each("r", [&](XmlNode run) { out += run.child("t").whole_text(); });
  return unescaped(out);
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string number_text(double value, std::size_t digits) {
  if (std::floor(value) == value && std::abs(value) < 1e21) {
    if (std::abs(value) >= kExactIntegers) return fmt::format("{:.0f}", value);
    return fmt::format("{:0{}}", static_cast<std::int64_t>(value), digits);
  }
  return fmt::format("{:.15g}", value);
}

// The column of a cell "AB17", from 0.
std::optional<std::size_t> column_of(std::string_view reference) {
  std::size_t column = 0;
  for (const char c : reference) {
    if (c < 'A' || c > 'Z') break;
    column = column * 26 + static_cast<std::size_t>(c - 'A' + 1);
    if (column > Workbook::kMostColumns) return column;
  }
  if (column == 0) return std::nullopt;
  return column - 1;
}

}  // namespace

std::string workbook_date(double serial, bool from_1904) {
  using namespace std::chrono;
  if (!(serial >= (from_1904 ? 0 : 1)) || serial > kLastDay) return "";
  auto day = static_cast<int>(std::floor(serial));
  auto seconds = static_cast<int>(std::lround((serial - std::floor(serial)) * kSecondsPerDay));
  day += seconds / kSecondsPerDay;
  seconds %= kSecondsPerDay;
  // Day 60 of the other count is 29 February 1900, which never was.
  const sys_days epoch = from_1904  ? sys_days{year{1904} / 1 / 1}
                         : day < 60 ? sys_days{year{1899} / 12 / 31}
                                    : sys_days{year{1899} / 12 / 30};
  const year_month_day date{epoch + days{day}};
  std::string out =
      fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (seconds != 0)
    out += fmt::format("T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return out;
}

lists::InputLimits Workbook::unpack_limits() {
  return {.most_bytes = 4ULL << 30, .most_ratio = 200, .ratio_from = 64ULL << 20};
}

const lists::Input* Workbook::part(std::string_view path) const {
  const std::string ending = ":" + base::lower(path);
  for (const auto& each : parts_)
    if (base::lower(each->name()).ends_with(ending)) return each.get();
  return nullptr;
}

Result<const lists::Input*> Workbook::needed_part(std::string_view path) const {
  const lists::Input* found = part(path);
  if (found == nullptr) return not_a_workbook(fmt::format("it has no {}", path));
  return found;
}

// The part that a relation of `source` leads to, by its id or the end of its type; "" for none.
Result<std::string> Workbook::target_of(std::string_view source,
                                        std::string_view id_or_type) const {
  std::string target;
  const lists::Input* relations = part(relations_of(source));
  if (relations == nullptr) return target;
  VEDETTE_TRY(each_record(*relations, {"Relationship"}, [&](XmlNode each) {
    const std::string_view type = each.attribute("Type");
    const bool wanted = each.attribute("Id") == id_or_type ||
                        (type.ends_with(id_or_type) &&
                         type.substr(0, type.size() - id_or_type.size()).ends_with('/'));
    if (wanted) target = resolved(source, each.attribute("Target"));
    return !wanted;
  }));
  return target;
}

Result<void> Workbook::read_book(const std::string& path, std::string_view wanted) {
  VEDETTE_ASSIGN(const lists::Input* book, needed_part(path));
  std::string id;
  VEDETTE_TRY(each_record(*book, {"workbookPr", "sheets"}, [&](XmlNode record) {
    const std::string_view since = record.attribute("date1904");
    if (since == "1" || since == "true") from_1904_ = true;
    record.each("sheet", [&](XmlNode each) {
      if (sheets_.size() == kMostSheets) return;
      sheets_.emplace_back(each.attribute("name"));
      const bool is_wanted =
          wanted.empty() ? sheets_.size() == 1 : base::lower(sheets_.back()) == base::lower(wanted);
      if (!is_wanted || !id.empty()) return;
      sheet_ = sheets_.back();
      id = each.attribute("id");
    });
    return true;
  }));
  if (sheets_.empty()) return not_a_workbook("it has no sheets");
  if (id.empty())
    return Error(Cause::kInvalidInput, fmt::format("there is no sheet '{}'; the sheets are: {}",
                                                   wanted, fmt::join(sheets_, ", ")));
  VEDETTE_ASSIGN(sheet_path_, target_of(path, id));
  return {};
}

Result<void> Workbook::read_texts(const std::string& book) {
  VEDETTE_ASSIGN(const std::string path, target_of(book, "sharedStrings"));
  const lists::Input* found = part(path.empty() ? "xl/sharedStrings.xml" : path);
  if (found == nullptr) return {};
  std::size_t size = 0;
  bool too_large = false;
  VEDETTE_TRY(each_record(*found, {"si"}, [&](XmlNode item) {
    texts_.push_back(string_text(item));
    size += texts_.back().size();
    too_large = size > kMostSharedText || texts_.size() > kMostTexts;
    return !too_large;
  }));
  if (too_large)
    return Error(Cause::kTooLarge,
                 fmt::format("the workbook has more than {} MiB of texts: save the sheet as CSV",
                             kMostSharedText >> 20));
  return {};
}

Result<void> Workbook::read_styles(const std::string& book) {
  VEDETTE_ASSIGN(const std::string path, target_of(book, "styles"));
  const lists::Input* found = part(path.empty() ? "xl/styles.xml" : path);
  if (found == nullptr) return {};
  VEDETTE_ASSIGN(const auto source, found->open());
  VEDETTE_ASSIGN(styles_, WorkbookStyles::read(*source));
  return {};
}

Result<Workbook> Workbook::open(std::vector<std::unique_ptr<lists::Input>> parts,
                                std::string_view sheet) {
  Workbook book;
  book.parts_ = std::move(parts);
  VEDETTE_ASSIGN(std::string path, book.target_of(kPackage, "officeDocument"));
  if (path.empty()) path = "xl/workbook.xml";
  VEDETTE_TRY(book.read_book(path, sheet));
  VEDETTE_TRY(book.needed_part(book.sheet_path_));
  VEDETTE_TRY(book.read_texts(path));
  VEDETTE_TRY(book.read_styles(path));
  return book;
}

std::string Workbook::cell_text(const XmlNode& cell) const {
  const std::string_view type = cell.attribute("t");
  if (type == "inlineStr") return string_text(cell.child("is"));
  const XmlNode value = cell.child("v");
  const std::string_view text = value.text();
  if (text.empty()) return std::string(cell.child("f") ? kFormulaWithoutValue : "");
  if (type == "s") {
    std::size_t index = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), index);
    // A text that is not there must not pass for an empty cell.
    const bool found = problem == std::errc() && index < texts_.size();
    return found ? texts_[index] : std::string(kFormulaWithoutValue);
  }
  if (type == "b") return text == "1" ? "TRUE" : "FALSE";
  if (type == "str") return unescaped(value.whole_text());
  if (type == "e" || type == "d") return std::string(text);
  const auto number = number_in(text);
  if (!number) return std::string(text);
  const NumberForm form = styles_.of(cell.attribute("s"));
  if (form.is_date)
    if (std::string date = workbook_date(*number, from_1904_); !date.empty()) return date;
  return number_text(*number, form.digits);
}

Result<std::vector<std::string>> Workbook::cells_of(const XmlNode& row) const {
  std::vector<std::string> cells;
  std::size_t next = 0;  // the column of a cell that does not say where it is
  bool too_wide = false;
  row.each("c", [&](XmlNode cell) {
    const std::size_t column = column_of(cell.attribute("r")).value_or(next);
    next = column + 1;
    std::string text = cell_text(cell);
    if (text.empty()) return;  // cells that have a look and nothing else
    too_wide = too_wide || column >= kMostColumns;
    if (too_wide) return;
    if (column >= cells.size()) cells.resize(column + 1);
    cells[column] = std::move(text);
  });
  if (too_wide)
    return Error(Cause::kTooLarge, fmt::format("row {} of the sheet has more than {} columns",
                                               row.attribute("r"), kMostColumns));
  return cells;
}

Result<void> Workbook::read(const OnRow& on_row) const {
  VEDETTE_ASSIGN(const lists::Input* sheet, needed_part(sheet_path_));
  std::uint64_t number = 0;
  Result<void> outcome;
  VEDETTE_TRY(each_record(*sheet, {"row"}, [&](XmlNode row) {
    const auto given = number_in(row.attribute("r"));
    number = given && *given >= 1 && *given < kExactIntegers ? static_cast<std::uint64_t>(*given)
                                                             : number + 1;
    auto cells = cells_of(row);
    outcome = cells.ok() ? on_row(number, std::move(*cells)) : Result<void>(cells.error());
    return outcome.ok();
  }));
  return outcome;
}

}  // namespace vedette::app
