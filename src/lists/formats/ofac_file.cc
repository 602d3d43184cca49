#include "lists/formats/ofac_file.h"

#include <utility>
#include <vector>

namespace vedette::lists {
namespace {

base::Result<char> delimiter_of(const Input& input) {
  VEDETTE_ASSIGN(const std::string head, head_of(input, 4096));
  for (char c : head)
    if (c == ',' || c == '|' || c == '@') return c;
  return base::Error(base::Cause::kInvalidInput,
                     fmt::format("{} is not one of OFAC's separated files", input.name()));
}

// By the number of columns; the file names differ from publisher to mirror.
std::optional<OfacRole> role_of(std::size_t columns) {
  switch (columns) {
    case 12:
      return OfacRole::kParty;
    case 5:
      return OfacRole::kAlias;
    case 6:
      return OfacRole::kAddress;
    case 2:
      return OfacRole::kComment;
    default:
      return std::nullopt;
  }
}

// The longest number that is compared as one.
constexpr std::size_t kMostDigits = 18;

// Whether lines begin with numbers that never fall. Every row begins a line, so that the rows are
// in order as well; whatever is not as plain as OFAC writes it counts as out of order. Only a file
// whose lines end in CR alone would pass unseen: the reader refuses it then.
class LineOrder {
 public:
  bool add(std::string_view block) {
    while (!block.empty()) {
      if (at_start_ && !add_start(block)) return false;
      const auto end = block.find('\n');
      if (end == std::string_view::npos) return true;
      end_line();
      block.remove_prefix(end + 1);
    }
    return true;
  }
  // Of the last line, when nothing ends it.
  bool end() { return number_ >= last_ || digits_ == 0; }

 private:
  bool add_start(std::string_view& block) {
    while (!block.empty() && block.front() >= '0' && block.front() <= '9') {
      if (++digits_ > kMostDigits) return false;
      number_ = number_ * 10 + static_cast<std::uint64_t>(block.front() - '0');
      block.remove_prefix(1);
    }
    if (block.empty()) return true;
    at_start_ = false;
    constexpr std::string_view kEmptyLines = "\r\n\x1A";
    if (digits_ == 0) return kEmptyLines.find(block.front()) != std::string_view::npos;
    return number_ >= last_;
  }
  void end_line() {
    if (digits_ != 0) last_ = number_;
    number_ = 0;
    digits_ = 0;
    at_start_ = true;
  }

  std::uint64_t last_ = 0;
  std::uint64_t number_ = 0;
  std::size_t digits_ = 0;
  bool at_start_ = true;
};

}  // namespace

std::string_view without_zeros(std::string_view number) {
  while (number.size() > 1 && number.front() == '0')
    number.remove_prefix(1);
  return number;
}

std::optional<std::uint64_t> number_of(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (digits.empty()) return std::nullopt;
  return digits.size() > kMostDigits ? 0 : number;
}

base::Result<bool> is_in_order(const Input& input) {
  VEDETTE_ASSIGN(const auto source, input.open());
  std::vector<char> block(std::size_t{256} << 10);
  LineOrder order;
  for (;;) {
    VEDETTE_ASSIGN(const std::size_t count, source->read(block.data(), block.size()));
    if (count == 0) return order.end();
    if (!order.add({block.data(), count})) return false;
  }
}

base::Result<OfacFile> OfacFile::open(const Input& input, Sink& sink) {
  VEDETTE_ASSIGN(const char delimiter, delimiter_of(input));
  VEDETTE_ASSIGN(auto source, input.open());
  OfacFile file(input, std::move(source), delimiter);
  VEDETTE_TRY(file.next(sink));
  return file;
}

base::Result<void> OfacFile::next(Sink& sink) {
  for (;;) {
    const auto more = rows_->next();
    if (!more.ok())
      return base::Error(more.error().cause,
                         fmt::format("{}: {}", input_->name(), more.error().message));
    at_end_ = !*more;
    if (at_end_) return {};
    const std::string_view id = (*rows_)[0];
    const auto number = number_of(id);
    if (!role_) {
      role_ = role_of(rows_->size());
      if (!role_ || !number)
        return base::Error(base::Cause::kInvalidInput,
                           fmt::format("{} has {} columns in its first row, which none of OFAC's "
                                       "files has",
                                       input_->name(), rows_->size()));
    }
    if (role_of(rows_->size()) == role_ && number) {
      const std::uint64_t before = std::exchange(number_, *number);
      is_in_order_ = is_in_order_ && before <= number_;
      return {};
    }
    Rejection fault{rows_->line(), std::string(id), "malformed row",
                    fmt::format("{}: {} columns", input_->name(), rows_->size())};
    if (*role_ == OfacRole::kParty)
      sink.reject(std::move(fault));
    else
      sink.orphan(std::move(fault));
  }
}

}  // namespace vedette::lists
