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
  auto target = catalogue_.profile(*number);
  if (!target.ok()) return std::nullopt;
  return profile::LinkedProfile{target->kind, std::move(target->names.front()), target->qr_code,
                                target->datasets};
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
  const auto found = catalogue.profile(*number);
  if (!found.ok()) return {};
  std::vector<NamedList> out;
  for (const profile::Source& each : found->sources)
    out.push_back({each.key, each.name});
  if (!out.empty()) return out;
  const auto& lists = catalogue.lists();
  const auto own = std::ranges::find(lists, found->key.list, &catalogue::ListInfo::key);
  return {{found->key.list, own == lists.end() ? found->key.list : own->name}};
}

}  // namespace vedette::service
