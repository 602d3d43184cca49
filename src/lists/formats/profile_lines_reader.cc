#include <algorithm>
#include <boost/json.hpp>

#include "lists/building/known_lists.h"
#include "lists/formats/format.h"
#include "lists/input/json_items.h"
#include "profile/profile_lines.h"

// Our own JSON lines of profiles (profile/profile_lines.h). A file is one list: that of its first
// line, unless another id is asked for. The first line may be a header instead of a profile; it
// says which list this is and of which date, and is no record.

namespace vedette::lists {
namespace {

namespace json = boost::json;

base::Error bad_header(std::string_view why) {
  return base::Error(base::Cause::kInvalidInput, fmt::format("the listHeader: {}", why));
}

// {"listHeader":{"list":"own","name":"Our list","date":"2026-01-31","url":"https://..."}}; only
// `list` is required. Nothing when the line is no header.
base::Result<std::optional<ListInfo>> read_header(std::string_view line) {
  if (line.substr(0, 40).find("\"listHeader\"") == std::string_view::npos)
    return std::optional<ListInfo>();
  json::error_code error;
  const json::value value = json::parse(line, error);
  const auto* outer = error ? nullptr : value.if_object();
  const auto* header = outer && outer->size() == 1 ? outer->if_contains("listHeader") : nullptr;
  const auto* fields = header ? header->if_object() : nullptr;
  if (fields == nullptr) return bad_header("not one object");
  ListInfo info;
  if (const auto* id = fields->if_contains("list");
      id && id->is_string() && !id->get_string().empty())
    info = known_list(id->get_string());
  if (info.id.empty()) return bad_header("'list' must be a text");
  for (const auto& field : *fields) {
    const auto* text = field.value().if_string();
    if (text == nullptr) return bad_header("every field must be a text");
    if (field.key() == "name") {
      info.name = std::string_view(*text);
    } else if (field.key() == "url") {
      info.url = std::string_view(*text);
    } else if (field.key() == "date") {
      if (!profile::from_text(*text, info.date)) return bad_header("'date' must be YYYY-MM-DD");
    } else if (field.key() != "list") {
      return bad_header(fmt::format("'{}' is unknown", std::string_view(field.key())));
    }
  }
  return std::optional(std::move(info));
}

// The ledger could not keep what is matched with it.
bool has_zero_byte(const profile::Profile& profile) {
  const auto has = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return has(profile.key.record) || std::ranges::any_of(profile.names, has, &profile::Name::text);
}

}  // namespace

base::Result<void> read_profile_lines(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  std::string list_id = files.list_id;
  std::optional<ListInfo> header;
  bool first = true;
  bool begun = false;
  return read_json_items(
      *source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> base::Result<void> {
        if (std::exchange(first, false)) {
          VEDETTE_ASSIGN(header, read_header(item.text));
          if (header) return {};
        }
        auto parsed = profile::parse_line(item.text);
        if (!parsed.ok()) {
          sink.reject({item.line, {}, "not a profile", parsed.error().message});
          return {};
        }
        profile::Profile& profile = *parsed;
        if (has_zero_byte(profile)) {
          sink.reject({item.line, {}, "a zero byte in its id or a name", {}});
          return {};
        }
        if (list_id.empty()) list_id = header ? header->id : profile.key.list;
        if (!begun) {
          if (std::ranges::any_of(list_id, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
            return base::Error(
                base::Cause::kInvalidInput,
                "the id of the list has control characters; --list gives it another");
          ListInfo list = header ? *header : known_list(list_id);
          list.id = list_id;
          for (const profile::Source& each : profile.sources)
            if (each.key == list_id && list.name == list_id) list.name = each.name;
          sink.begin(std::move(list));
        }
        begun = true;
        if (files.list_id.empty() && profile.key.list != list_id) {
          sink.reject({item.line, profile.key.record, "profile of another list", profile.key.list});
          return {};
        }
        // Links inside the file keep pointing into it under another id.
        if (!files.list_id.empty()) {
          for (profile::Link& link : profile.links)
            if (link.target.list == profile.key.list) link.target.list = list_id;
          for (profile::PepAssociation& each : profile.pep_associations)
            if (each.pep.list == profile.key.list) each.pep.list = list_id;
          profile.key.list = list_id;
        }
        sink.part("names", profile.names.size());
        sink.part("addresses", profile.addresses.size());
        sink.part("identifiers", profile.identifiers.size());
        sink.part("links", profile.links.size());
        sink.part("sanctions", profile.sanctions.size());
        sink.accept(std::move(profile), item.line);
        return {};
      });
}

}  // namespace vedette::lists
