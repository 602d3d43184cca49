#pragma once

// The one place that knows Beast's parser. Includes Beast: for server.cc and the fuzz target only.

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <string_view>

#include "http/chunked_body.h"
#include "http/fault.h"
#include "http/message.h"

namespace vedette::http {

// Reads one request into a Request. Beast reads the head; on top of it everything that two readers
// could take differently is refused (repeated lengths, transfer codings, Host).
class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  explicit RequestParser(Request& request) : request_(request) {
    header_limit(1u << 20);  // HeadScan holds the real limits
    body_limit(boost::none);
  }

  // `head`: exactly the bytes that HeadScan found.
  std::optional<Fault> read_head(std::string_view head) {
    boost::beast::error_code error;
    const std::size_t used = put({head.data(), head.size()}, error);
    if (fault_) return fault_;
    if (error) return head_fault(error, head);
    if (used != head.size() || !is_header_done()) return kMalformed;
    return check_head();
  }

  // Before the first byte of the body.
  void set_body_limit(std::uint64_t bytes) { chunks_.set_limit(bytes); }
  void discard_body() { discard_ = true; }
  bool expects_continue() const { return expects_continue_; }
  std::uint64_t declared_length() const { return declared_; }

  // True when no byte of the request is missing.
  bool is_whole() const { return whole_; }
  // Takes the body's bytes from the front of `bytes`.
  std::optional<Fault> read_body(std::string_view& bytes) {
    if (chunked()) return read_chunks(bytes);
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    if (!discard_) request_.body.append(bytes.substr(0, here));
    bytes.remove_prefix(here);
    left_ -= here;
    whole_ = left_ == 0;
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kFirstReserve = 64u * 1024;
  using Code = boost::beast::error_code;
  using View = boost::beast::string_view;
  static std::string_view view(View text) { return {text.data(), text.size()}; }

  void on_request_impl(boost::beast::http::verb, View method, View target, int version,
                       Code&) override {
    request_.method_token = view(method);
    request_.method = http::parse_method(request_.method_token);
    request_.minor_version = version - 10;
    good_target_ = request_.set_target(view(target));
  }
  void on_response_impl(int, View, int, Code&) override {}
  void on_field_impl(boost::beast::http::field kind, View name, View value, Code& error) override {
    using Field = boost::beast::http::field;
    if (kind == Field::content_length && (++lengths_ > 1 || value.find(',') != View::npos)) {
      fault_ = kBadLength;
      error = boost::beast::http::error::multiple_content_length;
      return;
    }
    if (kind == Field::transfer_encoding) ++codings_;
    if (kind == Field::host) ++hosts_;
    request_.add_header(view(name), view(value));
  }
  void on_header_impl(Code&) override {}
  // Beast never sees a body.
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Code&) override {}
  std::size_t on_body_impl(View, Code&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, View, Code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, View, Code&) override { return 0; }
  void on_finish_impl(Code&) override {}

  std::optional<Fault> read_chunks(std::string_view& bytes) {
    const auto progress = chunks_.take(bytes, request_.body);
    if (discard_) request_.body.clear();
    whole_ = progress == ChunkedBody::Progress::kDone;
    if (progress == ChunkedBody::Progress::kTooLarge) return kBodyTooLarge;
    if (progress == ChunkedBody::Progress::kMalformed) return kBadChunk;
    return std::nullopt;
  }

  static std::optional<Fault> head_fault(const Code& code, std::string_view head) {
    using Error = boost::beast::http::error;
    if (code == Error::bad_version) {
      // A well-formed version that is not ours is told from a line that is no request line.
      const std::string_view line = head.substr(0, head.find('\r'));
      const std::string_view version = line.substr(line.rfind(' ') + 1);
      const auto digit = [&](std::size_t i) { return version[i] >= '0' && version[i] <= '9'; };
      const bool well_formed = std::count(line.begin(), line.end(), ' ') == 2 &&
                               version.size() == 8 && version.starts_with("HTTP/") && digit(5) &&
                               version[6] == '.' && digit(7);
      return well_formed ? kVersion : kMalformed;
    }
    if (code == Error::bad_content_length || code == Error::multiple_content_length ||
        code == Error::bad_transfer_encoding)
      return kBadLength;
    if (code == Error::bad_field || code == Error::bad_value) return kBadField;
    return kMalformed;
  }

  std::optional<Fault> check_head() {
    declared_ = content_length().value_or(0);
    left_ = declared_;
    whole_ = !chunked() && left_ == 0;
    // A declared length is only a promise: little is set aside before bytes have come.
    request_.body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(left_, kFirstReserve)));
    if (codings_ > 0) {
      if (codings_ > 1 || lengths_ > 0 || request_.minor_version == 0) return kBadLength;
      if (!same_header_name(*request_.header("Transfer-Encoding"), "chunked"))
        return kTransferCoding;
    }
    if (hosts_ > 1 || (hosts_ == 0 && request_.minor_version == 1)) return kBadHost;
    if (hosts_ == 1 && !valid_host(*request_.header("Host"))) return kBadHost;
    if (!good_target_) return kBadTarget;
    if (const auto expect = request_.header("Expect"); expect && request_.minor_version == 1) {
      if (!same_header_name(*expect, "100-continue")) return kExpectation;
      expects_continue_ = true;
    }
    return std::nullopt;
  }

  // The characters of a host name or address with a port; user names and paths have no place here.
  static bool valid_host(std::string_view host) {
    return host.find_first_of(" \t/@?#\\,<>\"{}|^`") == std::string_view::npos;
  }

  Request& request_;
  std::optional<Fault> fault_;
  int lengths_ = 0;
  int codings_ = 0;
  int hosts_ = 0;
  ChunkedBody chunks_;
  std::uint64_t declared_ = 0;
  std::uint64_t left_ = 0;
  bool whole_ = false;
  bool good_target_ = false;
  bool discard_ = false;
  bool expects_continue_ = false;
};

}  // namespace vedette::http
