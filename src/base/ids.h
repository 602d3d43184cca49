#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace vedette::base {

// An id or a unit as a type of its own: ProjectId and UserId do not mix.
template <class Tag, class Rep>
class Strong {
 public:
  constexpr Strong() = default;
  constexpr explicit Strong(Rep value) : value_(std::move(value)) {}
  constexpr const Rep& value() const { return value_; }
  constexpr auto operator<=>(const Strong&) const = default;

 private:
  Rep value_{};
};

using ProjectId = Strong<struct ProjectIdTag, std::int64_t>;
using UserId = Strong<struct UserIdTag, std::int64_t>;
using ClientId = Strong<struct ClientIdTag, std::int64_t>;
using TokenFamilyId = Strong<struct TokenFamilyIdTag, std::int64_t>;
using GenerationId = Strong<struct GenerationIdTag, std::int64_t>;

}  // namespace vedette::base

template <class Tag, class Rep>
struct std::hash<vedette::base::Strong<Tag, Rep>> {
  std::size_t operator()(const vedette::base::Strong<Tag, Rep>& id) const {
    return std::hash<Rep>()(id.value());
  }
};
