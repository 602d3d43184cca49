#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/ids.h"
#include "ledger/audit.h"
#include "ledger/server_key.h"
#include "ledger/sql/value.h"

namespace vedette::ledger {

// What a row carries to prove that this installation wrote it: the version of the sealed content,
// then 16 bytes of keyed BLAKE2b over it. Version 0: the row has no seal.
struct RowSeal {
  std::array<std::uint8_t, 17> bytes{};
  int version() const { return bytes[0]; }
  bool operator==(const RowSeal&) const = default;
};

// The canonical bytes of a row under its seal. Every field is prefixed with its kind or length, so
// that no two different rows give the same bytes.
class SealedContent {
 public:
  // `table` and `version` separate the rows of different tables and of different sets of fields.
  SealedContent(std::string_view table, int version, base::ProjectId project);
  SealedContent& add(std::int64_t number);
  SealedContent& add(std::string_view text);
  SealedContent& add(const std::string& text) { return add(std::string_view(text)); }
  SealedContent& add(const std::optional<std::int64_t>& number);
  SealedContent& add(const std::optional<std::string>& text);

  int version() const { return version_; }
  std::string_view bytes() const { return bytes_; }

 private:
  const int version_;
  std::string bytes_;
};

// The sum over the sealed rows of a project, modulo 2^128, and their number. As the change of one
// transaction both may be negative.
class RowTotal {
 public:
  using Share = std::array<std::uint8_t, 16>;
  void add(const Share& share);
  void remove(const Share& share);
  void add(const RowTotal& other);

  std::int64_t rows() const { return rows_; }
  Share sum() const;
  bool is_zero() const { return rows_ == 0 && low_ == 0 && high_ == 0; }
  bool operator==(const RowTotal&) const = default;

  static RowTotal from(std::int64_t rows, const Share& sum);

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::int64_t rows_ = 0;
};

// The total as stored with the head of the project's audit chain.
struct StoredTotal {
  std::int64_t rows = 0;
  std::int64_t changes = 0;       // rises with each write of the total
  RowTotal::Share covered_sum{};  // the sum plus a pad that only the key gives
  RowTotal::Share mac{};
};

// Seals rows and totals under a key that is derived from the server key. Safe from any thread.
//
// Whoever can write to the database but has not the key can change a row, but not seal it; and can
// take a row away or put an older one back, but not move the total, which is bound to the head of
// the audit chain. The shares of rows in the total are not stored, and the stored sum is covered
// anew with each write, so that no set of rows with the same sum can be found.
class RowSeals {
 public:
  explicit RowSeals(const ServerKey& key);

  RowSeal seal(const SealedContent& content) const;
  bool fits(const RowSeal& seal, const SealedContent& content) const;
  RowTotal::Share share(const RowSeal& seal) const;

  StoredTotal cover(base::ProjectId project, const AuditHead& head, const RowTotal& total,
                    std::int64_t changes) const;
  // Nothing when the total is not what was written together with this head.
  std::optional<RowTotal> uncover(base::ProjectId project, const AuditHead& head,
                                  const StoredTotal& stored) const;

  // Logs and counts a row that does not fit its seal. Names no person.
  void found_altered(std::string_view what) const;
  std::uint64_t altered() const { return altered_; }

 private:
  base::Key256 row_key_;
  base::Key256 share_key_;
  base::Key256 total_key_;
  mutable std::atomic<std::uint64_t> altered_{0};
};

}  // namespace vedette::ledger

namespace vedette::ledger::sql {

Value bind(RowSeal&&) = delete;
Value bind(RowTotal::Share&&) = delete;
inline Value bind(const RowSeal& seal) {
  return Bytes{base::as_text(seal.bytes)};
}
inline Value bind(const RowTotal::Share& share) {
  return Bytes{base::as_text(share)};
}
// A cell that cannot be a seal is read as none: the row is then one that does not fit.
inline bool read(const Value& cell, RowSeal& out) {
  out = {};
  const auto* bytes = std::get_if<Bytes>(&cell);
  if (bytes != nullptr && bytes->view.size() == out.bytes.size())
    bytes->view.copy(reinterpret_cast<char*>(out.bytes.data()), out.bytes.size());
  return true;
}
inline bool read(const Value& cell, RowTotal::Share& out) {
  out = {};
  const auto* bytes = std::get_if<Bytes>(&cell);
  if (bytes != nullptr && bytes->view.size() == out.size())
    bytes->view.copy(reinterpret_cast<char*>(out.data()), out.size());
  return true;
}

}  // namespace vedette::ledger::sql
