#include <cstring>

#include "lists/building/gatherer.h"
#include "lists/building/known_lists.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/format.h"
#include "lists/formats/ofac_facts.h"
#include "lists/input/xml.h"

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
    builder.set_country(address, node.text("country"));
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
                                 UnreadXml& unread, Sink& sink) {
  const Kind kind = ofac_kind(entry.text("sdnType"));
  builder.begin(entry.text("uid"), kind);
  builder.name({entry.text("firstName"), {}, entry.text("lastName"), true});
  builder.title(entry.text("title"));
  builder.office(entry.text("title"));
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
  note_unread(unread, entry, builder);
  return builder.take();
}

std::string whole_name(XmlNode node) {
  const auto first = node.text("firstName");
  std::string name(node.text("lastName"));
  if (!first.empty()) name.append(", ").append(first);
  return name;
}

// Reads the entries. One whose remarks name another party waits until all names are known.
class EntryList {
 public:
  EntryList(const ListFiles& files, Sink& sink) : files_(files), sink_(sink), builder_(list_) {}

  base::Result<void> add(XmlNode entry, std::uint64_t line) {
    VEDETTE_TRY(add_names(entry));
    const bool linked = look_for_links(entry.text("remarks"), names_);
    if (!begun_) {
      entry.child("programList").each("program", [&](XmlNode each) { programmes_ += each.text(); });
      if (!programmes_.empty()) begin();
    }
    if (!begun_ || linked) return keep_waiting(entry, line);
    sink_.accept(entry_profile(builder_, entry, names_, unread_, sink_), line);
    return {};
  }

  void published(std::string_view text) {
    const auto date = profile::parse_date(text, profile::DayOrder::kMonthFirst);
    if (date && !begun_) date_ = *date;
  }

  base::Result<void> finish() {
    begin();
    VEDETTE_TRY(names_.bring_together());
    PackedXml packed;
    return waiting_.for_each(
        [&](std::string_view, const std::vector<std::string_view>& pieces) -> base::Result<void> {
          std::uint64_t line = 0;
          std::memcpy(&line, pieces.front().data(), sizeof line);
          const XmlNode entry = packed.open(pieces.front().substr(sizeof line));
          sink_.accept(entry_profile(builder_, entry, names_, unread_, sink_), line);
          return {};
        });
  }

 private:
  void begin() {
    if (begun_) return;
    begun_ = true;
    const std::string& name = files_.files.front()->name();
    list_ = list_of_content(files_, ofac_list_of(name, programmes_));
    list_.date = date_;
    sink_.begin(list_);
  }

  // Who is called what.
  base::Result<void> add_names(XmlNode entry) {
    const std::string_view record = entry.text("uid");
    base::Result<void> added = names_.add(whole_name(entry), record);
    entry.child("akaList").each("aka", [&](XmlNode aka) {
      if (added.ok()) added = names_.add(whole_name(aka), record);
    });
    return added;
  }

  base::Result<void> keep_waiting(XmlNode entry, std::uint64_t line) {
    char bytes[sizeof line];
    std::memcpy(bytes, &line, sizeof line);
    piece_.assign(bytes, sizeof line);
    append_packed(entry, piece_);
    return waiting_.add(std::to_string(++waiting_count_), piece_);
  }

  const ListFiles& files_;
  Sink& sink_;
  ListInfo list_;
  ProfileBuilder builder_;
  OfacNames names_;
  // The numbers and the order of parts.
  UnreadXml unread_{std::initializer_list<std::string_view>{"uid", "mainEntry"}};
  std::string programmes_;  // of the first entry that has any
  profile::PartialDate date_;
  bool begun_ = false;
  Gatherer waiting_;
  std::uint64_t waiting_count_ = 0;
  std::string piece_;
};

}  // namespace

base::Result<void> read_ofac_xml(const ListFiles& files, Sink& sink) {
  EntryList entries(files, sink);
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  base::Result<void> added;
  XmlHandlers handlers;
  handlers.records = {"publshInformation", "sdnEntry"};
  account_for_strays(handlers, sink);
  handlers.on_root = [](XmlNode root) { return root.name() == "sdnList"; };
  handlers.on_record = [&](XmlNode node, std::uint64_t line) {
    if (node.name() == "publshInformation")
      entries.published(node.text("Publish_Date"));
    else
      added = entries.add(node, line);
    return added.ok() && !sink.stopped();
  };
  VEDETTE_TRY(read_xml(*source, handlers));
  VEDETTE_TRY(added);
  return entries.finish();
}

}  // namespace vedette::lists
