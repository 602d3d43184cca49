// Slow, silent and too many clients.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "http/peer_counts.h"
#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Caller;
using testing::Gate;
using ::testing::HasSubstr;
using testing::TestServer;

const std::string kHealth = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string kWait = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(Limits, AHeadThatDoesNotArriveInTimeIsA408) {
  ServerOptions options = TestServer::quick();
  options.head_timeout = base::Millis{100};
  TestServer server(options);
  Caller caller(server.port());
  caller.send("GET /health HTTP/1.1\r\nHost: ");
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
  EXPECT_THAT(answer->body, HasSubstr("REQUEST_TIMEOUT"));
  EXPECT_EQ(answer->header("Connection"), "close");
  EXPECT_TRUE(caller.ended());
}

TEST(Limits, DroppingHeaderBytesOneByOneDoesNotHelp) {
  ServerOptions options = TestServer::quick();
  options.head_timeout = base::Millis{200};
  TestServer server(options);
  Caller caller(server.port());
  caller.send("GET /health HTTP/1.1\r\nHost: x\r\n");
  std::atomic<bool> answered{false};
  std::thread slow([&] {
    while (!answered && caller.send("X: y\r\n"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  const auto answer = caller.read();
  answered = true;
  slow.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
}

TEST(Limits, ARouteMayRefuseBeforeARequestWaitsAndHoldsATurnUntilItHasRun) {
  std::atomic<int> turns{0};
  Route guarded{.methods = Method::kPost, .pattern = "/guarded"};
  guarded.handler = [&](const Request& request) {
    return Response::json(200, request.body + std::to_string(turns.load()));
  };
  guarded.slow = true;
  guarded.admit = [&](const Request& request) {
    Admission admission;
    if (request.body == "no") {
      admission.refusal = Response::json(429, "{\"later\":true}");
      admission.refusal->set("Retry-After", "7");
    } else {
      ++turns;
      admission.turn = std::shared_ptr<void>(&turns, [&](void*) { --turns; });
    }
    return admission;
  };
  TestServer server(TestServer::quick(), {guarded});
  const auto post = [](const std::string& body) {
    return "POST /guarded HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  };
  Caller caller(server.port());
  caller.send(post("no"));
  const auto refused = caller.read();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 429);
  EXPECT_EQ(refused->header("Retry-After"), "7");
  EXPECT_EQ(refused->body, "{\"later\":true}");
  caller.send(post("yes"));
  const auto answered = caller.read();
  ASSERT_TRUE(answered) << "the connection stays";
  EXPECT_EQ(answered->body, "yes1");
  EXPECT_EQ(turns, 0) << "the turn ends before the answer";
  EXPECT_EQ(server.logged(2)[0].status, 429);
}

TEST(Limits, ABodyThatStallsIsA408) {
  ServerOptions options = TestServer::quick();
  options.body_timeout = base::Millis{100};
  TestServer server(options);
  Caller caller(server.port());
  const auto answer = caller.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
  EXPECT_TRUE(caller.ended());
}

TEST(Limits, AnIdleConnectionIsClosedWithoutAWord) {
  ServerOptions options = TestServer::quick();
  options.idle_timeout = base::Millis{100};
  TestServer server(options);
  Caller silent(server.port());
  EXPECT_TRUE(silent.ended());
  Caller used(server.port());
  EXPECT_EQ(used.ask(kHealth)->status, 200);
  EXPECT_TRUE(used.ended());
}

TEST(Limits, AConnectionThatGaveItsMemoryBackStillServes) {
  TestServer server(TestServer::quick());
  Caller caller(server.port());
  EXPECT_EQ(caller.ask(kHealth)->status, 200);
  // Longer than the server waits before it takes the buffers of an idle connection.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(caller.ask(kHealth)->body, "{\"ok\":true}");
  EXPECT_EQ(caller.ask(kHealth)->body, "{\"ok\":true}");
}

TEST(Limits, AReaderThatDoesNotReadIsCut) {
  ServerOptions options = TestServer::quick();
  options.write_timeout = base::Millis{100};
  options.min_bytes_per_second = 1u << 30;
  TestServer server(options);
  Caller caller(server.port(), 4096);
  caller.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  server.logged(1);
  Caller other(server.port());
  EXPECT_EQ(other.ask(kHealth)->status, 200);
  while (server.server().counts().connections > 1)
    EXPECT_EQ(other.ask(kHealth)->status, 200);
  EXPECT_FALSE(caller.read()) << "the answer must be cut, not whole";
}

TEST(Limits, NoMoreAnswersAreMadeForAClientThatReadsNone) {
  ServerOptions options = TestServer::quick();
  options.write_timeout = base::Millis{100};
  options.min_bytes_per_second = 1u << 30;
  std::vector<Route> extra;
  extra.push_back({.methods = Method::kGet, .pattern = "/p", .handler = [](const Request&) {
                     return Response::json(200, std::string(60'000, 'p'));
                   }});
  TestServer server(options, std::move(extra));
  Caller caller(server.port(), 4096);
  // All in one read; the answers together are more than the kernel takes for the client.
  constexpr std::size_t kRequests = 130;
  std::string burst;
  for (std::size_t i = 0; i < kRequests; ++i)
    burst += "GET /p HTTP/1.1\r\nHost:x\r\n\r\n";
  caller.send(burst);
  server.logged(1);
  Caller other(server.port());
  std::size_t asked = 0;
  do {
    EXPECT_EQ(other.ask(kHealth)->status, 200);
    ++asked;
  } while (server.server().counts().connections > 1);
  EXPECT_LT(server.logged(asked).size() - asked, kRequests) << "answers that nobody takes";
}

TEST(Limits, ASlowReaderGetsItsWholeAnswer) {
  TestServer server(TestServer::quick());
  Caller caller(server.port(), 4096);
  const auto answer = caller.ask("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), 8u << 20);
  EXPECT_EQ(caller.ask(kHealth)->status, 200);
}

TEST(Limits, SlowRoutesHoldUpNoOther) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  options.slow_workers = 1;
  options.max_queued = 2;
  Gate slow_gate;
  std::vector<Route> extra;
  extra.push_back({.methods = Method::kGet,
                   .pattern = "/slow",
                   .handler =
                       [&](const Request&) {
                         slow_gate.pass();
                         return Response::json(200, "{}");
                       },
                   .slow = true});
  TestServer server(options, std::move(extra));
  Caller slow[3] = {Caller(server.port()), Caller(server.port()), Caller(server.port())};
  slow[0].send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  slow_gate.wait_for_waiting(1);
  for (Caller* caller : {&slow[1], &slow[2]})
    caller->send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  while (server.server().counts().queued < 2)
    std::this_thread::yield();
  Caller other(server.port());
  EXPECT_EQ(other.ask(kHealth)->status, 200);
  EXPECT_EQ(other.ask("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")->status, 503)
      << "their queue is bounded as well";
  EXPECT_EQ(other.ask(kHealth)->status, 200);
  slow_gate.open();
  for (Caller& caller : slow)
    EXPECT_EQ(caller.read()->status, 200);
}

TEST(Limits, PathAndMethodAreJudgedBeforeTheSize) {
  TestServer server(TestServer::quick());
  for (const auto& [path, status] : {std::pair("/nowhere", 404), std::pair("/health", 405)}) {
    Caller caller(server.port());
    const auto answer = caller.ask(std::string("POST ") + path +
                                   " HTTP/1.1\r\nHost: x\r\nContent-Length: 99000000\r\n\r\n");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, status);
    EXPECT_EQ(answer->header("Connection"), "close");
    EXPECT_TRUE(caller.ended());
  }
}

TEST(Limits, AFullQueueIsA503AtOnceAndTheConnectionLivesOn) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  options.max_queued = 2;
  options.retry_after_seconds = 3;
  TestServer server(options);
  Caller running(server.port());
  running.send(kWait);
  server.gate.wait_for_waiting(1);
  Caller queued[2] = {Caller(server.port()), Caller(server.port())};
  for (Caller& caller : queued)
    caller.send(kHealth);
  while (server.server().counts().queued < 2)
    std::this_thread::yield();
  Caller shed(server.port());
  const auto answer = shed.ask(kHealth);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_THAT(answer->body, HasSubstr("\"code\":\"OVERLOADED\""));
  EXPECT_EQ(answer->header("Retry-After"), "3");
  EXPECT_EQ(answer->header("Connection"), std::nullopt);
  EXPECT_EQ(server.server().counts().overloaded, 1u);
  server.gate.open();
  EXPECT_EQ(running.read()->status, 200);
  for (Caller& caller : queued)
    EXPECT_EQ(caller.read()->status, 200);
  EXPECT_EQ(shed.ask(kHealth)->status, 200);
}

TEST(Limits, AClientThatRetriesAtOnceIsMadeToWaitAndThenAnswered) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  options.max_queued = 1;
  options.retry_after_seconds = 1;
  TestServer server(options);
  Caller running(server.port());
  running.send(kWait);
  server.gate.wait_for_waiting(1);
  Caller queued(server.port());
  queued.send(kHealth);
  while (server.server().counts().queued < 1)
    std::this_thread::yield();
  Caller impatient(server.port());
  std::uint64_t refusals = 0;
  while (server.server().counts().held_back == 0) {
    impatient.send(kHealth);
    while (server.server().counts().overloaded == refusals &&
           server.server().counts().held_back == 0)
      std::this_thread::yield();
    if (server.server().counts().held_back > 0) break;
    EXPECT_EQ(impatient.read()->status, 503);
    ++refusals;
  }
  EXPECT_GE(refusals, 12u);
  server.gate.open();
  EXPECT_EQ(impatient.read()->status, 200) << "there is room by the time it was told to come";
  EXPECT_EQ(running.read()->status, 200);
  EXPECT_EQ(queued.read()->status, 200);
}

TEST(Limits, ARequestThatWaitedTooLongInTheQueueIsShed) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  options.queue_timeout = base::Millis{50};
  TestServer server(options);
  Caller running(server.port());
  running.send(kWait);
  server.gate.wait_for_waiting(1);
  Caller waiting(server.port());
  waiting.send(kHealth);
  while (server.server().counts().queued < 1)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  server.gate.open();
  EXPECT_EQ(running.read()->status, 200);
  const auto answer = waiting.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->header("Retry-After"), "1");
}

TEST(Limits, ConnectionsPastTheLimitAreToldSoAndClosed) {
  ServerOptions options = TestServer::quick();
  options.max_connections = 2;
  TestServer server(options);
  {
    Caller first(server.port());
    Caller second(server.port());
    EXPECT_EQ(first.ask(kHealth)->status, 200);
    EXPECT_EQ(second.ask(kHealth)->status, 200);
    Caller third(server.port());
    const auto answer = third.ask(kHealth);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 503);
    EXPECT_THAT(answer->body, HasSubstr("OVERLOADED"));
    EXPECT_EQ(answer->header("Retry-After"), "1");
    EXPECT_EQ(answer->header("Connection"), "close");
    EXPECT_TRUE(third.ended());
    EXPECT_EQ(first.ask(kHealth)->status, 200);
  }
  while (server.server().counts().connections > 0)
    std::this_thread::yield();
  Caller again(server.port());
  EXPECT_EQ(again.ask(kHealth)->status, 200);
}

TEST(Limits, BodiesThatTogetherHoldTooMuchMemoryAreRefused) {
  ServerOptions options = TestServer::quick();
  options.max_buffered_bytes = 1u << 20;
  TestServer server(options);
  Caller holder(server.port());
  holder.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 900001\r\n\r\n" +
              std::string(900'000, 'a'));
  while (server.server().counts().buffered_bytes < 900'000)
    std::this_thread::yield();
  Caller caller(server.port());
  caller.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n");
  caller.send(std::string(500'000, 'a'));
  const auto answer = caller.read();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 503);
  EXPECT_EQ(answer->header("Retry-After"), "1");
  // Small requests are not touched, and the one that came first is served.
  Caller small(server.port());
  EXPECT_EQ(small.ask(kHealth)->status, 200);
  EXPECT_EQ(holder.ask("z")->body.size(), 900'001u);
  holder.close();
  caller.close();
  while (server.server().counts().buffered_bytes > 0)
    std::this_thread::yield();
}

TEST(Limits, AnswersThatNobodyTakesTogetherHoldNoMoreThanTheLimit) {
  ServerOptions options = TestServer::quick();
  options.max_buffered_bytes = 20u << 20;
  TestServer server(options);
  const std::string ask = "GET /big HTTP/1.1\r\nHost: x\r\n\r\n";  // 8 MiB
  std::vector<std::unique_ptr<Caller>> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(std::make_unique<Caller>(server.port(), 4096));
    slow.back()->send(ask);
  }
  server.logged(10);
  EXPECT_EQ(server.server().counts().overloaded, 8u) << "there is room for two";
  EXPECT_LE(server.server().counts().buffered_bytes, options.max_buffered_bytes);
  // Nobody was given a shortened answer that looks whole; those with room get theirs.
  int whole = 0;
  for (auto& each : slow) {
    const auto answer = each->read();
    if (!answer || answer->status == 503) continue;
    EXPECT_EQ(answer->body.size(), 8u << 20);
    ++whole;
  }
  EXPECT_EQ(whole, 2);
  while (server.server().counts().buffered_bytes > 0)
    std::this_thread::yield();
  Caller next(server.port());
  EXPECT_EQ(next.ask(ask)->body.size(), 8u << 20) << "the room is free again";
}

TEST(Limits, StreamsThatNobodyReadsCountAsWell) {
  ServerOptions options = TestServer::quick();
  options.max_buffered_bytes = 1u << 20;
  class Endless final : public Stream {
    Step next(std::string& out, const StopSignal&) override {
      out.append(256u << 10, 's');
      return {.next = Next::kMore};
    }
  };
  std::vector<Route> extra;
  extra.push_back({.methods = Method::kGet, .pattern = "/stream", .handler = [](const Request&) {
                     return Response::streamed("text/plain", std::make_unique<Endless>());
                   }});
  TestServer server(options, std::move(extra));
  std::vector<std::unique_ptr<Caller>> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(std::make_unique<Caller>(server.port(), 4096));
    slow.back()->send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  // A piece is a little more than 256 KiB on its way: three have room.
  while (server.server().counts().overloaded < 7)
    std::this_thread::yield();
  EXPECT_LE(server.server().counts().overloaded, 7u);
}

TEST(Limits, ConstantAnswersAreHeldOnceHoweverManyWaitForThem) {
  static const std::string constant(8u << 20, 'c');
  ServerOptions options = TestServer::quick();
  options.max_buffered_bytes = 1u << 20;
  std::vector<Route> extra;
  extra.push_back({.methods = Method::kGet,
                   .pattern = "/constant",
                   .handler =
                       [](const Request& request) {
                         return Response::constant_text(request, "application/json", constant,
                                                        "zipped");
                       },
                   .head_allowed = true});
  TestServer server(options, std::move(extra));
  std::vector<std::unique_ptr<Caller>> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(std::make_unique<Caller>(server.port(), 4096));
    slow.back()->send("GET /constant HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  server.logged(10);
  EXPECT_EQ(server.server().counts().buffered_bytes, 0u);
  for (auto& each : slow)
    EXPECT_EQ(each->read()->body, constant);
  const auto zipped =
      slow[0]->ask("GET /constant HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
  EXPECT_EQ(zipped->body, "zipped");
  EXPECT_EQ(zipped->header("Content-Encoding"), "gzip");
  slow[0]->send("HEAD /constant HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(slow[0]->read(true)->header("Content-Length"), std::to_string(constant.size()));
  EXPECT_EQ(slow[0]->ask(kHealth)->status, 200) << "and nothing follows the head";
}

TEST(Limits, TwoThousandIdleConnectionsDoNotDisturbOthers) {
  TestServer server(TestServer::quick());
  std::vector<std::unique_ptr<Caller>> idle;
  for (int i = 0; i < 2000; ++i) {
    idle.push_back(std::make_unique<Caller>(server.port()));
    ASSERT_TRUE(idle.back()->connected()) << i;
    if (i % 2 == 0) idle.back()->send("GET /health HTTP/1.1\r\nHost");
  }
  Caller caller(server.port());
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(caller.ask(kHealth)->status, 200);
  while (server.server().counts().connections < 2001)
    std::this_thread::yield();
  // The half-sent ones are requests like any other once they are finished.
  for (std::size_t i = 0; i < idle.size(); i += 100)
    EXPECT_EQ(idle[i]->ask(": x\r\n\r\n")->status, 200);
}

TEST(Limits, SlowClientsDoNotHoldWorkers) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  TestServer server(options);
  std::vector<std::unique_ptr<Caller>> slow;
  for (int i = 0; i < 20; ++i) {
    slow.push_back(std::make_unique<Caller>(server.port(), 4096));
    slow.back()->send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  Caller caller(server.port());
  for (int i = 0; i < 50; ++i)
    ASSERT_EQ(caller.ask(kHealth)->status, 200);
}

TEST(Limits, OneAddressDoesNotTakeAllConnections) {
  ServerOptions options = TestServer::quick();
  options.max_connections_per_address = 2;
  TestServer server(options);
  Caller first(server.port());
  {
    Caller second(server.port());
    EXPECT_EQ(first.ask(kHealth)->status, 200);
    EXPECT_EQ(second.ask(kHealth)->status, 200);
    Caller third(server.port());
    const auto answer = third.read();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 503);
    EXPECT_TRUE(third.ended());
  }
  // The place of a connection that is gone is free again, within a moment.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (true) {
    Caller next(server.port());
    const auto answer = next.ask(kHealth);
    if (answer && answer->status == 200) break;
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
  }
}

TEST(Limits, ATrustedProxyHasNoLimitOfItsOwn) {
  ServerOptions options = TestServer::quick();
  options.max_connections_per_address = 1;
  const auto proxies = TrustedProxies::parse({"127.0.0.1"});
  ASSERT_TRUE(proxies.ok());
  options.trusted_proxies = *proxies;
  TestServer server(options);
  Caller first(server.port());
  Caller second(server.port());
  EXPECT_EQ(first.ask(kHealth)->status, 200);
  EXPECT_EQ(second.ask(kHealth)->status, 200);
}

TEST(Limits, AProbeIsAnsweredWhileEveryWorkerIsStuck) {
  ServerOptions options = TestServer::quick();
  options.workers = 1;
  TestServer server(options, {{.methods = Method::kGet,
                               .pattern = "/probe",
                               .handler = [](const Request&) { return Response::json(200, "{}"); },
                               .probe = true}});
  Caller stuck(server.port());
  Caller queued(server.port());
  stuck.send(kWait);
  server.gate.wait_for_waiting(1);
  queued.send(kWait);
  Caller caller(server.port());
  const auto answer = caller.ask("GET /probe HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  server.gate.open();
  EXPECT_EQ(stuck.read()->status, 200);
}

TEST(Limits, AddressesOfOneSubscriberCountTogether) {
  PeerCounts counts;
  const auto at = [](const char* text) { return *IpAddress::parse(text); };
  EXPECT_TRUE(counts.add(at("2a00:1450:1:2::1"), 1));
  EXPECT_FALSE(counts.add(at("2a00:1450:1:2:ffff::9"), 1));
  EXPECT_TRUE(counts.add(at("2a00:1450:1:3::1"), 1));
  EXPECT_TRUE(counts.add(at("192.0.2.1"), 1));
  EXPECT_FALSE(counts.add(at("::ffff:192.0.2.1"), 1));
  EXPECT_EQ(counts.peers(), 3u);
  counts.remove(at("192.0.2.1"));
  EXPECT_EQ(counts.peers(), 2u);
}

}  // namespace
}  // namespace vedette::http
