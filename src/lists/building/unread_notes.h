#pragma once

#include "lists/building/profile_builder.h"
#include "lists/input/account.h"
#include "lists/input/xml.h"

namespace vedette::lists {

// What of a record its reader did not ask for becomes notes "path: text".
inline void note_unread(UnreadXml& unread, XmlNode record, ProfileBuilder& builder) {
  unread.for_each(record,
                  [&](std::string_view path, std::string_view text) { builder.note(path, text); });
}

// Elements that stand where records do and are none that the reader knows go into the account.
inline void account_for_strays(XmlHandlers& handlers, Sink& sink) {
  handlers.on_stray = [&sink](std::string_view name, std::uint64_t line) {
    sink.orphan({line, {}, "element of an unknown kind", std::string(name)});
  };
}

}  // namespace vedette::lists
