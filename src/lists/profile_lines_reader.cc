#include "lists/format.h"
#include "lists/json_items.h"
#include "lists/known_lists.h"
#include "profile/profile_lines.h"

// Our own JSON lines of profiles (profile/profile_lines.h). A file is one list: that of its first
// line, unless another id is asked for.

namespace vedette::lists {

base::Result<void> read_profile_lines(const ListFiles& files, Sink& sink) {
  VEDETTE_ASSIGN(const auto source, files.files.front()->open());
  std::string list_id = files.list_id;
  bool begun = false;
  return read_json_items(
      *source, JsonShape::kLinesOrArray, [&](const JsonItem& item) -> base::Result<void> {
        auto parsed = profile::parse_line(item.text);
        if (!parsed.ok()) {
          sink.reject({item.line, {}, "not a profile", parsed.error().message});
          return {};
        }
        profile::Profile& profile = *parsed;
        if (list_id.empty()) list_id = profile.key.list;
        if (!begun) {
          ListInfo list = known_list(list_id);
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
