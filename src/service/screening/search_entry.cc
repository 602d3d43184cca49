#include "service/screening/search_entry.h"

#include <fmt/format.h>

#include <boost/json/parse.hpp>

#include "service/screening/search_digest.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

void take(const json::object& object, std::string_view name, std::string& out) {
  if (const json::value* found = object.if_contains(name); found != nullptr && found->is_string())
    out = found->get_string();
}
void take(const json::object& object, std::string_view name, std::int64_t& out) {
  if (const json::value* found = object.if_contains(name); found != nullptr && found->is_int64())
    out = found->get_int64();
}

}  // namespace

std::optional<SearchEntry> read_search_entry(std::string_view payload) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(payload, problem);
  if (problem || !parsed.is_object()) return std::nullopt;
  const json::object& object = parsed.get_object();
  SearchEntry entry;
  entry.form = kFirstItemsForm;
  take(object, "id", entry.id);
  take(object, "ref", entry.ref);
  take(object, "engine", entry.engine);
  take(object, "parties", entry.parties);
  take(object, "sha256", entry.sha256);
  take(object, "generation", entry.generation);
  take(object, "total", entry.total);
  take(object, "first", entry.first);
  take(object, "items", entry.items);
  take(object, "form", entry.form);
  if (entry.id <= 0) return std::nullopt;
  return entry;
}

std::string misfit(const SearchRow& row, const SearchEntry& entry, const EntryMaker& maker) {
  if (row.id != entry.id || row.ref != entry.ref) return "its reference is another";
  if (!row.ref.starts_with(fmt::format("{}-", row.at.unix_seconds()))) return "its time is another";
  if (fmt::format("user:{}", row.user) != maker.actor) return "its user is another";
  if (row.request_id != maker.request_id) return "its request is another";
  if (row.generation != entry.generation) return "its generation is another";
  if (!entry.engine.empty() && row.engine != entry.engine) return "its engine is another";
  if (row.parties != entry.parties) return "its parties are others";
  if (row.batch_items != entry.items) return "its number of names is another";
  const bool batch = entry.items > 0;
  if (!batch && row.total != entry.total) return "its total is another";
  const auto total = static_cast<std::uint64_t>(entry.total);
  if (search_digest(row.question, total, row.hits) != entry.sha256)
    return "its question or its hits are others";
  return "";
}

}  // namespace vedette::service
