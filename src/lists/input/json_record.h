#pragma once

#include <array>
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lists/input/account.h"
#include "lists/input/json_items.h"

namespace vedette::lists {

// Parses the records of a list that are JSON objects, one after the other in the same memory.
class JsonRecord {
 public:
  // The object that the item is, valid until the next call. Nothing when it is none: the record is
  // then rejected.
  const boost::json::object* read(const JsonItem& item, Sink& sink);
  // The same without an account; `problem` says why it is none, if there is more to say.
  const boost::json::object* parse(std::string_view text, std::string& problem);

 private:
  std::array<unsigned char, 32U << 10> room_{};
  boost::json::monotonic_resource memory_{room_.data(), room_.size()};
  boost::json::parser parser_;
  std::optional<boost::json::value> value_;
};

}  // namespace vedette::lists
