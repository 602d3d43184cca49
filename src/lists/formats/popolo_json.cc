#include <array>
#include <boost/json.hpp>
#include <map>
#include <unordered_map>

#include "lists/building/gatherer.h"
#include "lists/building/known_lists.h"
#include "lists/building/offices.h"
#include "lists/building/profile_builder.h"
#include "lists/formats/format.h"
#include "lists/input/json_items.h"
#include "lists/input/json_reads.h"
#include "lists/input/json_record.h"

// EveryPolitician's Popolo files: persons, and the memberships that make them politically exposed.
// Organisations, terms and areas are few and stay in memory; persons meet their memberships.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using profile::Kind;
using profile::NameType;

std::string_view text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  const auto* text = found ? found->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

template <class Visit>
void each_object(const json::object& object, std::string_view name, Visit visit) {
  const json::value* found = object.if_contains(name);
  if (found && found->is_array())
    for (const json::value& each : found->get_array())
      if (each.is_object()) visit(each.get_object());
}

struct Organisation {
  std::string name;
  std::string classification;
};
struct Term {
  std::string name, start, end;
};
struct PopoloTables {
  std::unordered_map<std::string, Organisation> organisations;
  std::unordered_map<std::string, Term> terms;
  std::unordered_map<std::string, std::string> areas;
  std::string legislature_id, legislature, latest_start, today;
  profile::Country country;
  std::map<std::string, std::uint64_t> domains;  // of addresses: "eg" of parliament.gov.eg
  JsonRecord record;
  Gatherer parts;
};

// "eg" of "http://www.parliament.gov.eg/members": lists name no country, but where its people are
// shown tells of it.
void count_domain(PopoloTables& tables, std::string_view address) {
  auto begin = address.find("://");
  begin = begin == std::string_view::npos ? address.find('@') : begin + 2;
  if (begin == std::string_view::npos) return;
  std::string_view host = address.substr(begin + 1);
  host = host.substr(0, host.find_first_of("/:?"));
  const auto dot = host.rfind('.');
  if (dot == std::string_view::npos || host.size() - dot != 3) return;
  ++tables.domains[std::string(host.substr(dot + 1))];
}

// The country of the legislature: by its name, by the file's ("Georgia_Parliament.json"), by the
// domain that most of the addresses have.
profile::Country country_of(const PopoloTables& tables, std::string_view file_name) {
  if (const auto named = country_in(tables.legislature)) return *named;
  if (const auto named = country_in(file_name.substr(file_name.find_last_of("/:") + 1)))
    return *named;
  const auto most = std::ranges::max_element(tables.domains, {},
                                             [](const auto& domain) { return domain.second; });
  if (most == tables.domains.end()) return {};
  return profile::parse_country_code(most->first).value_or(profile::Country());
}

base::Result<void> sort_item(const JsonItem& item, PopoloTables& tables, Sink& sink) {
  const bool person = item.member == "persons";
  if (!person && item.member != "memberships" && item.member != "organizations" &&
      item.member != "events" && item.member != "areas") {
    if (item.text.starts_with('{') && item.member != "meta")
      sink.orphan({item.line, {}, "item of an unknown list", std::string(item.member)});
    return {};
  }
  std::string problem;
  const json::object* object =
      person ? tables.record.read(item, sink) : tables.record.parse(item.text, problem);
  if (object == nullptr) {
    if (!person) sink.orphan({item.line, {}, "not a JSON object", std::string(item.member)});
    return {};
  }
  const json::object& o = *object;
  const std::string id(text_of(o, "id"));
  if (person) {
    if (id.empty()) {
      sink.reject({item.line, {}, "no id", std::string(text_of(o, "name"))});
      return {};
    }
    for (const char* address : {"image", "email"})
      count_domain(tables, text_of(o, address));
    each_object(o, "sources",
                [&](const json::object& from) { count_domain(tables, text_of(from, "url")); });
    return tables.parts.add(id, fmt::format("P{}\x1F{}", item.line, item.text));
  }
  if (item.member == "memberships") {
    sink.part("memberships");
    return tables.parts.add(text_of(o, "person_id"), "M" + std::string(item.text));
  }
  if (item.member == "organizations") {
    tables.organisations[id] = {std::string(text_of(o, "name")),
                                std::string(text_of(o, "classification"))};
    if (text_of(o, "classification") == "legislature" && tables.legislature_id.empty()) {
      tables.legislature_id = id;
      tables.legislature = text_of(o, "name");
    }
  } else if (item.member == "events") {
    if (text_of(o, "classification") == "legislative period")
      tables.latest_start = std::max(tables.latest_start, std::string(text_of(o, "start_date")));
    tables.terms[id] = {std::string(text_of(o, "name")), std::string(text_of(o, "start_date")),
                        std::string(text_of(o, "end_date"))};
  } else {
    tables.areas[id] = text_of(o, "name");
  }
  return {};
}

void add_membership(ProfileBuilder& builder, const json::object& o, const PopoloTables& tables,
                    JsonReads& reads) {
  profile::PepEntry entry;
  const auto organisation =
      tables.organisations.find(std::string(reads.text(o, "organization_id")));
  const auto role = reads.text(o, "role");
  const std::string body =
      organisation == tables.organisations.end() ? tables.legislature : organisation->second.name;
  entry.position = clean(fmt::format("{} of {}", role.empty() ? "member" : role, body));
  auto from = reads.text(o, "start_date");
  auto to = reads.text(o, "end_date");
  const auto term = tables.terms.find(std::string(reads.text(o, "legislative_period_id")));
  const bool latest = term == tables.terms.end() || term->second.start.empty() ||
                      term->second.start >= tables.latest_start;
  if (term != tables.terms.end()) {
    if (from.empty()) from = term->second.start;
    if (to.empty()) to = term->second.end;
  }
  if (const auto date = profile::parse_date(from)) entry.from = *date;
  if (const auto date = profile::parse_date(to)) entry.to = *date;
  const bool ended =
      !to.empty() && (tables.today.empty() || to < tables.today.substr(0, to.size()));
  entry.former = !latest || ended || builder.profile().is_deceased;
  entry.country = tables.country;
  entry.segment = "Legislature";
  entry.evidence_ids = {builder.list_evidence()};
  // Whatever its name, the file is of one legislature.
  complete_pep_entry(builder.profile(), entry, profile::PepTier::kTier1);
  builder.profile().peps.push_back(std::move(entry));
  // Where the file does not say what it is called, its id is all there is.
  const auto area_id = reads.text(o, "area_id");
  const auto area = tables.areas.find(std::string(area_id));
  builder.note("Constituency", area != tables.areas.end() ? area->second : area_id);
  const auto group_id = reads.text(o, "on_behalf_of_id");
  const auto group = tables.organisations.find(std::string(group_id));
  builder.note("Party", group != tables.organisations.end() ? group->second.name : group_id);
}

void add_person(ProfileBuilder& builder, const json::object& o, JsonReads& reads, Sink& sink) {
  auto* name = builder.name(reads.text(o, "name"));
  const std::string given = clean(reads.text(o, "given_name"));
  const std::string family = clean(reads.text(o, "family_name"));
  if (name && !given.empty() && !family.empty()) {
    name->first = given;
    name->last = family;
  } else {
    // One of them alone is worth a note where the name does not say it.
    for (const auto& [label, part] :
         {std::pair("Given name", given), std::pair("Family name", family)})
      if (!name || name->text.find(part) == std::string::npos) builder.note(label, part);
  }
  each_object(o, "other_names", [&](const json::object& other) {
    sink.part("other names");
    auto* made = builder.name(reads.text(other, "name"));
    const auto language = reads.text(other, "lang");
    if (made && made->language.empty()) made->language = clean(language);
    if (const auto kind = reads.text(other, "note"); kind != "alternate" && kind != "multilingual")
      builder.note("Other name", kind);
  });
  builder.birth(reads.text(o, "birth_date"));
  builder.death(reads.text(o, "death_date"));
  if (const auto gender = reads.text(o, "gender"); !gender.empty()) builder.gender(gender);
  builder.title(reads.text(o, "honorific_prefix"));
  builder.contact("Email", reads.text(o, "email"));
  each_object(o, "identifiers", [&](const json::object& id) {
    sink.part("identifiers");
    builder.identifier(reads.text(id, "scheme"), reads.text(id, "identifier"));
  });
  each_object(o, "contact_details", [&](const json::object& contact) {
    sink.part("contact details");
    const auto type = reads.text(contact, "type");
    const auto value = reads.text(contact, "value");
    if (type == "phone" || type == "voice")
      builder.contact("Telephone", value);
    else if (type == "cell")
      builder.contact("Mobile", value);
    else if (type == "fax")
      builder.contact("Fax", value);
    else if (type == "email")
      builder.contact("Email", value);
    else
      builder.note(type, value);
  });
  each_object(o, "links", [&](const json::object& link) {
    sink.part("links");
    builder.contact("Website", reads.text(link, "url"));
    reads.text(link, "note");  // what the address says
  });
  builder.note("National identity", reads.text(o, "national_identity"));
  builder.note(reads.text(o, "summary"));
  builder.note(reads.text(o, "biography"));
}

// The key, the name once more as it is sorted, pictures, and where the file has it from.
constexpr std::array<std::string_view, 6> kLeftOut = {"id",    "person_id", "sort_name",
                                                      "image", "images",    "sources"};

void note_unread(ProfileBuilder& builder, const json::object& o, JsonReads& reads) {
  reads.for_each_unread(
      o, kLeftOut, [&](std::string_view path, std::string_view text) { builder.note(path, text); });
  reads.clear();
}

}  // namespace

base::Result<void> read_popolo_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  PopoloTables tables;
  VEDETTE_TRY(read_json_items(*source, JsonShape::kMembers,
                              [&](const JsonItem& item) { return sort_item(item, tables, sink); }));
  tables.today = files.today;
  tables.country = country_of(tables, files.files.front()->name());
  ListInfo list = list_of_content(
      files, fmt::format("everypolitician-{}",
                         slug(tables.legislature + " " + tables.legislature_id.substr(0, 8))));
  if (list.name == list.id) list.name = "EveryPolitician: " + tables.legislature;
  if (list.url.empty()) list.url = "https://everypolitician.org/";
  sink.begin(list);
  JsonReads reads;
  return tables.parts.for_each(
      [&](std::string_view id, const std::vector<std::string_view>& pieces) -> base::Result<void> {
        std::uint64_t line = 0;
        ProfileBuilder builder(list, id, Kind::kPerson);
        json::error_code error;
        std::size_t persons = 0;
        for (std::string_view piece : pieces) {
          if (piece.front() != 'P') continue;
          const auto cut = piece.find('\x1F');
          line = std::strtoull(std::string(piece.substr(1, cut - 1)).c_str(), nullptr, 10);
          if (++persons > 1) {
            sink.reject({line, std::string(id), "id used twice in the list", {}});
            continue;
          }
          const json::value value = json::parse(piece.substr(cut + 1), error);
          add_person(builder, value.get_object(), reads, sink);
          note_unread(builder, value.get_object(), reads);
        }
        for (std::string_view piece : pieces) {
          if (piece.front() != 'M') continue;
          if (persons == 0) {
            sink.orphan({0, std::string(id), "person is not in the file", "membership"});
            continue;
          }
          const json::value value = json::parse(piece.substr(1), error);
          add_membership(builder, value.get_object(), tables, reads);
          note_unread(builder, value.get_object(), reads);
        }
        if (persons == 0) return {};
        auto& profile = builder.profile();
        if (profile.peps.empty()) {
          profile::PepEntry& entry = profile.peps.emplace_back();
          entry.position = clean(fmt::format("member of {}", tables.legislature));
          entry.country = tables.country;
          entry.segment = "Legislature";
          entry.former = profile.is_deceased;
          entry.evidence_ids = {builder.list_evidence()};
        }
        settle_pep(profile);
        // Members of a national legislature are senior by every definition in use.
        profile.pep_tier = profile::PepTier::kTier1;
        sink.accept(builder.take(), line);
        return {};
      });
}

}  // namespace vedette::lists
