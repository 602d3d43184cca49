#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/error.h"

namespace vedette::base {

// A value, or the reason why there is none. Reading the value of a failed Result is a bug (CHECK).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(implicit)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(implicit)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return checked(); }
  const T& value() const& { return const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(checked()); }
  T& operator*() & { return checked(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(checked()); }
  T* operator->() { return &checked(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& {
    VEDETTE_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    VEDETTE_CHECK(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  T& checked() {
    VEDETTE_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  std::variant<T, Error> state_;
};

// Success without a value.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(implicit)

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& {
    VEDETTE_CHECK(!ok());
    return *error_;
  }
  Error&& error() && {
    VEDETTE_CHECK(!ok());
    return std::move(*error_);
  }

 private:
  std::optional<Error> error_;
};

}  // namespace vedette::base

#define VEDETTE_CONCAT_INNER(a, b) a##b
#define VEDETTE_CONCAT(a, b) VEDETTE_CONCAT_INNER(a, b)

// VEDETTE_TRY(expression): returns the Error of a failed Result from the enclosing function.
#define VEDETTE_TRY(...)                                                        \
  do {                                                                          \
    if (auto vedette_result = (__VA_ARGS__); !vedette_result.ok()) [[unlikely]] \
      return std::move(vedette_result).error();                                 \
  } while (false)

// VEDETTE_ASSIGN(auto value, expression): the same, and names the value of a good one. The
// expression may hold commas, as in rows<A, B>(sql).
#define VEDETTE_ASSIGN(declaration, ...) \
  VEDETTE_ASSIGN_INNER(VEDETTE_CONCAT(vedette_result_, __LINE__), declaration, __VA_ARGS__)
#define VEDETTE_ASSIGN_INNER(result, declaration, ...) \
  auto result = (__VA_ARGS__);                         \
  if (!result.ok()) [[unlikely]]                       \
    return std::move(result).error();                  \
  declaration = std::move(result).value()
