#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "service/access/role.h"

namespace vedette::service {

class RoleSet {
 public:
  constexpr void add(Role role) { bits_ = static_cast<std::uint8_t>(bits_ | bit(role)); }
  constexpr bool has(Role role) const { return (bits_ & bit(role)) != 0; }
  // "admin, operator"; "no role" when it is empty.
  std::string text() const;

 private:
  static constexpr unsigned bit(Role role) { return 1U << static_cast<unsigned>(role); }
  std::uint8_t bits_ = 0;
};

// The roles that may call an operation, by data/access/operations.tsv, the one table of them. None
// for an operation that is not in the table. `method` is GET for HEAD too; `pattern` is the path as
// the description of the API writes it.
RoleSet roles_of(std::string_view method, std::string_view pattern);

}  // namespace vedette::service
