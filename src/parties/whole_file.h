#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::parties {

// Small files beside a generation: numbers of fixed width, little-endian, one after the other, and
// an XXH3 over all of it at the end. docs/parties.md draws them.
class FileText {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void add_all(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  // With the checksum; written aside, synced and renamed, so that the file is whole or absent.
  base::Result<void> write(const std::filesystem::path& path);

 private:
  std::string bytes_;
};

// Reads what FileText wrote. After the end every value is nought and ok() is false.
class FileReader {
 public:
  // kNotFound when it is absent, kCorrupt when the checksum does not hold.
  static base::Result<FileReader> open(const std::filesystem::path& path);

  template <class T>
  T take() {
    T value{};
    if (left().size() < sizeof(T)) {
      ok_ = false;
      return value;
    }
    std::memcpy(&value, left().data(), sizeof(T));
    position_ += sizeof(T);
    return value;
  }
  template <class T>
  std::vector<T> take_all(std::uint64_t count) {
    std::vector<T> values;
    if (count > left().size() / sizeof(T)) {
      ok_ = false;
      return values;
    }
    values.resize(static_cast<std::size_t>(count));
    if (values.empty()) return values;
    std::memcpy(values.data(), left().data(), values.size() * sizeof(T));
    position_ += values.size() * sizeof(T);
    return values;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && left().empty(); }

 private:
  explicit FileReader(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view left() const { return std::string_view(bytes_).substr(position_); }

  std::string bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace vedette::parties
