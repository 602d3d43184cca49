#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace vedette::lists {

// Parts of one kind. Where a profile has one of them, as most have, the list they came in is handed
// back as it is, so that nothing is moved.
template <class Part>
class SpareList {
 public:
  // Takes the parts and leaves the list empty.
  void keep(std::vector<Part>& parts) {
    if (whole_.empty() && parts.size() <= kMost) return whole_.swap(parts);
    for (Part& each : parts)
      if (rest_.size() < kMost) rest_.push_back(std::move(each));
    parts.clear();
  }
  // Adds a part, used before or new, to be overwritten.
  Part& add_to(std::vector<Part>& parts) {
    if (parts.empty() && !whole_.empty()) {
      for (; whole_.size() > 1; whole_.pop_back())
        if (rest_.size() < kMost) rest_.push_back(std::move(whole_.back()));
      whole_.swap(parts);
    } else if (!rest_.empty()) {
      parts.push_back(std::move(rest_.back()));
      rest_.pop_back();
    } else {
      parts.emplace_back();
    }
    return parts.back();
  }

 private:
  // What is kept is bounded: a giant among the profiles must not hold its memory to the end.
  static constexpr std::size_t kMost = 32;
  std::vector<Part> whole_;
  std::vector<Part> rest_;
};

// The parts of the profile before, to make the next one of: their texts and lists keep the memory
// they have. Files hold many thousands of profiles that are alike, and asking for memory and giving
// it back took more time than anything else a reader does.
class SpareParts {
 public:
  // Takes the profile apart and leaves it empty, whatever it was, or what is left of one that was
  // moved away.
  void take_apart(profile::Profile& profile);

  // Makes `text` say `content`, in memory that was used before.
  void put(std::string& text, std::string_view content);
  // An empty text with room for `size` bytes.
  std::string room(std::size_t size);
  // Adds a part to be filled in: what a list says of every party holds what it held before and is
  // to be overwritten, everything else is empty.
  profile::SanctionEntry& sanction(std::vector<profile::SanctionEntry>& to);
  profile::Event& event(std::vector<profile::Event>& to);
  profile::Source& source(std::vector<profile::Source>& to);
  profile::Evidence& evidence(std::vector<profile::Evidence>& to);

 private:
  void keep(std::string& text) {
    if (text.capacity() > kInPlace) keep_memory(text);
  }
  void keep_memory(std::string& text);
  void keep(std::vector<std::string>& texts);
  void keep_rare_parts(profile::Profile& profile);

  // Texts up to this long need no memory of their own: what std::string().capacity() gives, which
  // not every compiler knows in advance.
  static constexpr std::size_t kInPlace = 15;

  std::vector<std::string> texts_;
  SpareList<profile::SanctionEntry> sanctions_;
  SpareList<profile::Event> events_;
  SpareList<profile::Source> sources_;
  SpareList<profile::Evidence> evidences_;
};

}  // namespace vedette::lists
