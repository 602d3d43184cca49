#include <bit>
#include <cstring>
#include <deque>

#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/row_gatherer.h"
#include "lists/building/unread_columns.h"
#include "lists/formats/format.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"
#include "lists/input/row_faults.h"

// The EU's older csv: one row per name, address, birth, document or citizenship of an entity, which
// Entity_logical_id brings together. Separator ";". Some copies wrap each line in quotes.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;

// Where the columns stand that say something of a party. The others are half of each row: the
// numbers of its parts, and the regulation that brought each of them, with its date, address and
// programme; all regulations of the entity itself are notes.
std::vector<std::size_t> telling_columns(CsvHeader header) {
  const std::size_t id = header.find({"Entity_logical_id"});  // each part repeats it
  header.leave_out({"Entity_logical_id", "Leba_url"});
  for (const std::string part : {"Naal", "Addr", "Birt", "Iden", "Citi"})
    for (const char* column :
         {"_logical_id", "_leba_numtitle", "_leba_publication_date", "_leba_url", "_programme"})
      header.leave_out({part + column});
  std::vector<std::size_t> columns = header.unread();
  columns.push_back(id);
  return columns;
}

// Those cells of a row; empty beyond its end.
template <class Cells>
void pick(const Cells& cells, std::span<const std::size_t> columns,
          std::vector<std::string_view>& out) {
  out.clear();
  for (const std::size_t column : columns)
    out.push_back(column < cells.size() ? std::string_view(cells[column]) : std::string_view());
}

struct Columns {
  Columns(CsvHeader header, std::span<const std::size_t> numbers)
      : date(header.find({"Date_file", "Date_filexxxx"})),
        id(header.find({"Entity_logical_id"})),
        type(header.find({"Subject_type"})),
        regulation(header.find({"Leba_numtitle"})),
        published(header.find({"Leba_publication_date"})),
        programme(header.find({"Programme"})),
        remark(header.find({"Entity_remark"})),
        last(header.find({"Naal_lastname"})),
        first(header.find({"Naal_firstname"})),
        middle(header.find({"Naal_middlename"})),
        whole(header.find({"Naal_wholename"})),
        gender(header.find({"Naal_gender"})),
        title(header.find({"Naal_title"})),
        function(header.find({"Naal_function"})),
        language(header.find({"Naal_language"})),
        number(header.find({"Addr_number"})),
        street(header.find({"Addr_street"})),
        zip(header.find({"Addr_zipcode"})),
        city(header.find({"Addr_city"})),
        country(header.find({"Addr_country"})),
        other(header.find({"Addr_other"})),
        birth(header.find({"Birt_date"})),
        birth_place(header.find({"Birt_place", "Birt_plcae"})),
        birth_country(header.find({"Birt_country"})),
        document(header.find({"Iden_number"})),
        document_country(header.find({"Iden_country"})),
        citizenship(header.find({"Citi_country"})),
        reference(header.find({"EU_ref_num"})) {
    unread = UnreadColumns(header, numbers);
  }

  std::size_t date, id, type, regulation, published, programme, remark, last, first, middle, whole,
      gender, title, function, language, number, street, zip, city, country, other, birth,
      birth_place, birth_country, document, document_country, citizenship, reference;
  UnreadColumns unread;
};

// The cells of rows, also of those that were quoted as a whole.
class RowCells {
 public:
  // Valid until the next row is read.
  const std::vector<std::string_view>& of(const CsvReader& rows) {
    if (rows.size() != 1) return rows.fields();
    const bool has_quotes = rows[0].find('"') != std::string_view::npos;
    if (!has_quotes || !cut_with_quotes(rows[0])) cut_plain(rows[0]);
    return cells_;
  }

 private:
  // False when a quote that a cell begins with is never closed: then it is none.
  bool cut_with_quotes(std::string_view line) {
    cells_.clear();
    unquoted_.clear();
    std::size_t begin = 0;
    bool own = false;     // the cell began with a quote
    bool quoted = false;  // within them
    const auto end_cell = [&](std::size_t end) {
      const std::string_view cell = trim(line.substr(begin, end - begin));
      cells_.push_back(own ? unquoted(cell) : cell);
      begin = end + 1;
      own = false;
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"') {
        own = own || i == begin;
        quoted = own && !quoted;
      }
      if (line[i] == ';' && !quoted) end_cell(i);
    }
    end_cell(line.size());
    return !quoted;
  }
  // Most cells are empty: a call to look for the next semicolon would take longer than to look, so
  // eight bytes are looked at together.
  void cut_plain(std::string_view line) {
    cells_.clear();
    std::size_t begin = 0;
    const auto end_cell = [&](std::size_t end) {
      cells_.push_back(trim(line.substr(begin, end - begin)));
      begin = end + 1;
    };
    std::size_t i = 0;
    for (; i + sizeof(std::uint64_t) <= line.size(); i += sizeof(std::uint64_t))
      for (std::uint64_t found = semicolons(line.data() + i); found != 0; found &= found - 1)
        end_cell(i + static_cast<std::size_t>(std::countr_zero(found)) / 8);
    for (; i < line.size(); ++i)
      if (line[i] == ';') end_cell(i);
    end_cell(line.size());
  }
  // The highest bit of each of eight bytes that is one, the first byte lowest.
  static std::uint64_t semicolons(const char* eight) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
    constexpr std::uint64_t kLow = 0x7F * kEach;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, eight, sizeof bytes);
    bytes ^= ';' * kEach;  // those are 0 now
    return ~(((bytes & kLow) + kLow) | bytes | kLow);
  }
  // Without the quotes that a cell of such a row may have of its own.
  std::string_view unquoted(std::string_view cell) {
    if (cell.size() < 2 || cell.back() != '"') return cell;
    cell = trim(cell.substr(1, cell.size() - 2));
    if (cell.find("\"\"") == std::string_view::npos) return cell;
    std::string& made = unquoted_.emplace_back();
    for (std::size_t i = 0; i < cell.size(); ++i) {
      made += cell[i];
      if (cell.substr(i, 2) == "\"\"") ++i;
    }
    return made;
  }

  std::vector<std::string_view> cells_;
  std::deque<std::string> unquoted_;
};

void add_address(ProfileBuilder& builder, const GatheredRow& row, const Columns& c, Sink& sink) {
  const bool given = !row[c.number].empty() || !row[c.street].empty() || !row[c.other].empty() ||
                     !row[c.zip].empty() || !row[c.city].empty() || !row[c.country].empty();
  if (!given) return;
  Address address;
  if (!row[c.number].empty() || !row[c.street].empty())
    address.line1 = clean(fmt::format("{} {}", row[c.number], row[c.street]));
  builder.put(address.line2, row[c.other]);
  builder.put(address.postcode, row[c.zip]);
  builder.put(address.city, row[c.city]);
  if (!row[c.country].empty()) set_country(address, row[c.country]);
  if (address.empty()) return;
  sink.part("addresses");
  builder.address(std::move(address));
}

void add_row(ProfileBuilder& builder, const GatheredRow& row, const GatheredRow* before,
             const Columns& c, Sink& sink) {
  if (!row[c.whole].empty() || !row[c.last].empty() || !row[c.first].empty()) {
    sink.part("names");
    auto* name = row[c.whole].empty() ? builder.name({row[c.first], row[c.middle], row[c.last]})
                                      : builder.name(row[c.whole]);
    if (name && !row[c.last].empty()) {
      builder.put(name->first, row[c.first]);
      builder.put(name->middle, row[c.middle]);
      builder.put(name->last, row[c.last]);
    }
    if (name && !row[c.language].empty()) builder.put(name->language, row[c.language]);
  }
  if (!row[c.gender].empty()) builder.gender(row[c.gender]);
  builder.title(row[c.title]);
  builder.position("Function", row[c.function]);
  add_address(builder, row, c, sink);
  if (!row[c.birth].empty() || !row[c.birth_place].empty() || !row[c.birth_country].empty()) {
    sink.part("births");
    builder.birth(row[c.birth]);
    Address place;
    place.type = "Place of Birth";
    place.city = clean(row[c.birth_place]);
    if (!row[c.birth_country].empty()) set_country(place, row[c.birth_country]);
    if (!place.empty()) builder.address(std::move(place));
  }
  if (!row[c.document].empty()) {
    sink.part("documents");
    const auto number = document_number(row[c.document]);
    builder.identifier("Document", number.empty() ? row[c.document] : number,
                       row[c.document_country], number.empty() ? "" : row[c.document]);
  } else {
    builder.note("Document", row[c.document_country]);
  }
  if (!row[c.citizenship].empty()) {
    sink.part("citizenships");
    builder.nationality(row[c.citizenship]);
  }
  builder.note(row[c.remark]);
  builder.identifier("EU reference number", row[c.reference]);
  c.unread.add_notes(builder, row, before);
}

void add_regulations(ProfileBuilder& builder, std::span<const GatheredRow> rows, const Columns& c) {
  std::vector<std::string_view> seen;
  std::string_view regulation;
  for (const GatheredRow& row : rows) {
    const std::string_view programme = row[c.programme];
    if (row[c.regulation] != regulation) {
      regulation = row[c.regulation];
      builder.note("Regulation", regulation);
    }
    if (std::find(seen.begin(), seen.end(), programme) != seen.end()) continue;
    seen.push_back(programme);
    auto& entry = builder.sanction(programme);
    entry.sanction_id = clean(row[c.reference]);
    const std::string act =
        regulation.empty() ? builder.list_evidence()
                           : builder.evidence({.title = fmt::format("Regulation {}", regulation),
                                               .date = row[c.published]});
    builder.event_by(entry, "Added", row[c.published], act);
  }
}

}  // namespace

base::Result<void> read_eu_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source, ';');
  VEDETTE_ASSIGN(bool more, rows.next());
  RowCells row_cells;
  const CsvHeader header(more ? row_cells.of(rows) : std::vector<std::string_view>());
  if (!header.has("Entity_logical_id") || !header.has("Naal_wholename"))
    return base::Error(base::Cause::kInvalidInput, "the header is not that of the EU's csv");
  const auto telling = telling_columns(header);
  std::vector<std::string_view> picked;
  pick(header.names(), telling, picked);
  const Columns columns(CsvHeader(picked), telling);
  ListInfo list = list_of_content(files, "eu-fsf");
  RowGatherer gatherer;
  for (;;) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    const auto& cells = row_cells.of(rows);
    pick(cells, telling, picked);
    const GatheredRow row(' ', rows.line(), picked);
    if (list.date.empty())
      if (const auto date = profile::parse_date(row[columns.date])) list.date = *date;
    if (row[columns.id].empty() || cells.size() < 10) {
      sink.reject({rows.line(), {}, "malformed row", fmt::format("{} columns", cells.size())});
      continue;
    }
    if (auto fault = surplus_cells(cells, header.names().size(), rows.line(), row[columns.id])) {
      sink.reject(std::move(*fault));
      continue;
    }
    VEDETTE_TRY(gatherer.add(row[columns.id], picked, rows.line()));
  }
  sink.begin(list);
  ProfileBuilder builder(list);
  return gatherer.for_each(
      [&](std::string_view id, std::span<const GatheredRow> gathered) -> base::Result<void> {
        const bool person = gathered.front()[columns.type] == "P";
        builder.begin(id, person ? Kind::kPerson : Kind::kOrganisation);
        sink.part("rows", gathered.size());
        const GatheredRow* before = nullptr;
        for (const GatheredRow& row : gathered) {
          add_row(builder, row, before, columns, sink);
          before = &row;
        }
        add_regulations(builder, gathered, columns);
        sink.accept(builder.take(), gathered.front().line());
        return {};
      });
}

}  // namespace vedette::lists
