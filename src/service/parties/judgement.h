#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "parties/judged_pair.h"
#include "profile/entries.h"

namespace vedette::service {

// A list entry as a judgement names it: how its list numbers it, so that the judgement can be read
// when the entry is gone.
struct JudgedEntry {
  catalogue::ResourceId id = {};
  profile::ProfileKey key = {};

  bool operator==(const JudgedEntry&) const = default;
};

// What somebody decided on two list entries, who, when and why. Rows are only ever added: of a pair
// the newest holds. Judgements belong to the installation, not to a project.
struct Judgement {
  std::int64_t number = 0;  // 1, 2, 3, ... without gaps
  JudgedEntry left = {};    // the one with the lower id
  JudgedEntry right = {};
  parties::Verdict verdict = parties::Verdict::kUnsure;
  std::optional<std::int64_t> confidence = {};  // of the machine then
  std::string reason = {};
  std::string actor = {};  // "operator" at the command line, or "user:12"
  std::string username = {};
  std::int64_t project = 0;  // of the user; 0: none
  std::string request_id = {};
  base::Time at = {};

  parties::JudgedPair pair() const { return {left.id, right.id, verdict}; }
  bool operator==(const Judgement&) const = default;
};

}  // namespace vedette::service
