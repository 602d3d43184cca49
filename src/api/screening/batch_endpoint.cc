#include "api/screening/batch_endpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/request/bearer.h"
#include "api/request/failure.h"
#include "api/screening/batch_inputs.h"
#include "api/screening/screening_answer.h"
#include "api/screening/search_record.h"
#include "base/log.h"
#include "service/screening/batch.h"
#include "service/screening/name_cut.h"

namespace vedette::api {
namespace {

using base::JsonWriter;

constexpr std::string_view kNdjson = "application/x-ndjson";
// What one step hands to the network.
constexpr std::size_t kStepBytes = 64 * 1024;

bool wants_lines(const http::Request& request) {
  for (const std::string_view value : request.header_values("Accept"))
    if (value.find("ndjson") != std::string_view::npos ||
        value.find("jsonl") != std::string_view::npos)
      return true;
  return false;
}

base::Result<std::string> write_item(const names::Analyser& analyser,
                                     const service::BatchItem& item,
                                     const parties::PartyCatalogue& lists,
                                     const base::Result<service::ScreeningResults>& results) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("key", item.key);
  if (results.ok()) {
    json.member("total", results->found.total);
    json.key(item.question.family == profile::Family::kBusiness ? "items" : "hits");
    VEDETTE_TRY(write_hits(json, lists, *results, item.question, analyser));
    if (item.question.confidence_threshold > 0) json.member("belowConfidence", results->left_out);
    write_warnings(json, service::is_name_cut(analyser, item.question.family, item.question.name),
                   item.question);
  } else {
    const Failure failure = failure_of(results.error());
    json.key("error").begin_object();
    json.member("code", failure.code).member("message", failure.message).end_object();
  }
  json.end_object();
  return out;
}

// Hands out the answers as they are recorded: lines, or the elements of one JSON document.
class BatchStream final : public http::Stream {
 public:
  BatchStream(std::unique_ptr<service::Batch> batch, std::vector<std::string> first, bool lines,
              std::string head)
      : batch_(std::move(batch)), ready_(std::move(first)), lines_(lines), out_(std::move(head)) {
    if (ready_.empty()) end();
  }

  Step next(std::string& out, const http::StopSignal& stop) override {
    while (out_.size() < kStepBytes && at_ < ready_.size())
      append(ready_[at_++]);
    if (!out_.empty()) {
      out.swap(out_);
      out_.clear();
      return {Next::kMore, {}};
    }
    if (ended_) return {Next::kEnd, {}};
    if (stop.stopped()) return {Next::kFail, {}};
    return fetch();
  }

 private:
  Step fetch() {
    auto more = batch_->next();
    if (!more.ok()) {
      base::log(base::LogLevel::kError, "a batch was broken off",
                {{"ref", batch_->identity().ref}, {"error", more.error().message}});
      return {Next::kFail, {}};
    }
    ready_ = std::move(more).value();
    at_ = 0;
    if (ready_.empty()) end();
    return {Next::kMore, {}};
  }

  void end() {
    ended_ = true;
    if (!lines_) out_ += "]}}";
  }

  void append(const std::string& answer) {
    if (!lines_ && any_) out_ += ',';
    any_ = true;
    out_ += answer;
    if (lines_) out_ += '\n';
  }

  std::unique_ptr<service::Batch> batch_;
  std::vector<std::string> ready_;
  std::size_t at_ = 0;
  const bool lines_;
  bool any_ = false;
  bool ended_ = false;
  std::string out_;
};

std::string head_of(service::Screening& screening, const service::Batch& batch) {
  std::string head;
  JsonWriter json(head);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("id", batch.identity().id).member("ref", batch.identity().ref);
  json.member("generation", batch.catalogue().meta().generation).key("staleLists").begin_array();
  for (const std::string& list : screening.stale_lists(batch.catalogue()))
    json.value(list);
  json.end_array().key("results").begin_array();
  return head;
}

http::Response screen_batch(service::Screening& screening, const http::Request& request,
                            const service::Principal& principal) {
  auto asked = read_batch(request, screening.clock().now());
  if (const auto* failure = std::get_if<Failure>(&asked))
    return failure_response(request, *failure);
  auto& [common, items] = std::get<BatchAsked>(asked);
  service::Batch::Begin begin{.asker = asker_of(request, principal),
                              .question = service::to_json(common),
                              .as_of = common.as_of,
                              .items = std::move(items),
                              .write = {}};
  begin.write = [&analyser = screening.analyser()](const auto& item, const auto& lists,
                                                   const auto& results) {
    return write_item(analyser, item, lists, results);
  };
  auto batch = service::Batch::begin(screening, std::move(begin));
  if (!batch.ok()) return refused(request, batch.error());
  // The first names are searched and recorded before the status is sent, so that what fails at once
  // fails with a status.
  auto first = (*batch)->next();
  if (!first.ok()) return refused(request, first.error());
  const bool lines = wants_lines(request);
  const service::SearchIdentity identity = (*batch)->identity();
  std::string head = lines ? "" : head_of(screening, **batch);
  const std::uint64_t generation = (*batch)->catalogue().meta().generation;
  const auto stale = screening.stale_lists((*batch)->catalogue());
  http::Response response = http::Response::streamed(
      std::string(lines ? kNdjson : "application/json; charset=utf-8"),
      std::make_unique<BatchStream>(std::move(batch).value(), std::move(first).value(), lines,
                                    std::move(head)));
  response.set("X-Search-Id", std::to_string(identity.id));
  response.set("X-Search-Ref", identity.ref);
  // Lines have no place for what is true of all of them.
  response.set("X-Generation", std::to_string(generation));
  if (!stale.empty()) response.set("X-Stale-Lists", fmt::format("{}", fmt::join(stale, ",")));
  return response;
}

}  // namespace

std::vector<http::Route> batch_routes(service::Tokens& tokens, service::Screening& screening) {
  return {{.methods = http::Method::kPost,
           .pattern = "/screening/batch",
           .handler = with_bearer(
               tokens, service::AccessScopes::kScreening,
               [&screening](const http::Request& request, const service::Principal& principal) {
                 return screen_batch(screening, request, principal);
               })}};
}

}  // namespace vedette::api
