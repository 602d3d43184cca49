#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lists/profile_builder.h"

namespace vedette::lists {

// What OFAC's files share: facts about a party that come as a type and a value (xml) or as free
// text (csv), and links that name the other party instead of numbering it.

// Names of the parties of one file, to find who a link means. Holds hashes, not texts. Names are
// found when all of them are known: the table is made at once, when the first is looked for, and a
// name that is added after that is not found.
class OfacNames {
 public:
  void add(std::string_view name, std::string_view record);
  // The record of that name; empty when there is none or more than one.
  std::string_view find(std::string_view name);

 private:
  struct Place {
    std::uint64_t hash = 0;  // 0: free
    std::uint32_t at = 0;    // of the record in records_
    std::uint32_t size = 0;  // 0: two parties have the name
  };
  std::string_view record_of(const Place& place) const {
    return std::string_view(records_).substr(place.at, place.size);
  }
  void make_table();
  std::size_t place_of(std::uint64_t hash) const;

  std::deque<Place> names_;   // as they came; they go when the table is made
  std::vector<Place> table_;  // open addressing; empty until a name is looked for
  std::string records_;       // one after the other
};

struct OfacId {
  std::string_view type;
  std::string_view number;
  std::string_view country = {};
  std::string_view issued = {};
  std::string_view expires = {};
};
// One entry of the list of ids, which holds far more than ids.
void add_ofac_id(ProfileBuilder& builder, const OfacId& id);

// The remarks of the csv files: "DOB 10 Dec 1948; POB Cairo, Egypt; Passport A755350 (Saudi
// Arabia); Linked To: HAMAS." Everything that is not understood becomes a note.
void add_ofac_remarks(ProfileBuilder& builder, std::string_view remarks, OfacNames& names);

profile::Kind ofac_kind(std::string_view type);
profile::NameType ofac_alias_type(std::string_view type);

// Which of OFAC's lists a file without a title holds, from its name and its first record.
std::string ofac_list_of(std::string_view file_name, std::string_view programmes);

}  // namespace vedette::lists
