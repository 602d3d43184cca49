#include "api/request/named_lists.h"

#include "service/screening/profile_lookup.h"

namespace vedette::api {

void write_lists(base::JsonWriter& json, const catalogue::Catalogue* catalogue,
                 std::string_view resource_id) {
  json.key("lists").begin_array();
  if (catalogue != nullptr)
    for (const service::NamedList& each : service::lists_naming(*catalogue, resource_id))
      json.begin_object().member("list", each.key).member("name", each.name).end_object();
  json.end_array();
}

}  // namespace vedette::api
