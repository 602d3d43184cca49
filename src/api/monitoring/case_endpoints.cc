#include "api/monitoring/case_endpoints.h"

#include <memory>

#include "api/monitoring/case_json.h"
#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/json_writer.h"
#include "service/monitoring/case_queue.h"
#include "service/monitoring/shared_views.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using evidence::Outcome;
using http::Request;
using http::Response;
using service::CaseQuestion;
using service::Principal;

constexpr std::int64_t kDefaultPage = 100;
constexpr std::size_t kMostSearchBytes = 512;
constexpr std::size_t kMostListBytes = 255;
constexpr std::int64_t kMostAgeDays = 36'500;

std::optional<Outcome> read_outcome(Inputs& inputs, std::string_view name) {
  const auto text = inputs.text({name});
  if (!text) return std::nullopt;
  for (const Outcome each :
       {Outcome::kAgrees, Outcome::kCompatible, Outcome::kUnknown, Outcome::kConflicts})
    if (evidence::to_text(each) == *text) return each;
  inputs.add_problem(name, "OUT_OF_RANGE", "must be agrees, compatible, unknown or conflicts");
  return std::nullopt;
}

// A text of bounded length; "" when it is absent.
std::string read_short(Inputs& inputs, std::string_view name, std::size_t most) {
  std::string text = inputs.text({name}).value_or("");
  if (text.size() > most)
    inputs.add_problem(name, "TOO_LONG", "has more than " + std::to_string(most) + " bytes");
  return text;
}

std::optional<profile::Family> read_family(Inputs& inputs) {
  const auto text = inputs.text({"family", "search_type"});
  if (!text) return std::nullopt;
  const auto family = parse_search_type(*text);
  if (family.ok()) return *family;
  inputs.add_problem("family", family.problem().code, family.problem().message);
  return std::nullopt;
}

// The ages of the oldest match in days become times.
void read_ages(Inputs& inputs, base::Time now, CaseQuestion& query) {
  if (const auto least = inputs.integer({"minAgeDays"}, 0, kMostAgeDays))
    query.found_until = now - base::days(*least);
  if (const auto most = inputs.integer({"maxAgeDays"}, 0, kMostAgeDays))
    query.found_from = now - base::days(*most);
}

CaseQuestion read_question(Inputs& inputs, base::Time now) {
  CaseQuestion out;
  if (const auto text = inputs.text({"status"})) {
    out.status = service::parse_status(*text);
    if (!out.status && *text != "all")
      inputs.add_problem("status", "INVALID_STATUS",
                         "must be open, true-positive, false-positive, discarded or all");
  }
  out.family = read_family(inputs);
  if (const auto texts = inputs.list({"datasets", "dataset"})) {
    const auto datasets = parse_dataset_list(*texts);
    if (datasets.ok())
      out.datasets = *datasets;
    else
      inputs.add_problem("datasets", datasets.problem().code, datasets.problem().message);
  }
  out.least_score = inputs.integer({"minScore"}, 0, 100).value_or(0);
  out.search = read_short(inputs, "search", kMostSearchBytes);
  out.list = read_short(inputs, "list", kMostListBytes);
  out.birth_date = read_outcome(inputs, "birthDate");
  out.country = read_outcome(inputs, "country");
  read_ages(inputs, now, out);
  if (const auto text = inputs.text({"sort"})) {
    const auto order = service::case_order_of(*text);
    if (order)
      out.order = *order;
    else
      inputs.add_problem("sort", "OUT_OF_RANGE", "must be score, newest, oldest or record");
  }
  out.limit = inputs.integer({"limit"}, 1, service::kMostCasesPage).value_or(kDefaultPage);
  out.cursor = inputs.text({"cursor"}).value_or("");
  return out;
}

template <class Write>
Response answer(Write write) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  write(json);
  json.end_object().end_object();
  return {200, std::move(body)};
}

// The current generation; null when there is none.
std::shared_ptr<const catalogue::Catalogue> catalogue_of(const CaseParts& parts) {
  auto current = parts.generations.current();
  return current.ok() ? std::move(current).value() : nullptr;
}

Response show_cases(const CaseParts& parts, Inputs& inputs, const Request& request,
                    const Principal& principal) {
  const CaseQuestion query = read_question(inputs, parts.clock.now());
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto catalogue = catalogue_of(parts);
  const auto page = service::read_cases(parts.ledger, principal.scope, catalogue.get(), query);
  if (!page.ok()) {
    if (page.error().cause != base::Cause::kInvalidInput) return refused(request, page.error());
    inputs.add_problem("cursor", "INVALID_CURSOR", "is not one of this order of the cases");
    return failure_response(request, inputs.failure());
  }
  return answer([&](JsonWriter& json) {
    if (page->total)
      json.member("total", *page->total).member("totalIsExact", page->total_is_exact);
    json.key("cases").begin_array();
    for (const service::CaseRow& row : page->rows)
      write_case_row(json, row);
    json.end_array();
    if (!page->next_cursor.empty()) json.member("nextCursor", page->next_cursor);
  });
}

Response show_case(const CaseParts& parts, Inputs& inputs, const Request& request,
                   const Principal& principal) {
  const auto family = read_family(inputs);
  if (!family && !inputs.has_problems())
    inputs.add_problem("family", "MISSING_PARAMETER", "is missing");
  const std::string id = inputs.required_text({"id"});
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto detail = service::read_case(parts.ledger, principal.scope, *family, id);
  if (!detail.ok())
    return refused(request, detail.error(), inputs.about({"id"}, names_nothing(id)));
  const auto catalogue = catalogue_of(parts);
  service::NamingLists lists(catalogue.get());
  return answer([&](JsonWriter& json) {
    json.key("case");
    write_case(json, *detail, lists);
  });
}

Response show_views(const CaseParts& parts, Inputs&, const Request& request,
                    const Principal& principal) {
  const auto views = service::read_views(parts.ledger, principal.scope);
  if (!views.ok()) return refused(request, views.error());
  return answer([&](JsonWriter& json) {
    json.key("views").begin_array();
    for (const service::SharedView& view : *views) {
      json.begin_object().member("page", view.page).member("name", view.name);
      json.member("query", view.query).member("savedBy", view.saved_by);
      json.member("savedDateTimeISO", base::iso_millis(view.saved)).end_object();
    }
    json.end_array();
  });
}

// The page and the name that a view goes by.
service::SharedView read_view(Inputs& inputs) {
  service::SharedView view{.page = inputs.required_text({"page"}),
                           .name = inputs.required_text({"name"})};
  if (!view.page.empty() && view.page != "cases")
    inputs.add_problem("page", "OUT_OF_RANGE", "must be cases");
  if (view.name.size() > service::kMostViewNameBytes)
    inputs.add_problem("name", "TOO_LONG", "has more than 100 bytes");
  return view;
}

Response save_view(const CaseParts& parts, Inputs& inputs, const Request& request,
                   const Principal& principal) {
  service::SharedView view = read_view(inputs);
  view.query = read_short(inputs, "query", service::kMostViewQueryBytes);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto saved = service::save_view(parts.ledger, actor_of(request, principal), view);
  if (!saved.ok()) return refused(request, saved.error());
  return answer([&](JsonWriter& json) { json.member("name", view.name); });
}

Response delete_view(const CaseParts& parts, Inputs& inputs, const Request& request,
                     const Principal& principal) {
  const service::SharedView view = read_view(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto deleted =
      service::delete_view(parts.ledger, actor_of(request, principal), view.page, view.name);
  if (!deleted.ok())
    return refused(request, deleted.error(), inputs.about({"name"}, names_nothing(view.name)));
  return answer([&](JsonWriter& json) { json.member("name", view.name); });
}

using Operation = Response (*)(const CaseParts&, Inputs&, const Request&, const Principal&);

}  // namespace

std::vector<http::Route> case_routes(const CaseParts& parts) {
  using enum http::Method;
  const auto route = [&](http::Method method, const char* pattern, Operation operation) {
    return http::Route{
        .methods = method,
        .pattern = pattern,
        .handler = with_bearer(
            parts.tokens, service::AccessScopes::kMonitoring,
            [parts, operation](const Request& request, const Principal& principal) -> Response {
              auto read = Inputs::read(request);
              if (const auto* failure = std::get_if<Failure>(&read))
                return failure_response(request, *failure);
              return operation(parts, std::get<Inputs>(read), request, principal);
            }),
        .head_allowed = method == kGet};
  };
  return {route(kGet, "/monitoring/cases", show_cases), route(kGet, "/monitoring/case", show_case),
          route(kGet, "/monitoring/views", show_views), route(kPut, "/monitoring/views", save_view),
          route(kDelete, "/monitoring/views", delete_view)};
}

}  // namespace vedette::api
