#pragma once

#include <boost/json/object.hpp>
#include <forward_list>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::lists {

// Looks up what a record of JSON says and remembers what was asked for: the rest is nobody's yet.
class JsonReads {
 public:
  // The text of a member; a number is given as its text. Empty when it is neither.
  std::string_view text(const boost::json::object& object, std::string_view name);
  // The same of an element of a list.
  std::string_view text(const boost::json::value& value);

  // Each text, number and flag that is set and was not asked for, with its path: "links/note".
  // `left_out` are members, with all that is in them, that are known and say nothing of a party.
  using Visit = std::function<void(std::string_view path, std::string_view text)>;
  void for_each_unread(const boost::json::object& record,
                       std::span<const std::string_view> left_out, const Visit& visit);

  // For the next record.
  void clear();

 private:
  void look_into(const boost::json::value& value, std::span<const std::string_view> left_out,
                 const Visit& visit);

  std::vector<const boost::json::value*> read_;
  std::forward_list<std::string> made_;  // texts that stand nowhere as they are
  std::string path_;
};

}  // namespace vedette::lists
