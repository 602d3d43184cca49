#include <boost/json.hpp>

#include "lists/building/known_lists.h"
#include "lists/formats/format.h"
#include "lists/formats/us_csl_profile.h"
#include "lists/input/json_items.h"
#include "lists/input/json_reads.h"
#include "lists/input/json_record.h"

namespace vedette::lists {
namespace {

namespace json = boost::json;

// One record of the json.
class JsonCslRecord {
 public:
  JsonCslRecord(const json::object& object, JsonReads& reads) : object_(object), reads_(reads) {
    reads_.clear();
    id_ = reads_.text(object, "id");
    if (id_.empty()) id_ = reads_.text(object, "_id");
    source_ = reads_.text(object, "source");
    const json::value* found = object.if_contains("source");
    if (const json::object* agency = found ? found->if_object() : nullptr) {
      made_source_ =
          fmt::format("{} ({})", reads_.text(*agency, "full_name"), reads_.text(*agency, "code"));
      source_ = made_source_;
    }
  }

  std::string_view text(CslField field) const {
    if (field == CslField::kId) return id_;
    if (field == CslField::kSource) return source_;
    return reads_.text(object_, name_of(field));
  }
  template <class Visit>
  std::size_t for_each(CslField field, const Visit& visit) const {
    std::size_t count = 0;
    for (const json::value& each : list_of(field)) {
      const std::string_view text = reads_.text(each);
      if (text.empty()) continue;
      visit(text);
      ++count;
    }
    return count;
  }
  template <class Visit>
  std::size_t for_each_address(const Visit& visit) const {
    return for_each_object(CslField::kAddresses, [&](const json::object& each) {
      visit(CslAddress{reads_.text(each, "address"), reads_.text(each, "city"),
                       reads_.text(each, "state"), reads_.text(each, "postal_code"),
                       reads_.text(each, "country")});
    });
  }
  template <class Visit>
  std::size_t for_each_id(const Visit& visit) const {
    return for_each_object(CslField::kIds, [&](const json::object& each) {
      visit(OfacId{reads_.text(each, "type"), reads_.text(each, "number"),
                   reads_.text(each, "country"), reads_.text(each, "issue_date"),
                   reads_.text(each, "expiration_date")});
    });
  }
  void add_unread(ProfileBuilder& builder) const {
    // The party's number in its agency's list is in its key, where that has no other.
    if (!id_.empty()) reads_.text(object_, "entity_number");
    reads_.for_each_unread(object_, kCslLeftOut, [&](std::string_view path, std::string_view text) {
      builder.note(path, text);
    });
  }

 private:
  static std::string_view name_of(CslField field) {
    return kCslNames[static_cast<std::size_t>(field)];
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
  JsonReads& reads_;
  std::string_view id_;
  std::string_view source_;
  std::string made_source_;
};

}  // namespace

base::Result<void> read_us_csl_json(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  const ListInfo list = list_of_content(files, "us-csl");
  sink.begin(list);
  const OfacNames no_names;
  JsonRecord parsed;
  JsonReads reads;
  CslProfiles profiles(list, sink);
  VEDETTE_TRY(read_json_items(
      *source, JsonShape::kMembers, [&](const JsonItem& item) -> base::Result<void> {
        if (item.member != "results") {
          // How many results there are and the like; a list of something else is not one of these.
          if (item.text.starts_with('{') && item.member != "sources")
            sink.orphan({item.line, {}, "item of an unknown list", std::string(item.member)});
          return {};
        }
        const json::object* object = parsed.read(item, sink);
        if (object == nullptr) return {};
        const JsonCslRecord record(*object, reads);
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
