#include "service/access/permissions.h"

#include <array>
#include <unordered_map>

#include "base/table.h"

namespace vedette::service {
namespace {

enum Column : std::size_t { kPath, kMethod, kToken, kFirstRole };
constexpr std::array<Role, 4> kColumns = {Role::kAnalyst, Role::kAuditor, Role::kAdmin,
                                          Role::kOperator};

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};
// By path, for each method.
using Methods = std::unordered_map<std::string, RoleSet, Hash, std::equal_to<>>;
using Table = std::unordered_map<std::string, Methods, Hash, std::equal_to<>>;

const Table& table() {
  static const Table rows = [] {
    Table out;
    base::for_each_table_row("data/access/operations.tsv", [&](const base::TableRow& row) {
      RoleSet& roles = out[std::string(row.text(kPath))][std::string(row.text(kMethod))];
      for (std::size_t i = 0; i < kColumns.size(); ++i)
        if (row.text(kFirstRole + i) == "yes") roles.add(kColumns[i]);
    });
    return out;
  }();
  return rows;
}

}  // namespace

std::string RoleSet::text() const {
  std::string out;
  for (const Role role : kColumns) {
    if (!has(role)) continue;
    if (!out.empty()) out += ", ";
    out += role_name(role);
  }
  return out.empty() ? "no role" : out;
}

RoleSet roles_of(std::string_view method, std::string_view pattern) {
  const auto path = table().find(pattern);
  if (path == table().end()) return {};
  const auto found = path->second.find(method);
  return found == path->second.end() ? RoleSet() : found->second;
}

}  // namespace vedette::service
