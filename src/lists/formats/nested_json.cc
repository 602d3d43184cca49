#include <boost/json.hpp>

#include "lists/formats/format.h"
#include "lists/formats/ftm_profile.h"
#include "lists/input/json_items.h"
#include "lists/input/json_record.h"
#include "lists/input/pieces.h"

// OpenSanctions targets.nested.json: each party on one line with everything around it nested
// inside.

namespace vedette::lists {
namespace {

namespace json = boost::json;
using base::Result;

// An edge whose ends are named and not nested.
void add_named_ends(FtmProfile& profile, const FtmEntity& entity, const FtmEdge& edge,
                    std::string_view party_id, Sink& sink) {
  bool any = false;
  for (const bool forward : {true, false})
    for (std::string_view id : entity.values(forward ? edge.target : edge.source)) {
      if (id == party_id) continue;
      profile.add_edge(entity, forward, id, {});
      any = true;
    }
  if (!any) sink.orphan({0, std::string(entity.id()), "relation without parties", {}});
}

// The entities nested in a party's properties, each with the side it is on.
void add_nested(FtmProfile& profile, const json::object& party, Sink& sink) {
  const json::value* const id = party.if_contains("id");
  const std::string_view party_id =
      id != nullptr && id->is_string() ? std::string_view(id->get_string()) : std::string_view();
  for (const auto& member : party.at("properties").get_object()) {
    if (!member.value().is_array()) continue;
    for (const json::value& each : member.value().get_array()) {
      if (!each.is_object()) continue;
      const FtmEntity entity(each.get_object());
      if (!entity.valid()) {
        if (!entity.schema().empty())
          sink.orphan({0, std::string(entity.id()), "nested entity without id or properties",
                       std::string(entity.schema())});
        continue;
      }
      const json::object& properties = each.get_object().at("properties").get_object();
      const auto nested = [&](std::string_view property) -> const json::object* {
        const json::value* found = properties.if_contains(property);
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
          else
            add_named_ends(profile, entity, edge, party_id, sink);
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

Result<void> read_nested_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const FtmListName name, nested_list_name(*files.files.front()));
  ListInfo list = name.info(files.list_id);
  list.in_file = files.in_file;
  sink.begin(list);
  FtmProfile profile(list);
  JsonRecord record;
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  UnknownSchemas unknown_schemas;
  VEDETTE_TRY(
      read_json_items(*source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> Result<void> {
        const json::object* object = record.read(item, sink);
        if (object == nullptr) return {};
        const FtmEntity party(*object);
        if (!party.valid()) {
          sink.reject({item.line, std::string(party.id()), "not an entity",
                       "id, schema or properties are missing"});
          return {};
        }
        unknown_schemas.see(party);
        profile.begin(party);
        add_nested(profile, *object, sink);
        sink.accept(profile.take(), item.line);
        return {};
      }));
  unknown_schemas.tell(sink);
  return {};
}

}  // namespace vedette::lists
