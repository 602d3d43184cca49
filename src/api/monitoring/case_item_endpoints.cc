#include "api/monitoring/case_item_endpoints.h"

#include <fmt/format.h>

#include "api/monitoring/case_json.h"
#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "http/query.h"
#include "service/monitoring/case_file_types.h"
#include "service/monitoring/case_items.h"
#include "text/client_text.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using http::Request;
using http::Response;
using service::CaseItem;
using service::CaseItemKind;
using service::CaseKey;
using service::CaseLinkKind;
using service::Principal;

// The case that a request is about.
CaseKey read_key(Inputs& inputs) {
  const std::string family = inputs.required_text({"family"});
  CaseKey key{.record_id = inputs.required_text({"id"})};
  if (const auto id = parse_record_id(key.record_id); !key.record_id.empty() && !id.ok())
    inputs.add_problem("id", id.problem().code, id.problem().message);
  const auto parsed = parse_search_type(family);
  if (parsed.ok())
    key.family = *parsed;
  else if (!family.empty())
    inputs.add_problem("family", parsed.problem().code, parsed.problem().message);
  return key;
}

std::string read_comment(Inputs& inputs, bool required) {
  std::string comment =
      required ? inputs.required_text({"comment"}) : inputs.text({"comment"}).value_or("");
  if (text::count_characters(comment) > kMostCommentCharacters)
    inputs.add_problem("comment", "TOO_LONG",
                       fmt::format("has more than {} characters", kMostCommentCharacters));
  if (comment.find('\0') != std::string::npos)
    inputs.add_problem("comment", "INVALID_CHARACTER", "must not hold a zero character");
  return comment;
}

Response answer(const CaseItem& item) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object().key("item");
  write_case_item(json, item);
  json.end_object().end_object();
  return {200, std::move(body)};
}

Response stored(const Inputs& inputs, const Request& request, const CaseKey& key,
                const base::Result<CaseItem>& item) {
  if (!item.ok())
    return refused(request, item.error(), inputs.about({"id"}, names_nothing(key.record_id)));
  return answer(*item);
}

Response add_comment(const CaseParts& parts, Inputs& inputs, const Request& request,
                     const Principal& principal) {
  const CaseKey key = read_key(inputs);
  const CaseItem item{.kind = CaseItemKind::kComment, .comment = read_comment(inputs, true)};
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  return stored(inputs, request, key,
                service::add_case_item(parts.ledger, actor_of(request, principal), key, item));
}

// A listed profile that is linked takes the name that it has now.
void find_linked_profile(const CaseParts& parts, Inputs& inputs, CaseItem& item) {
  const auto current = parts.generations.current();
  const auto number =
      current.ok() ? (*current)->find_resource(item.link_id) : std::optional<std::uint32_t>();
  if (!number) {
    inputs.add_problem("linkId", "LINK_NOT_FOUND", "is not the resourceId of a listed profile");
    return;
  }
  const auto profile = (*current)->profile(*number);
  if (profile.ok()) item.name = profile->name();
}

Response add_link(const CaseParts& parts, Inputs& inputs, const Request& request,
                  const Principal& principal) {
  const CaseKey key = read_key(inputs);
  CaseItem item{.kind = CaseItemKind::kLink, .comment = read_comment(inputs, false)};
  const std::string kind = inputs.required_text({"linkKind"});
  item.link_kind = kind == "profile" ? CaseLinkKind::kProfile : CaseLinkKind::kRecord;
  if (!kind.empty() && kind != "record" && kind != "profile")
    inputs.add_problem("linkKind", "OUT_OF_RANGE", "must be record or profile");
  const std::string family = inputs.required_text({"linkFamily"});
  if (const auto parsed = parse_search_type(family); parsed.ok())
    item.link_family = *parsed;
  else if (!family.empty())
    inputs.add_problem("linkFamily", parsed.problem().code, parsed.problem().message);
  item.link_id = inputs.required_text({"linkId"});
  if (item.link_kind == CaseLinkKind::kRecord && item.link_id == key.record_id &&
      item.link_family == key.family)
    inputs.add_problem("linkId", "OUT_OF_RANGE", "is the case itself");
  if (!inputs.has_problems() && item.link_kind == CaseLinkKind::kProfile)
    find_linked_profile(parts, inputs, item);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  return stored(
      inputs, request, key,
      service::add_case_item(parts.ledger, actor_of(request, principal), key, std::move(item)));
}

// The name without a path, as browsers of long ago sent it, and without what a file system may not
// like.
std::string plain_name(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  std::string out;
  for (const char c : name)
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '"' && c != '<' && c != '>')
      out += c;
  return out;
}

void check_file(Inputs& inputs, const CaseItem& item, const std::string& content) {
  if (item.name.size() > service::kMostCaseFileNameBytes)
    inputs.add_problem("name", "TOO_LONG",
                       fmt::format("has more than {} bytes", service::kMostCaseFileNameBytes));
  if (item.media_type.empty())
    inputs.add_problem("name", "FILE_TYPE_REFUSED",
                       fmt::format("must end in one of: {}", service::case_file_endings()));
  else if (content.empty())
    inputs.add_problem("body", "MISSING_PARAMETER", "is empty: send the bytes of the file");
  else if (!service::begins_as(item.media_type, content))
    inputs.add_problem("body", "FILE_TYPE_REFUSED", "is no file of the type that its name says");
}

Response add_file(const CaseParts& parts, const Request& request, const Principal& principal) {
  auto read = Inputs::read_query(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  Inputs& inputs = std::get<Inputs>(read);
  const CaseKey key = read_key(inputs);
  CaseItem item{.kind = CaseItemKind::kFile,
                .comment = read_comment(inputs, false),
                .name = plain_name(inputs.required_text({"name"}))};
  item.media_type = service::case_file_type(item.name).value_or("");
  if (!inputs.has_problems()) check_file(inputs, item, request.body);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  return stored(inputs, request, key,
                service::add_case_item(parts.ledger, actor_of(request, principal), key,
                                       std::move(item), request.body));
}

// Nothing of it runs in the console's origin: it is saved, never shown, under no type that a
// browser would guess, and without scripts should one show it after all.
Response show_file(const CaseParts& parts, Inputs& inputs, const Request& request,
                   const Principal& principal) {
  const CaseKey key = read_key(inputs);
  const auto number = inputs.integer({"item"}, 1, service::kMostItemsOfCase);
  if (!number && !inputs.has_problems())
    inputs.add_problem("item", "MISSING_PARAMETER", "is missing");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  auto file = service::read_case_file(parts.ledger, principal.scope, key, *number);
  if (!file.ok())
    return refused(request, file.error(), inputs.about({"id"}, names_nothing(key.record_id)));
  Response response = Response::text(200, "application/octet-stream", std::move(file->content));
  response.set("Content-Disposition",
               "attachment; filename*=UTF-8''" + http::encode_component(file->item.name));
  response.set("Content-Security-Policy", "default-src 'none'; sandbox");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  return response;
}

Response remove_item(const CaseParts& parts, Inputs& inputs, const Request& request,
                     const Principal& principal) {
  const CaseKey key = read_key(inputs);
  const auto number = inputs.integer({"item"}, 1, service::kMostItemsOfCase);
  if (!number && !inputs.has_problems())
    inputs.add_problem("item", "MISSING_PARAMETER", "is missing");
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const bool anybody =
      principal.role == service::Role::kAdmin || principal.role == service::Role::kOperator;
  return stored(
      inputs, request, key,
      service::remove_case_item(parts.ledger, actor_of(request, principal), key, *number, anybody));
}

using Operation = Response (*)(const CaseParts&, Inputs&, const Request&, const Principal&);

}  // namespace

std::vector<http::Route> case_item_routes(const CaseParts& parts) {
  using enum http::Method;
  const auto guarded = [&](auto handler) {
    return with_bearer(parts.tokens, service::AccessScopes::kMonitoring, std::move(handler));
  };
  const auto route = [&](http::Method method, const char* pattern, Operation operation) {
    return http::Route{
        .methods = method,
        .pattern = pattern,
        .handler = guarded([parts, operation](const Request& request, const Principal& principal) {
          auto read = Inputs::read(request);
          if (const auto* failure = std::get_if<Failure>(&read))
            return failure_response(request, *failure);
          return operation(parts, std::get<Inputs>(read), request, principal);
        }),
        .head_allowed = method == kGet};
  };
  std::vector<http::Route> routes = {route(kPost, "/monitoring/case/comments", add_comment),
                                     route(kPost, "/monitoring/case/links", add_link),
                                     route(kGet, "/monitoring/case/attachments", show_file),
                                     route(kDelete, "/monitoring/case/items", remove_item)};
  routes.push_back({.methods = kPost,
                    .pattern = "/monitoring/case/attachments",
                    .handler = guarded([parts](const Request& request, const Principal& principal) {
                      return add_file(parts, request, principal);
                    }),
                    .body_limit = service::kMostCaseFileBytes});
  return routes;
}

}  // namespace vedette::api
