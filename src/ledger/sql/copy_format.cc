#include "ledger/sql/copy_format.h"

#include <bit>
#include <cstdint>

namespace vedette::ledger::sql {
namespace {

// From pg_type; these never change.
constexpr unsigned kBool = 16, kBytea = 17, kInt8 = 20, kInt2 = 21, kInt4 = 23, kText = 25,
                   kFloat8 = 701, kVarchar = 1043;

template <class Integer>
void append_big_endian(std::string& out, Integer value) {
  for (int shift = static_cast<int>(sizeof(Integer)) * 8 - 8; shift >= 0; shift -= 8)
    out += static_cast<char>((value >> shift) & 0xff);
}

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes)
    value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

void append_bytes(std::string& out, std::string_view bytes) {
  append_big_endian(out, static_cast<std::uint32_t>(bytes.size()));
  out += bytes;
}

void append_cell(std::string& out, const Value& cell) {
  if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    append_big_endian(out, std::uint32_t{8});
    append_big_endian(out, static_cast<std::uint64_t>(*number));
  } else if (const auto* real = std::get_if<double>(&cell)) {
    append_big_endian(out, std::uint32_t{8});
    append_big_endian(out, std::bit_cast<std::uint64_t>(*real));
  } else if (const auto* text = std::get_if<std::string_view>(&cell)) {
    append_bytes(out, *text);
  } else if (const auto* bytes = std::get_if<Bytes>(&cell)) {
    append_bytes(out, bytes->view);
  } else {
    append_big_endian(out, ~std::uint32_t{0});  // null
  }
}

}  // namespace

void append_copy_header(std::string& out) {
  out += std::string_view("PGCOPY\n\377\r\n\0", 11);
  append_big_endian(out, std::uint32_t{0});
  append_big_endian(out, std::uint32_t{0});
}

void append_copy_row(std::string& out, std::span<const Value> cells) {
  append_big_endian(out, static_cast<std::uint16_t>(cells.size()));
  for (const Value& cell : cells)
    append_cell(out, cell);
}

void append_copy_trailer(std::string& out) {
  append_big_endian(out, std::uint16_t{0xffff});
}

bool read_binary_cell(unsigned type, std::string_view bytes, Value& out) {
  switch (type) {
    case kInt8:
      out = static_cast<std::int64_t>(big_endian(bytes));
      return bytes.size() == 8;
    case kInt4:
      out = std::int64_t{static_cast<std::int32_t>(big_endian(bytes))};
      return bytes.size() == 4;
    case kInt2:
      out = std::int64_t{static_cast<std::int16_t>(big_endian(bytes))};
      return bytes.size() == 2;
    case kBool:
      out = std::int64_t{bytes.size() == 1 && bytes[0] != 0};
      return bytes.size() == 1;
    case kFloat8:
      out = std::bit_cast<double>(big_endian(bytes));
      return bytes.size() == 8;
    case kText:
    case kVarchar:
      out = bytes;
      return true;
    case kBytea:
      out = Bytes{bytes};
      return true;
    default:
      return false;
  }
}

}  // namespace vedette::ledger::sql
