#include "lists/format.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/xml.h"

// OFAC sdn.xml and consolidated.xml: <sdnList> of <sdnEntry>.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;

void add_aliases(ProfileBuilder& builder, XmlNode entry, Sink& sink) {
  entry.child("akaList").each("aka", [&](XmlNode aka) {
    sink.part("aliases");
    builder.name({aka.text("firstName"), {}, aka.text("lastName"), true},
                 ofac_alias_type(aka.text("type")), aka.text("category") == "weak");
  });
}

void add_addresses(ProfileBuilder& builder, XmlNode entry, Sink& sink) {
  entry.child("addressList").each("address", [&](XmlNode node) {
    sink.part("addresses");
    Address address;
    address.line1 = clean(node.text("address1"));
    address.line2 = clean(node.text("address2"));
    if (const auto third = node.text("address3"); !third.empty())
      address.line2 += (address.line2.empty() ? "" : ", ") + clean(third);
    address.city = clean(node.text("city"));
    address.county = clean(node.text("stateOrProvince"));
    address.postcode = clean(node.text("postalCode"));
    set_country(address, node.text("country"));
    builder.address(std::move(address));
  });
}

void add_vessel(ProfileBuilder& builder, XmlNode vessel) {
  if (!vessel) return;
  builder.profile().business_types = {"Vessel"};
  builder.identifier("Call Sign", vessel.text("callSign"));
  builder.note("Vessel type", vessel.text("vesselType"));
  if (const auto flag = vessel.text("vesselFlag"); !flag.empty())
    builder.country(flag, "Vessel flag");
  builder.note("Vessel flag", vessel.text("vesselFlag"));
  builder.note("Vessel owner", vessel.text("vesselOwner"));
  builder.note("Tonnage", vessel.text("tonnage"));
  builder.note("Gross registered tonnage", vessel.text("grossRegisteredTonnage"));
}

void add_person(ProfileBuilder& builder, XmlNode entry, Sink& sink) {
  entry.child("dateOfBirthList").each("dateOfBirthItem", [&](XmlNode item) {
    sink.part("birth dates");
    builder.birth(item.text("dateOfBirth"));
  });
  entry.child("placeOfBirthList").each("placeOfBirthItem", [&](XmlNode item) {
    sink.part("birth places");
    builder.birth_place(item.text("placeOfBirth"));
  });
  for (const char* list : {"nationalityList", "citizenshipList"})
    entry.child(list).each([&](XmlNode item) {
      sink.part("nationalities");
      builder.nationality(item.text("country"));
    });
}

profile::Profile&& entry_profile(ProfileBuilder& builder, XmlNode entry, const OfacNames& names,
                                 Sink& sink) {
  const Kind kind = ofac_kind(entry.text("sdnType"));
  builder.begin(entry.text("uid"), kind);
  builder.name({entry.text("firstName"), {}, entry.text("lastName"), true});
  builder.title(entry.text("title"));
  add_aliases(builder, entry, sink);
  add_addresses(builder, entry, sink);
  add_person(builder, entry, sink);
  entry.child("idList").each("id", [&](XmlNode id) {
    sink.part("ids");
    add_ofac_id(builder, {id.text("idType"), id.text("idNumber"), id.text("idCountry"),
                          id.text("issueDate"), id.text("expirationDate")});
  });
  add_vessel(builder, entry.child("vesselInfo"));
  if (kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  entry.child("programList").each("program", [&](XmlNode programme) {
    sink.part("sanctions");
    builder.sanction(programme.text());
  });
  if (!entry.child("programList").first_child()) builder.sanction("");
  add_ofac_remarks(builder, entry.text("remarks"), names);
  return builder.take();
}

std::string whole_name(XmlNode node) {
  const auto first = node.text("firstName");
  std::string name(node.text("lastName"));
  if (!first.empty()) name.append(", ").append(first);
  return name;
}

bool is_ofac(XmlNode root) {
  return root.name() == "sdnList";
}

// The first time through: who is called what.
base::Result<void> read_names(const Input& input, OfacNames& names, std::string& programmes) {
  VEDETTE_ASSIGN(const auto source, input.open());
  XmlHandlers handlers;
  handlers.records = {"sdnEntry"};
  handlers.skipped = {"addressList",     "citizenshipList",  "dateOfBirthList", "idList",
                      "nationalityList", "placeOfBirthList", "remarks",         "vesselInfo"};
  handlers.on_root = is_ofac;
  handlers.on_record = [&](XmlNode entry, std::uint64_t) {
    const std::string_view record = entry.text("uid");
    names.add(whole_name(entry), record);
    entry.child("akaList").each("aka", [&](XmlNode aka) { names.add(whole_name(aka), record); });
    if (programmes.empty())
      entry.child("programList").each([&](XmlNode each) { programmes += each.text(); });
    return true;
  };
  return read_xml(*source, handlers);
}

}  // namespace

base::Result<void> read_ofac_xml(const ListFiles& files, Sink& sink) {
  const Input& input = *files.files.front();
  OfacNames names;
  std::string programmes;
  VEDETTE_TRY(read_names(input, names, programmes));
  ListInfo list = known_list(list_id_or(files, ofac_list_of(input.name(), programmes)));
  bool begun = false;
  const auto begin = [&] {
    if (!begun) sink.begin(list);
    begun = true;
  };
  ProfileBuilder builder(list);
  VEDETTE_ASSIGN(const auto source, input.open());
  XmlHandlers handlers;
  handlers.records = {"publshInformation", "sdnEntry"};
  handlers.on_root = is_ofac;
  handlers.on_record = [&](XmlNode node, std::uint64_t line) {
    if (node.name() == "publshInformation") {
      const auto date =
          profile::parse_date(node.text("Publish_Date"), profile::DayOrder::kMonthFirst);
      if (date && !begun) list.date = *date;
      return true;
    }
    begin();
    sink.accept(entry_profile(builder, node, names, sink), line);
    return !sink.stopped();
  };
  VEDETTE_TRY(read_xml(*source, handlers));
  begin();
  return {};
}

}  // namespace vedette::lists
