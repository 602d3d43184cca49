#include "service/monitoring/event_feed.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/monitoring/match_rows.h"

namespace vedette::service {
namespace {

using base::Cause;

class EventFeedTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
  }

  void happen(int count) {
    const std::vector<Event> events(static_cast<std::size_t>(count), Event{"match.created", "{}"});
    const auto written =
        ledger_->write(scope_, [&](ledger::ProjectWriter& writer) -> base::Result<void> {
          writer.audit({"record.created", "user:1", "req-1", "{}", 0});
          return append_events(writer, events, clock_.now());
        });
    ASSERT_TRUE(written.ok()) << written.error().message;
  }
  // As the cleaning does after 30 days.
  void forget_until(std::int64_t sequence) {
    run(*connect(), "delete from events where sequence <= $1", {ledger::sql::Value(sequence)});
  }
  base::Result<FeedPage> read(std::optional<std::int64_t> after) {
    return read_events(*ledger_, scope_, after, 100);
  }
  void expect_refused(std::int64_t after, Cause cause, std::string_view code) {
    const auto page = read(after);
    ASSERT_FALSE(page.ok());
    EXPECT_EQ(page.error().cause, cause);
    ASSERT_EQ(page.error().details.size(), 1u);
    EXPECT_EQ(page.error().details.front().path, "after");
    EXPECT_EQ(page.error().details.front().code, code);
  }

  const ledger::ProjectScope scope_ = operator_.project(base::ProjectId(1));
  std::unique_ptr<ledger::Ledger> ledger_;
};
VEDETTE_BOTH_STORES(EventFeedTest);

TEST_P(EventFeedTest, ACursorBeyondTheNewestEventIsRefused) {
  EXPECT_TRUE(read(0).ok()) << "the cursor of an empty feed";
  expect_refused(1, Cause::kInvalidInput, kCursorUnknown);
  happen(3);
  EXPECT_EQ(read(0)->events.size(), 3u);
  EXPECT_EQ(read(2)->events.size(), 1u);
  EXPECT_EQ(read(3)->reached, 3);
  expect_refused(4, Cause::kInvalidInput, kCursorUnknown);
  expect_refused(500, Cause::kInvalidInput, kCursorUnknown);
}

TEST_P(EventFeedTest, ACursorWhoseNextEventIsNotKeptIsRefused) {
  happen(5);
  forget_until(3);
  expect_refused(0, Cause::kConflict, kCursorExpired);
  expect_refused(2, Cause::kConflict, kCursorExpired);
  EXPECT_EQ(read(3)->events.size(), 2u) << "what was removed had been read";
  EXPECT_EQ(read({})->events.size(), 2u) << "from the oldest that is kept";
}

TEST_P(EventFeedTest, AFeedWhoseEventsAreAllGoneGoesOnAtItsEnd) {
  happen(5);
  forget_until(5);
  expect_refused(4, Cause::kConflict, kCursorExpired);
  EXPECT_EQ(*newest_event(*ledger_, scope_), 5) << "a stream begins after what is gone";
  EXPECT_EQ(read({})->reached, 5);
  happen(1);
  EXPECT_EQ(read(5)->events.size(), 1u);
}

}  // namespace
}  // namespace vedette::service
