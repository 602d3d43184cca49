#include "lists/input/json_reads.h"

#include <algorithm>
#include <boost/json.hpp>

namespace vedette::lists {

namespace json = boost::json;

std::string_view JsonReads::text(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found == nullptr ? std::string_view() : text(*found);
}

std::string_view JsonReads::text(const json::value& value) {
  const auto* said = value.if_string();
  if (said == nullptr && !value.is_number()) return {};
  read_.push_back(&value);
  return said != nullptr ? std::string_view(*said) : made_.emplace_front(json::serialize(value));
}

void JsonReads::for_each_unread(const json::object& record,
                                std::span<const std::string_view> left_out, const Visit& visit) {
  std::ranges::sort(read_);
  path_.clear();
  for (const auto& member : record) {
    if (std::ranges::find(left_out, std::string_view(member.key())) != left_out.end()) continue;
    path_.assign(member.key());
    look_into(member.value(), left_out, visit);
  }
}

void JsonReads::look_into(const json::value& value, std::span<const std::string_view> left_out,
                          const Visit& visit) {
  if (const auto* array = value.if_array()) {
    for (const json::value& each : *array)
      look_into(each, left_out, visit);
  } else if (const auto* object = value.if_object()) {
    const std::size_t above = path_.size();
    for (const auto& member : *object) {
      if (std::ranges::find(left_out, std::string_view(member.key())) != left_out.end()) continue;
      path_.append(1, '/').append(member.key());
      look_into(member.value(), left_out, visit);
      path_.resize(above);
    }
  } else if (!std::ranges::binary_search(read_, &value)) {
    if (const auto* text = value.if_string())
      visit(path_, *text);
    else if (value.is_number() || (value.is_bool() && value.get_bool()))
      visit(path_, json::serialize(value));
  }
}

void JsonReads::clear() {
  read_.clear();
  made_.clear();
}

}  // namespace vedette::lists
