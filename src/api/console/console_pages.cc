#include "api/console/console_pages.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "api/request/failure.h"
#include "base/digest.h"

namespace vedette::api {
namespace {

using http::Request;
using http::Response;
using Assets = std::shared_ptr<const ConsoleAssets>;

constexpr const char* kConsolePage = "console/index.html";
constexpr const char* kDocsPage = "docs/index.html";
// Stands in the page where the nonce of each answer goes.
constexpr std::string_view kNoncePlace = "{nonce}";
constexpr std::size_t kNonceBytes = 16;
// Names of files below these folders hold a digest of their content.
constexpr std::string_view kHashedFolders[] = {"console/assets/", "docs/assets/"};

void harden(Response& response) {
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set("Permissions-Policy",
               "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
}

std::string policy(std::string_view nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{}'; img-src 'self' data:; "
      "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
      "frame-ancestors 'none'",
      nonce);
}

Response not_found(const Request& request) {
  return failure_response(
      request,
      {.status = 404, .code = "ROUTE_NOT_FOUND", .message = "There is nothing at this path."});
}

Response not_built(const Request& request) {
  return failure_response(
      request, {.status = 404,
                .code = "CONSOLE_NOT_BUILT",
                .message = "This program was built without the console. script/build builds it "
                           "when Node.js is installed; script/bootstrap installs that."});
}

Response page(const Assets& assets, const Request& request, std::string_view path) {
  if (assets->empty()) return not_built(request);
  const Asset* asset = assets->find(path);
  if (asset == nullptr) return not_found(request);
  const std::string nonce = base::random_token(kNonceBytes);
  std::string body(asset->bytes);
  for (std::size_t at = 0; (at = body.find(kNoncePlace, at)) != std::string::npos;)
    body.replace(at, kNoncePlace.size(), nonce);
  Response response = Response::text(200, std::string(asset->content_type), std::move(body));
  response.set("Content-Security-Policy", policy(nonce));
  harden(response);
  return response;
}

bool is_hashed(std::string_view path) {
  for (const std::string_view folder : kHashedFolders)
    if (path.substr(0, folder.size()) == folder) return true;
  return false;
}

Response file(const Request& request, std::string_view path, const Asset& asset) {
  Response response =
      Response::constant_text(request, std::string(asset.content_type), asset.bytes, asset.gzipped);
  response.set("Cache-Control",
               is_hashed(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600");
  harden(response);
  return response;
}

// Below /console/ every path that is no file is a page of the application itself.
Response console(const Assets& assets, const Request& request) {
  const std::string path = "console/" + std::string(request.parameter("path"));
  if (path == kConsolePage) return page(assets, request, kConsolePage);
  if (const Asset* asset = assets->find(path)) return file(request, path, *asset);
  if (is_hashed(path)) return not_found(request);
  return page(assets, request, kConsolePage);
}

// Guides are at their name without an ending, the API reference at /docs/api.
Response docs(const Assets& assets, const Request& request) {
  const std::string path = "docs/" + std::string(request.parameter("path"));
  if (path == "docs/") return page(assets, request, kDocsPage);
  if (const std::string guide = path + ".html"; assets->find(guide) != nullptr)
    return page(assets, request, guide);
  if (const Asset* asset = assets->find(path)) return file(request, path, *asset);
  return not_found(request);
}

// Programs that ask for / are told that there is nothing, as everywhere else.
Response root(const Request& request) {
  const auto accept = request.header("Accept").value_or("");
  if (accept.find("text/html") == std::string_view::npos) return not_found(request);
  Response response = Response::text(303, "text/plain; charset=utf-8", "See /console/\n");
  response.set("Location", "/console/");
  return response;
}

http::Route route(std::string pattern, http::Handler handler) {
  return {.methods = http::Method::kGet,
          .pattern = std::move(pattern),
          .handler = std::move(handler),
          .head_allowed = true};
}

}  // namespace

std::vector<http::Route> console_page_routes(ConsoleAssets read) {
  const Assets assets = std::make_shared<const ConsoleAssets>(std::move(read));
  std::vector<http::Route> routes;
  routes.push_back(route("/", root));
  routes.push_back(route("/console", [assets](const Request& request) {
    return page(assets, request, kConsolePage);
  }));
  routes.push_back(route("/console/{path...}",
                         [assets](const Request& request) { return console(assets, request); }));
  routes.push_back(route(
      "/docs", [assets](const Request& request) { return page(assets, request, kDocsPage); }));
  routes.push_back(
      route("/docs/{path...}", [assets](const Request& request) { return docs(assets, request); }));
  return routes;
}

}  // namespace vedette::api
