#include <algorithm>

#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/row_gatherer.h"
#include "lists/building/unread_columns.h"
#include "lists/formats/format.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"
#include "lists/input/row_faults.h"

// Australia's DFAT consolidated list as csv. A party has the reference 12 and its other names the
// references 12a, 12b, ...

namespace vedette::lists {
namespace {

using profile::Kind;
using profile::NameType;

struct Columns {
  explicit Columns(CsvHeader& h)
      : reference(h.find({"Reference"})),
        name(h.find({"Name of Individual or Entity"})),
        type(h.find({"Type"})),
        name_type(h.find({"Name Type"})),
        alias_strength(h.find({"Alias Strength"})),
        birth(h.find({"Date of Birth"})),
        birth_place(h.find({"Place of Birth"})),
        citizenship(h.find({"Citizenship"})),
        address(h.find({"Address"})),
        information(h.find({"Additional Information"})),
        listing(h.find({"Listing Information"})),
        imo(h.find({"IMO Number"})),
        committees(h.find({"Committees"})),
        control_date(h.find({"Control Date"})),
        instrument(h.find({"Instrument of Designation"})),
        unread(h) {}
  std::size_t reference, name, type, name_type, alias_strength, birth, birth_place, citizenship,
      address, information, listing, imo, committees, control_date, instrument;
  UnreadColumns unread;
};

Kind kind_of(std::string_view type, bool has_imo) {
  if (type.starts_with("Individual")) return Kind::kPerson;
  return has_imo || type.starts_with("Vessel") || type.starts_with("Ship") ? Kind::kVessel
                                                                           : Kind::kOrganisation;
}

void add_row(ProfileBuilder& builder, const GatheredRow& row, const Columns& c) {
  const auto name_type = row[c.name_type];
  NameType type = NameType::kSpellingVariation;
  if (name_type.find("Original Script") != std::string_view::npos) type = NameType::kOriginalScript;
  if (name_type.find("ormer") != std::string_view::npos) type = NameType::kPrevious;
  builder.name(row[c.name], type, row[c.alias_strength].starts_with("Weak"));
  builder.birth(row[c.birth]);
  for (std::string_view place : split_numbered(row[c.birth_place]))
    builder.birth_place(place);
  for (std::string_view part : split_numbered(row[c.citizenship]))
    for (std::string_view each : split(part, ";"))
      builder.nationality(each);
  for (std::string_view each : split_numbered(row[c.address])) {
    auto address = parse_place(each);
    address.line1 = std::move(address.city);
    address.city.clear();
    builder.address(std::move(address));
  }
  builder.note(row[c.information]);
  builder.note("Listing information", row[c.listing]);
  builder.identifier("IMO Number", row[c.imo]);
  builder.note("Instrument of designation", row[c.instrument]);
  c.unread.add_notes(builder, row);
}

// One entry for each of the committees that the rows name.
void add_sanctions(ProfileBuilder& builder, std::string_view id, std::span<const GatheredRow> rows,
                   const Columns& c) {
  std::vector<std::string_view> seen;
  for (const GatheredRow& row : rows) {
    const std::string_view committees = row[c.committees];
    // Rows of other names may leave the committees out.
    if (!seen.empty() && (committees.empty() || std::ranges::find(seen, committees) != seen.end()))
      continue;
    seen.push_back(committees);
    auto& entry = builder.sanction(committees);
    entry.sanction_id = id;
    builder.event(entry, "Added", row[c.control_date]);
  }
}

}  // namespace

base::Result<void> read_au_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  const Columns columns(header);
  if (columns.reference == CsvHeader::kAbsent || columns.name == CsvHeader::kAbsent)
    return base::Error(base::Cause::kInvalidInput, "the header is not that of DFAT's list");
  const ListInfo list = list_of_content(files, "au-dfat");
  sink.begin(list);
  RowGatherer gatherer;
  for (;;) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    const std::string reference(rows[columns.reference]);
    const auto digits = reference.find_first_not_of("0123456789");
    const std::string id = reference.substr(0, digits);
    if (id.empty()) {
      sink.reject({rows.line(), reference, "malformed row", "no reference"});
      continue;
    }
    if (auto fault = surplus_cells(rows.fields(), header.names().size(), rows.line(), reference)) {
      sink.reject(std::move(*fault));
      continue;
    }
    VEDETTE_TRY(gatherer.add(id, rows.fields(), rows.line()));
  }
  return gatherer.for_each(
      [&](std::string_view id, std::span<const GatheredRow> rows_of_id) -> base::Result<void> {
        // The row without a letter is the party itself.
        std::vector<GatheredRow> gathered(rows_of_id.begin(), rows_of_id.end());
        std::size_t primary = 0;
        for (std::size_t i = gathered.size(); i-- > 0;)
          if (gathered[i][columns.reference] == id) primary = i;
        std::swap(gathered[0], gathered[primary]);
        const GatheredRow& first = gathered.front();
        ProfileBuilder builder(list, id, kind_of(first[columns.type], !first[columns.imo].empty()));
        sink.part("rows", gathered.size());
        for (const GatheredRow& row : gathered)
          add_row(builder, row, columns);
        add_sanctions(builder, id, gathered, columns);
        sink.accept(builder.take(), first.line());
        return {};
      });
}

}  // namespace vedette::lists
