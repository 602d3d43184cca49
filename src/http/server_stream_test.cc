// Answers that are made piece by piece.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Caller;
using testing::TestServer;

const std::string kHealth = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";

// Gives numbered lines; says when it was destroyed.
class Lines final : public Stream {
 public:
  struct Watch {
    std::atomic<int> pieces{0};
    std::atomic<int> destroyed{0};
    std::atomic<bool> saw_stop{false};
  };
  Lines(Watch& watch, int count, Step between, std::size_t width = 8)
      : watch_(watch), count_(count), between_(between), width_(width) {}
  ~Lines() override { ++watch_.destroyed; }

  Step next(std::string& out, const StopSignal& stop) override {
    if (stop.stopped()) watch_.saw_stop = true;
    if (made_ == count_) return {.next = Next::kEnd};
    std::string line = std::to_string(made_++);
    line.resize(width_ - 1, '.');
    out += line + "\n";
    ++watch_.pieces;
    return between_;
  }

 private:
  Watch& watch_;
  int count_;
  Step between_;
  std::size_t width_;
  int made_ = 0;
};

const Stream::Step kGoOn{.next = Stream::Next::kMore};

std::string gunzip(std::string bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(1u << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

std::vector<Route> streaming(std::function<Response()> make, bool head = false) {
  std::vector<Route> routes;
  routes.push_back({.methods = Method::kGet,
                    .pattern = "/stream",
                    .handler = [make](const Request&) { return make(); },
                    .head_allowed = head});
  return routes;
}

const std::string kStream = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(Streams, AStreamIsChunkedAndTheConnectionGoesOn) {
  Lines::Watch watch;
  TestServer server({}, streaming([&] {
                      return Response::streamed("application/x-ndjson",
                                                std::make_unique<Lines>(watch, 3, kGoOn));
                    }));
  Caller caller(server.port());
  for (int i = 0; i < 3; ++i) {
    const auto answer = caller.ask(kStream);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->header("Transfer-Encoding"), "chunked");
    EXPECT_EQ(answer->header("Content-Length"), std::nullopt);
    EXPECT_EQ(answer->header("Content-Type"), "application/x-ndjson");
    EXPECT_EQ(answer->body, "0......\n1......\n2......\n");
  }
  EXPECT_EQ(caller.ask(kHealth)->status, 200);
  EXPECT_EQ(server.logged(4)[0].bytes, 24u);
}

TEST(Streams, PipelinedStreamsStayInOrder) {
  Lines::Watch watch;
  TestServer server({}, streaming([&] {
                      return Response::streamed("text/plain",
                                                std::make_unique<Lines>(watch, 2, kGoOn));
                    }));
  Caller caller(server.port());
  caller.send(kHealth + kStream + kHealth + kStream);
  EXPECT_EQ(caller.read()->body, "{\"ok\":true}");
  EXPECT_EQ(caller.read()->body, "0......\n1......\n");
  EXPECT_EQ(caller.read()->body, "{\"ok\":true}");
  EXPECT_EQ(caller.read()->body, "0......\n1......\n");
}

TEST(Streams, AnHttpOneZeroClientGetsTheBytesUntilTheClose) {
  Lines::Watch watch;
  TestServer server({}, streaming([&] {
                      return Response::streamed("text/plain",
                                                std::make_unique<Lines>(watch, 2, kGoOn));
                    }));
  Caller caller(server.port());
  const auto answer = caller.ask("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->header("Transfer-Encoding"), std::nullopt);
  EXPECT_EQ(answer->header("Connection"), "close");
  EXPECT_EQ(answer->body, "0......\n1......\n");
}

TEST(Streams, HeadOfAStreamHasNoBodyAndNeverStartsIt) {
  Lines::Watch watch;
  TestServer server({}, streaming(
                            [&] {
                              return Response::streamed("text/plain",
                                                        std::make_unique<Lines>(watch, 2, kGoOn));
                            },
                            true));
  Caller caller(server.port());
  caller.send("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(caller.read(true)->status, 200);
  EXPECT_EQ(caller.ask(kHealth)->body, "{\"ok\":true}");
  EXPECT_EQ(watch.pieces, 0);
  EXPECT_EQ(watch.destroyed, 1);
}

TEST(Streams, ASlowReaderHoldsOnePieceAndNoWorker) {
  Lines::Watch watch;
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  TestServer server(options, streaming([&] {
                      return Response::streamed(
                          "text/plain", std::make_unique<Lines>(watch, 1000, kGoOn, 64u * 1024));
                    }));
  Caller slow(server.port(), 4096);
  slow.send(kStream);
  ASSERT_TRUE(slow.wait_for("0..."));
  // With the one worker free for others, the stream still stands where the reader stands.
  Caller other(server.port());
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(other.ask(kHealth)->status, 200);
  EXPECT_LT(watch.pieces, 200) << "64 MiB were made for a reader that took a few KiB";
  slow.close();
  while (watch.destroyed == 0)
    ASSERT_EQ(other.ask(kHealth)->status, 200);
}

TEST(Streams, AnEventStreamNoticesThatItsReaderLeft) {
  Lines::Watch watch;
  TestServer server(
      TestServer::quick(), streaming([&] {
        return Response::events(std::make_unique<Lines>(
            watch, 1'000'000, Stream::Step{Stream::Next::kWait, base::seconds(3600)}));
      }));
  {
    Caller caller(server.port());
    caller.send(kStream);
    ASSERT_TRUE(caller.wait_for("0......\n"));
    EXPECT_NE(caller.input().find("Content-Type: text/event-stream"), std::string::npos);
    EXPECT_EQ(watch.destroyed, 0);
  }
  while (watch.destroyed == 0)
    std::this_thread::yield();
  EXPECT_EQ(watch.pieces, 1);
}

TEST(Streams, AWaitingStreamIsAskedAgain) {
  Lines::Watch watch;
  TestServer server(
      {}, streaming([&] {
        return Response::streamed(
            "text/plain",
            std::make_unique<Lines>(watch, 3, Stream::Step{Stream::Next::kWait, base::Millis{5}}));
      }));
  Caller caller(server.port());
  EXPECT_EQ(caller.ask(kStream)->body, "0......\n1......\n2......\n");
}

class Failing final : public Stream {
 public:
  explicit Failing(bool by_exception) : by_exception_(by_exception) {}
  Step next(std::string& out, const StopSignal&) override {
    if (!std::exchange(first_, false)) {
      if (by_exception_) throw std::runtime_error("the stream fails");
      return {.next = Next::kFail};
    }
    out += "begin";
    return kGoOn;
  }

 private:
  bool first_ = true;
  bool by_exception_;
};

TEST(Streams, AFailingStreamIsABrokenAnswerNotAShortOne) {
  for (const bool by_exception : {false, true}) {
    TestServer server({}, streaming([&] {
                        return Response::streamed("text/plain",
                                                  std::make_unique<Failing>(by_exception));
                      }));
    Caller caller(server.port());
    caller.send(kStream);
    EXPECT_TRUE(caller.wait_for("begin"));
    EXPECT_FALSE(caller.read()) << "the last chunk must be missing";
    Caller other(server.port());
    EXPECT_EQ(other.ask(kHealth)->status, 200);
  }
}

TEST(Streams, AStreamOfKnownLengthThatBreaksItsWordCutsTheConnection) {
  Lines::Watch watch;
  TestServer server({}, streaming([&] {
                      Response response = Response::streamed(
                          "text/plain", std::make_unique<Lines>(watch, 2, kGoOn));
                      response.stream_length = 17;
                      return response;
                    }));
  Caller caller(server.port());
  caller.send(kStream);
  EXPECT_FALSE(caller.read());
}

TEST(Streams, AFileIsSentWithItsLength) {
  char name[] = "http_stream_test_XXXXXX";
  const int made = ::mkstemp(name);
  ASSERT_GE(made, 0);
  ::close(made);
  std::string content(300'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i)
    content[i] = static_cast<char>(i * 31 >> 3);
  std::ofstream(name, std::ios::binary) << content;
  const std::string path = name;
  TestServer server({}, streaming(
                            [&] {
                              auto response = Response::file(path, "application/octet-stream");
                              return response ? std::move(*response) : Response::json(404, "{}");
                            },
                            true));
  Caller caller(server.port());
  const auto answer = caller.ask(kStream);
  std::remove(name);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->header("Content-Length"), "300000");
  EXPECT_EQ(answer->header("Transfer-Encoding"), std::nullopt);
  EXPECT_TRUE(answer->body == content);
  EXPECT_EQ(caller.ask(kStream)->status, 404);
  EXPECT_FALSE(Response::file("/", "text/plain"));
}

TEST(Streams, StoppingTheServerEndsEventStreamsInGoodOrder) {
  Lines::Watch watch;
  TestServer server(
      TestServer::quick(), streaming([&] {
        return Response::events(std::make_unique<Lines>(
            watch, 1'000'000, Stream::Step{Stream::Next::kWait, base::seconds(3600)}));
      }));
  Caller caller(server.port());
  caller.send(kStream);
  ASSERT_TRUE(caller.wait_for("0......\n"));
  std::thread stopper([&] { EXPECT_TRUE(server.server().stop(base::seconds(20))); });
  const auto answer = caller.read();
  stopper.join();
  ASSERT_TRUE(answer) << "the last chunk must be there";
  EXPECT_EQ(answer->body, "0......\n");
  EXPECT_EQ(watch.destroyed, 1);
}

// More than the kernel takes for a client that reads nothing, in pieces that it takes whole or not.
Response long_stream(Lines::Watch& watch) {
  return Response::streamed("text/plain", std::make_unique<Lines>(watch, 4000, kGoOn, 2048));
}

TEST(Streams, AClientThatKeepsToTheRateIsNotCutHoweverMuchTheKernelHoldsForIt) {
  ServerOptions options = TestServer::quick();
  options.write_timeout = base::Millis{300};
  options.min_bytes_per_second = 16u * 1024;
  Lines::Watch watch;
  TestServer server(options, streaming([&] { return long_stream(watch); }));
  testing::PlainChannel channel(server.port(), 4096);
  channel.put("GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  // About 4 KiB each time: twenty times the rate.
  const auto begin = std::chrono::steady_clock::now();
  std::string taken;
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(800)) {
    taken += channel.receive();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (std::string more = channel.receive(); !more.empty(); more = channel.receive())
    taken += more;
  EXPECT_GT(taken.size(), 4000u * 2048);
  EXPECT_TRUE(taken.ends_with("\r\n0\r\n\r\n")) << "the stream must be whole";
}

TEST(Streams, AClientThatReadsNothingIsCutWhateverTheKernelHoldsForIt) {
  ServerOptions options = TestServer::quick();
  options.write_timeout = base::Millis{100};
  options.min_bytes_per_second = 32u * 1024;  // the kernel's megabytes would grant a minute
  Lines::Watch watch;
  TestServer server(options, streaming([&] { return long_stream(watch); }));
  Caller caller(server.port(), 4096);
  const auto begin = std::chrono::steady_clock::now();
  caller.send(kStream);
  server.logged(1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_LT(watch.pieces, 4000);
  EXPECT_FALSE(caller.read()) << "the answer must be cut, not whole";
}

TEST(ServerStream, AStreamIsCompressedWhenTheClientAsksForIt) {
  Lines::Watch watch;
  TestServer server({}, streaming([&] {
                      return Response::streamed("application/x-ndjson",
                                                std::make_unique<Lines>(watch, 2000, kGoOn));
                    }));
  Caller caller(server.port());
  const auto plain = caller.ask("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto small = caller.ask("GET /stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
  ASSERT_TRUE(plain && small);
  EXPECT_EQ(plain->header("Content-Encoding"), std::nullopt);
  EXPECT_EQ(plain->header("Vary"), "Accept-Encoding");
  EXPECT_EQ(small->header("Content-Encoding"), "gzip");
  EXPECT_EQ(gunzip(small->body), plain->body);
}

}  // namespace
}  // namespace vedette::http
