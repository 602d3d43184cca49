#include "api/request/named_lists.h"

#include "service/screening/profile_lookup.h"

namespace vedette::api {
namespace {

void write(base::JsonWriter& json, const std::vector<service::NamedList>& lists) {
  json.key("lists").begin_array();
  for (const service::NamedList& each : lists)
    json.begin_object().member("list", each.key).member("name", each.name).end_object();
  json.end_array();
}

}  // namespace

void write_lists(base::JsonWriter& json, const catalogue::Catalogue* catalogue,
                 std::string_view resource_id) {
  write(json, catalogue == nullptr ? std::vector<service::NamedList>()
                                   : service::lists_naming(*catalogue, resource_id));
}

void write_lists(base::JsonWriter& json, const catalogue::Catalogue& catalogue,
                 const parties::PartyProfile& party) {
  write(json, service::lists_naming(catalogue, party));
}

}  // namespace vedette::api
