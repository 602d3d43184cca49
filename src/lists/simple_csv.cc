#include "lists/csv.h"
#include "lists/format.h"
#include "lists/ftm_entity.h"
#include "lists/known_lists.h"
#include "lists/pieces.h"

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
  explicit Columns(const CsvHeader& h)
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
        dataset(h.find({"dataset"})) {}
  std::size_t id, schema, name, aliases, birth, countries, addresses, identifiers, sanctions,
      phones, emails, program_ids, dataset;
};

profile::Profile row_profile(const CsvReader& row, const Columns& c, const ListInfo& list,
                             Sink& sink) {
  ProfileBuilder builder(list, row[c.id], kind_of(row[c.schema]));
  builder.name(row[c.name]);
  for (std::string_view alias : split(row[c.aliases], ";")) {
    sink.part("aliases");
    builder.name(alias);
  }
  for (std::string_view date : split(row[c.birth], ";"))
    builder.birth(date);
  for (std::string_view country : split(row[c.countries], ";"))
    builder.country(country, "Country");
  for (std::string_view text : split(row[c.addresses], ";")) {
    sink.part("addresses");
    auto address = parse_place(text);
    address.line1 = std::move(address.city);
    address.city.clear();
    builder.address(std::move(address));
  }
  for (std::string_view id : split(row[c.identifiers], ";")) {
    sink.part("identifiers");
    builder.identifier("Identifier", id);
  }
  for (std::string_view sanction : split(row[c.sanctions], ";")) {
    sink.part("sanctions");
    builder.sanction(sanction);
  }
  for (std::string_view phone : split(row[c.phones], ";"))
    builder.contact("Telephone", phone);
  for (std::string_view email : split(row[c.emails], ";"))
    builder.contact("Email", email);
  builder.note("Programmes", row[c.program_ids]);
  builder.note("Source", row[c.dataset]);
  auto& profile = builder.profile();
  // The format has no topics: what is listed without a sanction is a profile of interest, or a
  // politically exposed person where the source's name says so.
  if (profile.sanctions.empty()) {
    const bool pep = row[c.dataset].find("Politically Exposed") != std::string_view::npos ||
                     row[c.dataset].find("PEP") != std::string_view::npos;
    profile.datasets.add(pep && profile.kind == Kind::kPerson ? Dataset::kPepCurrent
                                                              : Dataset::kPoi);
    builder.list_evidence();
  }
  return builder.take();
}

base::Result<FtmListName> list_name(const Input& input) {
  VEDETTE_ASSIGN(const auto source, input.open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  const Columns columns{CsvHeader(more ? rows.fields() : std::vector<std::string_view>())};
  FtmListName name;
  while (more) {
    VEDETTE_ASSIGN(more, rows.next());
    if (more) name.see(split(rows[columns.dataset], ";"));
  }
  return name;
}

}  // namespace

base::Result<void> read_simple_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const FtmListName name, list_name(*files.files.front()));
  const ListInfo list = name.info(files.list_id);
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  const CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  if (!header.has("schema") || !header.has("aliases") || !header.has("id"))
    return base::Error(base::Cause::kInvalidInput, "the header is not that of targets.simple.csv");
  const Columns columns(header);
  sink.begin(list);
  while (!sink.stopped()) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    if (rows.size() < header.names().size()) {
      sink.reject({rows.line(), std::string(rows[0]), "malformed row",
                   fmt::format("{} of {} columns", rows.size(), header.names().size())});
      continue;
    }
    sink.accept(row_profile(rows, columns, list, sink), rows.line());
  }
  return {};
}

}  // namespace vedette::lists
