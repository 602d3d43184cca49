#include <fmt/format.h>

#include <algorithm>

#include "lists/building/known_lists.h"
#include "lists/building/unread_notes.h"
#include "lists/building/vocabulary.h"
#include "lists/formats/format.h"
#include "lists/formats/ofac_facts.h"
#include "lists/input/xml.h"

// OFAC's enhanced XML (SDN_ENHANCED.XML, CONS_ENHANCED.XML): <sanctionsData> of <entity>, every
// value with its text beside the number of its kind. What an earlier part of the file declares (the
// kinds) is therefore not needed.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

void add_names(ProfileBuilder& builder, XmlNode names, bool primary, Sink& sink) {
  names.each("name", [&](XmlNode name) {
    if ((name.text("isPrimary") == "true") != primary) return;
    const bool weak = name.text("isLowQuality") == "true";
    name.child("translations").each("translation", [&](XmlNode written) {
      if (!builder.profile().names.empty()) sink.part("aliases");
      const NameType type =
          primary ? NameType::kSpellingVariation : ofac_alias_type(name.text("aliasType"));
      const auto first = written.text("formattedFirstName");
      const auto last = written.text("formattedLastName");
      const auto full = written.text("formattedFullName");
      if (builder.profile().kind == Kind::kPerson && !(first.empty() && last.empty()))
        builder.name({first, {}, last, true}, type, weak);
      else
        builder.name(full.empty() ? last : full, type, weak);
    });
  });
}

void append(std::string& line, std::string_view more) {
  if (!line.empty() && !more.empty()) line += ", ";
  line += clean(more);
}

Address address_of(XmlNode written, std::string_view country) {
  Address address;
  written.child("addressParts").each("addressPart", [&](XmlNode part) {
    const auto type = part.text("type");
    const auto value = part.text("value");
    if (type == "ADDRESS1")
      append(address.line1, value);
    else if (type == "CITY")
      append(address.city, value);
    else if (type == "POSTAL CODE")
      append(address.postcode, value);
    else if (type == "STATE/PROVINCE" || type == "REGION")
      append(address.county, value);
    else
      append(address.line2, value);
  });
  set_country(address, country);
  return address;
}

void add_addresses(ProfileBuilder& builder, XmlNode entity, Sink& sink) {
  entity.child("addresses").each("address", [&](XmlNode address) {
    sink.part("addresses");
    const auto country = address.text("country");
    address.child("translations").each("translation", [&](XmlNode written) {
      builder.address(address_of(written, country));
    });
  });
}

void add_feature(ProfileBuilder& builder, XmlNode feature) {
  const auto type = feature.text("type");
  const auto value = feature.text("value");
  if (!value.empty()) feature.child("valueDate").leave_out();  // the same again
  if (type == "Birthdate")
    builder.birth(value);
  else if (type == "Place of Birth")
    builder.birth_place(value);
  else if (type == "Nationality Country" || type == "Citizenship Country")
    builder.nationality(value);
  else if (type == "Nationality of Registration")
    builder.country(value, "Registration");
  else if (type == "Title")
    builder.title(value), builder.office(value);
  else
    add_ofac_id(builder, {type, value});
  builder.note(type, feature.text("comments"));
  if (const auto reliability = feature.text("reliability"); reliability != "Confirmed")
    builder.note(type, reliability);
}

void add_documents(ProfileBuilder& builder, XmlNode entity, Sink& sink) {
  entity.child("identityDocuments").each("identityDocument", [&](XmlNode document) {
    sink.part("ids");
    const auto type = document.text("type");
    add_ofac_id(builder, {type, document.text("documentNumber"), document.text("issuingCountry"),
                          document.text("issueDate"), document.text("expirationDate")});
    builder.note(type, document.text("issuingAuthority"));
    builder.note(type, document.text("issuingLocation"));
    if (document.text("isValid") == "false") builder.note(type, "not valid");
    // The name that it was issued to, where it is none of those above.
    const std::string name = clean(document.text("name"));
    if (std::ranges::find(builder.profile().names, name, &profile::Name::text) ==
        builder.profile().names.end())
      builder.note(type, name);
  });
}

void add_sanctions(ProfileBuilder& builder, XmlNode entity, Sink& sink) {
  entity.child("sanctionsPrograms").each("sanctionsProgram", [&](XmlNode programme) {
    sink.part("sanctions");
    auto& entry = builder.sanction(programme.text());
    entity.child("sanctionsLists").each("sanctionsList", [&](XmlNode list) {
      builder.event(entry, fmt::format("Published on the {}", list.text()),
                    list.attribute("datePublished"));
    });
  });
  if (builder.profile().sanctions.empty()) builder.sanction("");
  for (profile::SanctionEntry& entry : builder.profile().sanctions)
    entity.child("sanctionsTypes").each("sanctionsType", [&](XmlNode type) {
      builder.measure(entry, type.text());
    });
  entity.child("legalAuthorities").each("legalAuthority", [&](XmlNode authority) {
    builder.note("Legal authority", authority.text());
  });
}

profile::Profile entity_profile(XmlNode entity, const ListInfo& list, UnreadXml& unread,
                                Sink& sink) {
  const XmlNode general = entity.child("generalInfo");
  const Kind kind = ofac_kind(general.text("entityType"));
  ProfileBuilder builder(list, entity.attribute("id"), kind);
  add_names(builder, entity.child("names"), true, sink);
  add_names(builder, entity.child("names"), false, sink);
  builder.title(general.text("title"));
  builder.office(general.text("title"));
  builder.note(general.text("remarks"));
  add_addresses(builder, entity, sink);
  entity.child("features").each("feature", [&](XmlNode feature) {
    sink.part("features");
    add_feature(builder, feature);
  });
  add_documents(builder, entity, sink);
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  if (kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  add_sanctions(builder, entity, sink);
  entity.child("relationships").each("relationship", [&](XmlNode relation) {
    sink.part("links");
    const XmlNode other = relation.child("relatedEntity");
    std::string name(relation.text("type"));
    relationship_name(relation.text("type"), true, name);
    builder.link(other.attribute("entityId"), name, other.text());
    if (const auto quality = relation.text("quality"); quality != "High")
      builder.note(relation.text("type"), quality);
  });
  note_unread(unread, entity, builder);
  return builder.take();
}

// Which list the file was made for, as it says at its beginning.
std::string list_of(XmlNode publication, std::string_view file_name) {
  std::string named;
  publication.child("filters").child("sanctionsLists").each("sanctionsList", [&](XmlNode list) {
    named += list.text();
  });
  if (named == "SDN List") return "ofac-sdn";
  if (named == "Consolidated List") return "ofac-consolidated";
  return ofac_list_of(file_name, "");
}

}  // namespace

base::Result<void> read_ofac_enhanced_xml(const ListFiles& files, Sink& sink) {
  const Input& input = *files.files.front();
  VEDETTE_ASSIGN(const auto source, input.open());
  ListInfo list = list_of_content(files, ofac_list_of(input.name(), ""));
  bool begun = false;
  // The numbers of parts and kinds, what the letters say, and names once more in parts.
  UnreadXml unread({"id", "refId", "featureTypeId", "valueRefId", "identityId", "versionId",
                    "nameId", "nameTranslationId", "isPrimary", "script", "nameParts"});
  XmlHandlers handlers;
  handlers.records = {"publicationInfo", "entity"};
  handlers.around = {"entities"};
  handlers.left_out = {"referenceValues", "featureTypes"};  // the kinds
  account_for_strays(handlers, sink);
  handlers.on_root = [](XmlNode root) { return root.name() == "sanctionsData"; };
  handlers.on_record = [&](XmlNode node, std::uint64_t line) {
    if (node.name() == "publicationInfo") {
      if (begun) return true;
      list = list_of_content(files, list_of(node, input.name()));
      if (const auto date = profile::parse_date(node.text("dataAsOf").substr(0, 10)))
        list.date = *date;
      return true;
    }
    if (!begun) sink.begin(list);
    begun = true;
    sink.accept(entity_profile(node, list, unread, sink), line);
    return !sink.stopped();
  };
  VEDETTE_TRY(read_xml(*source, handlers));
  if (!begun) sink.begin(list);
  return {};
}

}  // namespace vedette::lists
