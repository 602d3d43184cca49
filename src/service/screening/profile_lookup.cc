#include "service/screening/profile_lookup.h"

#include <algorithm>
#include <charconv>

namespace vedette::service {
namespace {

constexpr std::size_t kResourceIdDigits = 64;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

std::optional<profile::LinkedProfile> CatalogueLinks::find(const profile::ProfileKey& key) const {
  const auto number = catalogue_.find_resource(profile::resource_id(key));
  if (!number) return std::nullopt;
  auto target = parties::read_party(catalogue_, parties_, *number);
  if (!target.ok()) return std::nullopt;
  profile::Profile& profile = target->profile;
  return profile::LinkedProfile{profile.kind, std::move(profile.names.front()), profile.qr_code,
                                profile.datasets};
}

std::optional<std::uint32_t> find_profile(const catalogue::Catalogue& catalogue,
                                          std::string_view text) {
  for (const std::string_view prefix : {"/individuals/", "/businesses/"})
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  if (text.size() == kResourceIdDigits) return catalogue.find_resource(lower(text));
  std::uint32_t qr_code = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), qr_code);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return catalogue.find_qr_code(qr_code);
}

std::vector<NamedList> lists_naming(const catalogue::Catalogue& catalogue,
                                    std::string_view resource_id) {
  const auto number = catalogue.find_resource(resource_id);
  if (!number) return {};
  const auto found = parties::read_party(catalogue, nullptr, *number);
  return found.ok() ? lists_naming(catalogue, *found) : std::vector<NamedList>();
}

std::vector<NamedList> lists_naming(const catalogue::Catalogue& catalogue,
                                    const parties::PartyProfile& party) {
  std::vector<NamedList> out;
  const auto add = [&](const std::string& key, const std::string& name) {
    if (std::ranges::find(out, key, &NamedList::key) == out.end()) out.push_back({key, name});
  };
  const auto& lists = catalogue.lists();
  for (const profile::Profile& entry : party.entries()) {
    for (const profile::Source& each : entry.sources)
      add(each.key, each.name);
    if (!entry.sources.empty()) continue;
    const auto own = std::ranges::find(lists, entry.key.list, &catalogue::ListInfo::key);
    add(entry.key.list, own == lists.end() ? entry.key.list : own->name);
  }
  return out;
}

profile::ListEntries list_entries(const parties::PartyCatalogue& lists,
                                  const parties::PartyProfile& party) {
  if (lists.parties() == nullptr) return {};
  return {party.entries(), {lists.catalogue->meta().created_millis}};
}

}  // namespace vedette::service
