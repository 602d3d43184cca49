#include <array>
#include <boost/json.hpp>

#include "lists/csv.h"
#include "lists/format.h"
#include "lists/json_items.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/pieces.h"
#include "lists/profile_builder.h"

// The US Consolidated Screening List, csv and json: the same fields in both. It gathers lists of
// several agencies; the key of a party is the agency list's code and the number there, since one
// number stands in several of them.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using profile::Address;
using profile::Dataset;
using profile::Kind;

struct Id {
  std::string type, number, country, issued, expires;
};
// One record, from either form.
struct Record {
  std::string id, source, entity_number, type, name, title, call_sign, vessel_type, gross_tonnage,
      gross_registered_tonnage, vessel_flag, vessel_owner, remarks, source_list_url,
      federal_register_notice, start_date, end_date, standard_order, license_requirement,
      license_policy;
  std::vector<std::string> programs, alt_names, citizenships, births, nationalities, birth_places;
  std::vector<Address> addresses;
  std::vector<Id> ids;
};

// "Entity List (EL) - Bureau of Industry and Security" -> "EL"
std::string source_code(std::string_view source) {
  const auto open = source.find('(');
  const auto close = source.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return slug(source);
  return std::string(source.substr(open + 1, source.substr(open + 1).find_first_of(" )")));
}

bool is_sanction(std::string_view source) {
  return source.find("Treasury") != std::string_view::npos ||
         source.find("Nonproliferation") != std::string_view::npos;
}

Kind kind_of(const Record& record) {
  if (record.type.empty()) return Kind::kUnknown;
  return ofac_kind(record.type);
}

void add_listing(ProfileBuilder& builder, const Record& record) {
  auto& profile = builder.profile();
  if (is_sanction(record.source)) {
    std::vector<std::string> programs = record.programs;
    if (programs.empty()) programs.emplace_back();
    for (const std::string& program : programs) {
      auto& entry = builder.sanction(program.empty() ? record.source : program);
      if (record.source.find("Treasury") != std::string::npos)
        entry.regime.body = "Office of Foreign Assets Control (OFAC)";
      builder.event(entry, "Added", record.start_date);
    }
    return;
  }
  profile::RelEntry entry;
  entry.category = "Law Enforcement";
  entry.subcategory = record.source;
  profile::Event event;
  event.type = "Added";
  event.evidence_ids = {builder.list_evidence()};
  if (const auto date = profile::parse_date(record.start_date)) event.date = *date;
  entry.events.push_back(std::move(event));
  profile.rels.push_back(std::move(entry));
  profile.datasets.add(Dataset::kRel);
  for (const std::string& program : record.programs)
    builder.note("Programme", program);
}

profile::Profile record_profile(Record&& record, const ListInfo& list, ContentIds& ids,
                                const OfacNames& names, Sink& sink) {
  const std::string code = source_code(record.source);
  std::string id = record.id.empty() ? record.entity_number : record.id;
  if (id.empty()) {
    std::string content = record.name + '\n' + record.start_date + '\n' + record.remarks;
    for (const Address& address : record.addresses)
      content += '\n' + address.line1;
    id = ids.next(code + '\n' + content);
  }
  ProfileBuilder builder(list, ids.distinct(code + ":" + id), kind_of(record));
  builder.name(record.name);
  for (const std::string& name : record.alt_names) {
    sink.part("aliases");
    builder.name(name);
  }
  builder.title(record.title);
  for (Address& address : record.addresses) {
    sink.part("addresses");
    builder.address(std::move(address));
  }
  for (const std::string& each : record.births)
    builder.birth(each);
  for (const std::string& each : record.birth_places)
    builder.birth_place(each);
  for (const std::string& each : record.nationalities)
    builder.nationality(each);
  for (const std::string& each : record.citizenships)
    builder.nationality(each);
  for (const Id& each : record.ids) {
    sink.part("ids");
    add_ofac_id(builder, {each.type, each.number, each.country, each.issued, each.expires});
  }
  if (builder.profile().kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  if (builder.profile().kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  builder.identifier("Call Sign", record.call_sign);
  builder.note("Vessel type", record.vessel_type);
  builder.note("Tonnage", record.gross_tonnage);
  builder.note("Gross registered tonnage", record.gross_registered_tonnage);
  if (!record.vessel_flag.empty()) builder.country(record.vessel_flag, "Vessel flag");
  builder.note("Vessel owner", record.vessel_owner);
  builder.note("Source list", record.source);
  builder.note("Federal Register notice", record.federal_register_notice);
  builder.note("End date", record.end_date);
  builder.note("Standard order", record.standard_order);
  builder.note("License requirement", record.license_requirement);
  builder.note("License policy", record.license_policy);
  add_listing(builder, record);
  add_ofac_remarks(builder, record.remarks, names);
  return builder.take();
}

std::vector<std::string> list_cell(std::string_view cell) {
  std::vector<std::string> out;
  for (std::string_view each : split(cell, "; "))
    out.emplace_back(each);
  return out;
}

// "19 Luysi Chalovskoy St., Borisov, 222512, BY": the country comes last, if it is one.
Address address_of(std::string_view text) {
  Address address;
  const auto comma = text.rfind(',');
  const auto last = trim(comma == std::string_view::npos ? text : text.substr(comma + 1));
  if (last.size() == 2)
    if (const auto country = profile::Country::from_alpha2(last)) {
      address.country = *country;
      text = comma == std::string_view::npos ? std::string_view() : text.substr(0, comma);
    }
  address.line1 = clean(text);
  return address;
}

bool is_iso_date(std::string_view text) {
  return text.size() == 10 && text[4] == '-' && text[7] == '-';
}

// "JO, 2014-08-30, 2009-08-31, K475336, Passport": country, expiry, issue, number, type; the type
// and the number are always there, the rest only sometimes.
Id id_of(std::string_view text) {
  Id id;
  const auto comma = text.rfind(", ");
  if (comma == std::string_view::npos) {
    id.type = "Id";
    id.number = text;
    return id;
  }
  id.type = trim(text.substr(comma + 2));
  text = text.substr(0, comma);
  std::vector<std::string> dates;
  const auto take = [&](auto fits) {
    const auto end = text.find(", ");
    const auto first = trim(text.substr(0, end));
    if (end == std::string_view::npos || !fits(first)) return std::string();
    text = text.substr(end + 2);
    return std::string(first);
  };
  id.country = take([](std::string_view s) {
    return s.size() == 2 && profile::Country::from_alpha2(s).has_value();
  });
  for (std::string date; !(date = take(is_iso_date)).empty();)
    dates.push_back(date);
  if (!dates.empty()) id.expires = dates[0];
  if (dates.size() > 1) id.issued = dates[1];
  id.number = trim(text);
  return id;
}

// The columns in the order in which csv_record reads them, found once per file.
constexpr std::array<std::string_view, 27> kColumns = {"_id",
                                                       "source",
                                                       "entity_number",
                                                       "type",
                                                       "programs",
                                                       "name",
                                                       "title",
                                                       "addresses",
                                                       "federal_register_notice",
                                                       "start_date",
                                                       "end_date",
                                                       "standard_order",
                                                       "license_requirement",
                                                       "license_policy",
                                                       "call_sign",
                                                       "vessel_type",
                                                       "gross_tonnage",
                                                       "gross_registered_tonnage",
                                                       "vessel_flag",
                                                       "vessel_owner",
                                                       "remarks",
                                                       "alt_names",
                                                       "citizenships",
                                                       "dates_of_birth",
                                                       "nationalities",
                                                       "places_of_birth",
                                                       "ids"};
using ColumnIndexes = std::array<std::size_t, kColumns.size()>;

ColumnIndexes column_indexes(const CsvHeader& header) {
  ColumnIndexes indexes{};
  for (std::size_t i = 0; i < kColumns.size(); ++i)
    indexes[i] = header.find({kColumns[i]});
  return indexes;
}

Record csv_record(const CsvReader& row, const ColumnIndexes& columns) {
  std::size_t next = 0;
  const auto get = [&] { return std::string(row[columns[next++]]); };
  Record r;
  r.id = get();
  r.source = get();
  r.entity_number = get();
  r.type = get();
  r.programs = list_cell(get());
  r.name = get();
  r.title = get();
  for (const std::string& each : list_cell(get()))
    r.addresses.push_back(address_of(each));
  r.federal_register_notice = get();
  r.start_date = get();
  r.end_date = get();
  r.standard_order = get();
  r.license_requirement = get();
  r.license_policy = get();
  r.call_sign = get();
  r.vessel_type = get();
  r.gross_tonnage = get();
  r.gross_registered_tonnage = get();
  r.vessel_flag = get();
  r.vessel_owner = get();
  r.remarks = get();
  r.alt_names = list_cell(get());
  r.citizenships = list_cell(get());
  r.births = list_cell(get());
  r.nationalities = list_cell(get());
  r.birth_places = list_cell(get());
  for (const std::string& each : list_cell(get()))
    r.ids.push_back(id_of(each));
  return r;
}

std::string text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  if (!found) return {};
  if (const auto* text = found->if_string()) return std::string(*text);
  if (found->is_int64() || found->is_uint64() || found->is_double()) return json::serialize(*found);
  return {};
}

std::vector<std::string> texts_of(const json::object& object, std::string_view name) {
  std::vector<std::string> out;
  const json::value* found = object.if_contains(name);
  if (found && found->is_array())
    for (const json::value& each : found->get_array())
      if (const auto* text = each.if_string()) out.emplace_back(*text);
  return out;
}

Record json_record(const json::object& o) {
  Record r;
  r.id = text_of(o, "id");
  if (r.id.empty()) r.id = text_of(o, "_id");
  r.source = text_of(o, "source");
  if (const json::value* source = o.if_contains("source"); source && source->is_object())
    r.source = fmt::format("{} ({})", text_of(source->get_object(), "full_name"),
                           text_of(source->get_object(), "code"));
  r.entity_number = text_of(o, "entity_number");
  r.type = text_of(o, "type");
  r.programs = texts_of(o, "programs");
  r.name = text_of(o, "name");
  r.title = text_of(o, "title");
  r.federal_register_notice = text_of(o, "federal_register_notice");
  r.start_date = text_of(o, "start_date");
  r.end_date = text_of(o, "end_date");
  r.standard_order = text_of(o, "standard_order");
  r.license_requirement = text_of(o, "license_requirement");
  r.license_policy = text_of(o, "license_policy");
  r.call_sign = text_of(o, "call_sign");
  r.vessel_type = text_of(o, "vessel_type");
  r.gross_tonnage = text_of(o, "gross_tonnage");
  r.gross_registered_tonnage = text_of(o, "gross_registered_tonnage");
  r.vessel_flag = text_of(o, "vessel_flag");
  r.vessel_owner = text_of(o, "vessel_owner");
  r.remarks = text_of(o, "remarks");
  r.alt_names = texts_of(o, "alt_names");
  r.citizenships = texts_of(o, "citizenships");
  r.births = texts_of(o, "dates_of_birth");
  r.nationalities = texts_of(o, "nationalities");
  r.birth_places = texts_of(o, "places_of_birth");
  if (const json::value* list = o.if_contains("addresses"); list && list->is_array())
    for (const json::value& each : list->get_array()) {
      if (!each.is_object()) continue;
      Address address;
      address.line1 = clean(text_of(each.get_object(), "address"));
      address.city = clean(text_of(each.get_object(), "city"));
      address.county = clean(text_of(each.get_object(), "state"));
      address.postcode = clean(text_of(each.get_object(), "postal_code"));
      if (const auto country = text_of(each.get_object(), "country"); !country.empty())
        set_country(address, country);
      r.addresses.push_back(std::move(address));
    }
  if (const json::value* list = o.if_contains("ids"); list && list->is_array())
    for (const json::value& each : list->get_array())
      if (each.is_object())
        r.ids.push_back({text_of(each.get_object(), "type"), text_of(each.get_object(), "number"),
                         text_of(each.get_object(), "country"),
                         text_of(each.get_object(), "issue_date"),
                         text_of(each.get_object(), "expiration_date")});
  return r;
}

// Who is called what, for links that name the other party. Parties numbered by their agency only.
base::Result<OfacNames> csv_names(const Input& input) {
  OfacNames names;
  VEDETTE_ASSIGN(const auto source, input.open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  const CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  const auto number = header.find({"_id", "entity_number"});
  const auto list = header.find({"source"});
  const auto name = header.find({"name"});
  const auto aliases = header.find({"alt_names"});
  while (more) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more || rows[number].empty()) continue;
    const std::string record = source_code(rows[list]) + ":" + std::string(rows[number]);
    names.add(rows[name], record);
    for (std::string_view alias : split(rows[aliases], "; "))
      names.add(alias, record);
  }
  return names;
}

}  // namespace

base::Result<void> read_us_csl_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  const CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  if (!header.has("source") || !header.has("alt_names"))
    return base::Error(base::Cause::kInvalidInput,
                       "the header is not that of the Consolidated Screening List");
  const ColumnIndexes columns = column_indexes(header);
  VEDETTE_ASSIGN(const OfacNames names, csv_names(*files.files.front()));
  const ListInfo list = known_list(list_id_or(files, "us-csl"));
  sink.begin(list);
  ContentIds ids;
  while (!sink.stopped()) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    if (rows.size() + 2 < header.names().size()) {
      sink.reject({rows.line(), std::string(rows[0]), "malformed row",
                   fmt::format("{} of {} columns", rows.size(), header.names().size())});
      continue;
    }
    sink.accept(record_profile(csv_record(rows, columns), list, ids, names, sink), rows.line());
  }
  return {};
}

base::Result<void> read_us_csl_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  const ListInfo list = known_list(list_id_or(files, "us-csl"));
  sink.begin(list);
  ContentIds ids;
  return read_json_items(
      *source, JsonShape::kMembers, [&](const JsonItem& item) -> base::Result<void> {
        if (item.member != "results") return {};
        json::error_code error;
        const json::value value = json::parse(item.text, error);
        if (error || !value.is_object()) {
          sink.reject({item.line, {}, "not a JSON object", error.message()});
          return {};
        }
        sink.accept(record_profile(json_record(value.get_object()), list, ids, OfacNames(), sink),
                    item.line);
        return {};
      });
}

}  // namespace vedette::lists
