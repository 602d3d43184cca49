#include "app/customers/text_encoding.h"

#include <fmt/format.h>
#include <unicode/ucnv.h>

#include <array>
#include <cstring>
#include <vector>

namespace vedette::app {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kBlock = 64U << 10;
// In Windows-1252 a letter beyond ASCII nearly never looks like one of UTF-8.
constexpr std::uint64_t kStrayPerLetter = 10;

// Counts letters beyond ASCII that are UTF-8, and bytes that are not, over blocks.
class Utf8Count {
 public:
  void add(std::string_view bytes) {
    for (const char each : bytes)
      add(static_cast<unsigned char>(each));
  }
  void finish() { stray_ += awaited_ > 0 ? 1U : 0U; }
  bool is_other() const { return stray_ > 0 && letters_ * kStrayPerLetter < stray_; }

 private:
  void add(unsigned char byte) {
    const bool continues = (byte & 0xC0U) == 0x80U;
    if (awaited_ > 0 && continues) {
      letters_ += --awaited_ == 0 ? 1U : 0U;
      return;
    }
    stray_ += awaited_ > 0 ? 1U : 0U;
    awaited_ = byte >= 0xF0U && byte <= 0xF4U   ? 3
               : byte >= 0xE0U && byte <= 0xEFU ? 2
               : byte >= 0xC2U && byte <= 0xDFU ? 1
                                                : 0;
    stray_ += byte >= 0x80U && awaited_ == 0 ? 1U : 0U;
  }

  int awaited_ = 0;
  std::uint64_t letters_ = 0;
  std::uint64_t stray_ = 0;
};

// UTF-16 by its mark or by its zeros: of a text with Latin headings every other byte is one.
std::string_view utf16_of(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) return "UTF-16LE";
  if (head.starts_with("\xFE\xFF")) return "UTF-16BE";
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i)
    zeros[i % 2] += head[i] == '\0' ? 1U : 0U;
  const std::size_t pairs = head.size() / 2;
  if (pairs == 0) return "";
  if (zeros[1] * 2 > pairs && zeros[0] * 8 < pairs) return "UTF-16LE";
  if (zeros[0] * 2 > pairs && zeros[1] * 8 < pairs) return "UTF-16BE";
  return "";
}

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

Result<Converter> converter_of(const std::string& encoding) {
  UErrorCode problem = U_ZERO_ERROR;
  Converter converter(ucnv_open(encoding.c_str(), &problem));
  if (U_FAILURE(problem) || encoding.empty())
    return Error(Cause::kInvalidInput,
                 fmt::format("--encoding {} is not known; give UTF-8, UTF-16, windows-1252, "
                             "windows-1250, ISO-8859-15, Shift_JIS or another of IANA's names",
                             encoding));
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                      &problem);
  return converter;
}

}  // namespace

Result<std::string> encoding_of(std::FILE* file) {
  std::vector<char> block(kBlock);
  Utf8Count count;
  std::string_view utf16;
  bool first = true;
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), file)) {
    const std::string_view bytes(block.data(), size);
    if (first) utf16 = utf16_of(bytes);
    if (!utf16.empty()) break;
    first = false;
    count.add(bytes);
  }
  if (std::ferror(file)) return Error(Cause::kUnavailable, "the file cannot be read to its end");
  std::rewind(file);
  if (!utf16.empty()) return std::string(utf16);
  count.finish();
  return std::string(count.is_other() ? kWindows1252 : kUtf8);
}

Result<lists::File> as_utf8(std::FILE* file, const std::string& encoding) {
  VEDETTE_ASSIGN(const Converter from, converter_of(encoding));
  VEDETTE_ASSIGN(const Converter to, converter_of(std::string(kUtf8)));
  lists::File out = lists::temporary_file();
  if (!out) return Error(Cause::kUnavailable, "no temporary file can be made");
  std::vector<char> bytes(kBlock);
  std::vector<char> text(kBlock);
  std::vector<UChar> pivot(kBlock);
  UChar* pivot_source = pivot.data();
  UChar* pivot_target = pivot.data();
  bool begins = true;
  for (bool at_end = false; !at_end;) {
    const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), file);
    if (std::ferror(file)) return Error(Cause::kUnavailable, "the file cannot be read to its end");
    at_end = size < bytes.size();
    const char* source = bytes.data();
    UErrorCode state = U_BUFFER_OVERFLOW_ERROR;
    while (state == U_BUFFER_OVERFLOW_ERROR) {
      state = U_ZERO_ERROR;
      char* target = text.data();
      ucnv_convertEx(to.get(), from.get(), &target, text.data() + text.size(), &source,
                     bytes.data() + size, pivot.data(), &pivot_source, &pivot_target,
                     pivot.data() + pivot.size(), begins, at_end, &state);
      begins = false;
      const auto made = static_cast<std::size_t>(target - text.data());
      if (std::fwrite(text.data(), 1, made, out.get()) != made)
        return Error(Cause::kStorageFull, "no space for a copy of the file in UTF-8");
    }
    if (U_FAILURE(state))
      return Error(Cause::kInvalidInput,
                   fmt::format("the file has bytes that are no letters of {}: --encoding names "
                               "another, or save the file as UTF-8",
                               encoding));
  }
  if (std::fflush(out.get()) != 0)
    return Error(Cause::kStorageFull, "no space for a copy of the file in UTF-8");
  std::rewind(out.get());
  return out;
}

}  // namespace vedette::app
