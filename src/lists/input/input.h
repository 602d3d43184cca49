#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::lists {

// A stream of bytes, already decompressed.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // The count of bytes put at `out`, at most `size`; 0 at the end.
  virtual base::Result<std::size_t> read(char* out, std::size_t size) = 0;
  // The bytes of the file itself, packed as it is, that this took so far.
  virtual std::uint64_t position() const = 0;
};

// How far decompression may go, so that a small hostile file cannot fill the machine.
struct InputLimits {
  std::uint64_t most_bytes = 64ULL << 30;
  // Published lists shrink 5 to 40 times. The ratio is looked at once this much has come out.
  std::uint64_t most_ratio = 200;
  std::uint64_t ratio_from = 64ULL << 20;
};

// One file of a list, which can be opened as often as a reader needs. gzip, zstd, xz and bzip2 are
// undone on the way; a member of a zip is an input of its own.
class Input {
 public:
  virtual ~Input() = default;
  virtual const std::string& name() const = 0;
  // The bytes of the file that holds it, packed as it is.
  virtual std::uint64_t size() const = 0;
  virtual base::Result<std::unique_ptr<ByteSource>> open() const = 0;
};

// The inputs a file holds: itself, or each member of a zip.
base::Result<std::vector<std::unique_ptr<Input>>> open_file(const std::string& path,
                                                            const InputLimits& limits = {});
// The same for bytes in memory, which must live as long as the inputs.
base::Result<std::vector<std::unique_ptr<Input>>> open_bytes(std::string name,
                                                             std::string_view bytes,
                                                             const InputLimits& limits = {});

// The first bytes of an input, at most `size`.
base::Result<std::string> head_of(const Input& input, std::size_t size);

// Reads a source line by line. Lines end with LF or CR LF, which are not part of them.
class LineReader {
 public:
  explicit LineReader(ByteSource& source) : source_(source) {}

  // False at the end. The line is valid until the next call.
  base::Result<bool> next(std::string_view& line);
  std::uint64_t line_number() const { return line_number_; }
  // True when the last line had no line end.
  bool ended_without_newline() const { return ended_without_newline_; }

  static constexpr std::size_t kLongestLine = 256U << 20;

 private:
  ByteSource& source_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t line_number_ = 0;
  bool at_end_ = false;
  bool ended_without_newline_ = false;
};

}  // namespace vedette::lists
