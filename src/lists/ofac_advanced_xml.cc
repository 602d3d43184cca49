#include <unordered_map>

#include "lists/format.h"
#include "lists/known_lists.h"
#include "lists/ofac_facts.h"
#include "lists/xml.h"

// OFAC SDN_ADVANCED.XML and CONS_ADVANCED.XML: <Sanctions> with tables of reference values,
// locations and documents before, relationships and sanctions entries after the <DistinctParty>
// elements that use them. Read twice: first the tables, which stay in memory, then the parties.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::CalendarDay;
using profile::Kind;
using profile::NameType;
using profile::PartialDate;

struct Document {
  std::string type;
  std::string number;
  std::string country;
  std::string validity;
  PartialDate issued;
  PartialDate expires;
};
struct Entry {
  std::string list;
  std::vector<std::string> programmes;
  std::vector<std::string> measures;
  std::vector<std::pair<std::string, PartialDate>> events;
  std::string legal_basis;
};
struct Relation {
  std::string target;
  std::string type;
  bool former = false;
};
struct Tables {
  // By kind of value ("FeatureType") and id; countries by "Country".
  std::unordered_map<std::string, std::string> values;
  std::unordered_map<std::string, std::string> party_types;  // of party sub types
  std::unordered_map<std::string, Address> locations;
  std::unordered_map<std::string, std::vector<Document>> documents;  // by identity
  std::unordered_map<std::string, std::vector<Entry>> entries;       // by profile
  std::unordered_map<std::string, std::vector<Relation>> relations;  // by profile
  PartialDate date;
  bool consolidated = false;

  std::string value(std::string_view kind, std::string_view id) const {
    const auto found = values.find(fmt::format("{}/{}", kind, id));
    return found == values.end() ? std::string() : found->second;
  }
};

CalendarDay day_of(XmlNode node) {
  const auto number = [&](const char* name) {
    return static_cast<int>(std::strtol(std::string(node.text(name)).c_str(), nullptr, 10));
  };
  return profile::make_day(number("Year"), number("Month"), number("Day")).value_or(CalendarDay{});
}

// A period from the first day of a year to its last is that year; likewise a month.
PartialDate period_of(XmlNode period) {
  const XmlNode start = period.child("Start");
  const XmlNode end = period.child("End");
  PartialDate date;
  date.first = day_of(start.child("From"));
  CalendarDay last = day_of(end.child("To"));
  date.approximate =
      start.attribute("Approximate") == "true" || end.attribute("Approximate") == "true";
  if (date.first == CalendarDay{}) return {};
  if (last == CalendarDay{} || last == date.first) return date;
  const bool first_of_month = date.first.day == 1;
  const bool last_of_month =
      last.day >= 28 && !profile::make_day(last.year, last.month, last.day + 1);
  if (date.first.month == 1 && first_of_month && last.month == 12 && last.day == 31) {
    date.first.month = date.first.day = 0;
    if (last.year != date.first.year) date.last = {last.year, 0, 0};
  } else if (first_of_month && last_of_month && date.first.year == last.year &&
             date.first.month == last.month) {
    date.first.day = 0;
  } else {
    date.last = last;
  }
  return date;
}

void read_reference_values(XmlNode sets, Tables& tables) {
  sets.each([&](XmlNode set) {
    set.each([&](XmlNode value) {
      tables.values[fmt::format("{}/{}", value.name(), value.attribute("ID"))] = value.text();
      if (value.name() == "PartySubType")
        tables.party_types[std::string(value.attribute("ID"))] = value.attribute("PartyTypeID");
      if (value.name() == "List" && value.text() == "Consolidated List") tables.consolidated = true;
    });
  });
}

void read_location(XmlNode node, Tables& tables) {
  Address address;
  if (const auto id = node.child("LocationCountry").attribute("CountryID"); !id.empty())
    set_country(address, tables.value("Country", id));
  node.each("LocationPart", [&](XmlNode part) {
    const std::string type = tables.value("LocPartType", part.attribute("LocPartTypeID"));
    const std::string text = clean(part.child("LocationPartValue").text("Value"));
    if (type == "ADDRESS1")
      address.line1 = text;
    else if (type == "ADDRESS2" || type == "ADDRESS3")
      address.line2 += (address.line2.empty() ? "" : ", ") + text;
    else if (type == "CITY")
      address.city = text;
    else if (type == "STATE/PROVINCE")
      address.county = text;
    else if (type == "POSTAL CODE")
      address.postcode = text;
    else if (!text.empty())
      address.note += (address.note.empty() ? "" : ", ") + text;
  });
  tables.locations.emplace(node.attribute("ID"), std::move(address));
}

void read_document(XmlNode node, Tables& tables) {
  Document document;
  document.type = tables.value("IDRegDocType", node.attribute("IDRegDocTypeID"));
  document.number = node.text("IDRegistrationNo");
  document.country = tables.value("Country", node.attribute("IssuedBy-CountryID"));
  document.validity = tables.value("Validity", node.attribute("ValidityID"));
  node.each("DocumentDate", [&](XmlNode date) {
    const std::string type = tables.value("IDRegDocDateType", date.attribute("IDRegDocDateTypeID"));
    (type == "Issue Date" ? document.issued : document.expires) =
        period_of(date.child("DatePeriod"));
  });
  tables.documents[std::string(node.attribute("IdentityID"))].push_back(std::move(document));
}

void read_entry(XmlNode node, Tables& tables) {
  Entry entry;
  entry.list = tables.value("List", node.attribute("ListID"));
  node.each("EntryEvent", [&](XmlNode event) {
    PartialDate date;
    date.first = day_of(event.child("Date"));
    const std::string type = tables.value("EntryEventType", event.attribute("EntryEventTypeID"));
    entry.events.emplace_back(type == "Created" || type.empty() ? "Added" : type, date);
    entry.legal_basis = tables.value("LegalBasis", event.attribute("LegalBasisID"));
  });
  node.each("SanctionsMeasure", [&](XmlNode measure) {
    const std::string type = tables.value("SanctionsType", measure.attribute("SanctionsTypeID"));
    if (type == "Program")
      entry.programmes.emplace_back(measure.text("Comment"));
    else if (!type.empty())
      entry.measures.push_back(type);
  });
  tables.entries[std::string(node.attribute("ProfileID"))].push_back(std::move(entry));
}

base::Result<void> read_tables(const Input& input, Tables& tables) {
  VEDETTE_ASSIGN(const auto source, input.open());
  XmlHandlers handlers;
  handlers.records = {"DateOfIssue",   "ReferenceValueSets",  "Location",      "IDRegDocument",
                      "DistinctParty", "ProfileRelationship", "SanctionsEntry"};
  handlers.on_root = [](XmlNode root) { return root.name() == "Sanctions"; };
  handlers.on_record = [&](XmlNode node, std::uint64_t) {
    if (node.name() == "DateOfIssue")
      tables.date.first = day_of(node);
    else if (node.name() == "ReferenceValueSets")
      read_reference_values(node, tables);
    else if (node.name() == "Location")
      read_location(node, tables);
    else if (node.name() == "IDRegDocument")
      read_document(node, tables);
    else if (node.name() == "SanctionsEntry")
      read_entry(node, tables);
    else if (node.name() == "ProfileRelationship")
      tables.relations[std::string(node.attribute("From-ProfileID"))].push_back(
          {std::string(node.attribute("To-ProfileID")),
           tables.value("RelationType", node.attribute("RelationTypeID")),
           node.attribute("Former") == "true"});
    return true;
  };
  return read_xml(*source, handlers);
}

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
      const auto found = tables.locations.find(std::string(location.attribute("LocationID")));
      if (found == tables.locations.end()) return;
      Address address = found->second;
      if (type == "Nationality Country" || type == "Citizenship Country")
        return builder.nationality(address.country.empty() ? std::string_view(address.country_text)
                                                           : address.country.code());
      if (type == "Place of Birth") address.type = "Place of Birth";
      if (type != "Location" && type != "Place of Birth") {
        if (!address.country.empty()) builder.country(address.country.code(), type);
        return builder.note(type, profile::country_name(address.country));
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
    if (type == "Place of Birth")
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
    if (!made) continue;
    made->issued = document.issued;
    made->expires = document.expires;
  }
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
    for (const std::string& programme : programmes) {
      auto& made = builder.sanction(programme);
      if (!entry.measures.empty()) made.measures = entry.measures;
      for (const auto& [type, date] : entry.events) {
        if (date.empty()) continue;
        made.events.push_back({type, date, {builder.list_evidence()}, {}, 0, 0, 0, 0});
      }
    }
    builder.note("List", entry.list);
    builder.note("Legal basis", entry.legal_basis);
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
                               Sink& sink) {
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
      sink.part("relationships");
      builder.link(relation.target, relation.former ? "Formerly " + relation.type : relation.type);
    }
  builder.note(party.text("Comment"));
  return builder.take();
}

}  // namespace

base::Result<void> read_ofac_advanced_xml(const ListFiles& files, Sink& sink) {
  const Input& input = *files.files.front();
  Tables tables;
  VEDETTE_TRY(read_tables(input, tables));
  ListInfo list =
      known_list(list_id_or(files, tables.consolidated ? "ofac-consolidated" : "ofac-sdn"));
  list.date = tables.date;
  sink.begin(list);
  VEDETTE_ASSIGN(const auto source, input.open());
  XmlHandlers handlers;
  handlers.records = {"DistinctParty"};
  handlers.on_root = [](XmlNode root) { return root.name() == "Sanctions"; };
  handlers.on_record = [&](XmlNode party, std::uint64_t line) {
    sink.accept(party_profile(party, list, tables, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
