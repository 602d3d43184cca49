#pragma once

// How a Connection takes requests in. Part of server.cc.

#include <algorithm>

#include "http/connection.h"

namespace vedette::http {

inline constexpr std::size_t kReadSize = 4096;
inline constexpr std::size_t kBodyReadSize = 64u * 1024;
// Answers of a pipelined burst are collected up to this size before they are sent.
inline constexpr std::size_t kCollectBytes = 64u * 1024;
// Holdings below this are not worth counting against max_buffered_bytes.
inline constexpr std::size_t kUncountedBytes = 16u * 1024;
// A connection idle for this many sweeps gives its buffers back.
inline constexpr std::int64_t kIdleSweeps = 4;

inline Task<bool> Connection::handshake() {
  enter(Phase::kHandshake, steady_millis() + state_.options.head_timeout.count);
  while (true) {
    const IoStatus status = tls_->handshake();
    if (status == IoStatus::kDone) co_return true;
    if (status != IoStatus::kWantRead && status != IoStatus::kWantWrite) co_return false;
    const auto side = status == IoStatus::kWantRead ? Socket::wait_read : Socket::wait_write;
    const auto [error] = co_await socket_.async_wait(side, kAwait);
    if (error && (timed_out_ || state_.cutting || error != net::error::operation_aborted))
      co_return false;
  }
}

// Bytes, the end of input, or the sweeper's interruption. A connection that holds no buffer waits
// for input before it takes one.
inline Task<Connection::Input> Connection::receive(std::size_t size) {
  if (tls_) {
    const Input input = co_await receive_tls(size);
    co_return input;
  }
  if (in_.released()) {
    const auto [error] = co_await socket_.async_wait(Socket::wait_read, kAwait);
    if (error) co_return error == net::error::operation_aborted ? Input::kInterrupted : Input::kEnd;
  }
  const auto room = in_.prepare(size);
  const auto [error, bytes] =
      co_await socket_.async_read_some(net::buffer(room.data(), room.size()), kAwait);
  if (error) co_return error == net::error::operation_aborted ? Input::kInterrupted : Input::kEnd;
  in_.commit(bytes);
  co_return Input::kBytes;
}

inline Task<Connection::Input> Connection::receive_tls(std::size_t size) {
  while (true) {
    const IoResult result = tls_->read(in_.prepare(size));
    if (result.status == IoStatus::kDone) {
      in_.commit(result.bytes);
      co_return Input::kBytes;
    }
    if (result.status != IoStatus::kWantRead && result.status != IoStatus::kWantWrite)
      co_return Input::kEnd;
    if (in_.empty()) in_.release();
    const auto side = result.status == IoStatus::kWantRead ? Socket::wait_read : Socket::wait_write;
    const auto [error] = co_await socket_.async_wait(side, kAwait);
    if (error) co_return error == net::error::operation_aborted ? Input::kInterrupted : Input::kEnd;
  }
}

inline void Connection::begin_request() {
  request_.clear();
  scan_.reset();
  parser_.reset();
  route_ = nullptr;
  status_ = 0;
  keep_alive_ = true;
  charge(held_bytes());
}

inline HeadScan::Found Connection::look_for_head() {
  // Some clients send an empty line after a body; it belongs to nothing.
  while (in_.view().starts_with("\r\n"))
    in_.consume(2);
  if (in_.empty() || in_.view() == "\r") return HeadScan::Found::kNeedMore;
  return scan_.look(in_.view());
}

// Before waiting for the rest of a head: the clock runs from its first byte.
inline void Connection::enter_wait_for_head() {
  const bool begun = !in_.empty();
  if (phase_ == (begun ? Phase::kHead : Phase::kIdle)) return;
  idle_since_ = steady_millis();
  const auto& options = state_.options;
  enter(begun ? Phase::kHead : Phase::kIdle,
        idle_since_ + (begun ? options.head_timeout : options.idle_timeout).count);
}

// A request that has reached this machine is answered, even when the server is about to stop.
inline bool Connection::has_input() const {
  boost::system::error_code ignored;
  return socket_.available(ignored) > 0;
}

// False when the connection has to end instead of waiting on.
inline bool Connection::goes_on_after_interruption() {
  if (state_.cutting) {
    broken_ = true;
    return false;
  }
  if (timed_out_) return false;
  if (closing_ && phase_ == Phase::kIdle && !has_input()) return false;
  if (phase_ == Phase::kIdle && in_.empty()) release_memory();
  return true;
}

// Waits for the head of the next request. False when there is none, or when it was refused.
inline Task<bool> Connection::read_head(HeadScan::Found found) {
  for (phase_ = Phase::kHandling; found == HeadScan::Found::kNeedMore; found = look_for_head()) {
    if (!out_.empty()) {
      const bool sent = co_await flush();
      if (!sent) co_return false;
    }
    enter_wait_for_head();
    if (state_.stopping && phase_ == Phase::kIdle && !has_input()) co_return false;
    const Input input = co_await receive(kReadSize);
    if (input == Input::kEnd) co_return false;
    if (input == Input::kInterrupted && !goes_on_after_interruption()) {
      if (timed_out_ && phase_ == Phase::kHead) answer(kTimedOut);
      co_return false;
    }
  }
  if (found == HeadScan::Found::kHead) co_return true;
  if (found == HeadScan::Found::kLineTooLong) {
    answer(kTargetTooLong);
  } else if (found == HeadScan::Found::kHeadersTooBig) {
    answer(kHeadersTooLarge);
  } else {
    answer(kFolded);
  }
  co_return false;
}

inline void Connection::identify_request() {
  request_.received = state_.clock.now();
  started_ = steady_micros();
  const auto own = request_.header("X-Request-Id");
  request_.id =
      own && is_valid_request_id(*own) ? std::string(*own) : io_.ids.next(request_.received);
  if (state_.options.trusted_proxies.empty()) {
    request_.peer = peer_;
    request_.is_tls = tls_ != nullptr;
    return;
  }
  auto client = state_.options.trusted_proxies.client(peer_, tls_ != nullptr, request_);
  request_.peer = std::move(client.address);
  request_.is_tls = client.is_tls;
}

inline bool Connection::take_head() {
  parser_.emplace(request_);
  const std::size_t size = scan_.size();
  const auto fault = parser_->read_head(in_.view().substr(0, size));
  in_.consume(size);
  identify_request();
  if (fault) {
    answer(*fault);
    return false;
  }
  keep_alive_ = parser_->keep_alive();
  return true;
}

// Sets the limit of the body; false when an answer was given without reading it.
inline bool Connection::prepare_body(const Resolution& resolution) {
  if (parser_->is_whole()) return true;
  const bool routed = resolution.kind == Resolution::Kind::kRoute;
  const bool own_limit = routed && resolution.route->body_limit > 0;
  const std::size_t limit =
      own_limit ? resolution.route->body_limit : state_.options.max_body_bytes;
  if (!routed) {
    parser_->discard_body();
    // Path and method are judged before the size; a body that large is not read to its end.
    if (parser_->expects_continue() || parser_->declared_length() > limit) {
      keep_alive_ = false;
      fault_ = true;
      answer_unrouted(resolution);
      return false;
    }
  }
  parser_->set_body_limit(limit);
  if (parser_->declared_length() > limit) {
    Fault fault = kBodyTooLarge;
    fault.max_bytes = limit;
    answer(fault);
    return false;
  }
  if (parser_->expects_continue() && in_.empty()) out_ += "HTTP/1.1 100 Continue\r\n\r\n";
  return true;
}

// True when the whole body is in the request. Slow is fine as long as bytes keep coming at the
// least rate; the time allowed grows with what has arrived.
inline Task<bool> Connection::read_body() {
  const std::int64_t began = steady_millis();
  std::uint64_t arrived = 0;
  while (true) {
    std::string_view bytes = in_.view();
    const auto fault = parser_->read_body(bytes);
    in_.consume(in_.size() - bytes.size());
    if (fault) {
      Fault named = *fault;
      if (fault->status == 413)
        named.max_bytes = route_ != nullptr && route_->body_limit > 0
                              ? route_->body_limit
                              : state_.options.max_body_bytes;
      answer(named);
      co_return false;
    }
    if (parser_->is_whole()) co_return true;
    if (!charge(request_.body.capacity())) {
      state_.overloaded.fetch_add(1, std::memory_order_relaxed);
      answer(kBuffersFull);
      co_return false;
    }
    if (!out_.empty()) {
      const bool sent = co_await flush();
      if (!sent) co_return false;
    }
    const std::uint64_t granted = arrived * 1000 / state_.options.min_bytes_per_second;
    enter(Phase::kBody,
          began + state_.options.body_timeout.count + static_cast<std::int64_t>(granted));
    const std::size_t before = in_.size();
    const Input input = co_await receive(kBodyReadSize);
    if (input == Input::kEnd) {
      broken_ = true;
      co_return false;
    }
    if (input == Input::kInterrupted && !goes_on_after_interruption()) {
      if (timed_out_) answer(kTimedOut);
      co_return false;
    }
    arrived += in_.size() - before;
  }
}

// Counts what this connection holds; false when all connections together hold too much.
inline bool Connection::charge(std::size_t bytes) {
  const std::size_t counted = bytes > kUncountedBytes ? bytes : 0;
  if (counted == charged_) return true;
  const std::uint64_t change = static_cast<std::uint64_t>(counted) - charged_;
  const std::uint64_t total = state_.buffered.fetch_add(change) + change;
  charged_ = counted;
  return counted == 0 || total <= state_.options.max_buffered_bytes;
}

inline std::size_t Connection::held_bytes() const {
  return request_.body.capacity() + out_.size() + tail_.size();
}

inline void Connection::release_memory() {
  in_.release();
  request_ = Request();
  std::string().swap(out_);
  drop_unsent();
  parser_.reset();
}

}  // namespace vedette::http
