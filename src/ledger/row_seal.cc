#include "ledger/row_seal.h"

#include <algorithm>

#include "base/keyed_hash.h"
#include "base/log.h"

namespace vedette::ledger {
namespace {

constexpr std::string_view kRowPurpose = "vedette row seals 1";
constexpr std::string_view kSharePurpose = "vedette row shares 1";
constexpr std::string_view kTotalPurpose = "vedette row totals 1";

void append_number(std::string& out, std::int64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8)
    out += static_cast<char>((static_cast<std::uint64_t>(value) >> shift) & 0xff);
}

std::uint64_t read_number(const std::uint8_t* bytes) {
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i)
    out = out << 8 | bytes[i];
  return out;
}

std::string total_bytes(std::string_view purpose, base::ProjectId project, const AuditHead& head,
                        std::int64_t changes) {
  std::string out(purpose);
  append_number(out, project.value());
  append_number(out, head.sequence);
  out += base::as_text(head.mac);
  append_number(out, changes);
  return out;
}

}  // namespace

SealedContent::SealedContent(std::string_view table, int version, base::ProjectId project)
    : version_(version) {
  bytes_.reserve(512);
  add(table);
  add(std::int64_t{version});
  add(project.value());
}

SealedContent& SealedContent::add(std::int64_t number) {
  append_number(bytes_, number);
  return *this;
}

SealedContent& SealedContent::add(std::string_view text) {
  append_number(bytes_, static_cast<std::int64_t>(text.size()));
  bytes_ += text;
  return *this;
}

SealedContent& SealedContent::add(const std::optional<std::int64_t>& number) {
  bytes_ += number ? '+' : '-';
  return number ? add(*number) : *this;
}

SealedContent& SealedContent::add(const std::optional<std::string>& text) {
  bytes_ += text ? '+' : '-';
  return text ? add(std::string_view(*text)) : *this;
}

RowTotal RowTotal::from(std::int64_t rows, const Share& sum) {
  RowTotal out;
  out.high_ = read_number(sum.data());
  out.low_ = read_number(sum.data() + 8);
  out.rows_ = rows;
  return out;
}

void RowTotal::add(const RowTotal& other) {
  low_ += other.low_;
  high_ += other.high_ + (low_ < other.low_ ? 1 : 0);
  rows_ += other.rows_;
}

void RowTotal::add(const Share& share) {
  add(from(1, share));
}

void RowTotal::remove(const Share& share) {
  const RowTotal other = from(1, share);
  high_ -= other.high_ + (low_ < other.low_ ? 1 : 0);
  low_ -= other.low_;
  --rows_;
}

RowTotal::Share RowTotal::sum() const {
  Share out;
  for (std::size_t i = 0; i < 8; ++i) {
    out[i] = static_cast<std::uint8_t>(high_ >> (56 - 8 * i));
    out[i + 8] = static_cast<std::uint8_t>(low_ >> (56 - 8 * i));
  }
  return out;
}

RowSeals::RowSeals(const ServerKey& key)
    : row_key_(key.derive(kRowPurpose)),
      share_key_(key.derive(kSharePurpose)),
      total_key_(key.derive(kTotalPurpose)) {}

RowSeal RowSeals::seal(const SealedContent& content) const {
  RowSeal out;
  out.bytes[0] = static_cast<std::uint8_t>(content.version());
  const base::Mac128 mac = base::keyed_hash(row_key_, content.bytes());
  std::ranges::copy(mac, out.bytes.begin() + 1);
  return out;
}

bool RowSeals::fits(const RowSeal& seal, const SealedContent& content) const {
  return base::equal_in_constant_time(base::as_text(seal.bytes),
                                      base::as_text(this->seal(content).bytes));
}

RowTotal::Share RowSeals::share(const RowSeal& seal) const {
  return base::keyed_hash(share_key_, base::as_text(seal.bytes));
}

StoredTotal RowSeals::cover(base::ProjectId project, const AuditHead& head, const RowTotal& total,
                            std::int64_t changes) const {
  RowTotal covered = total;
  covered.add(RowTotal::from(
      0, base::keyed_hash(total_key_, total_bytes("cover", project, head, changes))));
  StoredTotal out{total.rows(), changes, covered.sum(), {}};
  std::string bytes = total_bytes("total", project, head, changes);
  append_number(bytes, out.rows);
  bytes += base::as_text(out.covered_sum);
  out.mac = base::keyed_hash(total_key_, bytes);
  return out;
}

std::optional<RowTotal> RowSeals::uncover(base::ProjectId project, const AuditHead& head,
                                          const StoredTotal& stored) const {
  RowTotal total = RowTotal::from(stored.rows, stored.covered_sum);
  RowTotal pad = RowTotal::from(
      0, base::keyed_hash(total_key_, total_bytes("cover", project, head, stored.changes)));
  total.remove(pad.sum());
  total = RowTotal::from(stored.rows, total.sum());
  const StoredTotal expected = cover(project, head, total, stored.changes);
  if (!base::equal_in_constant_time(base::as_text(expected.mac), base::as_text(stored.mac)))
    return std::nullopt;
  return total;
}

void RowSeals::found_altered(std::string_view what) const {
  ++altered_;
  base::log(base::LogLevel::kError, "a row of the ledger was changed behind the service's back",
            {{"row", what}});
}

}  // namespace vedette::ledger
