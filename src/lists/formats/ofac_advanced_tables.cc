#include "lists/formats/ofac_advanced_tables.h"

#include <fmt/format.h>

#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/input/clean_text.h"

namespace vedette::lists::ofac_advanced {

using profile::CalendarDay;

// The numbers of parts and of their kinds, what the letters say of scripts, and how sure the list
// is of the day of a date.
UnreadXml unread_of_list() {
  return UnreadXml({"ID",
                    "FixedRef",
                    "Primary",
                    "AreaCodeID",
                    "CountryRelevanceID",
                    "FeatureVersionReference",
                    "LocPartValueTypeID",
                    "LocPartValueStatusID",
                    "DocumentedNameReference",
                    "DocNameStatusID",
                    "ScriptStatusID",
                    "NamePartGroups",
                    "ReliabilityID",
                    "CalendarTypeID",
                    "YearFixed",
                    "MonthFixed",
                    "DayFixed",
                    "DetailTypeID",
                    "IdentityReference",
                    "IDRegDocumentReference",
                    "RelationQualityID",
                    "SanctionsEntryID",
                    "DeltaAction"});
}

std::string line_of(const Address& address) {
  std::string line;
  for (const std::string_view part :
       {std::string_view(address.line1), std::string_view(address.line2),
        std::string_view(address.city), std::string_view(address.county),
        std::string_view(address.postcode),
        address.country.empty() ? std::string_view(address.country_text)
                                : profile::country_name(address.country),
        std::string_view(address.note)})
    if (!part.empty()) line.append(line.empty() ? "" : ", ").append(part);
  return line;
}

namespace {

Texts unread_texts(XmlNode node, Tables& tables) {
  Texts texts;
  tables.unread.for_each(node, [&](std::string_view path, std::string_view text) {
    texts.push_back(fmt::format("{}: {}", path, text));
  });
  return texts;
}

CalendarDay day_of(XmlNode node) {
  const auto number = [&](const char* name) {
    return static_cast<int>(std::strtol(std::string(node.text(name)).c_str(), nullptr, 10));
  };
  return profile::make_day(number("Year"), number("Month"), number("Day")).value_or(CalendarDay{});
}

}  // namespace

PartialDate period_of(XmlNode period) {
  const XmlNode start = period.child("Start");
  const XmlNode end = period.child("End");
  PartialDate date;
  date.first = day_of(start.child("From"));
  CalendarDay last = day_of(end.child("To"));
  // Within the two.
  start.child("To").leave_out();
  end.child("From").leave_out();
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

namespace {

void read_reference_values(XmlNode sets, Tables& tables) {
  sets.each([&](XmlNode set) {
    set.each([&](XmlNode value) {
      tables.values[fmt::format("{}/{}", value.name(), value.attribute("ID"))] = value.text();
      if (value.name() == "PartySubType")
        tables.party_types[std::string(value.attribute("ID"))] = value.attribute("PartyTypeID");
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
  for (const std::string& text : unread_texts(node, tables))
    address.note += (address.note.empty() ? "" : ", ") + clean(text);
  tables.locations.emplace(node.attribute("ID"), std::move(address));
}

void read_document(XmlNode node, Tables& tables) {
  Document document;
  auto& documents = tables.documents[std::string(node.attribute("IdentityID"))];
  document.type = tables.value("IDRegDocType", node.attribute("IDRegDocTypeID"));
  document.number = node.text("IDRegistrationNo");
  document.country = tables.value("Country", node.attribute("IssuedBy-CountryID"));
  document.validity = tables.value("Validity", node.attribute("ValidityID"));
  document.issued_in = node.attribute("IssuedIn-LocationID");
  node.each("DocumentDate", [&](XmlNode date) {
    const std::string type = tables.value("IDRegDocDateType", date.attribute("IDRegDocDateTypeID"));
    const PartialDate period = period_of(date.child("DatePeriod"));
    if (type == "Issue Date")
      document.issued = period;
    else if (type == "Expiration Date")
      document.expires = period;
    else
      document.unread.push_back(fmt::format("{}: {}", type, profile::to_text(period)));
  });
  for (std::string& text : unread_texts(node, tables))
    document.unread.push_back(std::move(text));
  documents.push_back(std::move(document));
}

void read_entry(XmlNode node, Tables& tables) {
  Entry entry;
  auto& entries = tables.entries[std::string(node.attribute("ProfileID"))];
  entry.list = tables.value("List", node.attribute("ListID"));
  ++tables.lists[entry.list];
  node.each("EntryEvent", [&](XmlNode event) {
    PartialDate date;
    date.first = day_of(event.child("Date"));
    const std::string type = tables.value("EntryEventType", event.attribute("EntryEventTypeID"));
    entry.events.emplace_back(type == "Created" || type.empty() ? "Added" : type, date);
    entry.legal_bases.push_back(tables.value("LegalBasis", event.attribute("LegalBasisID")));
  });
  node.each("SanctionsMeasure", [&](XmlNode measure) {
    const std::string type = tables.value("SanctionsType", measure.attribute("SanctionsTypeID"));
    if (type == "Program")
      entry.programmes.emplace_back(measure.text("Comment"));
    else if (!type.empty())
      entry.measures.push_back(type);
  });
  entry.unread = unread_texts(node, tables);
  entries.push_back(std::move(entry));
}

void read_relation(XmlNode node, Tables& tables) {
  Relation relation{std::string(node.attribute("To-ProfileID")),
                    tables.value("RelationType", node.attribute("RelationTypeID")),
                    node.attribute("Former") == "true",
                    true,
                    {}};
  const std::string from(node.attribute("From-ProfileID"));
  relation.unread = unread_texts(node, tables);
  // Both profiles show the link, each with what the other is to it.
  if (!relation.target.empty() && relation.target != from)
    tables.relations[relation.target].push_back(
        {from, relation.type, relation.former, false, relation.unread});
  tables.relations[from].push_back(std::move(relation));
}

}  // namespace

base::Result<void> read_tables(const Input& input, Tables& tables, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, input.open());
  XmlHandlers handlers;
  handlers.records = {"DateOfIssue",   "ReferenceValueSets",  "Location",      "IDRegDocument",
                      "DistinctParty", "ProfileRelationship", "SanctionsEntry"};
  handlers.around = {"Locations",        "IDRegDocuments",      "DistinctParties",
                     "SanctionsEntries", "SanctionsEntryLinks", "ProfileRelationships"};
  account_for_strays(handlers, sink);
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
      read_relation(node, tables);
    return true;
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists::ofac_advanced
