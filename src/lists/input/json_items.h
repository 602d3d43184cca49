#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lists/input/input.h"

namespace vedette::lists {

// One JSON value out of a larger document.
struct JsonItem {
  std::string_view member;  // the member of the outer object whose array it stands in, or empty
  std::string_view text;
  std::uint64_t line = 0;
};

// Streams the items of a JSON document without building it: the values on each line, the elements
// of an outer array, or, for `members`, the elements of every array that is a member of an outer
// object and its other members whole. The items' own text is not checked, so one that is broken
// costs only itself; a document that ends inside an item is refused as truncated.
enum class JsonShape { kLinesOrArray, kMembers };
base::Result<void> read_json_items(ByteSource& source, JsonShape shape,
                                   const std::function<base::Result<void>(const JsonItem&)>& visit);

}  // namespace vedette::lists
