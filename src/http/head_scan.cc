#include "http/head_scan.h"

namespace vedette::http {

HeadScan::Found HeadScan::look(std::string_view bytes) {
  while (true) {
    const std::size_t end = bytes.find('\n', seen_);
    const std::size_t reached = end == std::string_view::npos ? bytes.size() : end;
    if (lines_ == 0 && reached > limits_.request_line + 1) return Found::kLineTooLong;
    if (lines_ > 0 && reached - request_line_ > limits_.headers) return Found::kHeadersTooBig;
    if (lines_ > 0 && line_ < bytes.size() && (bytes[line_] == ' ' || bytes[line_] == '\t'))
      return Found::kMalformed;
    if (end == std::string_view::npos) {
      seen_ = bytes.size();
      return Found::kNeedMore;
    }
    if (end == line_ || bytes[end - 1] != '\r') return Found::kMalformed;
    const bool empty_line = end == line_ + 1;
    line_ = seen_ = end + 1;
    if (empty_line) return Found::kHead;
    if (lines_ == 0) request_line_ = line_;
    if (lines_ > limits_.header_count) return Found::kHeadersTooBig;
    ++lines_;
  }
}

}  // namespace vedette::http
