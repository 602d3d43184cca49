#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/ca_names.h"
#include "lists/formats/format.h"
#include "lists/input/pieces.h"
#include "lists/input/xml.h"

// Canada's consolidated autonomous sanctions list: <data-set> of <record>. It numbers its records
// within schedules only, so the id is made of programme, schedule, item and name.

namespace vedette::lists {
namespace {

using profile::Kind;

// Entities are named in English and French; the second is an alias like those given as such.
void add_names(XmlNode record, bool person, ProfileBuilder& builder, Sink& sink) {
  const auto entity = record.text("EntityOrShip");
  const auto aliases = record.text("Aliases");
  if (person) builder.name({record.text("GivenName"), {}, record.text("LastName")});
  for (const std::string_view name :
       person ? std::vector<std::string_view>() : ca_entity_names(entity)) {
    if (!builder.profile().names.empty()) sink.part("aliases");
    builder.name(name);
  }
  for (const std::string_view alias :
       person ? ca_person_aliases(aliases) : ca_entity_aliases(aliases)) {
    sink.part("aliases");
    builder.name(alias);
  }
}

profile::Profile&& record_profile(ProfileBuilder& builder, XmlNode record, ContentIds& ids,
                                  UnreadXml& unread, Sink& sink) {
  const auto entity = record.text("EntityOrShip");
  const auto imo = record.text("ShipIMONumber");
  auto title = record.text("TitleOrShip");
  if (title.empty()) title = record.text("TitleOrShipType");
  const auto last_name = record.text("LastName");
  const auto given_name = record.text("GivenName");
  const auto schedule = record.text("Schedule");
  const auto item = record.text("Item");
  const auto country = record.text("Country");
  const bool person = !last_name.empty() || !given_name.empty();
  const Kind kind = person ? Kind::kPerson : imo.empty() ? Kind::kOrganisation : Kind::kVessel;
  // The English half of "Russia / Russie".
  const auto programme = trim(country.substr(0, country.find(" / ")));
  const std::string id = ids.distinct(slug(
      fmt::format("{} {} {} {} {} {}", programme, schedule, item, last_name, given_name, entity)));
  builder.begin(id, kind);
  add_names(record, person, builder, sink);
  if (kind == Kind::kVessel) {
    builder.profile().business_types = {"Vessel"};
    builder.identifier("IMO Number", imo);
    builder.note("Ship build date", record.text("DateOfBirthOrShipBuildDate"));
    builder.note("Ship type", title);
  } else if (person) {
    builder.birth(record.text("DateOfBirthOrShipBuildDate"));
    builder.title(title);
    builder.office(title);
  } else {
    builder.note("Date", record.text("DateOfBirthOrShipBuildDate"));
    builder.note("Title", title);
  }
  sink.part("sanctions");
  auto& entry = builder.sanction(programme);
  entry.sanction_id = clean(fmt::format("Schedule {}, item {}", schedule, item));
  builder.event(entry, "Added", record.text("DateOfListing"));
  if (!programme.empty() && profile::parse_country(programme))
    builder.country(programme, "Programme");
  note_unread(unread, record, builder);
  return builder.take();
}

}  // namespace

base::Result<void> read_ca_xml(const ListFiles& files, Sink& sink) {
  const ListInfo list = list_of_content(files, "ca-sema");
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  ContentIds ids;
  ProfileBuilder builder(list);
  UnreadXml unread({});
  XmlHandlers handlers;
  handlers.records = {"record"};
  account_for_strays(handlers, sink);
  handlers.on_root = [&](XmlNode root) {
    sink.begin(list);
    return root.name() == "data-set";
  };
  handlers.on_record = [&](XmlNode record, std::uint64_t line) {
    sink.accept_distinct(record_profile(builder, record, ids, unread, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
