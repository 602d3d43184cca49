#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace vedette::lists {

// The parts of the profile before, to make the next one of: their texts and lists keep the memory
// they have. Files hold many thousands of profiles that are alike, and asking for memory and giving
// it back took more time than anything else a reader does.
class SpareParts {
 public:
  // Takes the profile apart and leaves it empty, whatever it was, or what is left of one that was
  // moved away.
  void take_apart(profile::Profile& profile);

  // `content` in memory that was used before.
  std::string text(std::string_view content);
  // Parts to be filled in: what a list says of every party holds what it held before and is to be
  // overwritten, everything else is empty.
  profile::SanctionEntry sanction();
  profile::Event event();
  profile::Source source();
  profile::Evidence evidence();

 private:
  void keep(std::string& text);
  void keep(std::vector<std::string>& texts);

  std::vector<std::string> texts_;
  std::vector<profile::SanctionEntry> sanctions_;
  std::vector<profile::Event> events_;
  std::vector<profile::Source> sources_;
  std::vector<profile::Evidence> evidences_;
};

}  // namespace vedette::lists
