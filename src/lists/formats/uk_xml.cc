#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/format.h"
#include "lists/input/pieces.h"
#include "lists/input/xml.h"

// The UK Sanctions List in XML: <Designations> of <Designation>.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

void add_name(ProfileBuilder& builder, XmlNode name) {
  std::string middle;
  for (const char* part : {"Name2", "Name3", "Name4", "Name5"})
    if (const auto text = name.text(part); !text.empty())
      middle += (middle.empty() ? "" : " ") + std::string(text);
  builder.name({name.text("Name1"), middle, name.text("Name6")}, NameType::kSpellingVariation,
               name.text("AliasStrength").starts_with("Low"));
}

void add_names(ProfileBuilder& builder, XmlNode designation, Sink& sink) {
  const XmlNode names = designation.child("Names");
  for (const bool primary : {true, false})
    names.each("Name", [&](XmlNode name) {
      if ((name.text("NameType") == "Primary Name") != primary) return;
      sink.part("names");
      add_name(builder, name);
    });
  designation.child("NonLatinNames").each("NonLatinName", [&](XmlNode name) {
    sink.part("names in other scripts");
    auto* made = builder.name(name.text("NameNonLatinScript"), NameType::kOriginalScript);
    if (made) made->language = clean(name.text("NonLatinScriptLanguage"));
  });
}

void add_addresses(ProfileBuilder& builder, XmlNode designation, Sink& sink) {
  designation.child("Addresses").each("Address", [&](XmlNode node) {
    sink.part("addresses");
    Address address;
    std::vector<std::string_view> lines;
    for (const char* line :
         {"AddressLine1", "AddressLine2", "AddressLine3", "AddressLine4", "AddressLine5"})
      if (const auto text = node.text(line); !text.empty()) lines.push_back(text);
    if (!lines.empty()) address.line1 = clean(lines[0]);
    for (std::size_t i = 1; i < lines.size(); ++i)
      address.line2 += (i > 1 ? ", " : "") + clean(lines[i]);
    address.city = clean(node.text("AddressLine6"));
    address.postcode = clean(node.text("AddressPostalCode"));
    set_country(address, node.text("AddressCountry"));
    builder.address(std::move(address));
  });
}

void add_person(ProfileBuilder& builder, XmlNode person, Sink& sink) {
  person.child("DOBs").each([&](XmlNode date) {
    sink.part("birth dates");
    builder.birth(date.text());
  });
  person.child("Nationalities").each([&](XmlNode nationality) {
    sink.part("nationalities");
    builder.nationality(nationality.text());
  });
  person.child("Genders").each([&](XmlNode gender) { builder.gender(gender.text()); });
  person.child("Positions").each([&](XmlNode position) {
    builder.position("Position", position.text());
  });
  person.child("PassportDetails").each([&](XmlNode passport) {
    sink.part("documents");
    builder.identifier("Passport", passport.text("PassportNumber"), {},
                       passport.text("PassportAdditionalInformation"));
  });
  person.child("NationalIdentifierDetails").each([&](XmlNode id) {
    sink.part("documents");
    builder.identifier("National ID", id.text("NationalIdentifierNumber"), {},
                       id.text("NationalIdentifierAdditionalInformation"));
  });
  person.child("BirthDetails").each([&](XmlNode place_node) {
    sink.part("birth places");
    Address place;
    place.type = "Place of Birth";
    place.city = clean(place_node.text("TownOfBirth"));
    set_country(place, place_node.text("CountryOfBirth"));
    builder.address(std::move(place));
  });
}

void add_entity(ProfileBuilder& builder, XmlNode entity) {
  entity.child("TypeOfEntities").each([&](XmlNode type) {
    if (!type.text().empty()) builder.profile().activities.push_back(clean(type.text()));
  });
  entity.child("BusinessRegistrationNumbers").each([&](XmlNode number) {
    builder.identifier("Business registration number", number.text());
  });
  for (const auto& [list, relationship] :
       {std::pair{"ParentCompanies", "Parent company"}, std::pair{"Subsidiaries", "Subsidiary"}})
    entity.child(list).each([&](XmlNode name) {
      if (name.text().empty()) return;
      builder.link({}, relationship, name.text());
      builder.note(relationship, name.text());
    });
}

void add_ship(ProfileBuilder& builder, XmlNode ship) {
  ship.child("IMONumbers").each([&](XmlNode number) {
    builder.identifier("IMO Number", number.text());
  });
  ship.child("HullIdentificationNumbers").each([&](XmlNode number) {
    builder.identifier("Hull identification number", number.text());
  });
  ship.child("CurrentBelievedFlagOfShips").each([&](XmlNode flag) {
    if (!flag.text().empty()) builder.country(flag.text(), "Flag");
  });
  for (const auto& [list, label] :
       {std::pair{"CurrentOwnerOperators", "Owner or operator"},
        std::pair{"PreviousOwnerOperators", "Previous owner or operator"},
        std::pair{"PreviousFlags", "Previous flag"}, std::pair{"TypeOfShipDetails", "Type of ship"},
        std::pair{"TonnageOfShipDetails", "Tonnage"}, std::pair{"LengthOfShipDetails", "Length"},
        std::pair{"YearsBuilt", "Year built"}})
    ship.child(list).each([&](XmlNode value) { builder.note(label, value.text()); });
}

void add_sanction(ProfileBuilder& builder, XmlNode designation, Sink& sink) {
  sink.part("sanctions");
  auto& entry = builder.sanction(designation.text("RegimeName"));
  entry.sanction_id = clean(designation.text("UniqueID"));
  const auto imposed = designation.text("SanctionsImposed");
  for (std::string_view measure : split(imposed, "|"))
    builder.measure(entry, measure);
  // The same again, flag by flag.
  if (!imposed.empty()) designation.child("SanctionsImposedIndicators").leave_out();
  const std::string reasons =
      builder.evidence({.title = designation.text("RegimeName"),
                        .url = "https://www.gov.uk/government/publications/the-uk-sanctions-list",
                        .date = designation.text("DateDesignated"),
                        .summary = designation.text("UKStatementofReasons"),
                        .keywords = "statement of reasons"});
  builder.event_by(entry, "Added", designation.text("DateDesignated"), reasons);
  if (designation.text("LastUpdated") != designation.text("DateDesignated"))
    builder.event(entry, "Amended", designation.text("LastUpdated"));
}

Kind kind_of(std::string_view type) {
  if (type == "Individual") return Kind::kPerson;
  return type == "Ship" ? Kind::kVessel : Kind::kOrganisation;
}

profile::Profile designation_profile(XmlNode designation, const ListInfo& list, UnreadXml& unread,
                                     Sink& sink) {
  const Kind kind = kind_of(designation.text("IndividualEntityShip"));
  ProfileBuilder builder(list, designation.text("UniqueID"), kind);
  add_names(builder, designation, sink);
  designation.child("Titles").each([&](XmlNode title) { builder.title(title.text()); });
  add_addresses(builder, designation, sink);
  designation.child("PhoneNumbers").each([&](XmlNode v) {
    builder.contact("Telephone", v.text());
  });
  designation.child("EmailAddresses").each([&](XmlNode v) { builder.contact("Email", v.text()); });
  designation.child("Websites").each([&](XmlNode v) { builder.contact("Website", v.text()); });
  designation.child("IndividualDetails").each([&](XmlNode person) {
    add_person(builder, person, sink);
  });
  designation.child("EntityDetails").each([&](XmlNode entity) { add_entity(builder, entity); });
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  designation.child("ShipDetails").each([&](XmlNode ship) { add_ship(builder, ship); });
  builder.identifier("OFSI group id", designation.text("OFSIGroupID"));
  builder.identifier("UN reference number", designation.text("UNReferenceNumber"));
  add_sanction(builder, designation, sink);
  builder.note("Designation source", designation.text("DesignationSource"));
  builder.note(designation.text("OtherInformation"));
  builder.description(designation.text("UKStatementofReasons"));
  note_unread(unread, designation, builder);
  return builder.take();
}

}  // namespace

base::Result<void> read_uk_xml(const ListFiles& files, Sink& sink) {
  ListInfo list = list_of_content(files, "uk-sanctions-list");
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  bool begun = false;
  const auto begin = [&] {
    if (!begun) sink.begin(list);
    begun = true;
  };
  UnreadXml unread({});
  XmlHandlers handlers;
  handlers.records = {"DateGenerated", "Designation"};
  account_for_strays(handlers, sink);
  handlers.on_root = [](XmlNode root) { return root.name() == "Designations"; };
  handlers.on_record = [&](XmlNode node, std::uint64_t line) {
    if (node.name() == "DateGenerated") {
      if (const auto date = profile::parse_date(node.text()); date && !begun) list.date = *date;
      return true;
    }
    begin();
    sink.accept(designation_profile(node, list, unread, sink), line);
    return !sink.stopped();
  };
  VEDETTE_TRY(read_xml(*source, handlers));
  begin();
  return {};
}

}  // namespace vedette::lists
