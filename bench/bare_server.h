#pragma once

// The yardstick of http_bench: Asio coroutines, Beast's request parser, one fixed answer written in
// one go. No routes, no workers, no limits, no timeouts, no log.

#include <sys/socket.h>

#include <boost/asio.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace vedette::bench {

namespace net = boost::asio;
namespace beast_http = boost::beast::http;
using Executor = net::io_context::executor_type;
template <class T = void>
using Task = net::awaitable<T, Executor>;
using Socket = net::basic_stream_socket<net::ip::tcp, Executor>;
using Acceptor = net::basic_socket_acceptor<net::ip::tcp, Executor>;
inline constexpr net::as_tuple_t<net::use_awaitable_t<Executor>> kAwait{};

inline Task<> bare_session(Socket socket, const std::string& body) {
  boost::beast::flat_buffer buffer;
  std::string out;
  while (true) {
    beast_http::request_parser<beast_http::string_body> parser;
    parser.eager(true);
    while (!parser.is_done()) {
      if (buffer.size() > 0) {
        boost::system::error_code error;
        buffer.consume(parser.put(buffer.data(), error));
        if (error && error != beast_http::error::need_more) co_return;
        if (parser.is_done()) break;
      }
      if (!out.empty()) {
        std::size_t sent = 0;
        while (sent < out.size()) {
          const auto [error, bytes] = co_await socket.async_write_some(
              net::buffer(out.data() + sent, out.size() - sent), kAwait);
          if (error) co_return;
          sent += bytes;
        }
        out.clear();
      }
      const auto [error, bytes] = co_await socket.async_read_some(buffer.prepare(8192), kAwait);
      if (error) co_return;
      buffer.commit(bytes);
    }
    out += "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
    out += std::to_string(body.size());
    out += "\r\n\r\n";
    out += body;
  }
}

inline Task<> bare_accept(Acceptor& acceptor, const std::string& body) {
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (error) co_return;
    boost::system::error_code ignored;
    socket.set_option(net::ip::tcp::no_delay(true), ignored);
    net::co_spawn(acceptor.get_executor(), bare_session(std::move(socket), body), net::detached);
  }
}

// Serves for ever; tells the port first.
template <class Tell>
[[noreturn]] void run_bare_server(unsigned threads, const std::string& body, Tell tell) {
  std::vector<std::unique_ptr<net::io_context>> contexts;
  std::vector<std::unique_ptr<Acceptor>> acceptors;
  std::vector<std::thread> running;
  net::ip::tcp::endpoint endpoint(net::ip::make_address("127.0.0.1"), 0);
  for (unsigned i = 0; i < threads; ++i) {
    contexts.push_back(std::make_unique<net::io_context>(1));
    acceptors.push_back(std::make_unique<Acceptor>(*contexts.back()));
    Acceptor& acceptor = *acceptors.back();
    acceptor.open(endpoint.protocol());
    const int on = 1;
    ::setsockopt(acceptor.native_handle(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    acceptor.bind(endpoint);
    acceptor.listen();
    endpoint.port(acceptor.local_endpoint().port());
    net::co_spawn(*contexts.back(), bare_accept(acceptor, body), net::detached);
  }
  tell(endpoint.port());
  for (auto& context : contexts)
    running.emplace_back([&context] { context->run(); });
  for (auto& thread : running)
    thread.join();
  std::_Exit(0);
}

}  // namespace vedette::bench
