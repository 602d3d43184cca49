#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/format.h"
#include "lists/input/xml.h"

// The UN Security Council consolidated list: <CONSOLIDATED_LIST> of <INDIVIDUAL> and <ENTITY>.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

void add_aliases(ProfileBuilder& builder, XmlNode party, Sink& sink) {
  for (const char* element : {"INDIVIDUAL_ALIAS", "ENTITY_ALIAS"})
    party.each(element, [&](XmlNode alias) {
      sink.part("aliases");
      const auto quality = alias.text("QUALITY");
      const bool previous = quality == "F.K.A." || quality == "f.k.a.";
      const NameType type = previous ? NameType::kPrevious : NameType::kSpellingVariation;
      // Several names in one alias are separated by semicolons.
      std::string_view text = alias.text("ALIAS_NAME");
      while (!text.empty()) {
        const auto end = text.find(';');
        builder.name(text.substr(0, end), type, quality == "Low");
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
      }
      builder.birth(alias.text("DATE_OF_BIRTH"));
      const auto city = alias.text("CITY_OF_BIRTH");
      const auto country = alias.text("COUNTRY_OF_BIRTH");
      if (!city.empty() || !country.empty()) {
        Address address;
        address.type = "Place of Birth";
        address.city = clean(city);
        set_country(address, country);
        builder.address(std::move(address));
      }
      builder.note("Alias note", alias.text("NOTE"));
    });
}

Address address_of(XmlNode node) {
  Address address;
  address.line1 = clean(node.text("STREET"));
  address.city = clean(node.text("CITY"));
  address.county = clean(node.text("STATE_PROVINCE"));
  address.postcode = clean(node.text("ZIP_CODE"));
  set_country(address, node.text("COUNTRY"));
  address.note = clean(node.text("NOTE"));
  return address;
}

void add_addresses(ProfileBuilder& builder, XmlNode party, Sink& sink) {
  for (const char* element : {"INDIVIDUAL_ADDRESS", "ENTITY_ADDRESS"})
    party.each(element, [&](XmlNode node) {
      sink.part("addresses");
      builder.address(address_of(node));
    });
  party.each("INDIVIDUAL_PLACE_OF_BIRTH", [&](XmlNode node) {
    sink.part("birth places");
    Address place = address_of(node);
    place.type = "Place of Birth";
    if (!place.empty()) builder.address(std::move(place));
  });
}

void add_births(ProfileBuilder& builder, XmlNode party, Sink& sink) {
  party.each("INDIVIDUAL_DATE_OF_BIRTH", [&](XmlNode node) {
    sink.part("birth dates");
    const auto type = node.text("TYPE_OF_DATE");
    std::string text;
    if (!node.text("FROM_YEAR").empty() && !node.text("TO_YEAR").empty())
      text = fmt::format("{} to {}", node.text("FROM_YEAR"), node.text("TO_YEAR"));
    else if (!node.text("DATE").empty())
      text = node.text("DATE");
    else
      text = node.text("YEAR");
    if (!text.empty() && type == "APPROXIMATELY") text.insert(0, "approximately ");
    builder.birth(text);
    if (profile::parse_date(node.text("NOTE")))
      builder.birth(node.text("NOTE"));
    else
      builder.note("Date of birth", node.text("NOTE"));
  });
}

void add_documents(ProfileBuilder& builder, XmlNode party, Sink& sink) {
  party.each("INDIVIDUAL_DOCUMENT", [&](XmlNode node) {
    if (!node.first_child()) return;
    sink.part("documents");
    std::string type(node.text("TYPE_OF_DOCUMENT"));
    if (const auto second = node.text("TYPE_OF_DOCUMENT2"); !second.empty())
      type += (type.empty() ? "" : ", ") + std::string(second);
    if (type.empty()) type = "Document";
    auto country = node.text("ISSUING_COUNTRY");
    const auto issued_in = node.text("COUNTRY_OF_ISSUE");
    if (country.empty())
      country = issued_in;
    else if (country != issued_in)
      builder.note("Country of issue", issued_in);
    auto* made = builder.identifier(type, node.text("NUMBER"), country, node.text("NOTE"));
    if (made && !node.text("DATE_OF_ISSUE").empty()) {
      if (const auto date = profile::parse_date(node.text("DATE_OF_ISSUE")))
        made->issued = *date;
      else
        builder.note(type, fmt::format("issued {}", node.text("DATE_OF_ISSUE")));
    }
    builder.note("City of issue", node.text("CITY_OF_ISSUE"));
  });
}

// The narrative ends with where more is said of the party.
std::string_view first_address(std::string_view text) {
  const auto begin = text.find("http");
  if (begin == std::string_view::npos) return {};
  const auto end = text.find_first_of(" \t\r\n,;\"", begin);
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

void add_sanction(ProfileBuilder& builder, XmlNode party, Sink& sink) {
  sink.part("sanctions");
  auto& entry = builder.sanction(party.text("UN_LIST_TYPE"));
  entry.sanction_id = clean(party.text("REFERENCE_NUMBER"));
  const auto narrative = party.text("COMMENTS1");
  const std::string reasons =
      narrative.empty()
          ? builder.list_evidence()
          : builder.evidence({.title = fmt::format("{} {}: reasons for listing", entry.regime.name,
                                                   party.text("REFERENCE_NUMBER")),
                              .url = first_address(narrative),
                              .date = party.text("LISTED_ON"),
                              .summary = narrative,
                              .keywords = "narrative summary"});
  builder.event_by(entry, "Added", party.text("LISTED_ON"), reasons);
  party.child("LAST_DAY_UPDATED").each("VALUE", [&](XmlNode value) {
    builder.event(entry, "Amended", value.text());
  });
  builder.event(entry, "Removed", party.text("DELISTED_ON"));
  if (!party.text("DELISTED_ON").empty()) entry.former = true;
}

profile::Profile party_profile(XmlNode party, const ListInfo& list, UnreadXml& unread, Sink& sink) {
  const bool person = party.name() == "INDIVIDUAL";
  // The reference number is what a party keeps; entries that are written anew get another DATAID.
  const std::string reference = clean(party.text("REFERENCE_NUMBER"));
  ProfileBuilder builder(list, reference.empty() ? party.text("DATAID") : reference,
                         person ? Kind::kPerson : Kind::kOrganisation);
  std::string name;
  for (const char* part : {"FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"}) {
    const auto text = party.text(part);
    if (text.empty()) continue;
    if (!name.empty()) name += ' ';
    name += text;
  }
  builder.name(name);
  builder.name(party.text("NAME_ORIGINAL_SCRIPT"), NameType::kOriginalScript);
  add_aliases(builder, party, sink);
  add_addresses(builder, party, sink);
  add_births(builder, party, sink);
  add_documents(builder, party, sink);
  if (const auto gender = party.text("GENDER"); !gender.empty()) builder.gender(gender);
  party.child("TITLE").each("VALUE", [&](XmlNode value) { builder.title(value.text()); });
  party.child("DESIGNATION").each("VALUE", [&](XmlNode value) {
    builder.position("Designation", value.text());
  });
  for (const char* element : {"NATIONALITY", "NATIONALITY2"})
    party.child(element).each("VALUE", [&](XmlNode value) {
      sink.part("nationalities");
      builder.nationality(value.text());
    });
  add_sanction(builder, party, sink);
  builder.identifier("UN reference number", party.text("REFERENCE_NUMBER"));
  builder.identifier("UN DATAID", party.text("DATAID"));
  builder.description(party.text("COMMENTS1"));
  builder.note("Submitted by", party.text("SUBMITTED_BY"));
  builder.note("Submitted on", party.text("SUBMITTED_ON"));
  note_unread(unread, party, builder);
  return builder.take();
}

}  // namespace

base::Result<void> read_un_xml(const ListFiles& files, Sink& sink) {
  ListInfo list = list_of_content(files, "un-sc");
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  // The version of the record and the order that the list is printed in.
  UnreadXml unread({"VERSIONNUM", "SORT_KEY", "SORT_KEY_LAST_MOD", "LIST_TYPE"});
  XmlHandlers handlers;
  handlers.records = {"INDIVIDUAL", "ENTITY"};
  handlers.around = {"INDIVIDUALS", "ENTITIES"};
  account_for_strays(handlers, sink);
  handlers.on_root = [&](XmlNode root) {
    if (root.name() != "CONSOLIDATED_LIST") return false;
    if (const auto date = profile::parse_date(root.attribute("dateGenerated"))) list.date = *date;
    sink.begin(list);
    return true;
  };
  handlers.on_record = [&](XmlNode party, std::uint64_t line) {
    sink.accept(party_profile(party, list, unread, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
