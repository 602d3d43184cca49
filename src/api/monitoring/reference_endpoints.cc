#include "api/monitoring/reference_endpoints.h"

#include "api/request/bearer.h"
#include "base/json_writer.h"
#include "profile/country.h"
#include "profile/dataset.h"

namespace vedette::api {
namespace {

void write_dataset(base::JsonWriter& json, const profile::DatasetRow& row) {
  json.begin_object()
      .member("code", row.code)
      .member("group", row.group)
      .member("meaning", row.meaning);
  json.member("individual", row.individual)
      .member("business", row.business)
      .member("evidence", row.evidence);
  json.key("expandsTo").begin_array();
  for (const profile::Dataset each : row.expands_to.members())
    json.value(profile::code(each));
  json.end_array().key("aliases").begin_array();
  for (const std::string_view alias : row.aliases)
    json.value(alias);
  json.end_array().end_object();
}

// Both lists are fixed when the program is built, so their answers are too.
std::string datasets_body() {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object()
      .member("success", true)
      .key("data")
      .begin_object()
      .key("datasets")
      .begin_array();
  for (const profile::DatasetRow& row : profile::dataset_rows())
    write_dataset(json, row);
  json.end_array().end_object().end_object();
  return body;
}

std::string countries_body() {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object()
      .member("success", true)
      .key("data")
      .begin_object()
      .key("countries")
      .begin_array();
  for (const profile::CountryRow& row : profile::country_rows()) {
    json.begin_object().member("code", row.country.code()).member("alpha3", row.alpha3);
    json.member("name", row.name).end_object();
  }
  json.end_array().end_object().end_object();
  return body;
}

http::Route constant(service::Tokens& tokens, std::string pattern, std::string body) {
  return {.methods = http::Method::kGet,
          .pattern = std::move(pattern),
          .handler = with_bearer(
              tokens, kAnyScope,
              [body = std::move(body)](const http::Request&, const service::Principal&) {
                return http::Response(200, body);
              }),
          .head_allowed = true};
}

}  // namespace

std::vector<http::Route> reference_routes(service::Tokens& tokens) {
  std::vector<http::Route> routes;
  routes.push_back(constant(tokens, "/monitoring/datasets", datasets_body()));
  routes.push_back(constant(tokens, "/monitoring/countries", countries_body()));
  return routes;
}

}  // namespace vedette::api
