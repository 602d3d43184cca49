#pragma once

#include <boost/json/object.hpp>
#include <forward_list>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vedette::lists {

// Reads the members of a JSON record and remembers which were read. A reader turns the others into
// notes, so that nothing of a record is dropped. Not thread-safe.
class JsonReads {
 public:
  // The text of a member; a number is given as its text. Empty when it is neither.
  std::string_view text(const boost::json::object& object, std::string_view name);
  // The same of an element of a list.
  std::string_view text(const boost::json::value& value);

  // Visits each text, number and set flag that was not read, with its path: "links/note".
  // `left_out` are members, with all their contents, that say nothing about a party.
  using Visit = std::function<void(std::string_view path, std::string_view text)>;
  void for_each_unread(const boost::json::object& record,
                       std::span<const std::string_view> left_out, const Visit& visit);

  // Call it before each record.
  void clear();

 private:
  void look_into(const boost::json::value& value, std::span<const std::string_view> left_out,
                 const Visit& visit);

  std::vector<const boost::json::value*> read_;
  std::forward_list<std::string> made_;  // texts that the record does not contain as such
  std::string path_;
};

}  // namespace vedette::lists
