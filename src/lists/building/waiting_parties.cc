#include "lists/building/waiting_parties.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

// A party as it waits: the size of all that follows, then its id and its rows, each after its size.
using Size = std::uint32_t;
constexpr std::size_t kLargest = std::size_t{1} << 30;

char* put_size(char* at, std::size_t size) {
  const auto written = static_cast<Size>(size);
  std::memcpy(at, &written, sizeof written);
  return at + sizeof written;
}

std::string_view take_piece(std::string_view& bytes) {
  Size size = 0;
  std::memcpy(&size, bytes.data(), sizeof size);
  const std::string_view piece = bytes.substr(sizeof size, size);
  bytes.remove_prefix(sizeof size + size);
  return piece;
}

// Visits parties one after the other.
class Reader {
 public:
  explicit Reader(const WaitingParties::Visit& visit) : visit_(visit) {}

  Result<void> visit_party(std::string_view party) {
    const std::string_view id = take_piece(party);
    pieces_.clear();
    while (!party.empty())
      pieces_.push_back(take_piece(party));
    return visit_(id, rows_.rows(pieces_));
  }
  Result<void> visit_all(std::string_view parties) {
    while (!parties.empty())
      VEDETTE_TRY(visit_party(take_piece(parties)));
    return {};
  }
  Result<void> visit_file(std::FILE* file) {
    if (std::fflush(file) != 0) return Error(Cause::kStorageFull, "no room for temporary files");
    std::rewind(file);
    std::string party;
    for (Size size = 0; std::fread(&size, sizeof size, 1, file) == 1;) {
      party.resize(size);
      if (std::fread(party.data(), 1, size, file) != size)
        return Error(Cause::kUnavailable, "a temporary file cannot be read");
      VEDETTE_TRY(visit_party(party));
    }
    if (std::ferror(file)) return Error(Cause::kUnavailable, "a temporary file cannot be read");
    return {};
  }

 private:
  const WaitingParties::Visit& visit_;
  std::vector<std::string_view> pieces_;
  RowsOfPieces rows_;
};

}  // namespace

Result<void> WaitingParties::add(std::string_view id, std::span<const GatheredRow> rows) {
  std::size_t size = sizeof(Size) + id.size();
  for (const GatheredRow& row : rows)
    size += sizeof(Size) + piece_size(row);
  if (size > kLargest) return Error(Cause::kTooLarge, "a record is too large");
  if (parties_.size() + size > memory_bound_ && !parties_.empty()) {
    if (!spilled_) spilled_ = temporary_file();
    if (!spilled_ ||
        std::fwrite(parties_.data(), 1, parties_.size(), spilled_.get()) != parties_.size())
      return Error(Cause::kStorageFull, "no room for temporary files");
    parties_.clear();
  }
  // All the room at once: what is not used costs nothing, and growing step by step would copy.
  if (parties_.capacity() < memory_bound_) parties_.reserve(memory_bound_);
  const std::size_t begin = parties_.size();
  parties_.resize(begin + sizeof(Size) + size);
  char* at = put_size(parties_.data() + begin, size);
  at = put_size(at, id.size());
  at = std::copy(id.begin(), id.end(), at);
  for (const GatheredRow& row : rows) {
    const std::size_t bytes = piece_size(row);
    at = put_size(at, bytes);
    write_piece(row, at);
    at += bytes;
  }
  return {};
}

Result<void> WaitingParties::for_each(const Visit& visit) {
  Reader reader(visit);
  const std::string last = std::exchange(parties_, {});
  if (const File spilled = std::move(spilled_)) VEDETTE_TRY(reader.visit_file(spilled.get()));
  return reader.visit_all(last);
}

}  // namespace vedette::lists
