#include "service/access/role.h"

#include <array>
#include <utility>

namespace vedette::service {
namespace {

constexpr std::array<std::pair<Role, std::string_view>, 4> kRoles = {
    {{Role::kAnalyst, "analyst"},
     {Role::kAuditor, "auditor"},
     {Role::kAdmin, "admin"},
     {Role::kOperator, "operator"}}};
constexpr std::array<std::pair<std::uint8_t, std::string_view>, 3> kScopes = {
    {{AccessScopes::kMonitoring, "monitoring"},
     {AccessScopes::kScreening, "screening"},
     {AccessScopes::kReport, "report"}}};

template <class Table, class Key>
std::string_view name_of(const Table& table, Key key) {
  for (const auto& [value, name] : table)
    if (value == key) return name;
  return "";
}

template <class Table>
auto value_of(const Table& table, std::string_view wanted) {
  std::optional<decltype(table[0].first)> found;
  for (const auto& [value, name] : table)
    if (name == wanted) found = value;
  return found;
}

}  // namespace

std::string_view role_name(Role role) {
  return name_of(kRoles, role);
}
std::optional<Role> parse_role(std::string_view name) {
  return value_of(kRoles, name);
}

std::optional<AccessScopes> AccessScopes::parse(std::string_view text) {
  int bits = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const auto scope = word == "*" ? std::optional(all().bits_) : value_of(kScopes, word);
    if (!scope) return std::nullopt;
    bits |= *scope;
  }
  return bits == 0 ? all() : AccessScopes(bits);
}

std::string AccessScopes::text() const {
  std::string out;
  for (const auto& [bit, name] : kScopes) {
    if (!has(bit)) continue;
    if (!out.empty()) out += ' ';
    out += name;
  }
  return out;
}

}  // namespace vedette::service
