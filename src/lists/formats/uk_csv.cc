#include <algorithm>
#include <array>

#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/row_gatherer.h"
#include "lists/building/unread_columns.h"
#include "lists/formats/format.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"
#include "lists/input/row_faults.h"

// Two UK lists of rows: OFSI's ConList.csv (a row per name, address and birth date of a group, by
// "Group ID") and the UK Sanctions List csv ("Unique ID"). One line with the date stands before the
// header. The columns have the same meaning under slightly different names.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

struct Columns {
  explicit Columns(CsvHeader& h)
      : id(h.find({"Unique ID", "Group ID"})),
        names{h.find({"Name 1"}), h.find({"Name 2"}), h.find({"Name 3"}), h.find({"Name 4"}),
              h.find({"Name 5"})},
        last(h.find({"Name 6"})),
        title(h.find({"Title"})),
        script_name(h.find({"Name Non-Latin Script"})),
        script_language(h.find({"Non-Latin Script Language"})),
        birth(h.find({"DOB", "D.O.B"})),
        birth_town(h.find({"Town of Birth"})),
        birth_country(h.find({"Country of Birth"})),
        nationality(h.find({"Nationality", "Nationality(/ies)"})),
        passport(h.find({"Passport Number"})),
        passport_details(h.find({"Passport Details", "Passport additional information"})),
        national(
            h.find({"National Identification Number", "National Identifier number", "NI Number"})),
        national_details(h.find({"NI Details", "National Identification Details",
                                 "National Identifier additional information"})),
        position(h.find({"Position"})),
        gender(h.find({"Gender"})),
        address{h.find({"Address 1", "Address Line 1"}), h.find({"Address 2", "Address Line 2"}),
                h.find({"Address 3", "Address Line 3"}), h.find({"Address 4", "Address Line 4"}),
                h.find({"Address 5", "Address Line 5"}), h.find({"Address 6", "Address Line 6"})},
        postcode(h.find({"Post/Zip Code", "Address Postal Code"})),
        country(h.find({"Country", "Address Country"})),
        other(h.find({"Other Information"})),
        reasons(h.find({"UK Statement of Reasons"})),
        type(h.find({"Group Type", "Designation Type", "Individual, Entity, Ship"})),
        alias_type(h.find({"Alias Type", "Name type"})),
        alias_quality(h.find({"Alias Quality", "Alias strength"})),
        regime(h.find({"Regime", "Regime Name"})),
        measures(h.find({"Sanctions Imposed"})),
        listed(h.find({"Listed On", "Date Designated"})),
        updated(h.find({"Last Updated"})),
        un_reference(h.find({"UN Reference Number"})),
        ofsi_id(h.find({"OFSI Group ID"})),
        phone(h.find({"Phone number"})),
        website(h.find({"Website"})),
        email(h.find({"Email address"})),
        entity_type(h.find({"Type of entity"})),
        subsidiaries(h.find({"Subsidiaries"})),
        parent(h.find({"Parent company"})),
        registration(h.find({"Business registration number (s)", "Business registration number"})),
        imo(h.find({"IMO number"})),
        owner(h.find({"Current owner/operator (s)", "Current owner/operator"})),
        previous_owner(h.find({"Previous owner/operator (s)", "Previous owner/operator"})),
        flag(h.find({"Current believed flag of ship"})),
        previous_flags(h.find({"Previous flags"})),
        ship_type(h.find({"Type of ship"})),
        tonnage(h.find({"Tonnage of ship"})),
        length(h.find({"Length of ship"})),
        built(h.find({"Year Built"})),
        hull(h.find({"Hull identification number (HIN)"})) {
    h.leave_out({"Non-Latin Script Type"});  // the letters say it
    unread = UnreadColumns(h);
  }

  std::size_t id;
  std::array<std::size_t, 5> names;
  std::size_t last, title, script_name, script_language, birth, birth_town, birth_country,
      nationality, passport, passport_details, national, national_details, position, gender;
  std::array<std::size_t, 6> address;
  std::size_t postcode, country, other, reasons, type, alias_type, alias_quality, regime, measures,
      listed, updated, un_reference, ofsi_id, phone, website, email, entity_type, subsidiaries,
      parent, registration, imo, owner, previous_owner, flag, previous_flags, ship_type, tonnage,
      length, built, hull;
  UnreadColumns unread;
};

// A row beside the one before it of the same party. Rows repeat what they have in common, and what
// is said twice is kept once: only cells that changed are looked at.
struct Row {
  const GatheredRow& cells;
  const GatheredRow* before;

  std::string_view operator[](std::size_t column) const { return cells[column]; }
  bool changed(std::initializer_list<std::size_t> columns) const {
    return before == nullptr || std::ranges::any_of(columns, [this](std::size_t column) {
             return cells[column] != (*before)[column];
           });
  }
};

bool is_primary(std::string_view alias_type) {
  return alias_type.starts_with("Prim");
}

void add_name(ProfileBuilder& builder, const GatheredRow& row, const Columns& c) {
  std::string middle;
  for (std::size_t i = 1; i < c.names.size(); ++i) {
    const auto part = row[c.names[i]];
    if (part.empty()) continue;
    if (!middle.empty()) middle += ' ';
    middle += part;
  }
  const NameType type =
      row[c.alias_type] == "FKA" ? NameType::kPrevious : NameType::kSpellingVariation;
  const bool weak = row[c.alias_quality].starts_with("Low");
  builder.name({row[c.names[0]], middle, row[c.last]}, type, weak);
  if (auto* script = builder.name(row[c.script_name], NameType::kOriginalScript))
    if (script->language.empty()) script->language = clean(row[c.script_language]);
}

void add_document(ProfileBuilder& builder, std::string_view category, std::string_view number,
                  std::string_view details) {
  if (!number.empty() && !details.empty() && split_numbered(number).size() == 1) {
    builder.identifier(category, number, {}, details);
    return;
  }
  for (std::string_view each : split_numbered(number.empty() ? details : number)) {
    const auto value = document_number(each);
    builder.identifier(category, value.empty() ? each : value, {},
                       value.empty() || value == each ? std::string_view() : each);
  }
  if (!number.empty()) builder.note(category, details);
}

void add_address(ProfileBuilder& builder, const Row& row, const Columns& c) {
  if (!row.changed({c.address[0], c.address[1], c.address[2], c.address[3], c.address[4],
                    c.address[5], c.postcode, c.country}))
    return;
  Address address;
  for (std::size_t i = 0; i < 5; ++i) {
    const auto line = row[c.address[i]];
    if (line.empty()) continue;
    if (address.line1.empty())
      address.line1 = clean(line);
    else
      address.line2 += (address.line2.empty() ? "" : ", ") + clean(line);
  }
  address.city = clean(row[c.address[5]]);
  address.postcode = clean(row[c.postcode]);
  const auto countries = split_numbered(row[c.country]);
  if (!countries.empty()) set_country(address, countries.front());
  for (std::size_t i = 1; i < countries.size(); ++i)
    builder.country(countries[i], "Country");
  if (!address.empty()) builder.address(std::move(address));
}

void add_birth_places(ProfileBuilder& builder, const Row& row, const Columns& c) {
  if (!row.changed({c.birth_town, c.birth_country})) return;
  const auto towns = split_numbered(row[c.birth_town]);
  const auto countries = split_numbered(row[c.birth_country]);
  for (std::size_t i = 0; i < std::max(towns.size(), countries.size()); ++i) {
    Address place;
    place.type = "Place of Birth";
    if (i < towns.size()) place.city = clean(towns[i]);
    // One country for several towns is the country of each.
    if (!countries.empty()) set_country(place, countries[std::min(i, countries.size() - 1)]);
    builder.address(std::move(place));
  }
}

void add_ship(ProfileBuilder& builder, const Row& row, const Columns& c) {
  if (!row.changed({c.imo, c.hull, c.owner, c.previous_owner, c.flag, c.previous_flags, c.ship_type,
                    c.tonnage, c.length, c.built}))
    return;
  for (std::string_view imo : split_numbered(row[c.imo]))
    builder.identifier("IMO Number", imo);
  builder.identifier("Hull identification number", row[c.hull]);
  builder.note("Owner or operator", row[c.owner]);
  builder.note("Previous owner or operator", row[c.previous_owner]);
  if (!row[c.flag].empty()) builder.country(row[c.flag], "Flag");
  builder.note("Previous flags", row[c.previous_flags]);
  builder.note("Type of ship", row[c.ship_type]);
  builder.note("Tonnage", row[c.tonnage]);
  builder.note("Length", row[c.length]);
  builder.note("Year built", row[c.built]);
}

void add_numbers(ProfileBuilder& builder, const Row& row, const Columns& c) {
  if (row.changed({c.passport, c.passport_details}))
    add_document(builder, "Passport", row[c.passport], row[c.passport_details]);
  if (row.changed({c.national, c.national_details}))
    add_document(builder, "National ID", row[c.national], row[c.national_details]);
  if (row.changed({c.registration}))
    for (std::string_view registration : split_numbered(row[c.registration]))
      builder.identifier("Business registration number", registration);
}

void add_relations(ProfileBuilder& builder, const Row& row, const Columns& c) {
  if (!row.changed({c.parent, c.subsidiaries})) return;
  for (std::string_view name : split_numbered(row[c.parent]))
    builder.link({}, "Parent company", name);
  for (std::string_view name : split_numbered(row[c.subsidiaries]))
    builder.link({}, "Subsidiary", name);
  builder.note("Parent company", row[c.parent]);
  builder.note("Subsidiaries", row[c.subsidiaries]);
}

void add_row(ProfileBuilder& builder, const Row& row, const Columns& c) {
  add_name(builder, row.cells, c);
  if (row.changed({c.title}))
    for (std::string_view title : split(row[c.title], "/"))
      builder.title(title);
  if (row.changed({c.birth})) builder.birth(row[c.birth]);
  add_birth_places(builder, row, c);
  if (row.changed({c.nationality}))
    for (std::string_view nationality : split_numbered(row[c.nationality]))
      builder.nationality(nationality);
  add_numbers(builder, row, c);
  if (row.changed({c.position}))
    for (std::string_view position : split_numbered(row[c.position]))
      builder.position("Position", position);
  if (!row[c.gender].empty()) builder.gender(row[c.gender]);
  add_address(builder, row, c);
  builder.contact("Telephone", row[c.phone]);
  builder.contact("Website", row[c.website]);
  builder.contact("Email", row[c.email]);
  add_relations(builder, row, c);
  if (const auto type = clean(row[c.entity_type]); !type.empty()) {
    auto& activities = builder.profile().activities;
    if (std::find(activities.begin(), activities.end(), type) == activities.end())
      activities.push_back(type);
  }
  if (row.changed({c.other})) builder.note(row[c.other]);
  if (row.changed({c.reasons})) builder.description(row[c.reasons]);
  c.unread.add_notes(builder, row.cells, row.before);
}

// What comes behind everything else.
void add_ship_and_references(ProfileBuilder& builder, const Row& row, const Columns& c) {
  add_ship(builder, row, c);
  if (row.changed({c.un_reference})) builder.identifier("UN reference number", row[c.un_reference]);
  if (row.changed({c.ofsi_id})) builder.identifier("OFSI group id", row[c.ofsi_id]);
}

void add_sanctions(ProfileBuilder& builder, std::span<const GatheredRow> rows, const Columns& c) {
  std::vector<std::string> seen;
  for (const GatheredRow& row : rows) {
    std::string regime = clean(row[c.regime]);
    if (std::find(seen.begin(), seen.end(), regime) != seen.end()) continue;
    auto& entry = builder.sanction(regime);
    seen.push_back(std::move(regime));
    entry.sanction_id = clean(row[c.id]);
    for (std::string_view measure : split(row[c.measures], "|"))
      builder.measure(entry, measure);
    const std::string reasons = row[c.reasons].empty()
                                    ? builder.list_evidence()
                                    : builder.evidence({.title = row[c.regime],
                                                        .url = builder.list().url,
                                                        .date = row[c.listed],
                                                        .summary = row[c.reasons],
                                                        .keywords = "statement of reasons"});
    builder.event_by(entry, "Added", row[c.listed], reasons);
    if (row[c.updated] != row[c.listed]) builder.event(entry, "Amended", row[c.updated]);
  }
}

Kind kind_of(std::string_view type) {
  if (type == "Individual") return Kind::kPerson;
  if (type == "Ship") return Kind::kVessel;
  return Kind::kOrganisation;
}

base::Result<void> read_rows(const ListFiles& files, Sink& sink, std::string_view list_id) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader reader(*source);
  ListInfo list = list_of_content(files, list_id);
  CsvHeader header;
  // "Last Updated,27/04/2020" or "Report Date: 10-Sep-2026" comes first.
  for (int i = 0; i < 4 && !header.has("Name 6"); ++i) {
    VEDETTE_ASSIGN(const bool more, reader.next());
    if (!more) break;
    header = CsvHeader(reader.fields());
    if (header.has("Name 6")) break;
    const auto text = reader.size() > 1 && !reader[1].empty() ? reader[1] : reader[0];
    const auto colon = text.find(':');
    if (const auto date =
            profile::parse_date(colon == std::string_view::npos ? text : text.substr(colon + 1)))
      list.date = *date;
  }
  const Columns columns(header);
  if (columns.id == CsvHeader::kAbsent || columns.last == CsvHeader::kAbsent)
    return base::Error(base::Cause::kInvalidInput, "the header is not that of a UK list");
  RowGatherer gatherer;
  for (;;) {
    VEDETTE_ASSIGN(const bool more, reader.next());
    if (!more) break;
    const std::string_view id = reader[columns.id];
    if (id.empty()) {
      sink.reject({reader.line(), {}, "malformed row", fmt::format("{} columns", reader.size())});
      continue;
    }
    if (auto fault = surplus_cells(reader.fields(), header.names().size(), reader.line(), id)) {
      sink.reject(std::move(*fault));
      continue;
    }
    VEDETTE_TRY(gatherer.add(id, reader.fields(), reader.line()));
  }
  sink.begin(list);
  ProfileBuilder builder(list);
  return gatherer.for_each(
      [&](std::string_view id, std::span<const GatheredRow> rows) -> base::Result<void> {
        const GatheredRow& first = rows.front();
        sink.part("rows", rows.size());
        builder.begin(id, kind_of(first[columns.type]));
        // The primary name comes first, wherever its row stands.
        for (const GatheredRow& row : rows)
          if (is_primary(row[columns.alias_type])) {
            add_name(builder, row, columns);
            break;
          }
        const GatheredRow* before = nullptr;
        for (const GatheredRow& row : rows) {
          add_row(builder, {row, before}, columns);
          before = &row;
        }
        if (builder.profile().kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
        before = nullptr;
        for (const GatheredRow& row : rows) {
          add_ship_and_references(builder, {row, before}, columns);
          before = &row;
        }
        add_sanctions(builder, rows, columns);
        sink.accept(builder.take(), first.line());
        return {};
      });
}

}  // namespace

base::Result<void> read_uk_ofsi_csv(const ListFiles& files, Sink& sink) {
  return read_rows(files, sink, "uk-ofsi");
}

base::Result<void> read_uk_csv(const ListFiles& files, Sink& sink) {
  return read_rows(files, sink, "uk-sanctions-list");
}

}  // namespace vedette::lists
