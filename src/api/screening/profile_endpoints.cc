#include "api/screening/profile_endpoints.h"

#include <fmt/format.h>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/request/inputs.h"
#include "api/request/named_lists.h"
#include "base/json_writer.h"
#include "parties/party_profile.h"
#include "profile/profile_json.h"
#include "service/screening/profile_lookup.h"

namespace vedette::api {
namespace {

using profile::Family;

http::Response not_found(const http::Request& request, const Problem& about, std::string message) {
  Failure failure{.status = 404, .code = "PROFILE_NOT_FOUND", .message = std::move(message)};
  failure.problems.push_back(about);
  failure.problems.back().code = failure.code;
  return failure_response(request, failure);
}

// What the lookups read.
struct Lookup {
  service::Generations& generations;
  service::Groupings& groupings;
};

// The party of an entry. Ids of all its entries lead to it.
std::string profile_body(const parties::PartyCatalogue& lists, const parties::PartyProfile& party,
                         std::uint32_t wanted, Family family) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data");
  profile::write_open_profile(json, party.profile, family,
                              service::CatalogueLinks(*lists.catalogue, lists.parties()),
                              service::list_entries(lists, party));
  write_lists(json, *lists.catalogue, party);
  if (wanted != party.party)
    json.member("mergedInto", lists.catalogue->resource_id_text(party.party));
  json.end_object().end_object();
  return body;
}

http::Response lookup(const Lookup& from, Family family, const http::Request& request,
                      std::string_view wanted, const Problem& about) {
  const auto catalogue = from.generations.current();
  if (!catalogue.ok()) return refused(request, catalogue.error());
  const auto number = service::find_profile(**catalogue, wanted);
  if (!number)
    return not_found(request, about, "No profile has this resourceId, resourceUri or qrCode.");
  const parties::PartyCatalogue lists = from.groupings.served(*catalogue);
  const auto found = parties::read_party(**catalogue, lists.parties(), *number);
  if (!found.ok()) return refused(request, found.error());
  if (!found->belongs_to(family))
    return not_found(request, about,
                     fmt::format("This profile belongs to the {0} family: ask "
                                 "/monitoring/{0}/profileLookup for it.",
                                 profile::to_text(found->profile.default_family())));
  return {200, profile_body(lists, *found, *number, family)};
}

http::Response lookup_by_input(const Lookup& from, Family family, const http::Request& request) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  const InputNames names = {"resource_id", "resourceId", "resource_uri", "resourceUri",
                            "qrCode",      "qr_code",    "qrcode"};
  const std::string wanted = inputs.required_text(names);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  return lookup(from, family, request, wanted, inputs.about(names, names_nothing(wanted)));
}

}  // namespace

std::vector<http::Route> profile_routes(service::Tokens& tokens, service::Generations& generations,
                                        service::Groupings& groupings) {
  const Lookup from{generations, groupings};
  std::vector<http::Route> routes;
  for (const Family family : {Family::kBusiness, Family::kIndividual}) {
    const auto by_input = [from, family](const http::Request& request, const service::Principal&) {
      return lookup_by_input(from, family, request);
    };
    const auto by_path = [from, family](const http::Request& request, const service::Principal&) {
      const std::string_view wanted = request.parameter("resource_id");
      return lookup(from, family, request, wanted,
                    {"resource_id", "path", "", names_nothing(wanted)});
    };
    // A profile is opened from a match or from a screening hit: tokens of either scope may.
    routes.push_back(
        {.methods = http::Method::kGet,
         .pattern = fmt::format("/monitoring/{}/profileLookup", profile::to_text(family)),
         .handler = with_bearer(tokens, kAnyScope, by_input),
         .head_allowed = true});
    routes.push_back({.methods = http::Method::kGet,
                      .pattern = profile::resource_uri(family, "{resource_id}"),
                      .handler = with_bearer(tokens, kAnyScope, by_path),
                      .head_allowed = true});
  }
  return routes;
}

}  // namespace vedette::api
