#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <deque>
#include <span>

#include "lists/csv.h"
#include "lists/format.h"
#include "lists/json_items.h"
#include "lists/json_record.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/pieces.h"
#include "lists/profile_builder.h"
#include "lists/row_batch.h"
#include "lists/waiting_parties.h"

// The US Consolidated Screening List, csv and json: the same fields in both. It gathers lists of
// several agencies; the key of a party is the agency list's code and the number there, since one
// number stands in several of them.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using profile::Address;
using profile::Kind;

struct Id {
  std::string_view type, number, country, issued, expires;
};
// An address as it stands in either form.
struct AddressText {
  std::string_view line, city, state, postcode, country;
  profile::Country known = {};  // when `country` is not given but understood
};
// One record, from either form: views of the row or the document it was read from. Used again for
// the next record, so that its lists keep their memory.
struct Record {
  std::string_view id, source, entity_number, type, name, title, call_sign, vessel_type,
      gross_tonnage, gross_registered_tonnage, vessel_flag, vessel_owner, remarks,
      federal_register_notice, start_date, end_date, standard_order, license_requirement,
      license_policy;
  Pieces programs, alt_names, citizenships, births, nationalities, birth_places;
  Pieces whole_addresses, whole_ids;  // of the csv, before they are cut
  std::vector<AddressText> addresses;
  std::vector<Id> ids;
  std::deque<std::string> made;  // texts that stand nowhere as they are
};

// What the name of an agency's list says.
struct Agency {
  std::string source;
  std::string code;  // of the list
  bool treasury = false;
  bool sanctions = false;
};

// "Entity List (EL) - Bureau of Industry and Security" -> "EL"
std::string source_code(std::string_view source) {
  const auto open = source.find('(');
  const auto close = source.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return slug(source);
  const std::string_view inside = source.substr(open + 1, close - open - 1);
  return std::string(inside.substr(0, inside.find(' ')));
}

// There are a dozen of them, named in every record: each is looked at once.
class Agencies {
 public:
  const Agency& of(std::string_view source) {
    for (const Agency& each : known_)
      if (each.source == source) return each;
    if (known_.size() == kMost) known_.clear();
    Agency made{std::string(source), source_code(source)};
    made.treasury = source.find("Treasury") != std::string_view::npos;
    made.sanctions = made.treasury || source.find("Nonproliferation") != std::string_view::npos;
    return known_.emplace_back(std::move(made));
  }

 private:
  static constexpr std::size_t kMost = 32;
  std::deque<Agency> known_;
};

Kind kind_of(const Record& record) {
  if (record.type.empty()) return Kind::kUnknown;
  return ofac_kind(record.type);
}

void add_listing(ProfileBuilder& builder, const Record& record, const Agency& agency) {
  if (agency.sanctions) {
    const auto add = [&](std::string_view program) {
      auto& entry = builder.sanction(program.empty() ? record.source : program);
      if (agency.treasury) entry.regime.body = "Office of Foreign Assets Control (OFAC)";
      builder.event(entry, "Added", record.start_date);
    };
    if (record.programs.empty()) add({});
    for (std::string_view program : record.programs)
      add(program);
    return;
  }
  builder.law_enforcement(record.source, record.start_date);
  for (std::string_view program : record.programs)
    builder.note("Programme", program);
}

// The key of the party: its own number, or one made from what is said of it. `key` is memory that
// was used before.
std::string record_id(const Record& record, std::string_view code, ContentIds& ids,
                      std::string key) {
  const std::string_view number = record.id.empty() ? record.entity_number : record.id;
  key.assign(code).append(1, ':');
  if (number.empty()) {
    std::string content =
        fmt::format("{}\n{}\n{}\n{}", code, record.name, record.start_date, record.remarks);
    for (const AddressText& address : record.addresses)
      content += '\n' + clean(address.line);
    key += ids.next(content);
  } else {
    key += number;
  }
  return ids.distinct(std::move(key));
}

void add_address(ProfileBuilder& builder, const AddressText& text) {
  builder.address_of([&](Address& address) {
    builder.put(address.line1, text.line);
    address.country = text.known;
    builder.put(address.city, text.city);
    builder.put(address.county, text.state);
    builder.put(address.postcode, text.postcode);
    if (!text.country.empty()) builder.set_country(address, text.country);
  });
}

profile::Profile&& record_profile(ProfileBuilder& builder, const Record& record,
                                  const Agency& agency, std::string_view id, const OfacNames& names,
                                  Sink& sink) {
  builder.begin(id, kind_of(record));
  builder.name(record.name);
  for (std::string_view name : record.alt_names)
    builder.name(name);
  sink.part("aliases", record.alt_names.size());
  builder.title(record.title);
  for (const AddressText& address : record.addresses)
    add_address(builder, address);
  sink.part("addresses", record.addresses.size());
  for (std::string_view each : record.births)
    builder.birth(each);
  for (std::string_view each : record.birth_places)
    builder.birth_place(each);
  for (std::string_view each : record.nationalities)
    builder.nationality(each);
  for (std::string_view each : record.citizenships)
    builder.nationality(each);
  for (const Id& each : record.ids)
    add_ofac_id(builder, {each.type, each.number, each.country, each.issued, each.expires});
  sink.part("ids", record.ids.size());
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
  add_listing(builder, record, agency);
  add_ofac_remarks(builder, record.remarks, names);
  return builder.take();
}

// "19 Luysi Chalovskoy St., Borisov, 222512, BY": the country comes last, if it is one.
AddressText address_of(std::string_view text) {
  AddressText address;
  const auto comma = text.rfind(',');
  const auto last = trim(comma == std::string_view::npos ? text : text.substr(comma + 1));
  if (last.size() == 2)
    if (const auto country = profile::Country::from_alpha2(last)) {
      address.known = *country;
      text = comma == std::string_view::npos ? std::string_view() : text.substr(0, comma);
    }
  address.line = text;
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
  const auto take = [&](auto fits) {
    const auto end = text.find(", ");
    const auto first = trim(text.substr(0, end));
    if (end == std::string_view::npos || !fits(first)) return std::string_view();
    text = text.substr(end + 2);
    return first;
  };
  id.country = take([](std::string_view s) {
    return s.size() == 2 && profile::Country::from_alpha2(s).has_value();
  });
  id.expires = take(is_iso_date);
  if (!id.expires.empty()) id.issued = take(is_iso_date);
  if (!id.issued.empty())
    while (!take(is_iso_date).empty()) {
    }
  id.number = trim(text);
  return id;
}

// A column of the csv, and what it is of a record: a text or a list.
struct Column {
  std::string_view name;
  std::string_view Record::* text = nullptr;
  Pieces Record::* list = nullptr;
};
constexpr std::array kColumns = {
    Column{"_id", &Record::id},
    Column{"source", &Record::source},
    Column{"entity_number", &Record::entity_number},
    Column{"type", &Record::type},
    Column{"programs", nullptr, &Record::programs},
    Column{"name", &Record::name},
    Column{"title", &Record::title},
    Column{"addresses", nullptr, &Record::whole_addresses},
    Column{"federal_register_notice", &Record::federal_register_notice},
    Column{"start_date", &Record::start_date},
    Column{"end_date", &Record::end_date},
    Column{"standard_order", &Record::standard_order},
    Column{"license_requirement", &Record::license_requirement},
    Column{"license_policy", &Record::license_policy},
    Column{"call_sign", &Record::call_sign},
    Column{"vessel_type", &Record::vessel_type},
    Column{"gross_tonnage", &Record::gross_tonnage},
    Column{"gross_registered_tonnage", &Record::gross_registered_tonnage},
    Column{"vessel_flag", &Record::vessel_flag},
    Column{"vessel_owner", &Record::vessel_owner},
    Column{"remarks", &Record::remarks},
    Column{"alt_names", nullptr, &Record::alt_names},
    Column{"citizenships", nullptr, &Record::citizenships},
    Column{"dates_of_birth", nullptr, &Record::births},
    Column{"nationalities", nullptr, &Record::nationalities},
    Column{"places_of_birth", nullptr, &Record::birth_places},
    Column{"ids", nullptr, &Record::whole_ids}};
using ColumnIndexes = std::array<std::size_t, kColumns.size()>;

consteval std::size_t place_of(std::string_view column) {
  return static_cast<std::size_t>(std::ranges::find(kColumns, column, &Column::name) -
                                  kColumns.begin());
}

// Found once per file.
ColumnIndexes column_indexes(const CsvHeader& header) {
  ColumnIndexes indexes{};
  for (std::size_t i = 0; i < kColumns.size(); ++i)
    indexes[i] = header.find({kColumns[i].name});
  return indexes;
}

void read_cell(std::span<const std::string_view> row, const ColumnIndexes& columns,
               std::size_t place, Record& r) {
  const std::string_view cell =
      columns[place] < row.size() ? row[columns[place]] : std::string_view();
  const Column& column = kColumns[place];
  if (column.text)
    r.*column.text = cell;
  else if (cell.empty())
    (r.*column.list).clear();
  else
    split_into(r.*column.list, cell, "; ");
}

// Only whose names the party has.
void read_names(std::span<const std::string_view> row, const ColumnIndexes& columns, Record& r) {
  for (const std::size_t place : {place_of("source"), place_of("name"), place_of("alt_names")})
    read_cell(row, columns, place, r);
}

// Only what tells who the party is and whether it waits for another: its numbers and remarks.
void read_keys(std::span<const std::string_view> row, const ColumnIndexes& columns, Record& r) {
  for (const std::size_t place :
       {place_of("_id"), place_of("source"), place_of("entity_number"), place_of("remarks")})
    read_cell(row, columns, place, r);
}

void read_row(std::span<const std::string_view> row, const ColumnIndexes& columns, Record& r) {
  for (std::size_t place = 0; place < kColumns.size(); ++place)
    read_cell(row, columns, place, r);
  r.addresses.clear();
  for (std::string_view each : r.whole_addresses)
    r.addresses.push_back(address_of(each));
  r.ids.clear();
  for (std::string_view each : r.whole_ids)
    r.ids.push_back(id_of(each));
}

// The texts of a JSON record. A number is given as its text.
class JsonTexts {
 public:
  JsonTexts(const json::object& object, Record& record) : object_(object), record_(record) {}

  std::string_view operator[](std::string_view name) const {
    const json::value* found = object_.if_contains(name);
    if (!found) return {};
    if (const auto* text = found->if_string()) return *text;
    if (found->is_number()) return record_.made.emplace_back(json::serialize(*found));
    return {};
  }
  Pieces list(std::string_view name) const {
    Pieces out;
    const json::value* found = object_.if_contains(name);
    if (found && found->is_array())
      for (const json::value& each : found->get_array())
        if (const auto* text = each.if_string()) out.push_back(*text);
    return out;
  }
  // The objects of a list, one after the other.
  template <class Visit>
  void objects(std::string_view name, Visit visit) const {
    const json::value* found = object_.if_contains(name);
    if (found && found->is_array())
      for (const json::value& each : found->get_array())
        if (each.is_object()) visit(JsonTexts(each.get_object(), record_));
  }
  const json::object* object(std::string_view name) const {
    const json::value* found = object_.if_contains(name);
    return found ? found->if_object() : nullptr;
  }

 private:
  const json::object& object_;
  Record& record_;
};

void read_object(const json::object& object, Record& r) {
  r.made.clear();
  const JsonTexts o(object, r);
  r.id = o["id"];
  if (r.id.empty()) r.id = o["_id"];
  r.source = o["source"];
  if (const json::object* object_source = o.object("source")) {
    const JsonTexts source(*object_source, r);
    r.source = r.made.emplace_back(fmt::format("{} ({})", source["full_name"], source["code"]));
  }
  r.entity_number = o["entity_number"];
  r.type = o["type"];
  r.programs = o.list("programs");
  r.name = o["name"];
  r.title = o["title"];
  r.federal_register_notice = o["federal_register_notice"];
  r.start_date = o["start_date"];
  r.end_date = o["end_date"];
  r.standard_order = o["standard_order"];
  r.license_requirement = o["license_requirement"];
  r.license_policy = o["license_policy"];
  r.call_sign = o["call_sign"];
  r.vessel_type = o["vessel_type"];
  r.gross_tonnage = o["gross_tonnage"];
  r.gross_registered_tonnage = o["gross_registered_tonnage"];
  r.vessel_flag = o["vessel_flag"];
  r.vessel_owner = o["vessel_owner"];
  r.remarks = o["remarks"];
  r.alt_names = o.list("alt_names");
  r.citizenships = o.list("citizenships");
  r.births = o.list("dates_of_birth");
  r.nationalities = o.list("nationalities");
  r.birth_places = o.list("places_of_birth");
  r.addresses.clear();
  o.objects("addresses", [&](const JsonTexts& each) {
    r.addresses.push_back(
        {each["address"], each["city"], each["state"], each["postal_code"], each["country"]});
  });
  r.ids.clear();
  o.objects("ids", [&](const JsonTexts& each) {
    r.ids.push_back({each["type"], each["number"], each["country"], each["issue_date"],
                     each["expiration_date"]});
  });
}

// Reads the rows. A party whose remarks name another one waits until all names are known.
class CsvList {
 public:
  CsvList(const CsvHeader& header, const ListInfo& list, Sink& sink)
      : columns_(column_indexes(header)),
        width_(header.names().size()),
        number_(header.find({"_id", "entity_number"})),
        builder_(list),
        sink_(sink) {}

  base::Result<void> add(CsvReader& rows) {
    batch_.begin_party();
    batch_.add(rows);
    return batch_.is_full() ? take_batch() : base::Result<void>();
  }

  base::Result<void> finish() {
    VEDETTE_TRY(take_batch());
    VEDETTE_TRY(names_.bring_together());
    return waiting_.for_each(
        [&](std::string_view id, std::span<const GatheredRow> rows) -> base::Result<void> {
          read_row(rows.front().cells(), columns_, record_);
          make_party(id, agencies_.of(record_.source), rows.front());
          return {};
        });
  }

 private:
  base::Result<void> take_batch() {
    // One thing after the other for all parties of the batch.
    for (std::size_t i = 0; i < batch_.size(); ++i)
      VEDETTE_TRY(add_names(batch_.party(i).front()));
    for (std::size_t i = 0; i < batch_.size(); ++i)
      VEDETTE_TRY(take_party(batch_.party(i)));
    batch_.clear();
    return {};
  }

  // The party has this row alone.
  base::Result<void> take_party(std::span<const GatheredRow> rows) {
    const GatheredRow& row = rows.front();
    if (row.cells().size() + 2 < width_) {
      sink_.reject({row.line(), std::string(row[0]), "malformed row",
                    fmt::format("{} of {} columns", row.cells().size(), width_)});
      return {};
    }
    read_keys(row.cells(), columns_, record_);
    const Agency& agency = agencies_.of(record_.source);
    const bool waits = look_for_links(record_.remarks, names_);
    // The rest of one that waits is read when it is its turn.
    const bool is_numbered = !record_.id.empty() || !record_.entity_number.empty();
    if (!waits || !is_numbered) read_row(row.cells(), columns_, record_);
    id_ = record_id(record_, agency.code, ids_, std::move(id_));
    if (waits) return waiting_.add(id_, rows);
    make_party(id_, agency, row);
    return {};
  }

  void make_party(std::string_view id, const Agency& agency, const GatheredRow& row) {
    sink_.accept(record_profile(builder_, record_, agency, id, names_, sink_), row.line());
  }

  // Who is called what, for links that name the other party. Parties numbered by their agency only.
  base::Result<void> add_names(const GatheredRow& row) {
    const std::string_view number = row[number_];
    if (number.empty()) return {};
    read_names(row.cells(), columns_, record_);
    party_.assign(agencies_.of(record_.source).code).append(1, ':').append(number);
    VEDETTE_TRY(names_.add(record_.name, party_));
    for (std::string_view alias : record_.alt_names)
      VEDETTE_TRY(names_.add(alias, party_));
    return {};
  }

  const ColumnIndexes columns_;
  const std::size_t width_;
  const std::size_t number_;
  ProfileBuilder builder_;
  Sink& sink_;
  Record record_;
  Agencies agencies_;
  OfacNames names_;
  ContentIds ids_;
  RowBatch batch_;
  WaitingParties waiting_;
  std::string party_;
  std::string id_;
};

}  // namespace

base::Result<void> read_us_csl_csv(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  CsvReader rows(*source);
  VEDETTE_ASSIGN(bool more, rows.next());
  const CsvHeader header(more ? rows.fields() : std::vector<std::string_view>());
  if (!header.has("source") || !header.has("alt_names"))
    return base::Error(base::Cause::kInvalidInput,
                       "the header is not that of the Consolidated Screening List");
  const ListInfo list = known_list(list_id_or(files, "us-csl"));
  sink.begin(list);
  CsvList parties(header, list, sink);
  while (!sink.stopped()) {
    VEDETTE_ASSIGN(more, rows.next());
    if (!more) break;
    VEDETTE_TRY(parties.add(rows));
  }
  return parties.finish();
}

base::Result<void> read_us_csl_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  const ListInfo list = known_list(list_id_or(files, "us-csl"));
  sink.begin(list);
  ContentIds ids;
  OfacNames no_names;
  Record record;
  JsonRecord parsed;
  Agencies agencies;
  std::string id;
  ProfileBuilder builder(list);
  return read_json_items(
      *source, JsonShape::kMembers, [&](const JsonItem& item) -> base::Result<void> {
        if (item.member != "results") return {};
        const json::object* object = parsed.read(item, sink);
        if (object == nullptr) return {};
        read_object(*object, record);
        const Agency& agency = agencies.of(record.source);
        id = record_id(record, agency.code, ids, std::move(id));
        sink.accept(record_profile(builder, record, agency, id, no_names, sink), item.line);
        return {};
      });
}

}  // namespace vedette::lists
