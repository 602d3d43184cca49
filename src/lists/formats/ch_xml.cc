#include <map>
#include <unordered_map>

#include "lists/building/known_lists.h"
#include "lists/building/profile_builder.h"
#include "lists/building/unread_notes.h"
#include "lists/formats/format.h"
#include "lists/input/xml.h"

// Switzerland's SECO list: <swiss-sanctions-list> of <sanctions-program>, <place> and <target>. The
// programmes come first; places may come after the targets that name them, so they are read in a
// first pass.

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Kind;
using profile::NameType;

struct Programme {
  std::string name;
  std::string measure;
};
struct Tables {
  std::unordered_map<std::string, Programme> sets;  // by sanctions-set ssid
  std::unordered_map<std::string, Address> places;  // by place ssid
};

std::string english(XmlNode node, const char* child) {
  std::string found;
  node.each(child, [&](XmlNode each) {
    if (found.empty() || each.attribute("lang") == "eng") found = each.text();
  });
  return found;
}

void read_programme(XmlNode node, Tables& tables) {
  const std::string name = english(node, "program-name");
  const std::string key = english(node, "program-key");
  node.each("sanctions-set", [&](XmlNode set) {
    Programme& programme = tables.sets[std::string(set.attribute("ssid"))];
    programme.name = name.empty() ? key : name;
    if (programme.measure.empty() || set.attribute("lang") == "eng") programme.measure = set.text();
  });
}

void read_place(XmlNode node, Tables& tables) {
  Address place;
  place.city = clean(node.text("location"));
  place.county = clean(node.text("area"));
  const XmlNode country = node.child("country");
  if (const auto code = country.attribute("iso-code"); !code.empty())
    set_country(place, code);
  else if (!country.text().empty())
    set_country(place, country.text());
  country.leave_out();
  UnreadXml({"ssid"}).for_each(node, [&](std::string_view path, std::string_view text) {
    place.note += fmt::format("{}{}: {}", place.note.empty() ? "" : "; ", path, clean(text));
  });
  tables.places.emplace(node.attribute("ssid"), std::move(place));
}

Address place_of(const Tables& tables, XmlNode node, Sink& sink) {
  const std::string id(node.attribute("place-id"));
  const auto found = tables.places.find(id);
  if (found != tables.places.end()) return found->second;
  if (!id.empty()) sink.orphan({0, id, "place is not in the file", std::string(node.name())});
  return {};
}

// A name in parts, each of them in its place.
struct PartsOfName {
  std::string first, middle, last, whole;

  void add(std::string_view type, std::string_view text) {
    std::string& part = type == "family-name" || type == "maiden-name" ? last
                        : type == "given-name" || type == "further-given-name"
                            ? (first.empty() ? first : middle)
                        : type == "father-name" || type == "grand-father-name" ? middle
                                                                               : whole;
    part += (part.empty() ? "" : " ") + std::string(text);
  }
  void give_to(ProfileBuilder& builder, NameType type, bool weak) const {
    if (!whole.empty()) builder.name(whole, type, weak);
    if (!first.empty() || !last.empty())
      builder.name({first, middle, last}, type, weak);
    else if (whole.empty())
      builder.name(middle, type, weak);
  }
};

// The n-th variants of the parts that are in one language and script are a spelling of the name. A
// part without one is taken as it is, unless the others are in another script.
void add_spellings(ProfileBuilder& builder, const std::vector<XmlNode>& parts, NameType type,
                   bool weak) {
  std::map<std::string, PartsOfName> spellings;
  const auto key_of = [](XmlNode variant, std::map<std::string, int>& seen) {
    const std::string key =
        fmt::format("{} {}", variant.attribute("lang"), variant.attribute("script"));
    return fmt::format("{} {}", key, ++seen[key]);
  };
  for (const XmlNode part : parts) {
    std::map<std::string, int> seen;
    part.each("spelling-variant", [&](XmlNode variant) { spellings[key_of(variant, seen)]; });
  }
  for (auto& [key, spelling] : spellings) {
    for (const XmlNode part : parts) {
      std::map<std::string, int> seen;
      std::string_view text;
      part.each("spelling-variant", [&, &wanted = key](XmlNode variant) {
        if (key_of(variant, seen) == wanted) text = variant.text();
      });
      const bool latin = key.find(" Latn ") != std::string::npos || key.find("  ") != key.npos;
      if (text.empty() && latin) text = part.text("value");
      if (!text.empty()) spelling.add(part.attribute("name-part-type"), text);
    }
    spelling.give_to(builder, type, weak);
  }
}

void add_name(ProfileBuilder& builder, XmlNode node) {
  PartsOfName name;
  std::vector<XmlNode> parts;
  node.each("name-part", [&](XmlNode part) {
    const auto type = part.attribute("name-part-type");
    if (type == "title" || type == "suffix") return builder.title(part.text("value"));
    name.add(type, part.text("value"));
    parts.push_back(part);
  });
  const auto kind = node.attribute("name-type");
  const NameType type = kind == "formerly-known-as" || kind == "fka" ? NameType::kPrevious
                                                                     : NameType::kSpellingVariation;
  const bool weak = node.attribute("quality") == "low";
  name.give_to(builder, type, weak);
  add_spellings(builder, parts, type, weak);
}

void add_identity(ProfileBuilder& builder, XmlNode identity, const Tables& tables, Sink& sink) {
  for (const bool primary : {true, false})
    identity.each("name", [&](XmlNode name) {
      if ((name.attribute("name-type") == "primary-name") != primary) return;
      sink.part("names");
      add_name(builder, name);
    });
  identity.each([&](XmlNode node) {
    const auto name = node.name();
    if (name == "nationality") {
      sink.part("nationalities");
      const auto code = node.child("country").attribute("iso-code");
      const auto country = node.text("country");
      builder.nationality(code.empty() ? country : code);
    } else if (name == "day-month-year") {
      sink.part("birth dates");
      std::string date(node.attribute("year"));
      if (!node.attribute("month").empty()) date += fmt::format("-{:0>2}", node.attribute("month"));
      if (!node.attribute("day").empty() && !node.attribute("month").empty())
        date += fmt::format("-{:0>2}", node.attribute("day"));
      if (date.empty()) date = node.text();
      builder.birth(date);
      for (const auto& [attribute, usual] :
           {std::pair{"calendar", "Gregorian"}, std::pair{"quality", "good"}})
        if (const auto said = node.attribute(attribute); !said.empty() && said != usual)
          builder.note(fmt::format("Date of birth {}", date),
                       fmt::format("{} {}", attribute, said));
    } else if (name == "place-of-birth") {
      sink.part("birth places");
      Address place = place_of(tables, node, sink);
      place.type = "Place of Birth";
      if (!place.empty()) builder.address(std::move(place));
    } else if (name == "address") {
      sink.part("addresses");
      Address address = place_of(tables, node, sink);
      address.line1 = clean(node.text("address-details"));
      if (const auto box = node.text("p-o-box"); !box.empty())
        address.line2 = "PO Box " + clean(box);
      address.postcode = clean(node.text("zip-code"));
      if (const auto remark = node.text("remark"); !remark.empty())
        address.note += (address.note.empty() ? "" : "; ") + clean(remark);
      builder.address(std::move(address));
    } else if (name == "identification-document") {
      sink.part("documents");
      const auto type = node.attribute("document-type");
      const XmlNode issuer = node.child("issuer");
      const auto code = issuer.attribute("code");
      const auto country = issuer.text();
      builder.identifier(type.empty() ? "Document" : type, node.text("number"),
                         code.empty() ? country : code, node.text("remark"));
    }
  });
}

void add_sanctions(ProfileBuilder& builder, XmlNode target, const Tables& tables, Sink& sink) {
  bool former = false;
  std::vector<std::pair<std::string, std::string>> events;
  target.each("modification", [&](XmlNode modification) {
    sink.part("modifications");
    const auto type = modification.attribute("modification-type");
    auto date = modification.attribute("effective-date");
    const auto published = modification.attribute("publication-date");
    if (date.empty()) date = published;
    if (!date.empty()) modification.attribute("enactment-date");
    const bool removed = type == "de-listed" || type == "delisted";
    former = former || removed;
    events.emplace_back(removed ? "Removed" : type == "listed" ? "Added" : "Amended", date);
  });
  const auto add = [&](const Programme& programme) {
    sink.part("sanctions");
    auto& entry = builder.sanction(programme.name);
    if (!programme.measure.empty()) builder.measure(entry, programme.measure);
    entry.sanction_id = clean(target.attribute("ssid"));
    entry.former = former;
    for (const auto& [type, date] : events)
      builder.event(entry, type, date);
  };
  bool any = false;
  target.each("sanctions-set-id", [&](XmlNode set) {
    const auto found = tables.sets.find(std::string(set.text()));
    if (found == tables.sets.end()) return builder.note("Sanctions set", set.text());
    any = true;
    add(found->second);
  });
  if (!any) add({});
}

profile::Profile target_profile(XmlNode target, const ListInfo& list, const Tables& tables,
                                UnreadXml& unread, Sink& sink) {
  XmlNode subject;
  Kind kind = Kind::kUnknown;
  for (const auto& [name, each] :
       {std::pair{"individual", Kind::kPerson}, std::pair{"entity", Kind::kOrganisation},
        std::pair{"object", Kind::kUnknown}})
    if (const XmlNode found = target.child(name)) {
      subject = found;
      kind = each;
    }
  const auto object_type = subject.attribute("object-type");
  if (object_type == "vessel") kind = Kind::kVessel;
  if (object_type == "aircraft") kind = Kind::kAircraft;
  ProfileBuilder builder(list, target.attribute("ssid"), kind);
  for (const bool main : {true, false})
    subject.each("identity", [&](XmlNode identity) {
      if ((identity.attribute("main") == "true") == main)
        add_identity(builder, identity, tables, sink);
    });
  if (const auto sex = subject.attribute("sex"); !sex.empty()) builder.gender(sex);
  if (kind == Kind::kVessel) builder.profile().business_types = {"Vessel"};
  subject.each([&](XmlNode node) {
    if (node.name() == "justification") {
      builder.evidence({.title = "Justification", .url = list.url, .summary = node.text()});
      builder.description(node.text());
    } else if (node.name() == "other-information") {
      builder.note(node.text());
    } else if (node.name() == "relation") {
      builder.link(node.attribute("target-id"), node.attribute("relation-type"));
    }
  });
  target.each("foreign-identifier",
              [&](XmlNode id) { builder.identifier("Foreign identifier", id.text()); });
  if (const auto id = target.text("foreign-identifier"); id.empty())
    builder.identifier("Foreign identifier", target.attribute("foreign-identifier"));
  target.each("generic-attribute", [&](XmlNode attribute) {
    builder.note(attribute.attribute("name"), attribute.text());
  });
  subject.each("generic-attribute", [&](XmlNode attribute) {
    builder.note(attribute.attribute("name"), attribute.text());
  });
  add_sanctions(builder, target, tables, sink);
  note_unread(unread, target, builder);
  return builder.take();
}

bool is_seco(XmlNode root) {
  return root.name() == "swiss-sanctions-list";
}

}  // namespace

base::Result<void> read_ch_xml(const ListFiles& files, Sink& sink) {
  ListInfo list = list_of_content(files, "ch-seco");
  Tables tables;
  {
    VEDETTE_ASSIGN(const auto source, files.files.front()->open());
    XmlHandlers handlers;
    handlers.records = {"sanctions-program", "place", "target"};
    account_for_strays(handlers, sink);
    handlers.on_root = [&](XmlNode root) {
      if (const auto date = profile::parse_date(root.attribute("date"))) list.date = *date;
      return is_seco(root);
    };
    handlers.on_record = [&](XmlNode node, std::uint64_t) {
      if (node.name() == "sanctions-program") read_programme(node, tables);
      if (node.name() == "place") read_place(node, tables);
      return true;
    };
    VEDETTE_TRY(read_xml(*source, handlers));
  }
  sink.begin(list);
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  // The numbers of parts, the language of the file, and the order in which parts are read anyway.
  UnreadXml unread({"ssid", "lang", "script", "order"});
  XmlHandlers handlers;
  handlers.records = {"target"};
  handlers.on_root = is_seco;
  handlers.on_record = [&](XmlNode target, std::uint64_t line) {
    sink.accept(target_profile(target, list, tables, unread, sink), line);
    return !sink.stopped();
  };
  return read_xml(*source, handlers);
}

}  // namespace vedette::lists
