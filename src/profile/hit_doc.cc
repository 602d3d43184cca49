#include <algorithm>

#include "profile/name_split.h"
#include "profile/profile_json.h"

// The ComplyAdvantage-like `doc` of a screening hit (decisions 6.5): everything of the profile as
// flat name-value fields, each with the source it comes from.

namespace vedette::profile {
namespace {

using base::JsonWriter;

struct DocField {
  std::string_view name;
  std::string_view value;
  std::string_view tag = {};
};

class DocWriter {
 public:
  DocWriter(JsonWriter& json, const Profile& profile, const LinkLookup& links,
            const ListEntries& from)
      : json_(json), profile_(profile), links_(links), from_(from) {
    for (const Profile& entry : from.entries)
      if (!entry.is_deleted || profile.is_deleted) speaking_.push_back(&entry);
    if (speaking_.empty()) speaking_.push_back(&profile);
  }

  void write() {
    json_.begin_object();
    json_.member("id", resource_id(profile_.key));
    json_.member("last_updated_utc", base::iso_seconds(profile_.last_changed));
    json_.member("created_utc", base::iso_seconds(profile_.first_seen));
    fields();
    json_.key("types");
    json_.begin_array();
    for (std::string_view each : aml_types(profile_.datasets, profile_.pep_tier))
      json_.value(each);
    json_.end_array();
    json_.member("name", profile_.name());
    json_.member("entity_type", entity_type());
    json_.member("kind", to_text(profile_.kind));
    names();
    associates();
    sources();
    if (!from_.entries.empty()) write_entries(json_, from_);
    json_.end_object();
  }

 private:
  std::string_view entity_type() const {
    switch (profile_.kind) {
      case Kind::kPerson:
      case Kind::kUnknown:
        return "person";
      case Kind::kVessel:
        return "vessel";
      case Kind::kAircraft:
        return "aircraft";
      case Kind::kOrganisation:
        break;
    }
    return "organisation";
  }

  void field(const DocField& each) {
    if (each.value.empty()) return;
    json_.begin_object();
    json_.member("name", each.name);
    optional_member(json_, "source", source_);
    optional_member(json_, "tag", each.tag);
    json_.member("value", each.value);
    json_.end_object();
  }

  // Each entry of the party with its own source.
  void fields() {
    json_.key("fields");
    json_.begin_array();
    for (const Profile* entry : speaking_) {
      source_ = entry->sources.empty() ? std::string_view() : entry->sources.front().key;
      fields_of(*entry);
    }
    json_.end_array();
  }

  void fields_of(const Profile& entry) {
    for (Country each : entry.nationalities)
      field({"Nationality", country_name(each)});
    const auto countries = all_countries(entry);
    std::string joined;
    for (Country each : countries) {
      field({"Country", country_name(each)});
      if (!joined.empty()) joined += ", ";
      joined += country_name(each);
    }
    field({"Countries", joined, "country_names"});
    for (const PartialDate& each : entry.births)
      for (const std::string& text : iso_texts(each))
        field({"Date of Birth", text, "date_of_birth"});
    field({"Gender", to_text(entry.gender)});
    for (const PepEntry& each : entry.peps)
      position(each);
    for (const Address& each : entry.addresses)
      address(each);
    for (const SanctionEntry& each : entry.sanctions)
      sanction(each);
    for (const Identifier& each : entry.identifiers)
      field({each.category, each.value});
    for (const Contact& each : entry.contacts)
      field({each.category == "Website" ? "Related URL" : each.category, each.value});
    for (const std::string& each : entry.notes)
      field({"Other Info", each});
  }

  void position(const PepEntry& each) {
    field({"Political Position", each.position, "political_position"});
    field({"Institution Type", each.segment});
    if (!each.from.empty()) field({"Active Start Date", iso(each.from.first)});
    if (!each.to.empty()) field({"Active End Date", iso(each.to.first)});
  }

  void address(const Address& each) {
    std::string text;
    for (std::string_view part : {std::string_view(each.line1), std::string_view(each.line2),
                                  std::string_view(each.city), std::string_view(each.postcode),
                                  std::string_view(each.county), country_name(each.country)}) {
      if (part.empty()) continue;
      if (!text.empty()) text += ", ";
      text += part;
    }
    field({each.type == "Place of Birth" ? "Place of Birth" : "Address", text});
    field({"Original Country Text", each.country_text});
  }

  void sanction(const SanctionEntry& each) {
    if (!each.sanction_id.empty())
      field({source_.empty() ? "List Id" : std::string(source_) + " Id", each.sanction_id});
    field({"Programs", each.regime.name});
    field({"Issuing Authority", each.regime.body});
    for (const std::string& measure : each.measures)
      field({"Sanction Type", measure});
    for (const Event& event : each.events)
      if (event.type == "Added" && !event.date.empty())
        field({"Active Start Date", iso(event.date.first)});
  }

  void names() {
    json_.key("aka");
    json_.begin_array();
    for (std::size_t i = 1; i < profile_.names.size(); ++i) {
      json_.begin_object();
      json_.member("name", profile_.names[i].text);
      json_.end_object();
    }
    json_.end_array();
  }

  void associates() {
    json_.key("associates");
    json_.begin_array();
    for (const Link& each : profile_.links) {
      std::string name = each.name;
      if (!each.target.empty())
        if (const auto found = links_.find(each.target)) name = found->name.text;
      if (name.empty()) continue;
      json_.begin_object();
      json_.member("association", each.relationship);
      json_.member("name", name);
      json_.end_object();
    }
    json_.end_array();
  }

  // What the entries of one list say together, under its key.
  struct ListNote {
    Source source = {};
    std::vector<std::string_view> types = {};
    std::vector<Country> countries = {};
  };
  template <class T>
  static void add_new(std::vector<T>& to, const std::vector<T>& from) {
    for (const T& each : from)
      if (std::ranges::find(to, each) == to.end()) to.push_back(each);
  }
  std::vector<ListNote> list_notes() const {
    std::vector<ListNote> notes;
    for (const Profile* entry : speaking_)
      for (const Source& source : entry->sources) {
        auto note = std::ranges::find(notes, source.key,
                                      [](const ListNote& each) { return each.source.key; });
        if (note == notes.end()) note = notes.insert(notes.end(), {source});
        if (source.ended.empty()) note->source.ended = {};
        add_new(note->types, aml_types(source.datasets, entry->pep_tier));
        add_new(note->countries, all_countries(*entry));
      }
    return notes;
  }

  void sources() {
    const std::vector<ListNote> notes = list_notes();
    json_.key("sources");
    json_.begin_array();
    for (const ListNote& each : notes)
      json_.value(each.source.key);
    json_.end_array();
    json_.key("keywords");
    json_.begin_array();
    json_.end_array();
    json_.key("source_notes");
    json_.begin_object();
    for (const ListNote& note : notes)
      list_note(note);
    json_.end_object();
  }

  void list_note(const ListNote& note) {
    json_.key(note.source.key);
    json_.begin_object();
    json_.key("aml_types");
    json_.begin_array();
    for (std::string_view type : note.types)
      json_.value(type);
    json_.end_array();
    if (!note.countries.empty()) {
      json_.key("country_codes");
      json_.begin_array();
      for (Country country : note.countries)
        json_.value(country.code());
      json_.end_array();
    }
    json_.member("name", note.source.name);
    optional_member(json_, "url", note.source.url);
    if (!note.source.ended.empty()) json_.member("listing_ended_utc", iso(note.source.ended.first));
    json_.end_object();
  }

  JsonWriter& json_;
  const Profile& profile_;
  const LinkLookup& links_;
  const ListEntries from_;
  std::vector<const Profile*> speaking_;  // the entries that are shown; else the profile itself
  std::string_view source_;
};

}  // namespace

void write_hit_doc(JsonWriter& json, const Profile& profile, const LinkLookup& links,
                   const ListEntries& from) {
  DocWriter(json, profile, links, from).write();
}

}  // namespace vedette::profile
