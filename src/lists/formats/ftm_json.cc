#include <boost/json.hpp>
#include <cstring>

#include "lists/building/gatherer.h"
#include "lists/formats/format.h"
#include "lists/formats/ftm_profile.h"
#include "lists/input/json_items.h"
#include "lists/input/json_record.h"

// OpenSanctions entities.ftm.json: parties, addresses, sanctions, positions and relations each as
// an entity of its own, in any order. They are brought together in two rounds: what only names the
// thing it needs (an address, a position) meets it first, then everything meets its party.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using base::Result;

// What a gathered piece is: its first byte. The packed entity follows.
enum Piece : char {
  kListed = 'P',      // the number of its line, the entity
  kPart = 'S',        // an entity that names the party
  kForward = 'F',     // an edge whose source is the party
  kBackward = 'B',    // an edge whose target is the party
  kDefinition = 'D',  // round one: the address or position itself
  kRequest = 'R',     // round one: the id of a party that needs it
  kHolding = 'O',     // round one: an occupancy of it. Round two: its size, occupancy, position
};

void append_number(std::string& out, std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

// The number at the front of `text`, which is taken off.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  std::memcpy(&number, text.data(), sizeof number);
  text.remove_prefix(sizeof number);
  return number;
}

// Brings the entities of a file together.
class Rounds {
 public:
  explicit Rounds(Sink& sink) : sink_(sink) {}

  // Puts one entity where it will meet the others.
  Result<void> sort_entity(const JsonItem& item);
  // Round one: addresses go to the parties that named them, positions to their holders.
  Result<void> meet_needed();
  // Round two: one profile per party.
  Result<void> make_profiles(const ListInfo& list);
  ListInfo list(std::string_view override_id) const { return list_name_.info(override_id); }

 private:
  Result<void> sort_party(const FtmEntity& entity, std::uint64_t line);
  Result<void> sort_edge(const FtmEntity& entity, std::uint64_t line);
  Result<void> sort_part(const FtmEntity& entity, std::string_view owner, std::string_view kind,
                         std::uint64_t line);
  Result<void> sort_occupancy(const FtmEntity& entity, std::uint64_t line);
  Result<void> meet_holders(std::string_view packed, std::string_view definition);
  std::string_view piece(Piece kind, const FtmEntity& entity);
  std::string_view piece(Piece kind, std::string_view text);

  Sink& sink_;
  Gatherer needed_;   // by id of an address or position
  Gatherer parties_;  // by id of a party
  FtmListName list_name_;
  UnknownSchemas unknown_schemas_;
  JsonRecord record_;
  std::string piece_;
};

std::string_view Rounds::piece(Piece kind, const FtmEntity& entity) {
  piece_.assign(1, kind);
  entity.append_to(piece_);
  return piece_;
}

std::string_view Rounds::piece(Piece kind, std::string_view text) {
  piece_.assign(1, kind);
  piece_ += text;
  return piece_;
}

Result<void> Rounds::sort_party(const FtmEntity& entity, std::uint64_t line) {
  for (std::string_view address : entity.values("addressEntity"))
    VEDETTE_TRY(needed_.add(address, piece(kRequest, entity.id())));
  piece_.assign(1, kListed);
  append_number(piece_, line);
  entity.append_to(piece_);
  return parties_.add(entity.id(), piece_);
}

Result<void> Rounds::sort_edge(const FtmEntity& entity, std::uint64_t line) {
  const FtmEdge& edge = *ftm_edge(entity.schema());
  sink_.part("relations");
  const auto sources = entity.values(edge.source);
  const auto targets = entity.values(edge.target);
  for (std::string_view id : sources)
    VEDETTE_TRY(parties_.add(id, piece(kForward, entity)));
  for (std::string_view id : targets)
    VEDETTE_TRY(parties_.add(id, piece(kBackward, entity)));
  if (sources.empty() && targets.empty())
    sink_.orphan({line, std::string(entity.id()), "relation without parties", {}});
  return {};
}

Result<void> Rounds::sort_part(const FtmEntity& entity, std::string_view owner,
                               std::string_view kind, std::uint64_t line) {
  sink_.part(kind);
  const auto owners = entity.values(owner);
  for (std::string_view id : owners)
    VEDETTE_TRY(parties_.add(id, piece(kPart, entity)));
  if (owners.empty())
    sink_.orphan({line, std::string(entity.id()), "part without its party", std::string(kind)});
  return {};
}

Result<void> Rounds::sort_occupancy(const FtmEntity& entity, std::uint64_t line) {
  const auto posts = entity.values("post");
  if (posts.empty()) return sort_part(entity, "holder", "occupancies", line);
  sink_.part("occupancies");
  for (std::string_view post : posts)
    VEDETTE_TRY(needed_.add(post, piece(kHolding, entity)));
  return {};
}

Result<void> Rounds::sort_entity(const JsonItem& item) {
  const json::object* object = record_.read(item, sink_);
  if (object == nullptr) return {};
  const FtmEntity entity(*object);
  if (!entity.valid()) {
    sink_.reject({item.line, std::string(entity.id()), "not an entity",
                  "id, schema or properties are missing"});
    return {};
  }
  list_name_.see(entity.datasets());
  switch (ftm_role(entity)) {
    case FtmRole::kParty:
      unknown_schemas_.see(entity);
      return sort_party(entity, item.line);
    case FtmRole::kAddress:
      sink_.part("addresses");
      return needed_.add(entity.id(), piece(kDefinition, entity));
    case FtmRole::kPosition:
      sink_.part("positions");
      return needed_.add(entity.id(), piece(kDefinition, entity));
    case FtmRole::kOccupancy:
      return sort_occupancy(entity, item.line);
    case FtmRole::kSanction:
      return sort_part(entity, "entity", "sanctions", item.line);
    case FtmRole::kDocument:
      return sort_part(entity, "holder", "documents", item.line);
    case FtmRole::kEdge:
      return sort_edge(entity, item.line);
    case FtmRole::kOther:
      sink_.orphan({item.line, std::string(entity.id()), "entity of an unknown schema",
                    std::string(entity.schema())});
      return {};
  }
  return {};
}

// An occupancy and its position go to whoever holds it.
Result<void> Rounds::meet_holders(std::string_view packed, std::string_view definition) {
  const FtmEntity occupancy(packed);
  for (std::string_view holder : occupancy.values("holder")) {
    piece_.assign(1, kHolding);
    append_number(piece_, packed.size());
    piece_.append(packed).append(definition);
    VEDETTE_TRY(parties_.add(holder, piece_));
  }
  return {};
}

Result<void> Rounds::meet_needed() {
  return needed_.for_each(
      [&](std::string_view id, const std::vector<std::string_view>& pieces) -> Result<void> {
        std::string_view definition;
        std::size_t users = 0;
        for (std::string_view each : pieces) {
          if (each.front() == kDefinition)
            definition = each.substr(1);
          else
            ++users;
        }
        if (users == 0) return sink_.part("addresses and positions nobody uses"), Result<void>();
        for (std::string_view each : pieces) {
          if (each.front() == kHolding) {
            VEDETTE_TRY(meet_holders(each.substr(1), definition));
          } else if (each.front() == kRequest) {
            if (definition.empty())
              sink_.orphan(
                  {0, std::string(each.substr(1)), "address is not in the file", std::string(id)});
            else
              VEDETTE_TRY(parties_.add(each.substr(1), piece(kPart, definition)));
          }
        }
        return {};
      });
}

// Whatever came for one party, added to its profile.
void add_piece(FtmProfile& profile, std::string_view each) {
  const char kind = each.front();
  each.remove_prefix(1);
  if (kind == kHolding) {
    const std::size_t size = take_number(each);
    const FtmEntity occupancy(each.substr(0, size));
    if (each.size() == size) return profile.add_occupancy(occupancy, nullptr);
    const FtmEntity position(each.substr(size));
    return profile.add_occupancy(occupancy, &position);
  }
  const FtmEntity entity(each);
  if (kind == kForward || kind == kBackward) {
    const FtmEdge& edge = *ftm_edge(entity.schema());
    const bool forward = kind == kForward;
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

Result<void> Rounds::make_profiles(const ListInfo& list) {
  unknown_schemas_.tell(sink_);
  FtmProfile profile(list);
  return parties_.for_each(
      [&](std::string_view id, const std::vector<std::string_view>& pieces) -> Result<void> {
        bool made = false;
        for (std::string_view each : pieces) {
          if (each.front() != kListed) continue;
          each.remove_prefix(1);
          const std::uint64_t line = take_number(each);
          if (made) {
            sink_.reject({line, std::string(id), "id used twice in the list", {}});
            continue;
          }
          made = true;
          profile.begin(FtmEntity(each));
          for (std::string_view other : pieces)
            if (other.front() != kListed) add_piece(profile, other);
          sink_.accept(profile.take(), line);
        }
        if (made) return {};
        for (std::string_view each : pieces)
          sink_.orphan({0, std::string(id), "party is not in the file",
                        each.front() == kPart ? "part" : "relation"});
        return {};
      });
}

}  // namespace

Result<void> read_ftm_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  Rounds rounds(sink);
  VEDETTE_TRY(read_json_items(*source, JsonShape::kLinesOrArray,
                              [&](const JsonItem& item) { return rounds.sort_entity(item); }));
  VEDETTE_TRY(rounds.meet_needed());
  ListInfo list = rounds.list(files.list_id);
  list.in_file = files.in_file;
  sink.begin(list);
  return rounds.make_profiles(list);
}

}  // namespace vedette::lists
