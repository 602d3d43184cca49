#include <boost/json.hpp>

#include "lists/format.h"
#include "lists/ftm_entity.h"
#include "lists/gatherer.h"
#include "lists/json_items.h"

// OpenSanctions entities.ftm.json: parties, addresses, sanctions, positions and relations each as
// an entity of its own, in any order. They are brought together in two rounds: what only names the
// thing it needs (an address, a position) meets it first, then everything meets its party.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using base::Result;

// What a gathered piece is: its first byte.
enum Piece : char {
  kParty = 'P',
  kPart = 'S',        // an entity that names the party
  kForward = 'F',     // an edge whose source is the party
  kBackward = 'B',    // an edge whose target is the party
  kDefinition = 'D',  // round one: the address or position itself
  kRequest = 'R',     // round one: a party that needs it
  kHolding = 'O',     // round one: an occupancy of it. Round two: occupancy, 0x1F, position
};
constexpr char kCut = '\x1F';

std::string piece(Piece kind, std::string_view text) {
  std::string out(1, kind);
  out += text;
  return out;
}

struct Rounds {
  Gatherer needed;   // by id of an address or position
  Gatherer parties;  // by id of a party
  FtmListName list_name;
};

Result<void> sort_party(const FtmEntity& entity, std::string_view text, std::uint64_t line,
                        Rounds& rounds) {
  for (std::string_view address : entity.values("addressEntity"))
    VEDETTE_TRY(rounds.needed.add(address, piece(kRequest, entity.id())));
  return rounds.parties.add(entity.id(), piece(kParty, fmt::format("{}{}{}", line, kCut, text)));
}

Result<void> sort_edge(const FtmEntity& entity, std::string_view text, Rounds& rounds, Sink& sink,
                       std::uint64_t line) {
  const FtmEdge& edge = *ftm_edge(entity.schema());
  sink.part("relations");
  bool any = false;
  for (std::string_view id : entity.values(edge.source)) {
    VEDETTE_TRY(rounds.parties.add(id, piece(kForward, text)));
    any = true;
  }
  for (std::string_view id : entity.values(edge.target)) {
    VEDETTE_TRY(rounds.parties.add(id, piece(kBackward, text)));
    any = true;
  }
  if (!any) sink.orphan({line, std::string(entity.id()), "relation without parties", {}});
  return {};
}

Result<void> sort_part(const FtmEntity& entity, std::string_view text, const char* owner,
                       const char* kind, Rounds& rounds, Sink& sink, std::uint64_t line) {
  sink.part(kind);
  const auto owners = entity.values(owner);
  for (std::string_view id : owners)
    VEDETTE_TRY(rounds.parties.add(id, piece(kPart, text)));
  if (owners.empty()) sink.orphan({line, std::string(entity.id()), "part without its party", kind});
  return {};
}

Result<void> sort_occupancy(const FtmEntity& entity, std::string_view text, Rounds& rounds,
                            Sink& sink, std::uint64_t line) {
  const auto posts = entity.values("post");
  if (posts.empty()) return sort_part(entity, text, "holder", "occupancies", rounds, sink, line);
  sink.part("occupancies");
  for (std::string_view post : posts)
    VEDETTE_TRY(rounds.needed.add(post, piece(kHolding, text)));
  return {};
}

// Puts one entity where it will meet the others.
Result<void> sort_entity(const JsonItem& item, Rounds& rounds, Sink& sink) {
  json::error_code error;
  json::monotonic_resource memory;
  const json::value value = json::parse(item.text, error, &memory);
  if (error || !value.is_object()) {
    sink.reject({item.line, {}, "not a JSON object", error.message()});
    return {};
  }
  const FtmEntity entity(value.get_object());
  if (!entity.valid()) {
    sink.reject({item.line, std::string(entity.id()), "not an entity",
                 "id, schema or properties are missing"});
    return {};
  }
  rounds.list_name.see(entity.datasets());
  switch (ftm_role(entity.schema())) {
    case FtmRole::kParty:
      return sort_party(entity, item.text, item.line, rounds);
    case FtmRole::kAddress:
      sink.part("addresses");
      return rounds.needed.add(entity.id(), piece(kDefinition, item.text));
    case FtmRole::kPosition:
      sink.part("positions");
      return rounds.needed.add(entity.id(), piece(kDefinition, item.text));
    case FtmRole::kOccupancy:
      return sort_occupancy(entity, item.text, rounds, sink, item.line);
    case FtmRole::kSanction:
      return sort_part(entity, item.text, "entity", "sanctions", rounds, sink, item.line);
    case FtmRole::kDocument:
      return sort_part(entity, item.text, "holder", "documents", rounds, sink, item.line);
    case FtmRole::kEdge:
      return sort_edge(entity, item.text, rounds, sink, item.line);
    case FtmRole::kOther:
      sink.orphan({item.line, std::string(entity.id()), "entity of an unknown schema",
                   std::string(entity.schema())});
      return {};
  }
  return {};
}

// Round one: addresses go to the parties that named them, positions to their holders.
Result<void> meet_needed(Rounds& rounds, Sink& sink) {
  return rounds.needed.for_each([&](std::string_view id,
                                    const std::vector<std::string_view>& pieces) -> Result<void> {
    std::string_view definition;
    std::size_t users = 0;
    for (std::string_view each : pieces) {
      if (each.front() == kDefinition)
        definition = each.substr(1);
      else
        ++users;
    }
    if (users == 0) return sink.part("addresses and positions nobody uses"), Result<void>();
    for (std::string_view each : pieces) {
      if (each.front() == kRequest) {
        if (definition.empty())
          sink.orphan(
              {0, std::string(each.substr(1)), "address is not in the file", std::string(id)});
        else
          VEDETTE_TRY(rounds.parties.add(each.substr(1), piece(kPart, definition)));
      } else if (each.front() == kHolding) {
        json::error_code error;
        const json::value value = json::parse(each.substr(1), error);
        if (error) continue;
        const FtmEntity occupancy(value.get_object());
        for (std::string_view holder : occupancy.values("holder"))
          VEDETTE_TRY(rounds.parties.add(
              holder, piece(kHolding, fmt::format("{}{}{}", each.substr(1), kCut, definition))));
      }
    }
    return {};
  });
}

// Whatever came for one party, added to its profile.
void add_piece(FtmProfile& profile, std::string_view each) {
  json::error_code error;
  json::monotonic_resource memory;
  const auto cut = each.front() == kHolding ? each.find(kCut) : std::string_view::npos;
  const json::value value = json::parse(each.substr(1, cut - 1), error, &memory);
  if (error) return;
  const FtmEntity entity(value.get_object());
  if (each.front() == kHolding) {
    const json::value other = json::parse(each.substr(cut + 1), error, &memory);
    if (error || !other.is_object()) return profile.add_occupancy(entity, nullptr);
    const FtmEntity position(other.get_object());
    return profile.add_occupancy(entity, &position);
  }
  if (each.front() == kForward || each.front() == kBackward) {
    const FtmEdge& edge = *ftm_edge(entity.schema());
    const bool forward = each.front() == kForward;
    for (std::string_view other : entity.values(forward ? edge.target : edge.source))
      profile.add_edge(entity, forward, other, {});
    return;
  }
  switch (ftm_role(entity.schema())) {
    case FtmRole::kAddress:
      return profile.add_address(entity);
    case FtmRole::kSanction:
      return profile.add_sanction(entity);
    case FtmRole::kDocument:
      return profile.add_document(entity);
    case FtmRole::kOccupancy:
      return profile.add_occupancy(entity, nullptr);
    default:
      return;
  }
}

// Round two: one profile per party.
Result<void> make_profiles(Rounds& rounds, const ListInfo& list, Sink& sink) {
  return rounds.parties.for_each(
      [&](std::string_view id, const std::vector<std::string_view>& pieces) -> Result<void> {
        bool made = false;
        for (std::string_view each : pieces) {
          if (each.front() != kParty) continue;
          const auto cut = each.find(kCut);
          const std::uint64_t line =
              std::strtoull(std::string(each.substr(1, cut - 1)).c_str(), nullptr, 10);
          if (made) {
            sink.reject({line, std::string(id), "id used twice in the list", {}});
            continue;
          }
          made = true;
          json::error_code error;
          json::monotonic_resource memory;
          const json::value value = json::parse(each.substr(cut + 1), error, &memory);
          FtmProfile profile(list, FtmEntity(value.get_object()));
          for (std::string_view other : pieces)
            if (other.front() != kParty) add_piece(profile, other);
          sink.accept(profile.take(), line);
        }
        if (made) return {};
        for (std::string_view each : pieces)
          sink.orphan({0, std::string(id), "party is not in the file",
                       each.front() == kPart ? "part" : "relation"});
        return {};
      });
}

}  // namespace

Result<void> read_ftm_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  Rounds rounds;
  VEDETTE_TRY(read_json_items(*source, JsonShape::kLinesOrArray, [&](const JsonItem& item) {
    return sort_entity(item, rounds, sink);
  }));
  VEDETTE_TRY(meet_needed(rounds, sink));
  const ListInfo list = rounds.list_name.info(files.list_id);
  sink.begin(list);
  return make_profiles(rounds, list, sink);
}

namespace {

// The entities nested in a party's properties, each with the side it is on.
void add_nested(FtmProfile& profile, const FtmEntity& party, Sink& sink) {
  for (const auto& member : *party.properties()) {
    if (!member.value().is_array()) continue;
    for (const json::value& each : member.value().get_array()) {
      if (!each.is_object()) continue;
      const FtmEntity entity(each.get_object());
      if (!entity.valid()) continue;
      const auto nested = [&](std::string_view property) -> const json::object* {
        const json::value* found = entity.properties()->if_contains(property);
        if (!found || !found->is_array()) return nullptr;
        for (const json::value& value : found->get_array())
          if (value.is_object()) return value.if_object();
        return nullptr;
      };
      switch (ftm_role(entity.schema())) {
        case FtmRole::kAddress:
          sink.part("addresses");
          profile.add_address(entity);
          break;
        case FtmRole::kSanction:
          sink.part("sanctions");
          profile.add_sanction(entity);
          break;
        case FtmRole::kDocument:
          sink.part("documents");
          profile.add_document(entity);
          break;
        case FtmRole::kOccupancy: {
          sink.part("occupancies");
          const json::object* post = nested("post");
          if (!post) {
            profile.add_occupancy(entity, nullptr);
          } else {
            const FtmEntity position(*post);
            profile.add_occupancy(entity, &position);
          }
          break;
        }
        case FtmRole::kEdge: {
          sink.part("relations");
          const FtmEdge& edge = *ftm_edge(entity.schema());
          // The end that is nested is the other party.
          if (const json::object* target = nested(edge.target))
            profile.add_edge(entity, true, FtmEntity(*target).id(), FtmEntity(*target).caption());
          else if (const json::object* source = nested(edge.source))
            profile.add_edge(entity, false, FtmEntity(*source).id(), FtmEntity(*source).caption());
          break;
        }
        default:
          sink.orphan({0, std::string(entity.id()), "nested entity of an unknown schema",
                       std::string(entity.schema())});
      }
    }
  }
}

Result<FtmListName> nested_list_name(const Input& input) {
  VEDETTE_ASSIGN(const auto source, input.open());
  FtmListName name;
  VEDETTE_TRY(
      read_json_items(*source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> Result<void> {
        // The party's own datasets are the last of the line.
        const auto at = item.text.rfind("\"datasets\"");
        if (at == std::string_view::npos) return {};
        const auto open = item.text.find('[', at);
        const auto close = item.text.find(']', at);
        if (open == std::string_view::npos || close == std::string_view::npos || open > close)
          return {};
        json::error_code error;
        const json::value value = json::parse(item.text.substr(open, close - open + 1), error);
        if (error) return {};
        Pieces datasets;
        for (const json::value& each : value.get_array())
          if (const auto* text = each.if_string()) datasets.push_back(*text);
        name.see(datasets);
        return {};
      }));
  return name;
}

}  // namespace

// targets.nested.json: each party on one line with everything around it nested inside.
Result<void> read_nested_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const FtmListName name, nested_list_name(*files.files.front()));
  const ListInfo list = name.info(files.list_id);
  sink.begin(list);
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  return read_json_items(*source, JsonShape::kLinesOrArray,
                         [&](const JsonItem& item) -> Result<void> {
                           json::error_code error;
                           json::monotonic_resource memory;
                           const json::value value = json::parse(item.text, error, &memory);
                           if (error || !value.is_object()) {
                             sink.reject({item.line, {}, "not a JSON object", error.message()});
                             return {};
                           }
                           const FtmEntity party(value.get_object());
                           if (!party.valid()) {
                             sink.reject({item.line, std::string(party.id()), "not an entity",
                                          "id, schema or properties are missing"});
                             return {};
                           }
                           FtmProfile profile(list, party);
                           add_nested(profile, party, sink);
                           sink.accept(profile.take(), item.line);
                           return {};
                         });
}

}  // namespace vedette::lists
