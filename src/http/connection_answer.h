#pragma once

// How a Connection answers. Part of server.cc.

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <exception>

#include "base/log.h"
#include "http/connection.h"
#include "http/connection_read.h"

namespace vedette::http {

// Bodies up to this size are cheaper to copy behind the head than to send as a second part.
inline constexpr std::size_t kCopyBytes = 8u * 1024;
inline constexpr std::int64_t kLingerMillis = 1000;
inline constexpr std::size_t kLingerBytes = 1024u * 1024;
// A stream whose next piece finds the queue full tries again after this long.
inline constexpr base::Millis kStreamRetry{50};

inline Response Connection::render(const Fault& fault, std::string_view allow) {
  Response response = state_.router.render_error({.status = fault.status,
                                                  .code = fault.code,
                                                  .message = fault.message,
                                                  .request = request_,
                                                  .max_bytes = fault.max_bytes});
  response.status = fault.status;
  if (!allow.empty()) response.set("Allow", std::string(allow));
  if (fault.status == 503)
    response.set("Retry-After", std::to_string(state_.options.retry_after_seconds));
  return response;
}

// On the network thread: an answer that no handler gives. It is sent with the next flush().
inline void Connection::answer(const Fault& fault, std::string_view allow) {
  if (request_.id.empty()) identify_request();
  Response response = render(fault, allow);
  keep_alive_ = keep_alive_ && !fault.close && !state_.stopping;
  fault_ = fault_ || fault.close;
  status_ = fault.status;
  io_.writer.write_head(request_, response, keep_alive_, out_);
  out_ += response.body;
  write_log(response.body.size());
}

// The same for a request that its route does not admit.
inline void Connection::answer_refusal(Response response) {
  keep_alive_ = keep_alive_ && !state_.stopping;
  status_ = response.status;
  io_.writer.write_head(request_, response, keep_alive_, out_);
  out_ += response.body;
  write_log(response.body.size());
  strikes_.refused(steady_millis());
}

inline void Connection::answer_unrouted(const Resolution& resolution) {
  switch (resolution.kind) {
    case Resolution::Kind::kBadPath:
      return answer(kBadPath);
    case Resolution::Kind::kMethodNotAllowed:
      return answer(kMethodNotAllowed, resolution.allow);
    case Resolution::Kind::kOptions: {
      Response response(204, "");
      response.set("Allow", resolution.allow);
      keep_alive_ = keep_alive_ && !state_.stopping;
      status_ = 204;
      io_.writer.write_head(request_, response, keep_alive_, out_);
      return write_log(0);
    }
    default:
      return answer(kNotFound);
  }
}

// What the log may say of the path. Values in it (an identifier, a name in a mistyped address) may
// be somebody's personal data, so a matched path with parameters is told by its pattern, and of one
// that matches nothing only the first segment is told.
inline std::string_view Connection::logged_path() const {
  if (route_ != nullptr && route_->log_query) return request_.target();
  const std::string_view path = request_.path();
  const std::string_view pattern = request_.route_pattern;
  if (!pattern.empty()) return pattern.find('{') == std::string_view::npos ? path : pattern;
  return path.substr(0, path.find('/', 1));
}

inline void Connection::write_log(std::uint64_t bytes) {
  state_.requests.fetch_add(1, std::memory_order_relaxed);
  if (!state_.log) return;
  RequestRecord record;
  record.method = request_.method_token;
  record.path = logged_path();
  record.route = request_.route_pattern;
  record.status = status_;
  record.response_bytes = bytes;
  record.milliseconds = static_cast<double>(steady_micros() - started_) / 1000.0;
  record.request_id = request_.id;
  record.peer = request_.peer;
  state_.log(record);
}

// ---- on a worker ----

inline void Connection::run(ResponseWriter& writer) {
  if (work_ == Work::kHandler) {
    run_route(writer);
  } else {
    run_stream_piece();
  }
}

inline Response Connection::call_handler() {
  try {
    if (steady_millis() - queued_ > state_.options.queue_timeout.count) {
      state_.overloaded.fetch_add(1, std::memory_order_relaxed);
      return render(kOverloaded, {});
    }
    return route_->handler(request_);
  } catch (const std::exception& error) {
    base::log(base::LogLevel::kError, "a request handler failed",
              {{"route", request_.route_pattern},
               {"requestId", request_.id},
               {"what", std::string_view(error.what())}});
  } catch (...) {
    base::log(base::LogLevel::kError, "a request handler failed",
              {{"route", request_.route_pattern}, {"requestId", request_.id}});
  }
  return render(kInternal, {});
}

inline void Connection::run_route(ResponseWriter& writer) {
  Response response = call_handler();
  turn_.reset();
  keep_alive_ = keep_alive_ && !state_.stopping;
  status_ = response.status;
  const std::size_t before = out_.size();
  framing_ = writer.write_head(request_, response, keep_alive_, out_);
  all_sent_ = false;
  if (response.stream) {
    stream_ = std::move(response.stream);
    stream_length_ = response.stream_length.value_or(0);
    endless_ = response.endless;
    return finish_job(true);
  }
  const std::size_t bytes = response.bytes().size();
  take_body(std::move(response));
  if (direct_) {
    const IoStatus status = send_plain();
    all_sent_ = status == IoStatus::kDone && keep_alive_;
    broken_ = status == IoStatus::kFailed;
  }
  if (!all_sent_ && !broken_ && !charge(held_bytes())) {
    refuse_to_hold(writer, before);
  } else {
    write_log(bytes);
  }
  finish_job(!all_sent_);
}

inline void Connection::take_body(Response response) {
  const std::string_view bytes = response.bytes();
  if (bytes.size() <= (direct_ ? kCopyBytes : kCollectBytes)) {
    out_ += bytes;
  } else if (response.constant.empty()) {
    keep_tail(std::move(response.body));
  } else {
    rest_ = bytes;
  }
}

// All connections together hold too much, and this answer would wait for its reader as well. Where
// nothing of it has left yet the client is told why; otherwise the end of the connection tells it
// that the answer is not whole.
inline void Connection::refuse_to_hold(ResponseWriter& writer, std::size_t before) {
  state_.overloaded.fetch_add(1, std::memory_order_relaxed);
  drop_unsent();
  status_ = 503;
  keep_alive_ = false;
  if (sent_ > 0) {
    broken_ = true;
    std::string().swap(out_);
    charge(held_bytes());
    return write_log(0);
  }
  out_.resize(before);
  Response response = render(kBuffersFull, {});
  writer.write_head(request_, response, keep_alive_, out_);
  out_ += response.body;
  charge(held_bytes());
  write_log(response.body.size());
}

inline void Connection::keep_tail(std::string bytes) {
  tail_ = std::move(bytes);
  rest_ = tail_;
}

inline void Connection::drop_unsent() {
  rest_ = {};
  std::string().swap(tail_);
}

inline void Connection::run_stream_piece() {
  std::string piece;
  try {
    step_ = stream_->next(piece, *this);
  } catch (const std::exception& error) {
    base::log(base::LogLevel::kError, "a response stream failed",
              {{"route", request_.route_pattern},
               {"requestId", request_.id},
               {"what", std::string_view(error.what())}});
    step_ = {.next = Stream::Next::kFail};
  } catch (...) {
    step_ = {.next = Stream::Next::kFail};
  }
  streamed_ += piece.size();
  if (framing_ == Framing::kChunked) {
    append_chunk(out_, piece);
  } else {
    keep_tail(std::move(piece));
  }
  finish_job(true);
}

// Hands the connection back. Once job_ is kDone it may be gone, unless it is awaited or held. The
// hold goes with the message: a connection must end on its network thread.
inline void Connection::finish_job(bool needs_network_thread) {
  auto self = needs_network_thread ? shared_from_this() : nullptr;
  net::io_context& context = io_.context;
  const Job before = job_.exchange(Job::kDone, std::memory_order_acq_rel);
  if (before == Job::kAwaited) {
    net::post(context, [this, held = std::move(self)] {
      if (auto waiter = std::move(waiter_)) waiter->resume();
    });
  } else if (self) {
    net::post(context, [held = std::move(self)] {
      if (held->reading_ahead_) held->socket_.cancel();
    });
  }
}

// ---- on the network thread ----

// For a job begun as kRunning: waits until the worker is done; does not wait when it is.
inline Task<> Connection::job_finished() {
  Job state = Job::kRunning;
  if (job_.compare_exchange_strong(state, Job::kAwaited, std::memory_order_acq_rel))
    co_await worker_call();
}

// For a job begun as kAwaited: the worker's call always comes, and must be taken.
inline Task<> Connection::worker_call() {
  const net::use_awaitable_t<Executor> token;
  co_await net::async_initiate<const net::use_awaitable_t<Executor>, void()>(
      [this]<class Handler>(Handler handler) {
        struct Held final : Waiter {
          explicit Held(Handler given) : held(std::move(given)) {}
          void resume() override { std::move(held)(); }
          Handler held;
        };
        waiter_ = std::make_unique<Held>(std::move(handler));
      },
      token);
}

inline Task<bool> Connection::run_handler(const Route& route) {
  route_ = &route;
  work_ = Work::kHandler;
  bool urgent = false;
  if (route.admit) {
    Admission admission = route.admit(request_);
    if (admission.refusal) {
      answer_refusal(std::move(*admission.refusal));
      co_return keep_alive_;
    }
    urgent = admission.urgent;
    turn_ = std::move(admission.turn);
  }
  queued_ = request_.body.empty() ? started_ / 1000 : steady_millis();
  direct_ = !tls_ && in_.empty() && out_.empty();
  all_sent_ = false;
  job_.store(direct_ ? Job::kRunning : Job::kAwaited, std::memory_order_release);
  enter(Phase::kHandling, 0);
  if (!io_.submit(*this, &route, urgent)) {
    job_.store(Job::kDone, std::memory_order_release);
    turn_.reset();
    state_.overloaded.fetch_add(1, std::memory_order_relaxed);
    answer(kOverloaded);
    strikes_.refused(steady_millis());
    co_return keep_alive_;
  }
  strikes_.served();
  bool more = true;
  if (direct_) {
    more = co_await read_ahead();
  } else {
    co_await worker_call();
  }
  if (all_sent_) co_return more;
  if (broken_) co_return false;
  if (stream_) {
    const bool goes_on = co_await stream_body();
    co_return goes_on;
  }
  // A client that asks on and on without reading must not have its answers pile up here.
  if (!rest_.empty() || out_.size() > kCollectBytes) {
    const bool sent = co_await flush();
    if (!sent) co_return false;
  }
  co_return keep_alive_;
}

// Waits for the next request while the worker answers this one. False when none will come.
inline Task<bool> Connection::read_ahead() {
  Input input;
  while (true) {
    reading_ahead_ = true;
    input = co_await receive(kReadSize);
    reading_ahead_ = false;
    if (input != Input::kInterrupted) break;
    if (job_.load(std::memory_order_acquire) == Job::kDone) {
      if (!all_sent_) co_return true;
      if (!goes_on_after_interruption()) co_return false;
    } else if (state_.cutting) {
      break;
    }
  }
  if (job_.load(std::memory_order_acquire) != Job::kDone) co_await job_finished();
  co_return input == Input::kBytes;
}

inline IoStatus Connection::send_plain() {
  while (true) {
    const std::size_t in_out = sent_ < out_.size() ? out_.size() - sent_ : 0;
    const std::size_t in_rest = rest_.size() - (sent_ - std::min(sent_, out_.size()));
    if (in_out + in_rest == 0) break;
    // One part goes the shorter way through the kernel, which only reads what it is given.
    iovec parts[2] = {{out_.data() + (out_.size() - in_out), in_out},
                      {const_cast<char*>(rest_.data()) + (rest_.size() - in_rest), in_rest}};
    msghdr message{};
    message.msg_iov = in_out > 0 ? parts : parts + 1;
    message.msg_iovlen = in_out > 0 && in_rest > 0 ? 2 : 1;
    constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
    const iovec& part = *message.msg_iov;
    const ssize_t sent = message.msg_iovlen == 1
                             ? ::send(socket_.native_handle(), part.iov_base, part.iov_len, kFlags)
                             : ::sendmsg(socket_.native_handle(), &message, kFlags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0)
      return errno == EAGAIN || errno == EWOULDBLOCK ? IoStatus::kWantWrite : IoStatus::kFailed;
    sent_ += static_cast<std::size_t>(sent);
  }
  out_.clear();
  drop_unsent();
  sent_ = 0;
  return IoStatus::kDone;
}

inline IoStatus Connection::send_some() {
  if (!tls_) return send_plain();
  while (sent_ < out_.size() + rest_.size()) {
    const std::string_view bytes = sent_ < out_.size() ? std::string_view(out_).substr(sent_)
                                                       : rest_.substr(sent_ - out_.size());
    const IoResult result = tls_->write(bytes);
    if (result.status != IoStatus::kDone)
      return result.status == IoStatus::kClosed ? IoStatus::kFailed : result.status;
    sent_ += result.bytes;
  }
  out_.clear();
  drop_unsent();
  sent_ = 0;
  return IoStatus::kDone;
}

// What has left for the client and was confirmed by its side, from some fixed point on. Not what
// was handed to the kernel: it keeps megabytes for a client that reads nothing, and takes more only
// when a third of them is gone, which a slow client that keeps to the rate needs minutes for.
inline std::int64_t Connection::taken() {
  int kept = 0;
  if (::ioctl(socket_.native_handle(), SIOCOUTQ, &kept) != 0) kept = 0;
  return static_cast<std::int64_t>(sent_) - kept;
}

// Until when the rest may wait, given when the wait began and what was taken until then.
inline std::int64_t Connection::write_deadline(std::int64_t began, std::int64_t taken_before) {
  const auto rate = static_cast<std::int64_t>(state_.options.min_bytes_per_second);
  const std::int64_t granted = std::max<std::int64_t>(taken() - taken_before, 0) * 1000 / rate;
  return began + state_.options.write_timeout.count + granted;
}

// Sends everything; false when the client is too slow or gone.
inline Task<bool> Connection::flush() {
  const Phase phase = phase_;
  const std::int64_t deadline = deadline_;
  std::int64_t began = 0;
  std::int64_t taken_before = 0;
  while (!broken_) {
    const IoStatus status = send_some();
    if (status == IoStatus::kDone) {
      if (phase_ != phase) enter(phase, deadline);
      co_return true;
    }
    if (status == IoStatus::kFailed) break;
    // What waits for its reader counts; a stream's piece is first seen here.
    if (!charge(held_bytes())) {
      state_.overloaded.fetch_add(1, std::memory_order_relaxed);
      break;
    }
    if (began == 0) {
      began = steady_millis();
      taken_before = taken();
    }
    // Nothing wakes us for what is taken in the meantime, so a deadline that has passed is worked
    // out anew before it counts.
    const std::int64_t until = write_deadline(began, taken_before);
    if (steady_millis() >= until) {
      base::log(base::LogLevel::kWarning, "an answer was cut: its client takes it too slowly",
                {{"route", request_.route_pattern}, {"requestId", request_.id}});
      break;
    }
    enter(Phase::kWriting, until);
    const auto side = status == IoStatus::kWantRead ? Socket::wait_read : Socket::wait_write;
    const auto [error] = co_await socket_.async_wait(side, kAwait);
    if (state_.cutting) break;
    if (error && error != net::error::operation_aborted) break;
  }
  broken_ = true;
  drop_unsent();
  co_return false;
}

inline bool Connection::stopped() const {
  return gone_.load(std::memory_order_relaxed) || state_.cutting.load(std::memory_order_relaxed) ||
         (endless_ && state_.stopping.load(std::memory_order_relaxed));
}

// Sleeps between pieces; false when nobody waits for the next one.
inline Task<bool> Connection::pause(Timer& timer, base::Millis wait) {
  timer.expires_after(std::chrono::milliseconds(wait.count));
  stream_timer_ = &timer;
  if (!stopped()) co_await timer.async_wait(kAwait);
  stream_timer_ = nullptr;
  co_return !stopped();
}

// Has a worker make the next piece; false when the stream must not go on.
inline Task<bool> Connection::stream_piece(Timer& timer) {
  work_ = Work::kStreamPiece;
  enter(Phase::kStreaming, 0);
  while (true) {
    if (stopped()) co_return false;
    job_.store(Job::kAwaited, std::memory_order_release);
    if (io_.submit(*this)) break;
    job_.store(Job::kDone, std::memory_order_release);
    const bool wanted = co_await pause(timer, kStreamRetry);
    if (!wanted) co_return false;
  }
  co_await worker_call();
  const bool overrun = framing_ == Framing::kLength && streamed_ > stream_length_;
  if (overrun || step_.next == Stream::Next::kFail) co_return false;
  const bool sent = co_await flush();
  co_return sent;
}

inline Task<bool> Connection::stream_body() {
  Timer timer(io_.context);
  streamed_ = 0;
  bool whole = false;
  bool goes_on = co_await flush();
  while (goes_on && !whole) {
    goes_on = co_await stream_piece(timer);
    if (!goes_on) break;
    whole = step_.next == Stream::Next::kEnd;
    enter(Phase::kStreaming, 0);
    if (step_.next == Stream::Next::kWait) goes_on = co_await pause(timer, step_.wait);
  }
  stream_.reset();
  // An event stream ends with the server, in good order.
  const bool ended = !whole && endless_ && state_.stopping && !broken_ && !gone_;
  if (framing_ == Framing::kLength && streamed_ != stream_length_) whole = false;
  write_log(streamed_);
  endless_ = false;
  if (!whole && !ended) {
    broken_ = true;
    co_return false;
  }
  if (ended) keep_alive_ = false;
  if (framing_ == Framing::kChunked) out_ += kLastChunk;
  const bool sent = co_await flush();
  co_return sent&& keep_alive_;
}

// Reads and drops what the client still sends, so that the answer is not lost to a reset.
inline Task<> Connection::linger() {
  enter(Phase::kLinger, steady_millis() + kLingerMillis);
  boost::system::error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  in_.release();
  for (std::size_t dropped = 0; dropped < kLingerBytes && !timed_out_ && !state_.cutting;) {
    const auto room = in_.prepare(kReadSize);
    const auto [error, bytes] =
        co_await socket_.async_read_some(net::buffer(room.data(), room.size()), kAwait);
    if (error && error != net::error::operation_aborted) break;
    dropped += bytes;
  }
}

}  // namespace vedette::http
