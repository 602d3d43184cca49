#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vedette::service {

// What a user may do: an analyst reads, screens and reviews; an auditor reads everything of the
// project and changes nothing; an admin also changes records, settings, users and webhooks of the
// project; an operator also looks after lists and the installation. permissions.h has the
// operations of each.
enum class Role : std::uint8_t { kAnalyst, kAuditor, kAdmin, kOperator };
std::string_view role_name(Role role);
std::optional<Role> parse_role(std::string_view name);

// The parts of the service that a token opens, as a set.
class AccessScopes {
 public:
  static constexpr std::uint8_t kMonitoring = 1, kScreening = 2, kReport = 4;

  static constexpr AccessScopes all() { return AccessScopes(kMonitoring | kScreening | kReport); }
  // Space-separated names, `*` for all of them, nothing for the default (all); no value when a
  // name is unknown.
  static std::optional<AccessScopes> parse(std::string_view text);

  constexpr bool has(std::uint8_t scope) const { return (bits_ & scope) == scope; }
  // "monitoring screening report"
  std::string text() const;
  constexpr bool operator==(const AccessScopes&) const = default;

 private:
  constexpr explicit AccessScopes(int bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  std::uint8_t bits_;
};

}  // namespace vedette::service
