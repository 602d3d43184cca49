#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/format.h"
#include "lists/input/clean_text.h"
#include "lists/input/xml.h"

// The EU's financial sanctions list, XML 1.1: <export> of <sanctionEntity>, nearly all in
// attributes.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

// The code of the part's country; empty for "00", the file's word for an unknown one. Where there
// is a code, the name beside it says the same again.
std::string_view country_code(XmlNode node) {
  const auto code = node.attribute("countryIso2Code");
  if (code.empty() || code == "00") return {};
  node.attribute("countryDescription");
  return code;
}

void set_eu_country(Address& address, XmlNode node) {
  const auto code = country_code(node);
  if (code.empty()) return;
  if (const auto country = profile::Country::from_alpha2(code))
    address.country = *country;
  else
    set_country(address, node.attribute("countryDescription"));
}

void add_names(ProfileBuilder& builder, XmlNode entity, Sink& sink) {
  // The primary name is the first strong one, better one in parts, better one in English, and of
  // equals one in Latin letters. A name without a language is English when its letters allow it.
  XmlNode primary;
  int best = -1;
  entity.each("nameAlias", [&](XmlNode alias) {
    const bool strong = alias.attribute("strong") != "false";
    const auto language = alias.attribute("nameLanguage");
    const bool parts = !alias.attribute("lastName").empty();
    const std::string_view script = script_of(alias.attribute("wholeName"));
    const bool latin = script.empty() || script == "Latn";
    const bool english = language == "EN" || (language.empty() && latin);
    const int rank = (strong ? 8 : 0) + (parts ? 4 : 0) + (english ? 2 : 0) + (latin ? 1 : 0);
    if (rank > best && !alias.attribute("wholeName").empty()) {
      best = rank;
      primary = alias;
    }
  });
  const auto add = [&](XmlNode alias) {
    auto* name = builder.name(alias.attribute("wholeName"), NameType::kSpellingVariation,
                              alias.attribute("strong") == "false");
    if (!name)
      name = builder.name({alias.attribute("firstName"), alias.attribute("middleName"),
                           alias.attribute("lastName")});
    if (!name) return;
    name->language = clean(alias.attribute("nameLanguage"));
    // Parts of the whole name.
    for (const char* part : {"firstName", "middleName", "lastName"})
      if (!alias.attribute("wholeName").empty()) alias.attribute(part);
    if (!alias.attribute("lastName").empty() && name->last.empty()) {
      name->first = clean(alias.attribute("firstName"));
      name->middle = clean(alias.attribute("middleName"));
      name->last = clean(alias.attribute("lastName"));
    }
  };
  if (primary) add(primary);
  entity.each("nameAlias", [&](XmlNode alias) {
    sink.part("names");
    add(alias);
    if (const auto gender = alias.attribute("gender"); !gender.empty()) builder.gender(gender);
    builder.title(alias.attribute("title"));
    builder.position("Function", alias.attribute("function"));
    builder.note(alias.text("remark"));
  });
}

void add_birth(ProfileBuilder& builder, XmlNode node) {
  std::string date(node.attribute("birthdate"));
  if (!date.empty()) {
    // The same again.
    for (const char* part : {"year", "monthOfYear", "dayOfMonth"})
      node.attribute(part);
  } else if (!node.attribute("yearRangeFrom").empty() && !node.attribute("yearRangeTo").empty()) {
    date = fmt::format("{} to {}", node.attribute("yearRangeFrom"), node.attribute("yearRangeTo"));
  } else if (date = node.attribute("year"); !date.empty()) {
    const auto month = node.attribute("monthOfYear");
    if (!month.empty()) date += fmt::format("-{:0>2}", month);
    if (!month.empty() && !node.attribute("dayOfMonth").empty())
      date += fmt::format("-{:0>2}", node.attribute("dayOfMonth"));
  }
  const bool circa = node.attribute("circa") == "true";
  if (!date.empty() && circa) date.insert(0, "circa ");
  const auto calendar = node.attribute("calendarType");
  if (!calendar.empty() && calendar != "GREGORIAN" && !date.empty())
    builder.note(fmt::format("Date of birth ({} calendar): {}", calendar, date));
  else
    builder.birth(date);
  Address place;
  place.type = "Place of Birth";
  place.city = clean(node.attribute("city"));
  place.line1 = clean(node.attribute("place"));
  place.county = clean(node.attribute("region"));
  place.postcode = clean(node.attribute("zipCode"));
  set_eu_country(place, node);
  if (!place.empty()) builder.address(std::move(place));
  builder.note(node.text("remark"));
}

void add_address(ProfileBuilder& builder, XmlNode node) {
  Address address;
  address.line1 = clean(node.attribute("street"));
  address.line2 = clean(node.attribute("place"));
  if (const auto box = node.attribute("poBox"); !box.empty())
    address.line2 += (address.line2.empty() ? "PO Box " : ", PO Box ") + clean(box);
  address.city = clean(node.attribute("city"));
  address.county = clean(node.attribute("region"));
  address.postcode = clean(node.attribute("zipCode"));
  set_eu_country(address, node);
  address.note = clean(node.text("remark"));
  node.each("contactInfo", [&](XmlNode info) {
    const auto key = info.attribute("key");
    const auto value = info.attribute("value");
    if (key == "PHONE")
      builder.contact("Telephone", value);
    else if (key == "FAX")
      builder.contact("Fax", value);
    else if (key == "EMAIL")
      builder.contact("Email", value);
    else if (key == "WEB")
      builder.contact("Website", value);
    else
      builder.note(key, value);
  });
  builder.address(std::move(address));
}

void add_identification(ProfileBuilder& builder, XmlNode node) {
  const auto code = node.attribute("identificationTypeCode");
  auto type = node.attribute("identificationTypeDescription");
  if (type.empty()) type = code;
  auto number = node.attribute("number");
  if (number.empty()) number = node.attribute("latinNumber");
  std::string note(node.text("remark"));
  for (const char* flag : {"knownExpired", "knownFalse", "reportedLost", "revokedByIssuer"})
    if (node.attribute(flag) == "true") note += (note.empty() ? "" : "; ") + std::string(flag);
  for (const char* word : {"nameOnDocument", "issuedBy"})
    if (const auto text = node.attribute(word); !text.empty())
      note += fmt::format("{}{}: {}", note.empty() ? "" : "; ", word, text);
  auto* made =
      builder.identifier(type.empty() ? "Document" : type, number, country_code(node), note);
  if (!made) return;
  const auto put_date = [&](const char* name, profile::PartialDate& date) {
    if (const auto parsed = profile::parse_date(node.attribute(name)))
      date = *parsed;
    else
      builder.note(name, node.attribute(name));
  };
  put_date("issueDate", made->issued);
  put_date("validTo", made->expires);
}

// "Council regulation 1210/2003 (OJ L169)".
std::string act_title(XmlNode regulation) {
  const auto body = regulation.attribute("organisationType");
  const auto number = regulation.attribute("numberTitle");
  if (number.empty()) return {};
  const std::string_view act = body == "commission" ? "Commission regulation"
                               : body == "council"  ? "Council regulation"
                                                    : "Regulation";
  return fmt::format("{} {}", act, number);
}

void add_sanctions(ProfileBuilder& builder, XmlNode entity, Sink& sink) {
  profile::SanctionEntry* entry = nullptr;
  std::string programme;
  entity.each("regulation", [&](XmlNode regulation) {
    sink.part("regulations");
    if (!entry || programme != regulation.attribute("programme")) {
      programme = regulation.attribute("programme");
      entry = &builder.sanction(programme);
      entry->sanction_id = clean(entity.attribute("euReferenceNumber"));
      if (const auto date = entity.attribute("designationDate"); !date.empty())
        builder.event(*entry, "Added", date);
    }
    const bool amendment = regulation.attribute("regulationType") == "amendment";
    const bool has_added = !entry->events.empty();
    const auto date = regulation.attribute("publicationDate");
    const std::string act = builder.evidence(
        {.title = act_title(regulation), .url = regulation.text("publicationUrl"), .date = date});
    builder.event_by(*entry, amendment || has_added ? "Amended" : "Added", date, act);
  });
  if (!entry) builder.sanction("");
}

profile::Profile entity_profile(XmlNode entity, const ListInfo& list, UnreadXml& unread,
                                Sink& sink) {
  const XmlNode subject = entity.child("subjectType");
  const auto subject_code = subject.attribute("code");
  const auto classification = subject.attribute("classificationCode");
  const bool person = subject_code == "person" || classification == "P";
  ProfileBuilder builder(list, entity.attribute("logicalId"),
                         person ? Kind::kPerson : Kind::kOrganisation);
  add_names(builder, entity, sink);
  entity.each([&](XmlNode node) {
    if (node.name() == "citizenship") {
      sink.part("citizenships");
      if (const auto code = country_code(node); !code.empty()) builder.nationality(code);
      builder.note("Citizenship", node.text("remark"));
    } else if (node.name() == "birthdate") {
      sink.part("birth dates");
      add_birth(builder, node);
    } else if (node.name() == "address") {
      sink.part("addresses");
      add_address(builder, node);
    } else if (node.name() == "identification") {
      sink.part("identifications");
      add_identification(builder, node);
    } else if (node.name() == "remark") {
      builder.description(node.text());
    }
  });
  add_sanctions(builder, entity, sink);
  builder.identifier("EU reference number", entity.attribute("euReferenceNumber"));
  builder.identifier("UN reference number", entity.attribute("unitedNationId"));
  builder.note("Designation", entity.attribute("designationDetails"));
  unread.for_each(entity, [&](std::string_view path, std::string_view text) {
    if (text != "UNKNOWN") builder.note(path, text);
  });
  return builder.take();
}

}  // namespace

base::Result<void> read_eu_xml(const ListFiles& files, Sink& sink) {
  ListInfo list = list_of_content(files, "eu-fsf");
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  // The numbers of parts, the regulation that brought each of them, and of the regulations of the
  // entity what their numbers say.
  UnreadXml unread({"logicalId", "regulationSummary", "regulationLanguage", "publicationUrl",
                    "entryIntoForceDate", "calendarType"});
  XmlHandlers handlers;
  handlers.records = {"sanctionEntity"};
  account_for_strays(handlers, sink);
  handlers.on_root = [&](XmlNode root) {
    if (root.name() != "export") return false;
    if (const auto date = profile::parse_date(root.attribute("generationDate").substr(0, 10)))
      list.date = *date;
    sink.begin(list);
    return true;
  };
  handlers.on_record = [&](XmlNode entity, std::uint64_t line) {
    sink.accept(entity_profile(entity, list, unread, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
