#include "app/customers/bulk_customer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <vector>

#include "service/screening/name_cut.h"

namespace vedette::app {

namespace json = boost::json;

std::string text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  if (found == nullptr) return {};
  if (const auto* string = found->if_string()) return std::string(*string);
  return json::serialize(*found);
}

const json::array& hits_of(const json::object& customer) {
  static const json::array none;
  const json::value* found = customer.if_contains("hits");
  return found != nullptr && found->is_array() ? found->get_array() : none;
}

std::uint64_t total_of(const json::object& customer) {
  const json::value* total = customer.if_contains("total");
  return total != nullptr && total->is_int64() ? static_cast<std::uint64_t>(total->get_int64()) : 0;
}

bool has_warning(const json::object& customer, std::string_view code) {
  const json::value* found = customer.if_contains("warnings");
  return found != nullptr && found->is_array() &&
         std::ranges::find(found->get_array(), json::value(code)) != found->get_array().end();
}

std::string evidence_of(const json::object& hit) {
  const json::value* terms = hit.if_contains("evidenceTerms");
  if (terms == nullptr || !terms->is_array()) return {};
  std::vector<std::string> lines;
  for (const json::value& each : terms->get_array()) {
    if (!each.is_object()) continue;
    const json::object& term = each.get_object();
    const json::value* number = term.if_contains("contribution");
    const double added = number != nullptr && number->is_number() ? number->to_number<double>() : 0;
    lines.push_back(fmt::format("{} {} ({:+.2f}): {} / {}", text_of(term, "attribute"),
                                text_of(term, "outcome"), added, text_of(term, "ours"),
                                text_of(term, "theirs")));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

std::string note_of(const json::object& customer) {
  std::vector<std::string> notes;
  if (const std::string note = text_of(customer, "note"); !note.empty()) notes.push_back(note);
  if (has_warning(customer, service::kNameCut))
    notes.emplace_back("the name has more words than are compared, the rest was not looked for");
  if (has_warning(customer, kSingleWordName))
    notes.emplace_back("the name is a single word, and nearly nobody is found by half a name");
  if (has_warning(customer, kHitsCut))
    notes.push_back(fmt::format("the first {} of {} hits, --limit raises it",
                                hits_of(customer).size(), total_of(customer)));
  return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace vedette::app
