#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_columns.h"
#include "lists/building/waiting_parties.h"
#include "lists/formats/format.h"
#include "lists/formats/ftm_entity.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"
#include "lists/input/row_faults.h"

// OpenSanctions targets.simple.csv: one row per target, lists of values separated by ";".

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::Kind;

Kind kind_of(std::string_view schema) {
  if (schema == "Person") return Kind::kPerson;
  if (schema == "Vessel") return Kind::kVessel;
  if (schema == "Airplane") return Kind::kAircraft;
  if (schema == "Organization" || schema == "Company" || schema == "PublicBody")
    return Kind::kOrganisation;
  return Kind::kUnknown;
}

struct Columns {
  explicit Columns(CsvHeader& h)
      : id(h.find({"id"})),
        schema(h.find({"schema"})),
        name(h.find({"name"})),
        aliases(h.find({"aliases"})),
        birth(h.find({"birth_date"})),
        countries(h.find({"countries"})),
        addresses(h.find({"addresses"})),
        identifiers(h.find({"identifiers"})),
        sanctions(h.find({"sanctions"})),
        phones(h.find({"phones"})),
        emails(h.find({"emails"})),
        program_ids(h.find({"program_ids"})),
        dataset(h.find({"dataset"})) {
    // When OpenSanctions saw the party, which says nothing of it and changes with every
    // publication.
    h.leave_out({"first_seen", "last_seen", "last_change"});
    unread = UnreadColumns(h);
  }
  std::size_t id, schema, name, aliases, birth, countries, addresses, identifiers, sanctions,
      phones, emails, program_ids, dataset;
  UnreadColumns unread;
};

profile::Profile&& row_profile(ProfileBuilder& builder, const GatheredRow& row, const Columns& c,
                               Sink& sink) {
  builder.begin(row[c.id], kind_of(row[c.schema]));
  builder.name(row[c.name]);
  // Each of the values of a cell; gives their number.
  Pieces values;
  const auto each_of = [&](std::size_t column, auto take) {
    split_into(values, row[column], ";");
    for (std::string_view value : values)
      take(value);
    return values.size();
  };
  sink.part("aliases", each_of(c.aliases, [&](auto value) { builder.name(value); }));
  each_of(c.birth, [&](auto value) { builder.birth(value); });
  each_of(c.countries, [&](auto value) { builder.country(value, "Country"); });
  sink.part("addresses", each_of(c.addresses, [&](auto value) {
              auto address = parse_place(value);
              std::swap(address.line1, address.city);
              builder.address(std::move(address));
            }));
  sink.part("identifiers",
            each_of(c.identifiers, [&](auto value) { builder.identifier("Identifier", value); }));
  sink.part("sanctions", each_of(c.sanctions, [&](auto value) { builder.sanction(value); }));
  each_of(c.phones, [&](auto value) { builder.contact("Telephone", value); });
  each_of(c.emails, [&](auto value) { builder.contact("Email", value); });
  builder.note("Programmes", row[c.program_ids]);
  builder.note("Source", row[c.dataset]);
  c.unread.add_notes(builder, row);
  auto& profile = builder.profile();
  // The format has no topics: what is listed without a sanction is a profile of interest, or a
  // politically exposed person where the source's name says so.
  if (profile.sanctions.empty()) {
    const bool pep = row[c.dataset].find("Politically Exposed") != std::string_view::npos ||
                     row[c.dataset].find("PEP") != std::string_view::npos;
    profile.datasets.add(pep && profile.belongs_to(profile::Family::kIndividual)
                             ? Dataset::kPepCurrent
                             : Dataset::kPoi);
    builder.list_evidence();
  }
  return builder.take();
}

// Reads the rows. The list is named after the only dataset of its rows, so they wait until there is
// a second one or no more row.
class RowList {
 public:
  RowList(CsvHeader& header, std::string_view list_id, Sink& sink)
      : columns_(header), list_id_(list_id), sink_(sink), builder_(list_) {}

  base::Result<void> add(const CsvReader& rows) {
    if (begun_) {
      accept(GatheredRow(' ', rows.line(), rows.fields()));
      return {};
    }
    split_into(datasets_, rows[columns_.dataset], ";");
    name_.see(datasets_);
    const GatheredRow row(' ', rows.line(), rows.fields());
    VEDETTE_TRY(waiting_.add({}, std::span(&row, 1)));
    return name_.several() ? begin() : base::Result<void>();
  }

  base::Result<void> finish() { return begun_ ? base::Result<void>() : begin(); }

 private:
  base::Result<void> begin() {
    begun_ = true;
    list_ = name_.info(list_id_);
    sink_.begin(list_);
    return waiting_.for_each([&](std::string_view, std::span<const GatheredRow> rows) {
      for (const GatheredRow& row : rows)
        accept(row);
      return base::Result<void>();
    });
  }
  void accept(const GatheredRow& row) {
    sink_.accept(row_profile(builder_, row, columns_, sink_), row.line());
  }

  const Columns columns_;
  const std::string_view list_id_;
  Sink& sink_;
  ListInfo list_;
  ProfileBuilder builder_;
  FtmListName name_;
  bool begun_ = false;
  WaitingParties waiting_;
  Pieces datasets_;
};

}  // namespace

base::Result<void> read_simple_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  if (!header.has("schema") || !header.has("aliases") || !header.has("id"))
    return base::Error(base::Cause::kInvalidInput, "the header is not that of targets.simple.csv");
  RowList list(header, files.list_id, sink);
  while (!sink.stopped()) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    if (rows.size() < header.names().size()) {
      sink.reject({rows.line(), std::string(rows[0]), "malformed row",
                   fmt::format("{} of {} columns", rows.size(), header.names().size())});
      continue;
    }
    if (auto fault = surplus_cells(rows.fields(), header.names().size(), rows.line(), rows[0])) {
      sink.reject(std::move(*fault));
      continue;
    }
    VEDETTE_TRY(list.add(rows));
  }
  return list.finish();
}

}  // namespace vedette::lists
