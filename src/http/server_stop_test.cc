// How a server ends.

#include <gtest/gtest.h>

#include <thread>

#include "http/testing/server_fixture.h"

namespace vedette::http {
namespace {

using testing::Caller;
using testing::TestServer;

const std::string kHealth = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string kWait = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(Stop, RequestsInFlightAreAnsweredAndIdleConnectionsClosed) {
  TestServer server;
  const std::uint16_t port = server.port();
  std::vector<std::unique_ptr<Caller>> idle;
  for (int i = 0; i < 50; ++i) {
    idle.push_back(std::make_unique<Caller>(port));
    if (i % 2 == 0) {
      EXPECT_EQ(idle.back()->ask(kHealth)->status, 200);
    }
  }
  Caller busy(port);
  busy.send(kWait);
  server.gate.wait_for_waiting(1);
  std::thread stopper([&] { EXPECT_TRUE(server.server().stop(base::seconds(20))); });
  for (auto& caller : idle)
    EXPECT_TRUE(caller->ended());
  Caller late(port);
  EXPECT_FALSE(late.connected() && late.ask(kHealth)) << "nothing new is taken";
  server.gate.open();
  const auto answer = busy.read();
  stopper.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "{\"waited\":true}");
  EXPECT_EQ(answer->header("Connection"), "close");
  EXPECT_TRUE(busy.ended());
  EXPECT_EQ(server.server().counts().connections, 0u);
}

TEST(Stop, ARequestThatReachedTheMachineIsAnswered) {
  base::SystemClock clock;
  testing::Gate gate;
  std::vector<Route> routes;
  routes.push_back({.methods = Method::kGet, .pattern = "/health", .handler = [](const Request&) {
                      return Response::json(200, "{}");
                    }});
  ServerOptions options;
  options.listen.push_back({});
  options.io_threads = 1;
  // Errors of the server's own are logged on the network thread, which can be held up there.
  Server server(options, Router(std::move(routes)), clock, [&](const RequestRecord& record) {
    if (record.path == "/nowhere") gate.pass();
  });
  ASSERT_TRUE(server.start().ok());
  const std::uint16_t port = server.addresses().at(0).port;
  Caller idle(port);
  EXPECT_EQ(idle.ask(kHealth)->status, 200);
  Caller holding(port);
  holding.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n");
  gate.wait_for_waiting(1);
  idle.send(kHealth);
  Caller fresh(port);
  fresh.send(kHealth);
  Caller silent(port);
  std::jthread stopper([&] { EXPECT_TRUE(server.stop(base::seconds(20))); });
  // Whichever comes first, the stop or the requests, they are answered.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  gate.open();
  for (Caller* caller : {&holding, &idle, &fresh}) {
    const auto answer = caller->read();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, caller == &holding ? 404 : 200);
  }
  EXPECT_TRUE(silent.ended());
}

TEST(Stop, ARequestStillArrivingMayFinish) {
  TestServer server;
  Caller caller(server.port());
  caller.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nhalf");
  Caller other(server.port());
  EXPECT_EQ(other.ask(kHealth)->status, 200);
  std::thread stopper([&] { EXPECT_TRUE(server.server().stop(base::seconds(20))); });
  EXPECT_TRUE(other.ended());
  const auto answer = caller.ask("half");
  stopper.join();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "halfhalf");
  EXPECT_EQ(answer->header("Connection"), "close");
}

TEST(Stop, AfterTheGraceSlowClientsAreCut) {
  TestServer server;
  Caller half(server.port());
  half.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nhalf");
  Caller unread(server.port(), 4096);
  unread.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  while (server.logged().empty())
    std::this_thread::yield();
  EXPECT_TRUE(server.server().stop(base::Millis{50}));
  EXPECT_FALSE(half.read());
  EXPECT_FALSE(unread.read());
}

TEST(Stop, AHandlerThatDoesNotReturnIsReported) {
  TestServer server;
  Caller caller(server.port());
  caller.send(kWait);
  server.gate.wait_for_waiting(1);
  EXPECT_FALSE(server.server().stop(base::Millis{50}));
  server.gate.open();
}

TEST(Stop, AServerThatNeverStartedOrStoppedTwiceIsFine) {
  base::SystemClock clock;
  {
    Server never({}, Router({}), clock);
    EXPECT_TRUE(never.stop(base::seconds(1)));
  }
  TestServer server;
  EXPECT_TRUE(server.server().stop(base::seconds(1)));
  EXPECT_TRUE(server.server().stop(base::seconds(1)));
}

TEST(Stop, TheDestructorEndsEverythingByItself) {
  std::unique_ptr<Caller> caller;
  {
    TestServer server;
    caller = std::make_unique<Caller>(server.port());
    EXPECT_EQ(caller->ask(kHealth)->status, 200);
  }
  EXPECT_TRUE(caller->ended());
}

}  // namespace
}  // namespace vedette::http
