#include "api/operation/signing_key_endpoint.h"

#include "base/json_writer.h"

namespace vedette::api {

std::vector<http::Route> signing_key_routes(std::string public_key) {
  const auto answer = [public_key = std::move(public_key)](const http::Request&) {
    std::string body;
    base::JsonWriter json(body);
    json.begin_object().member("success", true).key("data").begin_object();
    json.member("algorithm", "Ed25519").member("publicKey", public_key).end_object().end_object();
    return http::Response{200, std::move(body)};
  };
  return {{.methods = http::Method::kGet,
           .pattern = "/signing-key",
           .handler = answer,
           .head_allowed = true}};
}

}  // namespace vedette::api
