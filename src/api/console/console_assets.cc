#include "api/console/console_assets.h"

#include <array>
#include <charconv>

namespace vedette::api {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kColumns = 6;

Error damaged() {
  return {Cause::kCorrupt, "the console's files in this program are damaged"};
}

std::optional<std::size_t> number(std::string_view text) {
  std::size_t out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// The text up to `mark`, taken off the front; nothing when there is no mark.
std::optional<std::string_view> take(std::string_view& text, char mark) {
  const std::size_t end = text.find(mark);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(end + 1);
  return out;
}

std::optional<std::string_view> slice(std::string_view bytes, std::string_view begin,
                                      std::string_view size) {
  const auto from = number(begin);
  const auto length = number(size);
  if (!from || !length || *from > bytes.size() || *length > bytes.size() - *from)
    return std::nullopt;
  return bytes.substr(*from, *length);
}

std::optional<std::array<std::string_view, kColumns>> columns(std::string_view row) {
  std::array<std::string_view, kColumns> out;
  for (std::size_t i = 0; i + 1 < kColumns; ++i) {
    const auto cell = take(row, '\t');
    if (!cell) return std::nullopt;
    out[i] = *cell;
  }
  out.back() = row;
  return out;
}

}  // namespace

Result<ConsoleAssets> ConsoleAssets::read(std::string_view pack) {
  ConsoleAssets assets;
  if (pack.empty()) return assets;
  const auto length = take(pack, '\n');
  const auto size = length ? number(*length) : std::nullopt;
  if (!size || *size > pack.size()) return damaged();
  std::string_view index = pack.substr(0, *size);
  const std::string_view bytes = pack.substr(*size);
  while (!index.empty()) {
    const auto row = take(index, '\n');
    const auto cells = row ? columns(*row) : std::nullopt;
    if (!cells) return damaged();
    const auto plain = slice(bytes, (*cells)[2], (*cells)[3]);
    const auto gzipped = slice(bytes, (*cells)[4], (*cells)[5]);
    if (!plain || !gzipped) return damaged();
    assets.files_[(*cells)[0]] = {(*cells)[1], *plain, *gzipped};
  }
  return assets;
}

const Asset* ConsoleAssets::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace vedette::api
