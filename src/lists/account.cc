#include "lists/account.h"

#include <xxhash.h>

namespace vedette::lists {

void Accountant::accept(profile::Profile&& profile, std::uint64_t line) {
  if (profile.key.record.empty())
    return reject({line, {}, "no id", profile.names.empty() ? "" : profile.names.front().text});
  if (profile.names.empty()) return reject({line, profile.key.record, "no name", {}});
  if (seen_before(profile.key.record))
    return reject({line, profile.key.record, "id used twice in the list", {}});
  ++account_.records;
  ++account_.accepted;
  account_.names += profile.names.size();
  if (failure_.ok()) failure_ = consumer_(std::move(profile));
}

void Accountant::reject(Rejection&& rejection) {
  ++account_.records;
  ++account_.rejected;
  ++account_.causes[rejection.cause];
  keep_example(std::move(rejection));
}

void Accountant::part(std::string_view kind, std::uint64_t count) {
  if (count != 0) part_count(kind) += count;
}

std::uint64_t& Accountant::part_count(std::string_view kind) {
  for (const auto& [known, count] : part_counts_)
    if (known == kind) return *count;
  const auto place = account_.parts.emplace(kind, 0).first;
  part_counts_.emplace_back(place->first, &place->second);
  return place->second;
}

void Accountant::orphan(Rejection&& rejection) {
  ++account_.orphans;
  keep_example(std::move(rejection));
}

void Accountant::keep_example(Rejection&& rejection) {
  if (account_.examples.size() < Account::kMostExamples)
    account_.examples.push_back(std::move(rejection));
}

bool Accountant::seen_before(const std::string& record) {
  std::uint64_t hash = XXH3_64bits(record.data(), record.size());
  if (hash == 0) hash = 1;  // 0 marks a free place
  if (seen_count_ * 2 >= seen_.size()) grow();
  std::size_t at = hash & (seen_.size() - 1);
  for (; seen_[at] != 0; at = (at + 1) & (seen_.size() - 1))
    if (seen_[at] == hash) return true;
  seen_[at] = hash;
  ++seen_count_;
  return false;
}

void Accountant::grow() {
  std::vector<std::uint64_t> bigger(seen_.size() * 2);
  for (std::uint64_t hash : seen_) {
    if (hash == 0) continue;
    std::size_t at = hash & (bigger.size() - 1);
    while (bigger[at] != 0)
      at = (at + 1) & (bigger.size() - 1);
    bigger[at] = hash;
  }
  seen_ = std::move(bigger);
}

}  // namespace vedette::lists
