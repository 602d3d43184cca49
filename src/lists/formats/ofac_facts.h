#pragma once

#include <string>
#include <string_view>

#include "lists/building/profile_builder.h"
#include "lists/formats/ofac_names.h"

namespace vedette::lists {

// What OFAC's files share: facts about a party that come as a type and a value (xml) or as free
// text (csv), and links that name the other party instead of numbering it.

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
// Looks for the parties that the remarks name; false when they name none.
bool look_for_links(std::string_view remarks, OfacNames& names);

profile::Kind ofac_kind(std::string_view type);
profile::NameType ofac_alias_type(std::string_view type);

// Which of OFAC's lists a file without a title holds, from its name and its first record.
std::string ofac_list_of(std::string_view file_name, std::string_view programmes);

}  // namespace vedette::lists
