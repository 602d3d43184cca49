#include "api/monitoring/event_stream.h"

#include <gtest/gtest.h>

#include "api/monitoring/queue_endpoints.h"
#include "api/request/bearer.h"
#include "http/router.h"
#include "service/access/console_sessions.h"
#include "service/monitoring/match_rows.h"
#include "service/testing/sign_in_fixture.h"

namespace vedette::api {
namespace {

using Next = http::Stream::Next;

class NeverStopped final : public http::StopSignal {
 public:
  bool stopped() const override { return false; }
};

// Streams over a ledger of their own; the steps that the server would make are made by hand.
class EventStreams : public service::SignInFixture {
 protected:
  void SetUp() override {
    SignInFixture::SetUp();
    add_bank();
    created_ = std::make_unique<service::CreatedToken>(create().value());
  }

  http::Response get(const std::string& header, const std::string& value,
                     const std::string& last_seen = "") {
    // None serves: streams tell what happened, and need no profile.
    service::Generations generations(*catalogue::Store::open(testing::TempDir()),
                                     [] { return std::shared_ptr<const catalogue::Catalogue>(); });
    http::Router router(queue_routes(*tokens_, *ledger_, generations, clock_));
    http::Request request;
    request.method = http::Method::kGet;
    request.set_target("/monitoring/events/stream");
    request.add_header(header, value);
    request.add_header("X-Vedette-Console", "1");
    if (!last_seen.empty()) request.add_header("Last-Event-ID", last_seen);
    return router.resolve(request).route->handler(request);
  }
  http::Response open_after(const std::string& last_seen) {
    return get("Authorization", "Bearer " + created_->access_token, last_seen);
  }
  http::Response open_stream() { return get("Authorization", "Bearer " + created_->access_token); }

  void happen() {
    const auto project = accounts_->find_project(operator_, "bank");
    const auto written = ledger_->write(
        operator_.project(project->id), [&](ledger::ProjectWriter& writer) -> base::Result<void> {
          writer.audit({"record.created", "user:1", "req-1", "{}", 0});
          return service::append_events(writer, {{"match.created", "{}"}}, clock_.now());
        });
    ASSERT_TRUE(written.ok()) << written.error().message;
  }

  // Something happens in the project, and the stream is asked for what it has to tell.
  Next step(http::Response& response) {
    happen();
    told_.clear();
    const http::Stream::Step step = response.stream->next(told_, never_);
    EXPECT_LE(step.wait.count, 500) << "each second holds a look, also after a remembered token";
    return step.next;
  }
  void expect_open(http::Response& response) {
    EXPECT_EQ(step(response), Next::kWait);
    EXPECT_NE(told_.find("event: match.created"), std::string::npos);
  }
  // In good order, and without a word of what happened since.
  void expect_ended(http::Response& response) {
    EXPECT_EQ(step(response), Next::kEnd);
    EXPECT_EQ(told_, "");
  }

  const service::Caller caller_{"192.0.2.1", "req-1"};
  std::unique_ptr<service::CreatedToken> created_;
  std::string told_;
  NeverStopped never_;
};

INSTANTIATE_TEST_SUITE_P(Store, EventStreams, testing::Values(ledger::testing::StoreKind::kSqlite),
                         ledger::testing::store_name);

TEST_P(EventStreams, WhoseCursorIsTooOldAreRefused) {
  for (int i = 0; i < 3; ++i)
    happen();
  run(*connect(), "delete from events where sequence <= 2");
  EXPECT_EQ(open_after("1").status, 410);
  EXPECT_EQ(open_after("2").status, 200);
  EXPECT_EQ(open_after("4").status, 400);
}

TEST_P(EventStreams, EndWithTheTokenThatOpenedThem) {
  http::Response stream = open_stream();
  expect_open(stream);
  clock_.advance(lifetimes_.access);
  expect_ended(stream);
}

TEST_P(EventStreams, EndWhenTheirTokenIsRevokedAndOthersOfTheUserGoOn) {
  http::Response revoked = open_stream();
  const auto other = create();
  http::Response kept = get("Authorization", "Bearer " + other->access_token);
  expect_open(revoked);
  ASSERT_TRUE(sign_in_
                  ->revoke({created_->access_token, std::to_string(created_->client_id),
                            created_->client_secret, caller_})
                  .ok());
  expect_ended(revoked);
  expect_open(kept);
  EXPECT_EQ(open_stream().status, 401);
}

TEST_P(EventStreams, EndWhenTheirUserIsDisabled) {
  http::Response stream = open_stream();
  expect_open(stream);
  ASSERT_TRUE(accounts_->set_user_disabled(operator_, "bank", "ann", true).ok());
  expect_ended(stream);
}

TEST_P(EventStreams, EndWhenTheirProjectIsDisabled) {
  http::Response stream = open_stream();
  expect_open(stream);
  ASSERT_TRUE(accounts_->set_project_disabled(operator_, "bank", true).ok());
  expect_ended(stream);
}

TEST_P(EventStreams, EndWhenTheirConsoleSessionIsSignedOut) {
  const auto session = sign_in_->open_session({"bank", "ann", kPassword, caller_});
  ASSERT_TRUE(session.ok());
  const std::string cookie = "vedette=" + session->access_token;
  http::Response stream = get("Cookie", cookie);
  expect_open(stream);
  service::ConsoleSessions sessions(*ledger_, clock_, lifetimes_.console_idle);
  ASSERT_TRUE(sessions.end(tokens_->authenticate(session->access_token).value(), caller_).ok());
  expect_ended(stream);
  EXPECT_EQ(get("Cookie", cookie).status, 401);
}

TEST_P(EventStreams, EndAtTheNextLookWhenAnotherProcessRevoked) {
  http::Response stream = open_stream();
  expect_open(stream);
  const auto beside = connect();
  run(*beside, "update users set disabled = 1 where username = 'ann'");
  clock_.advance(base::Millis{500});
  expect_ended(stream);
}

}  // namespace
}  // namespace vedette::api
