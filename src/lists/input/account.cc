#include "lists/input/account.h"

#include <fmt/format.h>

#include <limits>

namespace vedette::lists {

void Accountant::accept(profile::Profile&& profile, std::uint64_t line, std::string_view file) {
  if (!has_id_and_name(profile, line, file)) return;
  if (!seen_.add(profile.key.record))
    return reject({line, profile.key.record, "id used twice in the list", std::string(file)});
  take(std::move(profile));
}

void Accountant::accept_distinct(profile::Profile&& profile, std::uint64_t line) {
  if (has_id_and_name(profile, line, {})) take(std::move(profile));
}

// Rejects the others.
bool Accountant::has_id_and_name(const profile::Profile& profile, std::uint64_t line,
                                 std::string_view file) {
  if (profile.key.record.empty()) {
    std::string detail(file);
    if (!profile.names.empty())
      detail.append(file.empty() ? "" : ": ").append(profile.names.front().text);
    reject({line, {}, "no id", std::move(detail)});
    return false;
  }
  if (!profile.names.empty()) return true;
  reject({line, profile.key.record, "no name", std::string(file)});
  return false;
}

// More names than this have no numbers (catalogue/format.h).
void Accountant::cut_names(profile::Profile& profile) {
  constexpr std::size_t kMostNames = std::numeric_limits<std::uint16_t>::max();
  if (profile.names.size() <= kMostNames) return;
  warn(fmt::format("{} has {} names; the first {} are searched", profile.key.record,
                   profile.names.size(), kMostNames));
  profile.names.resize(kMostNames);
}

void Accountant::take(profile::Profile&& profile) {
  cut_names(profile);
  profile::settle_kind(profile);
  account_.unknown_kind += profile.kind == profile::Kind::kUnknown;
  ++account_.records;
  ++account_.accepted;
  account_.names += profile.names.size();
  if (failure_.ok()) failure_ = consumer_(std::move(profile));
}

// A file may have thousands of orphans; they must not hide a party that was left out.
void Accountant::reject(Rejection&& rejection) {
  ++account_.records;
  ++account_.rejected;
  ++account_.causes[rejection.cause];
  auto& kept = account_.examples;
  if (rejected_examples_ == Account::kMostExamples) return;
  if (kept.size() == Account::kMostExamples) kept.pop_back();
  kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(rejected_examples_++),
              std::move(rejection));
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
  if (account_.examples.size() < Account::kMostExamples)
    account_.examples.push_back(std::move(rejection));
}

}  // namespace vedette::lists
