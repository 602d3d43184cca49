#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/encoding.h"
#include "lists/format.h"
#include "profile/profile_binary.h"
#include "profile/profile_lines.h"

// What must hold for every reader whatever the bytes: it ends, its account adds up, and each
// profile it gives is well-formed and survives both stored forms.

namespace vedette::lists {

inline void fuzz_account(const ListFiles& files) {
  std::uint64_t given = 0;
  const auto account = read_list(files, [&](profile::Profile&& each) {
    ++given;
    VEDETTE_CHECK(!each.key.record.empty() && !each.names.empty());
    std::string line;
    profile::append_line(each, line);
    VEDETTE_CHECK(base::is_utf8(line));
    const auto from_line = profile::parse_line(line);
    VEDETTE_CHECK(from_line.ok() && *from_line == each);
    std::string bytes;
    profile::append_binary(each, bytes);
    const auto from_bytes = profile::parse_binary(bytes);
    VEDETTE_CHECK(from_bytes.ok() && *from_bytes == each);
    return base::Result<void>();
  });
  if (!account.ok()) return;
  VEDETTE_CHECK(account->accepted == given);
  VEDETTE_CHECK(account->records == account->accepted + account->rejected);
}

inline void fuzz_read(Format format, const char* name, std::string_view bytes,
                      std::string mapping) {
  const auto opened = open_bytes(name, bytes);
  if (!opened.ok() || opened->size() != 1) return;
  ListFiles files;
  files.format = format;
  files.files = {opened->front().get()};
  files.mapping = std::move(mapping);
  fuzz_account(files);
}

inline int fuzz_format(Format format, const char* name, const std::uint8_t* data,
                       std::size_t size) {
  fuzz_read(format, name, {reinterpret_cast<const char*>(data), size}, {});
  return 0;
}

}  // namespace vedette::lists
