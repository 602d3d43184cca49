#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace vedette::app {

// What a line of a BulkFile says of one customer.

// The type of a customer of whom nobody said what it is: it was searched in both families.
inline constexpr std::string_view kBothFamilies = "both";

// Warnings, beside service::kNameCut.
// There are more hits than are written (--limit); `total` counts all of them.
inline constexpr std::string_view kHitsCut = "HITS_CUT";
// The file has columns for the parts of a name, and of this person one word.
inline constexpr std::string_view kSingleWordName = "SINGLE_WORD_NAME";

// A member as text, "" when it is not there.
std::string text_of(const boost::json::object& object, std::string_view name);
const boost::json::array& hits_of(const boost::json::object& customer);
std::uint64_t total_of(const boost::json::object& customer);
bool has_warning(const boost::json::object& customer, std::string_view code);
// Both sides of a hit, attribute by attribute: "birthDate agrees (+1.47): 1961-07-14 / 1961-07-14;
// country conflicts (-1.95): DE / RU". Empty where no evidence is known.
std::string evidence_of(const boost::json::object& hit);
// What was not looked at or is not written, in words.
std::string note_of(const boost::json::object& customer);

}  // namespace vedette::app
