#include "http/chunked_body.h"

#include <algorithm>

namespace vedette::http {
namespace {

constexpr std::size_t kMaxDigits = 16;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_text(char c) {
  return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
}

bool is_token(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
  return c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

}  // namespace

ChunkedBody::Progress ChunkedBody::take(std::string_view& bytes, std::string& out) {
  while (!bytes.empty()) {
    if (state_ == State::kData) {
      const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(size_, bytes.size()));
      out.append(bytes.substr(0, here));
      bytes.remove_prefix(here);
      size_ -= here;
      if (size_ == 0) state_ = State::kDataReturn;
      continue;
    }
    const bool good = step(bytes.front());
    if (!good) return too_large_ ? Progress::kTooLarge : Progress::kMalformed;
    bytes.remove_prefix(1);
    if (state_ == State::kDone) return Progress::kDone;
  }
  return Progress::kNeedMore;
}

bool ChunkedBody::step(char byte) {
  const auto expect = [&](char wanted, State next) {
    state_ = next;
    return byte == wanted;
  };
  switch (state_) {
    case State::kSize:
      return step_size(byte);
    case State::kExtension:
      if (byte == '\r') return expect('\r', State::kSizeLineFeed);
      return drop(byte);
    case State::kSizeLineFeed:
      return byte == '\n' && begin_chunk();
    case State::kDataReturn:
      return expect('\r', State::kDataLineFeed);
    case State::kDataLineFeed:
      return expect('\n', State::kSize);
    case State::kTrailerName:
      return step_trailer_name(byte);
    case State::kTrailerValue:
      if (byte == '\r') return expect('\r', State::kTrailerLineFeed);
      return drop(byte);
    case State::kTrailerLineFeed:
      name_size_ = 0;
      return expect('\n', State::kTrailerName);
    case State::kLastLineFeed:
      return expect('\n', State::kDone);
    case State::kData:
    case State::kDone:
      break;
  }
  return false;
}

bool ChunkedBody::step_size(char byte) {
  if (const int value = hex_value(byte); value >= 0) {
    size_ = size_ * 16 + static_cast<std::uint64_t>(value);
    return ++digits_ <= kMaxDigits;
  }
  if (digits_ == 0) return false;
  if (byte == ';') {
    state_ = State::kExtension;
    return drop(byte);
  }
  state_ = State::kSizeLineFeed;
  return byte == '\r';
}

bool ChunkedBody::begin_chunk() {
  digits_ = 0;
  if (size_ == 0) {
    name_size_ = 0;
    state_ = State::kTrailerName;
    return true;
  }
  // total_ never passes limit_, so the subtraction holds.
  too_large_ = size_ > limit_ - total_;
  total_ += too_large_ ? 0 : size_;
  state_ = State::kData;
  return !too_large_;
}

bool ChunkedBody::step_trailer_name(char byte) {
  if (name_size_ == 0 && byte == '\r') {
    state_ = State::kLastLineFeed;
    return true;
  }
  if (byte == ':' && name_size_ > 0) {
    state_ = State::kTrailerValue;
    return drop(byte);
  }
  ++name_size_;
  return is_token(byte) && drop(byte);
}

bool ChunkedBody::drop(char byte) {
  return is_text(byte) && ++extra_ <= kMaxExtraBytes;
}

}  // namespace vedette::http
