#include "service/parties/entry_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vedette::service {
namespace {

constexpr std::size_t kLongestShown = 80;

base::Error no_such_entry(std::string_view text) {
  const std::string message = fmt::format("there is no list entry {} in the lists that serve",
                                          text.substr(0, kLongestShown));
  return {base::Cause::kNotFound, message, {{"", "ENTRY_NOT_FOUND", message}}};
}

// How a list's own number is called among the identifiers of its entries.
std::string_view number_category(std::string_view list) {
  if (list == "un-sc") return "UN DATAID";
  if (list == "eu-fsf") return "EU reference number";
  if (list.starts_with("uk-")) return "OFSI group id";
  return {};
}

std::optional<parties::Entry> find_by_number(const catalogue::Catalogue& catalogue,
                                             const profile::ProfileKey& wanted) {
  for (const parties::Entry entry : catalogue.find_identifier(wanted.record)) {
    const auto profile = catalogue.profile(entry);
    if (!profile.ok() || profile->key.list != wanted.list) continue;
    const auto numbers = publisher_numbers(*profile);
    if (std::ranges::find(numbers, wanted.record) != numbers.end()) return entry;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> publisher_numbers(const profile::Profile& profile) {
  std::vector<std::string> numbers;
  const std::string_view category = number_category(profile.key.list);
  if (!category.empty())
    for (const profile::Identifier& one : profile.identifiers)
      if (one.category == category && std::ranges::find(numbers, one.value) == numbers.end())
        numbers.push_back(one.value);
  if (numbers.empty()) numbers.push_back(profile.key.record);
  return numbers;
}

base::Result<parties::Entry> find_entry(const catalogue::Catalogue& catalogue,
                                        std::string_view text) {
  constexpr std::size_t kResourceId = 64;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const profile::ProfileKey key{std::string(text.substr(0, colon)),
                                  std::string(text.substr(colon + 1))};
    if (const auto found = catalogue.find_resource(profile::resource_id(key))) return *found;
    if (const auto found = find_by_number(catalogue, key)) return *found;
    return no_such_entry(text);
  }
  if (text.size() == kResourceId) {
    if (const auto found = catalogue.find_resource(text)) return *found;
    return no_such_entry(text);
  }
  std::uint32_t qr_code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), qr_code);
  if (error == std::errc() && end == text.data() + text.size())
    if (const auto found = catalogue.find_qr_code(qr_code)) return *found;
  return no_such_entry(text);
}

base::Result<JudgedEntry> judged_entry(const catalogue::Catalogue& catalogue,
                                       parties::Entry entry) {
  VEDETTE_ASSIGN(profile::Profile profile, catalogue.profile(entry));
  return JudgedEntry{catalogue.resource_id(entry), std::move(profile.key)};
}

}  // namespace vedette::service
