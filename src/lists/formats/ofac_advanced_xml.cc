#include "lists/building/known_lists.h"
#include "lists/building/unread_notes.h"
#include "lists/building/vocabulary.h"
#include "lists/formats/format.h"
#include "lists/formats/ofac_advanced_tables.h"
#include "lists/formats/ofac_facts.h"
#include "lists/input/xml.h"

// OFAC SDN_ADVANCED.XML and CONS_ADVANCED.XML: <Sanctions> with tables of reference values,
// locations and documents before, relationships and sanctions entries after the <DistinctParty>
// elements that use them. Read twice: first the tables, which stay in memory, then the parties.

namespace vedette::lists {
namespace {

using namespace ofac_advanced;
using profile::Kind;
using profile::NameType;

void add_alias(ProfileBuilder& builder, XmlNode alias, XmlNode groups, const Tables& tables) {
  const std::string type = tables.value("AliasType", alias.attribute("AliasTypeID"));
  alias.each("DocumentedName", [&](XmlNode name) {
    std::string first, middle, last, whole, script;
    name.each("DocumentedNamePart", [&](XmlNode part) {
      const XmlNode value = part.child("NamePartValue");
      std::string part_type;
      groups.each([&](XmlNode master) {
        const XmlNode group = master.child("NamePartGroup");
        if (group.attribute("ID") == value.attribute("NamePartGroupID"))
          part_type = tables.value("NamePartType", group.attribute("NamePartTypeID"));
      });
      script = tables.value("Script", value.attribute("ScriptID"));
      std::string& target =
          part_type == "Last Name"    ? last
          : part_type == "First Name" ? first
          : part_type == "Entity Name" || part_type == "Vessel Name" || part_type == "Aircraft Name"
              ? whole
              : middle;
      target += (target.empty() ? "" : " ") + std::string(value.text());
    });
    const bool weak = alias.attribute("LowQuality") == "true";
    const NameType name_type =
        !script.empty() && script != "Latin" ? NameType::kOriginalScript : ofac_alias_type(type);
    if (!whole.empty())
      builder.name(whole, name_type, weak);
    else
      builder.name({first, middle, last, true}, name_type, weak);
  });
}

void add_feature(ProfileBuilder& builder, XmlNode feature, const Tables& tables, Sink& sink) {
  sink.part("features");
  const std::string type = tables.value("FeatureType", feature.attribute("FeatureTypeID"));
  feature.each("FeatureVersion", [&](XmlNode version) {
    if (const XmlNode location = version.child("VersionLocation")) {
      const std::string id(location.attribute("LocationID"));
      const auto found = tables.locations.find(id);
      if (found == tables.locations.end())
        return sink.orphan({0, id, "location is not in the file", type});
      Address address = found->second;
      if (type == "Nationality Country" || type == "Citizenship Country")
        return builder.nationality(address.country.empty() ? line_of(address)
                                                           : std::string(address.country.code()));
      if (type == "Place of Birth") address.type = "Place of Birth";
      if (type != "Location" && type != "Place of Birth") {
        if (!address.country.empty()) builder.country(address.country.code(), type);
        return builder.note(type, line_of(address));
      }
      return builder.address(std::move(address));
    }
    if (const XmlNode period = version.child("DatePeriod")) {
      const PartialDate date = period_of(period);
      if (type == "Birthdate" && !date.empty())
        builder.profile().births.push_back(date);
      else
        builder.note(type, profile::to_text(date));
      return;
    }
    const XmlNode detail = version.child("VersionDetail");
    std::string text(detail.text());
    if (text.empty()) text = tables.value("DetailReference", detail.attribute("DetailReferenceID"));
    if (type == "Title")
      builder.title(text), builder.office(text);
    else if (type == "Place of Birth")
      builder.birth_place(text);
    else if (!text.empty())
      add_ofac_id(builder, {type, text});
    builder.note(type, version.text("Comment"));
  });
}

void add_documents(ProfileBuilder& builder, const std::string& identity, const Tables& tables,
                   Sink& sink) {
  const auto found = tables.documents.find(identity);
  if (found == tables.documents.end()) return;
  for (const Document& document : found->second) {
    sink.part("documents");
    const bool odd = !document.validity.empty() && document.validity != "Valid";
    auto* made = builder.identifier(document.type, document.number, document.country,
                                    odd ? document.validity : "");
    for (const std::string& text : document.unread)
      builder.note(document.type, text);
    if (const auto place = tables.locations.find(document.issued_in);
        place != tables.locations.end() && !place->second.empty())
      builder.note(document.type, "issued in " + line_of(place->second));
    if (!made) continue;
    made->issued = document.issued;
    made->expires = document.expires;
  }
}

// OFAC's own page of the party, with the programmes, the authority and the day of the listing.
std::string add_listing_evidence(ProfileBuilder& builder, const Entry& entry,
                                 const std::string& profile_id) {
  std::string programmes;
  for (const std::string& each : entry.programmes)
    programmes += (programmes.empty() ? "" : ", ") + each;
  std::string authority;
  for (const std::string& each : entry.legal_bases)
    if (each != "Unknown" && authority.find(each) == std::string::npos)
      authority += (authority.empty() ? "" : ", ") + each;
  std::string summary = fmt::format("{}; programmes: {}", entry.list, programmes);
  if (!authority.empty()) summary += "; legal authority: " + authority;
  const std::string date =
      entry.events.empty() ? std::string() : profile::to_text(entry.events.front().second);
  return builder.evidence(
      {.title = authority.empty() ? entry.list + " entry" : authority,
       .url = "https://sanctionssearch.ofac.treas.gov/Details.aspx?id=" + profile_id,
       .date = date,
       .summary = summary});
}

void add_sanctions(ProfileBuilder& builder, const std::string& profile_id, const Tables& tables,
                   Sink& sink) {
  const auto found = tables.entries.find(profile_id);
  if (found == tables.entries.end()) {
    builder.sanction("");
    return;
  }
  for (const Entry& entry : found->second) {
    sink.part("sanctions entries");
    // The consolidated list repeats the entry of the list it consolidates.
    if (entry.list == "Consolidated List" && found->second.size() > 1) continue;
    std::vector<std::string> programmes = entry.programmes;
    if (programmes.empty()) programmes.emplace_back();
    const std::string proof = add_listing_evidence(builder, entry, profile_id);
    for (const std::string& programme : programmes) {
      auto& made = builder.sanction(programme);
      made.sanction_id = profile_id;
      for (const std::string& measure : entry.measures)
        builder.measure(made, measure);
      for (const auto& [type, date] : entry.events) {
        if (date.empty()) continue;
        made.events.push_back({type, date, {proof}, {}, 0, 0, 0, 0});
      }
    }
    builder.note("List", entry.list);
    for (const std::string& basis : entry.legal_bases)
      if (basis != "Unknown") builder.note("Legal basis", basis);
    for (const std::string& text : entry.unread)
      builder.note(text);
  }
}

Kind kind_of(const Tables& tables, std::string_view sub_type) {
  const std::string sub = tables.value("PartySubType", sub_type);
  if (sub == "Vessel") return Kind::kVessel;
  if (sub == "Aircraft") return Kind::kAircraft;
  const auto found = tables.party_types.find(std::string(sub_type));
  const std::string type =
      found == tables.party_types.end() ? "" : tables.value("PartyType", found->second);
  return type == "Individual" ? Kind::kPerson : Kind::kOrganisation;
}

profile::Profile party_profile(XmlNode party, const ListInfo& list, const Tables& tables,
                               UnreadXml& unread, Sink& sink) {
  const XmlNode node = party.child("Profile");
  const std::string id(node.attribute("ID"));
  const Kind kind = kind_of(tables, node.attribute("PartySubTypeID"));
  ProfileBuilder builder(list, id, kind);
  for (const bool primary : {true, false})
    node.each("Identity", [&](XmlNode identity) {
      identity.each("Alias", [&](XmlNode alias) {
        const bool is_primary =
            alias.attribute("Primary") == "true" && identity.attribute("Primary") != "false";
        if (is_primary != primary) return;
        sink.part("aliases");
        add_alias(builder, alias, identity.child("NamePartGroups"), tables);
      });
    });
  node.each("Feature", [&](XmlNode feature) { add_feature(builder, feature, tables, sink); });
  node.each("Identity", [&](XmlNode identity) {
    add_documents(builder, std::string(identity.attribute("ID")), tables, sink);
  });
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  if (kind == Kind::kAircraft) builder.profile().business_types = {"Aircraft"};
  add_sanctions(builder, id, tables, sink);
  if (const auto found = tables.relations.find(id); found != tables.relations.end())
    for (const Relation& relation : found->second) {
      if (relation.forward) sink.part("relationships");
      std::string name = relation.type;
      relationship_name(relation.type, relation.forward, name);
      builder.link(relation.target, relation.former ? "Formerly: " + name : name);
      for (const std::string& text : relation.unread)
        builder.note(relation.type, text);
    }
  builder.note(party.text("Comment"));
  note_unread(unread, party, builder);
  return builder.take();
}

}  // namespace

base::Result<void> read_ofac_advanced_xml(const ListFiles& files, Sink& sink) {
  const Input& input = *files.files.front();
  Tables tables;
  VEDETTE_TRY(read_tables(input, tables, sink));
  ListInfo list = list_of_content(files, tables.is_sdn() ? "ofac-sdn" : "ofac-consolidated");
  list.date = tables.date;
  sink.begin(list);
  VEDETTE_ASSIGN(const auto source, input.open());
  UnreadXml unread = unread_of_list();
  XmlHandlers handlers;
  handlers.records = {"DistinctParty"};
  handlers.on_root = [](XmlNode root) { return root.name() == "Sanctions"; };
  handlers.on_record = [&](XmlNode party, std::uint64_t line) {
    sink.accept(party_profile(party, list, tables, unread, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
