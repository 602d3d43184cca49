#include <boost/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "lists/building/gatherer.h"
#include "lists/building/offices.h"
#include "lists/building/profile_builder.h"
#include "lists/building/vocabulary.h"
#include "lists/formats/format.h"
#include "lists/input/json_items.h"
#include "lists/input/json_record.h"

// Wikidata's entity dump: one item per line, people and the offices they hold among a hundred
// million others. Read twice: first people with an office, who wait on disk, then the offices,
// countries and relatives that they name. Memory is that of the ids named. Only people with an
// office and their close relatives are records; everything else is counted as a part.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using base::Result;
using profile::Dataset;
using profile::Kind;

constexpr std::size_t kMostIds = 20'000'000;

struct Relation {
  std::string_view property;
  std::string_view word;  // of data/lists/relationships.tsv: what the value is to the item
};
constexpr Relation kRelations[] = {{"P22", "father"}, {"P25", "mother"},   {"P26", "spouse"},
                                   {"P40", "child"},  {"P451", "partner"}, {"P3373", "sibling"}};

const json::object* object_in(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found ? found->if_object() : nullptr;
}

std::string_view text_in(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  const auto* text = found ? found->if_string() : nullptr;
  return text ? std::string_view(*text) : std::string_view();
}

// The value of a snak, if it has one of that type.
const json::object* value_of(const json::object& snak, std::string_view type) {
  const json::object* data = object_in(snak, "datavalue");
  if (data == nullptr || text_in(*data, "type") != type) return nullptr;
  return object_in(*data, "value");
}

std::string_view item_of(const json::object& snak) {
  const json::object* value = value_of(snak, "wikibase-entityid");
  return value ? text_in(*value, "id") : std::string_view();
}

// "+1962-07-14T00:00:00Z" with a precision of 11 is a day, 10 a month, 9 a year.
std::string date_of(const json::object& snak) {
  const json::object* value = value_of(snak, "time");
  const json::value* precision = value ? value->if_contains("precision") : nullptr;
  if (precision == nullptr || !precision->is_number()) return {};
  const std::string_view time = text_in(*value, "time");
  const auto number = precision->to_number<std::int64_t>();
  if (!time.starts_with('+') || time.size() < 11 || number < 9) return {};
  return std::string(time.substr(1, number >= 11 ? 10 : number == 10 ? 7 : 4));
}

// Every statement of a property that is not deprecated.
template <class Visit>
void each_statement(const json::object& item, std::string_view property, const Visit& visit) {
  const json::object* claims = object_in(item, "claims");
  const json::value* statements = claims ? claims->if_contains(property) : nullptr;
  if (statements == nullptr || !statements->is_array()) return;
  for (const json::value& each : statements->get_array()) {
    const json::object* statement = each.if_object();
    const json::object* snak = statement ? object_in(*statement, "mainsnak") : nullptr;
    if (snak != nullptr && text_in(*statement, "rank") != "deprecated") visit(*statement, *snak);
  }
}

template <class Visit>
void each_item(const json::object& item, std::string_view property, const Visit& visit) {
  each_statement(item, property, [&](const json::object&, const json::object& snak) {
    if (const std::string_view id = item_of(snak); !id.empty()) visit(id);
  });
}

// The first snak of a qualifier.
const json::object* qualifier(const json::object& statement, std::string_view property) {
  const json::object* all = object_in(statement, "qualifiers");
  const json::value* snaks = all ? all->if_contains(property) : nullptr;
  if (snaks == nullptr || !snaks->is_array() || snaks->get_array().empty()) return nullptr;
  return snaks->get_array().front().if_object();
}

bool is_human(const json::object& item) {
  bool human = false;
  each_item(item, "P31", [&](std::string_view id) { human = human || id == "Q5"; });
  return human;
}

// English where there is one; else the first.
std::string_view label_of(const json::object& item) {
  const json::object* labels = object_in(item, "labels");
  if (labels == nullptr || labels->empty()) return {};
  for (const std::string_view language : {"en", "mul"})
    if (const json::object* label = object_in(*labels, language)) return text_in(*label, "value");
  const json::object* first = labels->begin()->value().if_object();
  return first ? text_in(*first, "value") : std::string_view();
}

// The id of an item without parsing it.
std::string_view id_of(std::string_view text) {
  constexpr std::string_view kId = "\"id\":\"";
  const auto at = text.substr(0, 200).find(kId);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + kId.size(), 20);
  return rest.substr(0, rest.find('"'));
}

struct OfficeItem {
  std::string name;
  std::vector<std::string> places;  // jurisdiction, country
};
struct Tie {
  std::string pep;
  std::string word;  // what the relative is to the PEP
};

class Dump {
 public:
  Dump(const ListFiles& files, Sink& sink) : files_(files), sink_(sink) {}

  Result<void> read() {
    VEDETTE_TRY(each_line([&](const JsonItem& item) { return find_holder(item); }));
    VEDETTE_TRY(each_line([&](const JsonItem& item) { return find_named(item); }));
    ListInfo list = list_of_content(files_, "wikidata");
    if (list.name == list.id || list.name == "wikidata") list.name = "Wikidata";
    if (list.url.empty()) list.url = "https://www.wikidata.org/";
    sink_.begin(list);
    ProfileBuilder builder(list);
    return people_.for_each([&](std::string_view id, const std::vector<std::string_view>& pieces) {
      return accept(builder, id, pieces);
    });
  }

 private:
  template <class Visit>
  Result<void> each_line(const Visit& visit) {
    VEDETTE_ASSIGN(const auto source, files_.files.front()->open());
    return read_json_items(*source, JsonShape::kLinesOrArray, visit);
  }

  Result<const json::object*> parse(const JsonItem& item) {
    std::string problem;
    const json::object* object = record_.parse(item.text, problem);
    if (object == nullptr) sink_.reject({item.line, {}, "not a JSON object", problem});
    return object;
  }

  // Round one: people with an office.
  Result<void> find_holder(const JsonItem& item) {
    if (item.text.find("\"P39\"") == std::string_view::npos) return {};
    VEDETTE_ASSIGN(const json::object* object, parse(item));
    if (object == nullptr || !is_human(*object)) return {};
    const std::string id(text_in(*object, "id"));
    each_item(*object, "P39", [&](std::string_view each) { want(offices_, each); });
    each_item(*object, "P27", [&](std::string_view each) { want(offices_, each); });
    for (const Relation& relation : kRelations)
      each_item(*object, relation.property, [&](std::string_view each) {
        if (ties_.size() < kMostIds)
          ties_[std::string(each)].push_back({id, std::string(relation.word)});
      });
    holders_.insert(id);
    return people_.add(id, fmt::format("P{}\x1F{}", item.line, item.text));
  }

  void want(std::unordered_map<std::string, OfficeItem>& wanted, std::string_view id) {
    if (wanted.size() < kMostIds) wanted.emplace(id, OfficeItem());
  }

  // Round two: what they named.
  Result<void> find_named(const JsonItem& item) {
    const std::string id(id_of(item.text));
    const auto office = offices_.find(id);
    const bool relative = ties_.contains(id) && !holders_.contains(id);
    const bool country = item.text.find("\"P297\"") != std::string_view::npos;
    if (office == offices_.end() && !relative && !country) return {};
    VEDETTE_ASSIGN(const json::object* object, parse(item));
    if (object == nullptr) return {};
    if (country)
      each_statement(*object, "P297", [&](const json::object&, const json::object& snak) {
        const json::object* data = object_in(snak, "datavalue");
        if (data != nullptr)
          if (const auto code = profile::parse_country_code(text_in(*data, "value")))
            countries_.emplace(id, *code);
      });
    if (office != offices_.end()) {
      sink_.part("offices and countries");
      office->second.name = clean(label_of(*object));
      for (const char* place : {"P1001", "P17"})
        each_item(*object, place,
                  [&](std::string_view each) { office->second.places.emplace_back(each); });
    }
    if (!relative || !is_human(*object)) return {};
    return people_.add(id, fmt::format("P{}\x1F{}", item.line, item.text));
  }

  Result<void> accept(ProfileBuilder& builder, std::string_view id,
                      const std::vector<std::string_view>& pieces) {
    std::size_t number = 0;
    for (std::string_view piece : pieces) {
      const auto cut = piece.find('\x1F');
      const std::uint64_t line =
          std::strtoull(std::string(piece.substr(1, cut - 1)).c_str(), nullptr, 10);
      if (++number > 1) {
        sink_.reject({line, std::string(id), "id used twice in the list", {}});
        continue;
      }
      const json::value value = json::parse(piece.substr(cut + 1));
      builder.begin(id, Kind::kPerson);
      add_person(builder, value.get_object());
      sink_.accept(builder.take(), line);
    }
    return {};
  }

  void add_names(ProfileBuilder& builder, const json::object& item) {
    builder.name(label_of(item));
    if (const json::object* labels = object_in(item, "labels"))
      for (const auto& each : *labels)
        if (const json::object* label = each.value().if_object())
          if (auto* name = builder.name(text_in(*label, "value")); name && name->language.empty())
            name->language = clean(each.key());
    const json::object* aliases = object_in(item, "aliases");
    if (aliases == nullptr) return;
    for (const auto& each : *aliases)
      if (each.value().is_array())
        for (const json::value& alias : each.value().get_array())
          if (alias.is_object()) builder.name(text_in(alias.get_object(), "value"));
  }

  std::optional<profile::Country> country_of(std::string_view id) const {
    const auto found = countries_.find(std::string(id));
    return found == countries_.end() ? std::nullopt : std::optional(found->second);
  }

  void add_person(ProfileBuilder& builder, const json::object& item) {
    add_names(builder, item);
    const auto each_date = [&](const char* property, const auto& add) {
      each_statement(item, property, [&](const json::object&, const json::object& snak) {
        if (const std::string date = date_of(snak); !date.empty()) add(date);
      });
    };
    each_date("P569", [&](const std::string& date) { builder.birth(date); });
    each_date("P570", [&](const std::string& date) { builder.death(date); });
    each_item(item, "P21", [&](std::string_view id) {
      if (id == "Q6581097") builder.gender("male");
      if (id == "Q6581072") builder.gender("female");
    });
    each_item(item, "P27", [&](std::string_view id) {
      if (const auto country = country_of(id)) builder.nationality(country->code());
    });
    if (const json::object* all = object_in(item, "descriptions"))
      if (const json::object* english = object_in(*all, "en"))
        builder.note(text_in(*english, "value"));
    const std::string id(text_in(item, "id"));
    builder.identifier("Wikidata", id);
    proof_ = builder.evidence({.title = "Wikidata: " + std::string(label_of(item)),
                               .url = "https://www.wikidata.org/wiki/" + id});
    each_statement(item, "P39", [&](const json::object& statement, const json::object& snak) {
      add_office(builder, statement, snak);
    });
    settle_pep(builder.profile());
    add_relatives(builder, item, id);
  }

  void add_office(ProfileBuilder& builder, const json::object& statement,
                  const json::object& snak) {
    const auto office = offices_.find(std::string(item_of(snak)));
    if (office == offices_.end()) return;
    sink_.part("offices held");
    profile::PepEntry entry;
    entry.position = office->second.name.empty() ? office->first : office->second.name;
    const auto date = [&](const char* property) {
      const json::object* given = qualifier(statement, property);
      return given ? date_of(*given) : std::string();
    };
    const std::string from = date("P580");
    const std::string to = date("P582");
    if (const auto parsed = profile::parse_date(from)) entry.from = *parsed;
    if (const auto parsed = profile::parse_date(to)) entry.to = *parsed;
    const std::string today = files_.today.substr(0, to.size());
    entry.former = (!to.empty() && (today.empty() || to < today)) || builder.profile().is_deceased;
    for (const char* property : {"P1001", "P17"})
      if (const json::object* given = qualifier(statement, property);
          given && entry.country.empty())
        entry.country = country_of(item_of(*given)).value_or(profile::Country());
    for (const std::string& place : office->second.places)
      if (entry.country.empty()) entry.country = country_of(place).value_or(profile::Country());
    entry.evidence_ids = {proof_};
    complete_pep_entry(builder.profile(), entry, profile::PepTier::kTier2);
    builder.profile().peps.push_back(std::move(entry));
  }

  void add_relatives(ProfileBuilder& builder, const json::object& item, const std::string& id) {
    for (const Relation& relation : kRelations)
      each_item(item, relation.property, [&](std::string_view other) {
        std::string name;
        relationship_name(relation.word, true, name);
        builder.link(other, name);
      });
    const auto ties = ties_.find(id);
    if (ties == ties_.end()) return;
    profile::Profile& profile = builder.profile();
    for (const Tie& tie : ties->second) {
      std::string name;
      relationship_name(tie.word, false, name);
      builder.link(tie.pep, name);
      if (holders_.contains(id)) continue;
      profile.datasets.add(Dataset::kPepLinked);
      profile.pep_tier = profile::PepTier::kByAssociation;
      profile.pep_associations.push_back({{profile.key.list, tie.pep}, {proof_}});
    }
  }

  const ListFiles& files_;
  Sink& sink_;
  JsonRecord record_;
  Gatherer people_;
  std::unordered_set<std::string> holders_;
  std::unordered_map<std::string, OfficeItem> offices_;  // and countries of citizenship
  std::unordered_map<std::string, profile::Country> countries_;
  std::unordered_map<std::string, std::vector<Tie>> ties_;  // by relative
  std::string proof_;
};

}  // namespace

Result<void> read_wikidata_json(const ListFiles& files, Sink& sink) {
  return Dump(files, sink).read();
}

}  // namespace vedette::lists
