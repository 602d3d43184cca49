#include <boost/json.hpp>
#include <deque>

#include "lists/format.h"
#include "lists/json_items.h"
#include "lists/json_record.h"
#include "lists/known_lists.h"
#include "lists/us_csl_profile.h"

namespace vedette::lists {
namespace {

namespace json = boost::json;

// One record of the json.
class JsonCslRecord {
 public:
  explicit JsonCslRecord(const json::object& object) : object_(object) {
    id_ = text_of(object, "id");
    if (id_.empty()) id_ = text_of(object, "_id");
    source_ = text_of(object, "source");
    const json::value* found = object.if_contains("source");
    if (const json::object* agency = found ? found->if_object() : nullptr) {
      const std::string_view name = text_of(*agency, "full_name");
      source_ = made_.emplace_back(fmt::format("{} ({})", name, text_of(*agency, "code")));
    }
  }

  std::string_view text(CslField field) const {
    if (field == CslField::kId) return id_;
    if (field == CslField::kSource) return source_;
    return text_of(object_, name_of(field));
  }
  template <class Visit>
  std::size_t for_each(CslField field, const Visit& visit) const {
    std::size_t count = 0;
    for (const json::value& each : list_of(field)) {
      const auto* text = each.if_string();
      if (text == nullptr) continue;
      visit(std::string_view(*text));
      ++count;
    }
    return count;
  }
  template <class Visit>
  std::size_t for_each_address(const Visit& visit) const {
    return for_each_object(CslField::kAddresses, [&](const json::object& each) {
      visit(CslAddress{text_of(each, "address"), text_of(each, "city"), text_of(each, "state"),
                       text_of(each, "postal_code"), text_of(each, "country")});
    });
  }
  template <class Visit>
  std::size_t for_each_id(const Visit& visit) const {
    return for_each_object(CslField::kIds, [&](const json::object& each) {
      visit(OfacId{text_of(each, "type"), text_of(each, "number"), text_of(each, "country"),
                   text_of(each, "issue_date"), text_of(each, "expiration_date")});
    });
  }

 private:
  static std::string_view name_of(CslField field) {
    return kCslNames[static_cast<std::size_t>(field)];
  }
  // A number is given as its text.
  std::string_view text_of(const json::object& object, std::string_view name) const {
    const json::value* found = object.if_contains(name);
    if (!found) return {};
    if (const auto* text = found->if_string()) return *text;
    if (found->is_number()) return made_.emplace_back(json::serialize(*found));
    return {};
  }
  std::span<const json::value> list_of(CslField field) const {
    const json::value* found = object_.if_contains(name_of(field));
    if (!found || !found->is_array()) return {};
    return {found->get_array().data(), found->get_array().size()};
  }
  template <class Visit>
  std::size_t for_each_object(CslField field, const Visit& visit) const {
    std::size_t count = 0;
    for (const json::value& each : list_of(field)) {
      const json::object* object = each.if_object();
      if (object == nullptr) continue;
      visit(*object);
      ++count;
    }
    return count;
  }

  const json::object& object_;
  mutable std::deque<std::string> made_;  // texts that stand nowhere as they are
  std::string_view id_;
  std::string_view source_;
};

}  // namespace

base::Result<void> read_us_csl_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  const ListInfo list = known_list(list_id_or(files, "us-csl"));
  sink.begin(list);
  const OfacNames no_names;
  JsonRecord parsed;
  CslProfiles profiles(list, sink);
  VEDETTE_TRY(read_json_items(
      *source, JsonShape::kMembers, [&](const JsonItem& item) -> base::Result<void> {
        if (item.member != "results") return {};
        const json::object* object = parsed.read(item, sink);
        if (object == nullptr) return {};
        const JsonCslRecord record(*object);
        const CslAgency& agency = profiles.agency_of(record.text(CslField::kSource));
        sink.accept_distinct(
            profiles.make(record, agency, profiles.id_of(record, agency), false, no_names),
            item.line);
        return {};
      }));
  profiles.count_parts();
  return {};
}

}  // namespace vedette::lists
