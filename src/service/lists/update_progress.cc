#include "service/lists/update_progress.h"

#include <algorithm>

namespace vedette::service {
namespace {

constexpr std::size_t kShownRejections = 20;

void write_source(base::JsonWriter& json, const SourceProgress& source) {
  json.begin_object().member("source", source.source).member("state", step_name(source.step));
  json.member("bytes", source.bytes).key("totalBytes");
  if (source.total_bytes) {
    json.value(*source.total_bytes);
  } else {
    json.null();
  }
  json.key("lists").begin_array();
  for (const std::string& list : source.lists)
    json.value(list);
  json.end_array().key("error");
  if (source.failure.empty()) {
    json.null();
  } else {
    json.value(source.failure);
  }
  json.end_object();
}

}  // namespace

std::string_view step_name(SourceStep step) {
  switch (step) {
    case SourceStep::kWaiting:
      return "waiting";
    case SourceStep::kFetching:
      return "fetching";
    case SourceStep::kFetched:
      return "fetched";
    case SourceStep::kUnchanged:
      return "unchanged";
    case SourceStep::kImported:
      return "imported";
    case SourceStep::kFailed:
      return "failed";
  }
  return "failed";
}

bool UpdateProgress::failed() const {
  return std::ranges::any_of(
      sources, [](const SourceProgress& source) { return source.step == SourceStep::kFailed; });
}

void write_progress(base::JsonWriter& json, const UpdateProgress& progress) {
  json.begin_object();
  json.member("state", !progress.finished ? "running" : progress.failed() ? "failed" : "done");
  json.member("phase", progress.phase).member("startedAt", base::iso_millis(progress.started));
  json.key("finishedAt");
  if (progress.finished) {
    json.value(base::iso_millis(*progress.finished));
  } else {
    json.null();
  }
  json.key("sources").begin_array();
  for (const SourceProgress& source : progress.sources)
    write_source(json, source);
  json.end_array().key("import").begin_object().member("list", progress.import.list);
  json.member("records", progress.import.records).member("bytes", progress.import.bytes);
  json.member("totalBytes", progress.import.total_bytes).end_object().key("generation");
  if (progress.imported) {
    json.value(progress.imported->generation);
  } else {
    json.null();
  }
  json.key("lists").begin_array();
  if (progress.imported)
    for (const ImportedList& list : progress.imported->lists)
      write_account(json, list.account, kShownRejections);
  json.end_array().end_object();
}

}  // namespace vedette::service
