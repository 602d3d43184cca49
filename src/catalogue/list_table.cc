#include "catalogue/list_table.h"

#include <cstring>
#include <optional>

namespace vedette::catalogue {
namespace {

constexpr std::uint64_t kMostLists = 100'000;

void put(std::string& out, std::uint64_t value) {
  char raw[8];
  std::memcpy(raw, &value, sizeof raw);
  out.append(raw, sizeof raw);
}

void put(std::string& out, const std::string& text) {
  put(out, text.size());
  out += text;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    if (bytes_.size() < sizeof value) {
      failed_ = true;
      return 0;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const std::uint64_t length = number();
    if (length > bytes_.size()) {
      failed_ = true;
      return {};
    }
    std::string out(bytes_.substr(0, length));
    bytes_.remove_prefix(length);
    return out;
  }
  bool failed() const { return failed_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

}  // namespace

std::string encode_lists(const std::vector<ListInfo>& lists) {
  std::string out;
  put(out, lists.size());
  for (const ListInfo& list : lists) {
    put(out, list.key);
    put(out, list.name);
    put(out, list.published);
    put(out, list.checksum);
    put(out, static_cast<std::uint64_t>(list.read.unix_millis));
    put(out, list.records);
    put(out, list.accepted);
    put(out, list.rejected);
  }
  // Behind all the others, so that tables without them are read too.
  for (const ListInfo& list : lists)
    put(out, list.names);
  for (const ListInfo& list : lists) {
    put(out, list.publication);
    put(out, list.reader);
  }
  return out;
}

base::Result<std::vector<ListInfo>> decode_lists(std::string_view bytes) {
  Reader reader(bytes);
  const std::uint64_t count = reader.number();
  const base::Error damaged(base::Cause::kCorrupt, "the table of lists is damaged");
  if (count > kMostLists) return damaged;
  std::vector<ListInfo> lists;
  for (std::uint64_t i = 0; i < count && !reader.failed(); ++i) {
    ListInfo list;
    list.key = reader.text();
    list.name = reader.text();
    list.published = reader.text();
    list.checksum = reader.text();
    list.read.unix_millis = static_cast<std::int64_t>(reader.number());
    list.records = reader.number();
    list.accepted = reader.number();
    list.rejected = reader.number();
    lists.push_back(std::move(list));
  }
  if (!reader.at_end())
    for (ListInfo& list : lists)
      list.names = reader.number();
  if (!reader.at_end())
    for (ListInfo& list : lists) {
      list.publication = reader.text();
      list.reader = reader.number();
    }
  if (reader.failed() || !reader.at_end()) return damaged;
  return lists;
}

}  // namespace vedette::catalogue
