#include "api/monitoring/monitoring_list.h"

#include <charconv>
#include <limits>

#include "api/request/fields.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "service/monitoring/match_json.h"

namespace vedette::api {
namespace {

constexpr std::size_t kMostSearchBytes = 512;

using base::Result;
using service::FamilyTotals;
using service::MatchStatus;
using service::MonitorRecord;

// A list of so many records is answered in one piece; a longer one is streamed in smaller ones.
constexpr std::int64_t kRecordsAtOnce = 500;
constexpr std::int64_t kRecordsPerPiece = 100;
constexpr base::Millis kLastOfDay{86'399'999};

std::string token_of(const MonitorRecord& record) {
  return base::base64url(std::to_string(record.created.unix_millis) + ":" + record.id);
}

std::optional<service::RecordPlace> place_of(std::string_view token) {
  const auto text = base::unbase64(token);
  if (!text) return std::nullopt;
  const std::size_t colon = text->find(':');
  if (colon == std::string::npos) return std::nullopt;
  service::RecordPlace place;
  const auto [end, failure] =
      std::from_chars(text->data(), text->data() + colon, place.created.unix_millis);
  if (failure != std::errc() || end != text->data() + colon) return std::nullopt;
  place.id = text->substr(colon + 1);
  return place;
}

std::optional<base::Time> day_or_time(Inputs& inputs, std::string_view name, bool end_of_day) {
  const auto text = inputs.text({name});
  if (!text) return std::nullopt;
  const auto time = base::parse_iso(*text);
  if (!time) {
    inputs.add_problem(name, "INVALID_DATE", "must be YYYY-MM-DD or an ISO 8601 time");
    return std::nullopt;
  }
  constexpr std::size_t kDayLength = 10;
  return end_of_day && text->size() == kDayLength ? *time + kLastOfDay : *time;
}

void write_totals(base::JsonWriter& json, const FamilyTotals& totals) {
  json.member("monitorRecordsCount", totals.records);
  json.member("openMonitorRecordsCount", totals.open_records);
  json.member("openMatchesCount", totals.matches.of(MatchStatus::kOpen));
  json.member("falsePositiveMatchesCount", totals.matches.of(MatchStatus::kFalsePositive));
  json.member("truePositiveMatchesCount", totals.matches.of(MatchStatus::kTruePositive));
  json.member("discardedMatchesCount", totals.matches.of(MatchStatus::kDiscarded));
}

// Writes the list in pieces: the head and the first records, more records, the foot.
class ListWriter {
 public:
  ListWriter(const ListQuestion& question, std::int64_t piece)
      : page_(question.page), asked_(question), piece_(piece) {
    left_ = question.limit.value_or(std::numeric_limits<std::int64_t>::max());
  }

  // Appends the next piece; true when that was the last.
  template <class Reader>
  Result<bool> next(Reader& reader, std::string& out) {
    base::JsonWriter json(out);
    if (!begun_) {
      VEDETTE_ASSIGN(const FamilyTotals totals, service::read_totals(reader, page_.family));
      json.begin_object().member("success", true).key("data").begin_object();
      write_totals(json, totals);
      out += ",\"monitorRecords\":[";
      begun_ = true;
    }
    const std::int64_t wanted = std::min(left_, piece_);
    page_.limit = wanted + 1;
    VEDETTE_ASSIGN(const auto records, service::list_records(reader, page_));
    const auto count = std::min(wanted, static_cast<std::int64_t>(records.size()));
    for (std::int64_t i = 0; i < count; ++i) {
      if (written_++ > 0) out += ',';
      base::JsonWriter item(out);
      service::write_open_record(item, records[static_cast<std::size_t>(i)]);
      item.end_object();
    }
    left_ -= count;
    const bool more = static_cast<std::int64_t>(records.size()) > wanted;
    if (count > 0) {
      const MonitorRecord& last = records[static_cast<std::size_t>(count - 1)];
      page_.after = {last.created, last.id};
      page_.offset = 0;
    }
    if (more && left_ > 0) return false;
    out += ']';
    if (more && asked_.token_asked && count > 0) {
      out += ",\"nextToken\":\"" + token_of(records[static_cast<std::size_t>(count - 1)]) + '"';
    }
    out += "}}";
    return true;
  }

 private:
  service::RecordPage page_;
  const ListQuestion asked_;
  const std::int64_t piece_;
  std::int64_t left_ = 0;
  std::int64_t written_ = 0;
  bool begun_ = false;
};

class ListStream final : public http::Stream {
 public:
  ListStream(std::unique_ptr<ledger::ProjectSnapshot> snapshot, ListWriter writer)
      : snapshot_(std::move(snapshot)), writer_(std::move(writer)) {}

  Step next(std::string& out, const http::StopSignal&) override {
    const auto last =
        snapshot_->read([&](ledger::ProjectReader& reader) { return writer_.next(reader, out); });
    if (last.ok()) return {*last ? Next::kEnd : Next::kMore, {}};
    base::log(base::LogLevel::kError, "a list of records broke off",
              {{"error", last.error().message}});
    return {Next::kFail, {}};
  }

 private:
  std::unique_ptr<ledger::ProjectSnapshot> snapshot_;
  ListWriter writer_;
};

}  // namespace

ListQuestion read_list_question(Inputs& inputs, profile::Family family) {
  ListQuestion out;
  out.page.family = family;
  out.page.after = {base::Time{-1}, ""};
  out.page.created_to = base::Time{std::numeric_limits<std::int64_t>::max()};
  if (const auto status = inputs.text({"status"})) {
    out.page.open_only = service::parse_status(*status) == MatchStatus::kOpen;
    if (!out.page.open_only)
      inputs.add_problem("status", "INVALID_STATUS", "must be open, or left out for all records");
  }
  out.page.search = inputs.text({"search"}).value_or("");
  if (out.page.search.size() > kMostSearchBytes)
    inputs.add_problem("search", "TOO_LONG", "has more than 512 bytes");
  out.limit = inputs.integer({"limit", "pageSize"}, 0, kMaxPage);
  out.page.offset =
      inputs.integer({"offset"}, 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
  out.token_asked = inputs.present({"pageSize"}) || inputs.present({"nextToken"});
  if (const auto token = inputs.text({"nextToken"})) {
    const auto place = place_of(*token);
    if (place)
      out.page.after = *place;
    else
      inputs.add_problem("nextToken", "INVALID_TYPE", "is not a token that was given out");
  }
  if (const auto from = day_or_time(inputs, "createdDateFrom", false))
    out.page.created_from = *from;
  if (const auto to = day_or_time(inputs, "createdDateTo", true)) out.page.created_to = *to;
  if (out.page.created_from > out.page.created_to)
    inputs.add_problem("createdDateFrom", "DATE_OUT_OF_RANGE",
                       "must not be later than createdDateTo");
  return out;
}

Result<http::Response> list_answer(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                   const ListQuestion& question) {
  std::string body;
  const auto whole = ledger.read(scope, [&](ledger::ProjectReader& reader) -> Result<bool> {
    body.clear();
    return ListWriter(question, kRecordsAtOnce).next(reader, body);
  });
  VEDETTE_TRY(whole);
  if (*whole) return http::Response(200, std::move(body));
  VEDETTE_ASSIGN(auto snapshot, ledger.snapshot(scope));
  return http::Response::streamed(
      "application/json; charset=utf-8",
      std::make_unique<ListStream>(std::move(snapshot), ListWriter(question, kRecordsPerPiece)));
}

}  // namespace vedette::api
