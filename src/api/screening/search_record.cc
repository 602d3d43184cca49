#include "api/screening/search_record.h"

#include <limits>

#include "api/request/failure.h"
#include "api/request/fields.h"
#include "api/request/inputs.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "service/common/engine_version.h"
#include "service/screening/replay.h"

namespace vedette::api {
namespace {

using base::JsonWriter;
using service::RecordedHit;
using service::RecordedItem;
using service::RecordedSearch;

constexpr int kGone = 410;

// Of the names of a batch.
struct Page {
  std::int64_t limit = kDefaultPage;
  std::int64_t offset = 0;
};

std::string id_text(const catalogue::ResourceId& id) {
  return base::hex(base::as_text(id));
}

void write_hits(JsonWriter& json, const std::vector<RecordedHit>& hits) {
  json.key("hits").begin_array();
  for (const RecordedHit& hit : hits) {
    json.begin_object().member("resourceId", id_text(hit.resource_id)).member("score", hit.score);
    if (hit.confidence) json.member("confidence", *hit.confidence);
    json.end_object();
  }
  json.end_array();
}

void write_head(JsonWriter& json, const RecordedSearch& search) {
  json.member("id", search.identity.id).member("ref", search.identity.ref);
  json.member("dateTimeISO", base::iso_millis(search.identity.at));
  json.member("username", search.username).member("requestId", search.request_id);
  json.member("generation", search.basis.generation);
  json.member("engineVersion", search.basis.engine_version);
  json.member("parties", search.basis.parties);
  json.key("parameters").raw(search.question);
}

void write_batch_head(JsonWriter& json, const RecordedSearch& search, const Page& page) {
  json.member("itemCount", search.batch_items).member("complete", search.completed.has_value());
  if (search.completed) json.member("completedDateTimeISO", base::iso_millis(*search.completed));
  json.member("limit", page.limit).member("offset", page.offset);
}

void write_item(JsonWriter& json, const RecordedItem& item) {
  json.begin_object().member("key", item.key);
  json.key("parameters").raw(item.question);
  if (!item.failure.empty()) {
    json.key("error").begin_object().member("code", item.failure).end_object();
  } else {
    json.member("total", item.total);
    write_hits(json, item.hits);
  }
  json.end_object();
}

void write_score(JsonWriter& json, std::string_view name, const std::optional<int>& score) {
  json.key(name);
  if (score)
    json.value(*score);
  else
    json.null();
}

std::string_view change_of(const service::ReplayDifference& difference) {
  if (!difference.before) return "added";
  if (!difference.after) return "removed";
  return difference.before == difference.after ? "confidence" : "score";
}

void write_replay(JsonWriter& json, const service::Replay& replay, std::string_view engine_then) {
  json.member("identical", replay.identical);
  json.member("totalThen", replay.total_before).member("totalNow", replay.total_after);
  json.key("differences").begin_array();
  for (const service::ReplayDifference& each : replay.differences) {
    json.begin_object().member("resourceId", id_text(each.resource_id));
    json.member("change", change_of(each));
    write_score(json, "scoreThen", each.before);
    write_score(json, "scoreNow", each.after);
    if (each.confidence_before || each.confidence_after) {
      write_score(json, "confidenceThen", each.confidence_before);
      write_score(json, "confidenceNow", each.confidence_after);
    }
    json.member("cause", service::cause_of_differences(replay, engine_then)).end_object();
  }
  json.end_array();
}

// The page of items that was asked for; problems go to `inputs`.
Page read_page(Inputs& inputs) {
  Page page;
  page.limit = inputs.integer({"limit"}, 0, kMaxPage).value_or(kDefaultPage);
  page.offset = inputs.integer({"offset"}, 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
  return page;
}

// Replays a name of a batch, or says that it had failed.
base::Result<void> replay_item(JsonWriter& json, service::Screening& screening,
                               const RecordedSearch& search, const RecordedItem& item) {
  json.begin_object().member("key", item.key);
  if (!item.failure.empty()) {
    json.key("error").begin_object().member("code", item.failure).end_object();
  } else {
    VEDETTE_ASSIGN(service::SearchQuestion question, service::question_from_json(item.question));
    VEDETTE_ASSIGN(const service::Replay replay,
                   service::replay(screening, {.question = std::move(question),
                                               .basis = search.basis,
                                               .total = item.total,
                                               .hits = item.hits}));
    write_replay(json, replay, search.basis.engine_version);
  }
  json.end_object();
  return {};
}

base::Result<std::string> replay_body(service::Screening& screening, const RecordedSearch& search,
                                      const std::vector<RecordedItem>& items, const Page& page) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  write_head(json, search);
  json.member("engineVersionNow", service::kEngineVersion);
  if (search.batch_items > 0) {
    write_batch_head(json, search, page);
    json.key("items").begin_array();
    for (const RecordedItem& item : items)
      VEDETTE_TRY(replay_item(json, screening, search, item));
    json.end_array();
  } else {
    VEDETTE_ASSIGN(service::SearchQuestion question, service::question_from_json(search.question));
    VEDETTE_ASSIGN(const service::Replay replay,
                   service::replay(screening, {.question = std::move(question),
                                               .basis = search.basis,
                                               .total = search.total,
                                               .hits = search.hits}));
    write_replay(json, replay, search.basis.engine_version);
  }
  json.end_object().end_object();
  return body;
}

base::Result<std::string> record_body(service::Screening&, const RecordedSearch& search,
                                      const std::vector<RecordedItem>& items, const Page& page) {
  std::string body;
  JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  write_head(json, search);
  json.member("total", search.total);
  if (search.batch_items > 0) {
    write_batch_head(json, search, page);
    json.key("items").begin_array();
    for (const RecordedItem& item : items)
      write_item(json, item);
    json.end_array();
  } else {
    write_hits(json, search.hits);
  }
  json.end_object().end_object();
  return body;
}

bool is_erased(const base::Error& error) {
  return error.details.size() == 1 && error.details.front().code == service::kSearchErased;
}

// Finds the search of the path and writes it with `write`.
template <class Write>
http::Response with_search(service::Screening& screening, const http::Request& request,
                           const service::Principal& principal, Write write) {
  auto read = Inputs::read(request);
  if (const auto* failure = std::get_if<Failure>(&read)) return failure_response(request, *failure);
  auto& inputs = std::get<Inputs>(read);
  const Page page = read_page(inputs);
  if (inputs.has_problems()) return failure_response(request, inputs.failure());
  const auto search =
      screening.searches().find(principal.scope, std::string(request.parameter("ref")));
  if (!search.ok() && is_erased(search.error())) {
    Failure gone = failure_of(search.error());
    gone.status = kGone;
    return failure_response(request, gone);
  }
  if (!search.ok())
    return refused(request, search.error(),
                   Problem{"ref", "path", "", names_nothing(request.parameter("ref"))});
  base::Result<std::vector<RecordedItem>> items = std::vector<RecordedItem>();
  if (search->batch_items > 0)
    items =
        screening.searches().items(principal.scope, search->identity.id, page.offset, page.limit);
  if (!items.ok()) return refused(request, items.error());
  auto body = write(screening, *search, *items, page);
  if (!body.ok()) return refused(request, body.error());
  return {200, std::move(body).value()};
}

}  // namespace

service::Asker asker_of(const http::Request& request, const service::Principal& principal) {
  return {principal.scope, principal.user, request.id};
}

http::Response show_search(service::Screening& screening, const http::Request& request,
                           const service::Principal& principal) {
  return with_search(screening, request, principal, record_body);
}

http::Response replay_search(service::Screening& screening, const http::Request& request,
                             const service::Principal& principal) {
  return with_search(screening, request, principal, replay_body);
}

base::Result<std::string> replay_document(service::Screening& screening,
                                          const RecordedSearch& search,
                                          const std::vector<RecordedItem>& items) {
  return replay_body(screening, search, items, {.limit = std::ssize(items)});
}

}  // namespace vedette::api
