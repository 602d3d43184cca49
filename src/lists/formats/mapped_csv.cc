#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <map>

#include "base/toml.h"
#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/row_gatherer.h"
#include "lists/formats/format.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"
#include "lists/input/row_faults.h"

// Any csv with a header, by a mapping file that says which column is what (docs/lists.md). Columns
// that the mapping does not name become notes. Rows of one id are one record.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using base::Cause;
using base::Error;
using base::Result;
using profile::Kind;
using profile::NameType;

struct Mapping {
  ListInfo list;
  char delimiter = ',';
  std::string separator = ";";  // between several values in one cell
  profile::DayOrder order = profile::DayOrder::kDayFirst;
  Kind kind = Kind::kUnknown;
  std::map<std::string, Kind> kinds;  // values of the column "kind"
  profile::DatasetSet datasets;
  std::map<std::string, std::string> columns;      // column key -> field
  std::map<std::string, std::string> identifiers;  // column key -> category
};

std::string key_of(std::string_view name) {
  return slug(name);
}

constexpr std::array<std::string_view, 27> kFields = {
    "id",          "name",         "first",      "middle",          "last",      "alias",
    "alias_first", "alias_middle", "alias_last", "previous_name",   "kind",      "birth",
    "death",       "birth_place",  "gender",     "nationality",     "country",   "address",
    "city",        "county",       "postcode",   "address_country", "telephone", "email",
    "website",     "programme",    "listed"};

// What is kept as a note, and what is not kept.
constexpr std::array<std::string_view, 4> kOtherFields = {"note", "title", "fax", "ignore"};
constexpr std::string_view kKinds = "person, organisation, vessel, aircraft and unknown";

Error bad_mapping(std::string message) {
  return Error(Cause::kInvalidInput, "the mapping file: " + std::move(message));
}

std::string text(const json::value& value) {
  const json::string* found = value.if_string();
  return found ? std::string(*found) : std::string();
}

std::string text(const json::object& table, std::string_view name) {
  const json::value* found = table.if_contains(name);
  return found ? text(*found) : std::string();
}

const json::object* table_in(const json::object& table, std::string_view name) {
  const json::value* found = table.if_contains(name);
  return found ? found->if_object() : nullptr;
}

Result<void> read_columns(const json::object& table, Mapping& mapping) {
  const json::object* columns = table_in(table, "columns");
  if (!columns) return bad_mapping("the table [columns] is missing");
  for (const auto& field : *columns) {
    const std::string name(field.key());
    if (std::ranges::find(kFields, name) == kFields.end() &&
        std::ranges::find(kOtherFields, name) == kOtherFields.end())
      return bad_mapping(fmt::format("'{}' is not a field; the fields are {}, {}", name,
                                     fmt::join(kFields, ", "), fmt::join(kOtherFields, ", ")));
    const auto add = [&](const json::value& value) {
      if (value.is_string()) mapping.columns[key_of(text(value))] = name;
    };
    if (const json::array* several = field.value().if_array()) {
      for (const json::value& each : *several)
        add(each);
    } else {
      add(field.value());
    }
  }
  if (const json::object* ids = table_in(table, "identifiers"))
    for (const auto& column : *ids)
      mapping.identifiers[key_of(std::string_view(column.key()))] = text(column.value());
  return {};
}

Result<Mapping> read_mapping(const std::string& source, const ListFiles& files) {
  auto parsed = base::parse_toml(source, "line");
  if (!parsed.ok()) return bad_mapping(parsed.error().message);
  const json::object& table = *parsed;
  Mapping mapping;
  // The mapping is the operator's too: it says as little as --list does which list the rows are.
  mapping.list =
      known_list(files.list_id.empty() ? std::string(text(table, "list")) : files.list_id);
  if (mapping.list.id.empty())
    return bad_mapping("'list' (the list's id) is missing; --list gives it too");
  if (!text(table, "name").empty()) mapping.list.name = text(table, "name");
  if (!text(table, "url").empty()) mapping.list.url = text(table, "url");
  mapping.list.body = text(table, "body");
  mapping.list.origin = text(table, "origin");
  if (const std::string d = text(table, "delimiter"); !d.empty())
    mapping.delimiter = d == "tab" ? '\t' : d.front();
  if (!text(table, "separator").empty()) mapping.separator = text(table, "separator");
  if (text(table, "day_order") == "month-first") mapping.order = profile::DayOrder::kMonthFirst;
  if (const std::string kind = text(table, "kind");
      !kind.empty() && !profile::from_text(kind, mapping.kind))
    return bad_mapping(fmt::format("'{}' is not a kind; the kinds are {}", kind, kKinds));
  if (const json::object* kinds = table_in(table, "kinds"))
    for (const auto& each : *kinds)
      if (!profile::from_text(text(each.value()), mapping.kinds[std::string(each.key())]))
        return bad_mapping(fmt::format("kinds: '{}' has no kind; the kinds are {}",
                                       std::string_view(each.key()), kKinds));
  const json::value* datasets = table.if_contains("datasets");
  if (datasets != nullptr && datasets->is_array())
    for (const json::value& each : datasets->get_array()) {
      VEDETTE_ASSIGN(const profile::DatasetSet set, profile::parse_dataset(text(each)));
      mapping.datasets.add(set);
    }
  if (mapping.datasets.empty()) return bad_mapping("'datasets' is missing");
  VEDETTE_TRY(read_columns(table, mapping));
  return mapping;
}

using Cells = std::span<const std::string_view>;

class RowReader {
 public:
  RowReader(const Mapping& mapping, const CsvHeader& header) : mapping_(mapping) {
    for (const std::string& name : header.names()) {
      names_.push_back(name.empty() ? fmt::format("Column {}", names_.size() + 1) : name);
      const auto found = mapping.columns.find(key_of(name));
      fields_.push_back(found == mapping.columns.end() ? std::string() : found->second);
      const auto id = mapping.identifiers.find(key_of(name));
      categories_.push_back(id == mapping.identifiers.end() ? std::string() : id->second);
    }
  }

  bool has(std::string_view field) const {
    return std::find(fields_.begin(), fields_.end(), field) != fields_.end();
  }
  std::string_view value(Cells cells, std::string_view field) const {
    for (std::size_t i = 0; i < fields_.size() && i < cells.size(); ++i)
      if (fields_[i] == field && !cells[i].empty()) return cells[i];
    return {};
  }

  void add(ProfileBuilder& builder, Cells cells) const {
    add_names(builder, cells);
    profile::Address address;
    for (std::size_t i = 0; i < fields_.size() && i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      if (!categories_[i].empty()) {
        for (std::string_view each : split(cells[i], mapping_.separator))
          builder.identifier(categories_[i], each);
        continue;
      }
      if (!add_address_part(address, fields_[i], cells[i])) add_field(builder, i, cells[i]);
    }
    if (!address.empty()) builder.address(std::move(address));
  }

 private:
  void add_names(ProfileBuilder& builder, Cells cells) const {
    builder.name(value(cells, "name"));
    builder.name({value(cells, "first"), value(cells, "middle"), value(cells, "last")});
    builder.name(
        {value(cells, "alias_first"), value(cells, "alias_middle"), value(cells, "alias_last")});
  }

  static bool add_address_part(profile::Address& address, std::string_view field,
                               std::string_view cell) {
    std::string* part = field == "address"    ? &address.line1
                        : field == "city"     ? &address.city
                        : field == "county"   ? &address.county
                        : field == "postcode" ? &address.postcode
                                              : nullptr;
    if (field == "address_country") set_country(address, cell);
    if (part) *part += (part->empty() ? "" : ", ") + clean(cell);
    return part != nullptr || field == "address_country";
  }

  void add_field(ProfileBuilder& builder, std::size_t index, std::string_view cell) const {
    const std::string& field = fields_[index];
    for (std::string_view each : split(cell, mapping_.separator)) {
      if (field == "alias")
        builder.name(each);
      else if (field == "previous_name")
        builder.name(each, NameType::kPrevious);
      else if (field == "birth")
        builder.birth(each, mapping_.order);
      else if (field == "death")
        builder.death(each, mapping_.order);
      else if (field == "birth_place")
        builder.birth_place(each);
      else if (field == "gender")
        builder.gender(each);
      else if (field == "nationality")
        builder.nationality(each);
      else if (field == "country")
        builder.country(each, names_[index]);
      else if (field == "title")
        builder.title(each);
      else if (field == "telephone")
        builder.contact("Telephone", each);
      else if (field == "fax")
        builder.contact("Fax", each);
      else if (field == "email")
        builder.contact("Email", each);
      else if (field == "website")
        builder.contact("Website", each);
      else if (field == "note")
        builder.note(each);
      else if (field.empty())
        builder.note(names_[index], each);
    }
  }

  const Mapping& mapping_;
  std::vector<std::string> names_;
  std::vector<std::string> fields_;
  std::vector<std::string> categories_;
};

// A column that the mapping names and the file does not have is a mistyped or renamed one: what it
// held, names perhaps, would be lost without a word.
Result<void> check_columns(const Mapping& mapping, const CsvHeader& header) {
  std::vector<std::string> missing;
  const auto check = [&](const std::map<std::string, std::string>& wanted) {
    for (const auto& [column, field] : wanted)
      if (std::ranges::none_of(header.names(),
                               [&](const std::string& name) { return key_of(name) == column; }))
        missing.push_back(column);
  };
  check(mapping.columns);
  check(mapping.identifiers);
  if (missing.empty()) return {};
  return bad_mapping(fmt::format("the file has no column '{}'; its columns are '{}'",
                                 fmt::join(missing, "', '"), fmt::join(header.names(), "', '")));
}

// What the mapping says every record of the list is.
void add_listing(ProfileBuilder& builder, const Mapping& mapping, std::string_view programme,
                 std::string_view listed) {
  using profile::Dataset;
  auto& profile = builder.profile();
  profile.datasets = mapping.datasets;
  const std::string evidence = builder.list_evidence();
  profile::Event event;
  event.type = "Added";
  event.evidence_ids = {evidence};
  if (const auto date = profile::parse_date(listed, mapping.order)) event.date = *date;
  if (!listed.empty() && event.date.empty()) builder.note("Listed", listed);
  if (mapping.datasets.intersects({Dataset::kSanCurrent, Dataset::kSanFormer})) {
    auto& entry = builder.sanction(programme);
    entry.former = !mapping.datasets.has(Dataset::kSanCurrent);
    if (!event.date.empty()) entry.events.push_back(event);
  } else {
    builder.note("Programme", programme);
  }
  profile::RreEntry entry;
  entry.subcategory = mapping.list.name;
  entry.events = {event};
  if (mapping.datasets.has(Dataset::kRel)) {
    entry.category = "Law Enforcement";
    profile.rels.push_back({entry});
  }
  if (mapping.datasets.has(Dataset::kRre)) {
    entry.category = "Adverse Media";
    profile.rres.push_back(entry);
  }
  if (mapping.datasets.has(Dataset::kPoi))
    profile.pois.push_back({mapping.list.name, {}, {evidence}});
  if (mapping.datasets.has(Dataset::kPepLinked))
    profile.pep_tier = profile::PepTier::kByAssociation;
}

}  // namespace

Result<void> read_mapped_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const Mapping mapping, read_mapping(files.mapping, files));
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source, mapping.delimiter);
  VEDETTE_ASSIGN(bool more, rows.next());
  const CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  const RowReader reader(mapping, header);
  if (!reader.has("name") && !reader.has("last"))
    return Error(Cause::kInvalidInput, "none of the file's columns is a name by the mapping file");
  VEDETTE_TRY(check_columns(mapping, header));
  sink.begin(mapping.list);
  RowGatherer gatherer;
  ContentIds ids;
  for (;;) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    const Cells cells = rows.fields();
    if (auto fault =
            surplus_cells(cells, header.names().size(), rows.line(), reader.value(cells, "id"))) {
      sink.reject(std::move(*fault));
      continue;
    }
    if (cells.size() * 2 < header.names().size()) {
      sink.reject({rows.line(),
                   {},
                   "malformed row",
                   fmt::format("{} of {} columns", cells.size(), header.names().size())});
      continue;
    }
    std::string id(reader.value(cells, "id"));
    if (id.empty() && reader.has("id")) {
      sink.reject({rows.line(), {}, "no id", {}});
      continue;
    }
    if (id.empty()) {
      id = ids.next(fmt::format("{}", fmt::join(cells, "\x1F")));
    }
    VEDETTE_TRY(gatherer.add(id, cells, rows.line()));
  }
  return gatherer.for_each([&](std::string_view id,
                               std::span<const GatheredRow> gathered) -> Result<void> {
    const Cells first = gathered.front().cells();
    Kind kind = mapping.kind;
    if (const auto found = mapping.kinds.find(std::string(reader.value(first, "kind")));
        found != mapping.kinds.end())
      kind = found->second;
    ProfileBuilder builder(mapping.list, id, kind);
    sink.part("rows", gathered.size());
    for (const GatheredRow& row : gathered)
      reader.add(builder, row.cells());
    add_listing(builder, mapping, reader.value(first, "programme"), reader.value(first, "listed"));
    sink.accept(builder.take(), gathered.front().line());
    return {};
  });
}

}  // namespace vedette::lists
