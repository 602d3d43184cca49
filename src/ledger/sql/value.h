#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "base/digest.h"
#include "base/ids.h"

namespace vedette::ledger::sql {

// Bytes that are not text. As a parameter it is a view; `OwnedBytes` is what a row gives.
struct Bytes {
  std::string_view view;
};
struct OwnedBytes {
  std::string bytes;
};

// One parameter or one cell. Views are valid during the call that got them. The same set of kinds
// on both engines: bigint, double precision, text, bytea.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view, Bytes>;

// A value only points at text and bytes, so a temporary cannot be bound.
Value bind(std::string&&) = delete;
Value bind(OwnedBytes&&) = delete;
Value bind(base::Sha256&&) = delete;

inline Value bind(std::nullopt_t) {
  return {};
}
template <std::integral T>
Value bind(T value) {
  return static_cast<std::int64_t>(value);
}
inline Value bind(double value) {
  return value;
}
inline Value bind(std::string_view text) {
  return text;
}
inline Value bind(const std::string& text) {
  return std::string_view(text);
}
inline Value bind(const char* text) {
  return std::string_view(text);
}
inline Value bind(Bytes bytes) {
  return bytes;
}
inline Value bind(const OwnedBytes& bytes) {
  return Bytes{bytes.bytes};
}
inline Value bind(const base::Sha256& digest) {
  return Bytes{base::as_text(digest)};
}
inline Value bind(base::Time time) {
  return time.unix_millis;
}
template <class Tag>
Value bind(const base::Strong<Tag, std::int64_t>& id) {
  return id.value();
}
template <class T>
Value bind(const std::optional<T>& value) {
  return value ? bind(*value) : Value();
}

// Reads a cell as a type; false when the cell holds something else.
inline bool read(const Value& cell, std::int64_t& out) {
  const auto* number = std::get_if<std::int64_t>(&cell);
  if (number != nullptr) out = *number;
  return number != nullptr;
}
inline bool read(const Value& cell, bool& out) {
  std::int64_t number = 0;
  const bool good = read(cell, number);
  out = number != 0;
  return good;
}
inline bool read(const Value& cell, double& out) {
  const auto* number = std::get_if<double>(&cell);
  if (number != nullptr) out = *number;
  return number != nullptr;
}
inline bool read(const Value& cell, std::string& out) {
  const auto* text = std::get_if<std::string_view>(&cell);
  if (text != nullptr) out.assign(*text);
  return text != nullptr;
}
inline bool read(const Value& cell, OwnedBytes& out) {
  const auto* bytes = std::get_if<Bytes>(&cell);
  if (bytes != nullptr) out.bytes.assign(bytes->view);
  return bytes != nullptr;
}
inline bool read(const Value& cell, base::Sha256& out) {
  const auto* bytes = std::get_if<Bytes>(&cell);
  if (bytes == nullptr || bytes->view.size() != out.size()) return false;
  bytes->view.copy(reinterpret_cast<char*>(out.data()), out.size());
  return true;
}
inline bool read(const Value& cell, base::Time& out) {
  return read(cell, out.unix_millis);
}
template <class Tag>
bool read(const Value& cell, base::Strong<Tag, std::int64_t>& out) {
  std::int64_t number = 0;
  const bool good = read(cell, number);
  out = base::Strong<Tag, std::int64_t>(number);
  return good;
}
template <class T>
bool read(const Value& cell, std::optional<T>& out) {
  if (std::holds_alternative<std::monostate>(cell)) {
    out.reset();
    return true;
  }
  return read(cell, out.emplace());
}

}  // namespace vedette::ledger::sql
