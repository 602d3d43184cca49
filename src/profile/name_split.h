#pragma once

#include <string>

#include "profile/profile.h"

namespace vedette::profile {

struct PersonName {
  std::string first;
  std::string middle;
  std::string last;
};

// The parts of a person's name: the list's own parts when it gives them; else what stands before a
// comma is the last name, else the words in capitals of a name in mixed case, else the last word.
PersonName split_name(const Name& name);

// First, middle and last name joined by single spaces.
std::string join_name(std::string_view first, std::string_view middle, std::string_view last);

}  // namespace vedette::profile
