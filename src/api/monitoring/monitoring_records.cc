#include "api/monitoring/monitoring_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/monitoring/monitoring_list.h"
#include "api/monitoring/monitoring_request.h"
#include "api/request/bearer.h"
#include "base/json_writer.h"
#include "service/monitoring/match_json.h"

namespace vedette::api {
namespace {

using profile::Family;
using service::SaveReport;
using service::SaveResult;

std::string_view result_name(SaveResult result) {
  switch (result) {
    case SaveResult::kCreated:
      return "created";
    case SaveResult::kUpdated:
      return "updated";
    case SaveResult::kUnchanged:
      return "unchanged";
    case SaveResult::kRefused:
      return "refused";
  }
  return "";
}

std::string single_answer(const SaveReport& report) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data");
  service::write_open_record(json, report.items.front().record);
  json.member("result", result_name(report.items.front().result)).end_object().end_object();
  return body;
}

// What partial=true left out, by the place in the request.
using LeftOut = std::vector<std::vector<Problem>>;

// The answer of a batch, in the order of the request: `left_out` has an entry per item, and the
// report one per item that had none.
std::string batch_answer(const SaveReport& report, const LeftOut& left_out,
                         const std::vector<std::string>& ids) {
  std::string records;
  std::string results;
  base::JsonWriter record_json(records);
  base::JsonWriter result_json(results);
  record_json.begin_array();
  result_json.begin_array();
  std::int64_t counts[4] = {};
  std::int64_t matches_closed = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    std::vector<Problem> problems = left_out[i];
    SaveResult result = SaveResult::kRefused;
    if (problems.empty()) {
      const SaveReport::Item& item = report.items[next++];
      result = item.result;
      matches_closed += item.closed;
      if (item.problem)
        problems.push_back({fmt::format("monitorRecords[{}].{}", i, item.problem->field), "body",
                            item.problem->code, item.problem->message});
      if (result != SaveResult::kRefused) {
        service::write_open_record(record_json, item.record);
        record_json.end_object();
      }
    }
    ++counts[static_cast<std::size_t>(result)];
    const int status = result == SaveResult::kCreated   ? 201
                       : result == SaveResult::kRefused ? 400
                                                        : 200;
    result_json.begin_object().member("id", ids[i]).member("statusCode", status);
    result_json.member("result", result_name(result));
    if (!problems.empty()) write_item_error(result_json, problems);
    result_json.end_object();
  }
  record_json.end_array();
  result_json.end_array();
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.key("monitorRecords").raw(records).key("results").raw(results);
  json.member("hasErrors", counts[static_cast<std::size_t>(SaveResult::kRefused)] > 0);
  json.member("createdCount", counts[static_cast<std::size_t>(SaveResult::kCreated)]);
  json.member("updatedCount", counts[static_cast<std::size_t>(SaveResult::kUpdated)]);
  json.member("unchangedCount", counts[static_cast<std::size_t>(SaveResult::kUnchanged)]);
  json.member("matchesClosedCount", matches_closed);
  json.end_object().end_object();
  return body;
}

std::string deleted_answer(Family family, const service::Deleted& deleted) {
  std::string body;
  base::JsonWriter json(body);
  json.begin_object().member("success", true).key("data").begin_object();
  json.member("id", deleted.record.id).member("deleted", true);
  json.member("deletedDateTimeISO", base::iso_millis(deleted.at));
  json.member(
      family == Family::kBusiness ? "business_monitor_record_id" : "individual_monitor_record_id",
      deleted.record.id);
  json.end_object().end_object();
  return body;
}

// One operation with what every one of them needs.
class Operation {
 public:
  Operation(const MonitoringParts& parts, Family family, const http::Request& request,
            const service::Principal& principal)
      : parts_(parts), family_(family), request_(request), principal_(principal) {}

  http::Response get_single() {
    if (auto refusal = read_inputs()) return std::move(*refusal);
    const std::string id = record_id(*inputs_, family_);
    if (inputs_->has_problems()) return fail(inputs_->failure());
    const auto record = parts_.records.find(principal_.scope, family_, id);
    if (!record.ok()) return refused(request_, record.error(), about_record(*inputs_, family_, id));
    std::string body;
    base::JsonWriter json(body);
    json.begin_object().member("success", true).key("data");
    service::write_open_record(json, *record);
    json.end_object().end_object();
    return {200, std::move(body)};
  }

  http::Response save_single() {
    if (auto refusal = start_write()) return std::move(*refusal);
    inputs_->boolean({"aml"});
    const service::RecordChange change = read_record(*inputs_, family_, parts_.clock.now());
    if (inputs_->has_problems()) {
      if (lacks_name(change) && !inputs_->present({"name"}))
        inputs_->add_problem("name", "MISSING_PARAMETER", "is missing");
      return fail(inputs_->failure());
    }
    const auto saved = parts_.records.save(actor_of(request_, principal_),
                                           {family_, {change}, false}, {key_->key, single_answer});
    if (!saved.ok()) return fail_write(saved.error());
    std::vector<Problem> problems;
    for (const service::ItemProblem& each : saved->problems)
      problems.push_back({each.field, "body", each.code, each.message, change.id});
    if (!problems.empty()) return fail(invalid_inputs(std::move(problems)));
    return answered(saved->answer);
  }

  http::Response save_multiple() {
    if (auto refusal = start_write(Inputs::List::kAccepted)) return std::move(*refusal);
    inputs_->boolean({"aml"});
    const bool partial = inputs_->boolean({"partial"}).value_or(false);
    auto read = read_records(*inputs_, family_, parts_.clock.now());
    if (inputs_->has_problems()) return fail(inputs_->failure());
    if (const auto* failure = std::get_if<Failure>(&read)) return fail(*failure);
    auto& batch = std::get<RecordBatch>(read);
    if (!partial && has_problems(batch.problems)) {
      add_missing_names(batch);
      return fail(invalid_items(batch.problems));
    }
    return save_batch(batch, partial);
  }

  http::Response remove() {
    if (auto refusal = start_write()) return std::move(*refusal);
    const std::string id = record_id(*inputs_, family_);
    if (inputs_->has_problems()) return fail(inputs_->failure());
    const auto removed = parts_.records.remove(actor_of(request_, principal_), family_, id,
                                               {key_->key, [this](const service::Deleted& deleted) {
                                                  return deleted_answer(family_, deleted);
                                                }});
    if (!removed.ok())
      return refused_write(request_, removed.error(), about_record(*inputs_, family_, id));
    return answered(*removed);
  }

  http::Response get_all() {
    if (auto refusal = read_inputs()) return std::move(*refusal);
    const ListQuestion question = read_list_question(*inputs_, family_);
    if (inputs_->has_problems()) return fail(inputs_->failure());
    auto answer = list_answer(parts_.ledger, principal_.scope, question);
    if (!answer.ok()) return refused(request_, answer.error());
    return std::move(answer).value();
  }

 private:
  http::Response save_batch(const RecordBatch& batch, bool partial) {
    service::SaveRequest request{family_, {}, partial};
    std::vector<std::string> ids;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < batch.changes.size(); ++i) {
      ids.push_back(batch.changes[i].id);
      if (!batch.problems[i].empty()) continue;
      request.changes.push_back(batch.changes[i]);
      places.push_back(i);
    }
    const auto saved = parts_.records.save(actor_of(request_, principal_), request,
                                           {key_->key, [&](const SaveReport& report) {
                                              return batch_answer(report, batch.problems, ids);
                                            }});
    if (!saved.ok()) return fail_write(saved.error());
    std::vector<Problem> problems;
    for (const service::ItemProblem& each : saved->problems)
      problems.push_back({fmt::format("monitorRecords[{}].{}", places[each.item], each.field),
                          "body", each.code, each.message, ids[places[each.item]]});
    if (!problems.empty()) return fail(invalid_inputs(std::move(problems)));
    return answered(saved->answer);
  }

  // A refused request is told all that is wrong with it, also that a new record needs a name. Which
  // records are new is not worth a failure of its own here.
  bool lacks_name(const service::RecordChange& change) {
    if (change.name || change.id.empty()) return false;
    const auto record = parts_.records.find(principal_.scope, family_, change.id);
    return !record.ok() && record.error().cause == base::Cause::kNotFound;
  }
  void add_missing_names(RecordBatch& batch) {
    for (std::size_t i = 0; i < batch.changes.size(); ++i) {
      const std::string path = fmt::format("monitorRecords[{}].name", i);
      const auto known = [&](const Problem& problem) { return problem.path == path; };
      if (std::ranges::none_of(batch.problems[i], known) && lacks_name(batch.changes[i]))
        batch.problems[i].push_back(
            {path, "body", "MISSING_PARAMETER", "is missing", batch.changes[i].id});
    }
  }

  std::optional<http::Response> read_inputs(Inputs::List list = Inputs::List::kRefused) {
    auto read = Inputs::read(request_, list);
    if (const auto* failure = std::get_if<Failure>(&read)) return fail(*failure);
    inputs_.emplace(std::get<Inputs>(std::move(read)));
    return std::nullopt;
  }
  std::optional<http::Response> start_write(Inputs::List list = Inputs::List::kRefused) {
    if (auto refusal = read_inputs(list)) return refusal;
    auto held = hold_key(request_, principal_, parts_.running_keys);
    if (const auto* failure = std::get_if<Failure>(&held)) return fail(*failure);
    key_.emplace(std::get<HeldKey>(std::move(held)));
    return std::nullopt;
  }
  http::Response fail(const Failure& failure) { return failure_response(request_, failure); }
  http::Response fail_write(const base::Error& error) { return refused_write(request_, error); }

  const MonitoringParts& parts_;
  const Family family_;
  const http::Request& request_;
  const service::Principal& principal_;
  std::optional<Inputs> inputs_;
  std::optional<HeldKey> key_;
};

http::Handler handler(const MonitoringParts& parts, Family family,
                      http::Response (Operation::*run)()) {
  return with_bearer(
      parts.tokens, service::AccessScopes::kMonitoring,
      [parts, family, run](const http::Request& request, const service::Principal& principal) {
        Operation operation(parts, family, request, principal);
        return (operation.*run)();
      });
}

}  // namespace

std::vector<http::Route> monitoring_record_routes(const MonitoringParts& parts) {
  using enum http::Method;
  std::vector<http::Route> routes;
  for (const Family family : {Family::kBusiness, Family::kIndividual}) {
    const std::string base = fmt::format("/monitoring/{}/records/", profile::to_text(family));
    const auto add = [&](http::MethodSet methods, const char* name,
                         http::Response (Operation::*run)(), bool read, bool slow) {
      routes.push_back({.methods = methods,
                        .pattern = base + name,
                        .handler = handler(parts, family, run),
                        .head_allowed = read,
                        .slow = slow});
    };
    add(kGet, "getAll", &Operation::get_all, true, true);
    add(kGet, "getSingle", &Operation::get_single, true, false);
    add({kPost, kPut}, "addOrUpdateMultiple", &Operation::save_multiple, false, true);
    add({kPost, kPut}, "addOrUpdateSingle", &Operation::save_single, false, false);
    add({kPost, kGet, kDelete}, "deleteRecord", &Operation::remove, false, false);
  }
  return routes;
}

}  // namespace vedette::api
