#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lists/profile_builder.h"

namespace vedette::lists {

// What OFAC's files share: facts about a party that come as a type and a value (xml) or as free
// text (csv), and links that name the other party instead of numbering it.

// Names of the parties of one file, to find who a link means. Holds hashes, not texts.
class OfacNames {
 public:
  void add(std::string_view name, std::string_view record);
  // The record of that name; empty when there is none or more than one.
  std::string find(std::string_view name) const;

 private:
  std::unordered_map<std::uint64_t, std::string> records_;
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
void add_ofac_remarks(ProfileBuilder& builder, std::string_view remarks, const OfacNames& names);

profile::Kind ofac_kind(std::string_view type);
profile::NameType ofac_alias_type(std::string_view type);

// Which of OFAC's lists a file without a title holds, from its name and its first record.
std::string ofac_list_of(std::string_view file_name, std::string_view programmes);

}  // namespace vedette::lists
