#include "service/webhooks/webhooks.h"

#include <gtest/gtest.h>

#include "ledger/testing/store_fixture.h"
#include "service/access/accounts.h"
#include "service/audit/audit_trail.h"
#include "service/monitoring/event_feed.h"
#include "service/monitoring/match_rows.h"
#include "service/webhooks/webhook_delivery.h"

namespace vedette::service {
namespace {

using base::Cause;

TEST(WebhookSigning, SignsAsTheStandardsOwnLibrariesDo) {
  base::Key256 secret{};
  secret.fill(7);
  EXPECT_EQ(secret_text(secret), "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
  EXPECT_EQ(webhook_signature(secret, "evt_01HZX3T5J7Q9", base::Time{1'700'000'000'000},
                              R"({"type":"match.created","timestamp":"2023-11-14T22:13:20.000Z",)"
                              R"("data":{"qrCode":"519384"}})"),
            "v1,RbCLXBDia4hNyT0WFXWhxwaG2hfab4IFAFB/osRQvek=");
}

TEST(WebhookRetries, WaitLongerFromTryToTryAndEnd) {
  const std::vector<base::Millis> retries = {base::seconds(5), base::seconds(300)};
  EXPECT_EQ(wait_after(retries, 1, {}, 0), base::seconds(5));
  EXPECT_EQ(wait_after(retries, 1, {}, 1), base::seconds(6));
  EXPECT_EQ(wait_after(retries, 2, {}, 0.5), base::seconds(330));
  EXPECT_EQ(wait_after(retries, 3, {}, 0), std::nullopt);
  EXPECT_EQ(wait_after(retries, 1, base::seconds(60), 1), base::seconds(60)) << "as asked for";
  EXPECT_EQ(wait_after(retries, 1, base::days(9), 0), base::days(1)) << "but no longer than a day";
  EXPECT_EQ(wait_after({}, 1, {}, 0), std::nullopt);
}

// A project, and endpoints that answer what the test says.
class WebhooksTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    Passwords passwords{PasswordCost{}, PasswordLimits{}};
    Accounts accounts(*ledger_, clock_, key_, passwords);
    for (const char* code : {"bank", "other"})
      ASSERT_TRUE(accounts.add_project(operator_, {code, "Bank Ltd"}).ok());
    const auto project = accounts.find_project(operator_, "bank");
    const auto other = accounts.find_project(operator_, "other");
    ASSERT_TRUE(project.ok() && other.ok());
    actor_.emplace(Actor{operator_.project(project->id), "user:1", "ann", "request-1"});
    stranger_.emplace(Actor{operator_.project(other->id), "user:1", "eve", "request-2"});
    signing_.emplace(key_);
    retention_.emplace(RetentionClock::Parts{*ledger_, clock_, [this] { return steady(); }});
    ASSERT_TRUE(retention_->deletion_time().ok());
    webhooks_.emplace(Webhooks::Parts{*ledger_, clock_, *signing_, {}});
    delivery_.emplace(parts("node-1"));
  }
  base::Millis steady() const { return {clock_.now().unix_millis - jumped_.count}; }
  WebhookDelivery::Parts parts(std::string node) {
    WebhookRules rules;
    rules.retries = {base::seconds(5), base::seconds(300)};
    return {*ledger_,
            clock_,
            *retention_,
            *signing_,
            std::move(node),
            rules,
            [this](const fetch::PostRequest& request) { return answer(request); }};
  }
  base::Result<fetch::PostAnswer> answer(const fetch::PostRequest& request) {
    requests_.push_back(request);
    if (answer_ == 0) return base::Error(Cause::kTimeout, "no answer in time");
    return fetch::PostAnswer{answer_, ""};
  }

  NewSecret add(const std::string& url, std::vector<std::string> types = {}) {
    WebhookChange wanted;
    wanted.url = url;
    wanted.types = std::move(types);
    const auto added = webhooks_->add(*actor_, wanted);
    EXPECT_TRUE(added.ok()) << (added.ok() ? "" : added.error().message);
    return added.ok() ? *added : NewSecret{};
  }
  void happen(const std::vector<std::string>& types) {
    std::vector<Event> events;
    for (const std::string& type : types)
      events.push_back({type, R"({"n":1})"});
    const auto done =
        ledger_->write(actor_->scope, [&](ledger::ProjectWriter& writer) -> base::Result<void> {
          writer.audit({"test.happened", "service", "", "", 0});
          return append_events(writer, events, clock_.now());
        });
    ASSERT_TRUE(done.ok());
  }
  // What a node does in one round; gives how many tries it made.
  std::size_t round() { return round(*delivery_); }
  static std::size_t round(WebhookDelivery& node) {
    EXPECT_TRUE(node.fan_out().ok());
    const auto claimed = node.claim(100);
    EXPECT_TRUE(claimed.ok()) << (claimed.ok() ? "" : claimed.error().message);
    for (const auto& each : *claimed)
      EXPECT_TRUE(node.attempt(each).ok());
    return claimed->size();
  }
  std::vector<Delivery> deliveries(const std::string& id) {
    auto found = webhooks_->deliveries(actor_->scope, id, {});
    EXPECT_TRUE(found.ok());
    return found.ok() ? *found : std::vector<Delivery>();
  }
  static std::string header(const fetch::PostRequest& request, const std::string& name) {
    for (const std::string& line : request.headers)
      if (line.starts_with(name + ": ")) return line.substr(name.size() + 2);
    return "";
  }
  std::vector<std::string> audited() {
    std::vector<std::string> out;
    AuditQuestion question;
    question.category = "webhook";
    const auto entries = read_audit(*ledger_, actor_->scope, question);
    if (entries.ok())
      for (const AuditRecord& entry : *entries)
        out.push_back(entry.action);
    return out;
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  std::optional<Actor> actor_;
  std::optional<Actor> stranger_;
  std::optional<WebhookSigning> signing_;
  base::Millis jumped_{};  // of what the clock moved, without time having passed
  std::optional<RetentionClock> retention_;
  std::optional<Webhooks> webhooks_;
  std::optional<WebhookDelivery> delivery_;
  int answer_ = 200;
  std::vector<fetch::PostRequest> requests_;
};
VEDETTE_BOTH_STORES(WebhooksTest);

TEST_P(WebhooksTest, EachEventIsSentOnceToEachEndpointThatWantsIt) {
  happen({"record.created"});  // before there was an endpoint
  const auto all = add("https://hooks.example.com/all");
  const auto few = add("https://hooks.example.com/few", {"match.created"});
  happen({"match.created", "record.updated"});
  while (round() > 0) {
  }
  EXPECT_EQ(requests_.size(), 3u);
  EXPECT_EQ(deliveries(all.webhook.id).size(), 2u);
  EXPECT_EQ(deliveries(few.webhook.id).size(), 1u);
  EXPECT_EQ(deliveries(few.webhook.id).front().status, DeliveryStatus::kDelivered);
  EXPECT_EQ(round(), 0u) << "nothing is sent twice";
  EXPECT_EQ(audited(), (std::vector<std::string>{"webhook.added", "webhook.added"}));
}

TEST_P(WebhooksTest, ARequestIsSignedAndItsIdStaysOverRetries) {
  const auto hook = add("https://hooks.example.com/x");
  happen({"match.created"});
  answer_ = 500;
  round();
  clock_.advance(base::seconds(7));
  answer_ = 204;
  round();
  ASSERT_EQ(requests_.size(), 2u);
  EXPECT_EQ(requests_[0].body,
            R"({"id":"MQ","type":"match.created","timestamp":"2026-01-31T12:00:00.000Z",)"
            R"("data":{"n":1}})");
  EXPECT_EQ(requests_[1].body, requests_[0].body);
  EXPECT_EQ(header(requests_[1], "webhook-id"), header(requests_[0], "webhook-id"));
  EXPECT_NE(header(requests_[1], "webhook-signature"), header(requests_[0], "webhook-signature"));
  EXPECT_EQ(header(requests_[0], "webhook-timestamp"), "1769860800");
  EXPECT_NE(hook.secret.find("whsec_"), std::string::npos);
  EXPECT_EQ(deliveries(hook.webhook.id).front().attempts, 2);
}

TEST_P(WebhooksTest, AFailureIsTriedAgainLaterAndThenGivenUpAndCanBeSentAgainByHand) {
  const auto hook = add("https://hooks.example.com/x");
  happen({"match.created"});
  answer_ = 0;
  EXPECT_EQ(round(), 1u);
  EXPECT_EQ(round(), 0u) << "not before its time";
  clock_.advance(base::seconds(7));
  EXPECT_EQ(round(), 1u);
  clock_.advance(base::seconds(400));
  EXPECT_EQ(round(), 1u);
  Delivery dead = deliveries(hook.webhook.id).front();
  EXPECT_EQ(dead.status, DeliveryStatus::kDead);
  EXPECT_EQ(dead.attempts, 3);
  EXPECT_EQ(dead.last_error, "no answer in time");
  clock_.advance(base::days(1));
  EXPECT_EQ(round(), 0u);
  answer_ = 200;
  const auto again = webhooks_->redeliver(*actor_, hook.webhook.id, {});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, 1);
  EXPECT_EQ(round(), 1u);
  EXPECT_EQ(deliveries(hook.webhook.id).front().status, DeliveryStatus::kDelivered);
  EXPECT_EQ(audited().back(), "webhook.redelivered");
  EXPECT_FALSE(webhooks_->redeliver(*actor_, hook.webhook.id, {4711}).ok());
}

TEST_P(WebhooksTest, TwoNodesShareTheWorkAndAStaleOneChangesNothing) {
  const auto hook = add("https://hooks.example.com/x");
  happen({"match.created"});
  WebhookDelivery second(parts("node-2"));
  ASSERT_TRUE(delivery_->fan_out().ok());
  ASSERT_TRUE(second.fan_out().ok());
  EXPECT_EQ(deliveries(hook.webhook.id).size(), 1u) << "one row, whoever made it";
  const auto held = delivery_->claim(10);
  ASSERT_TRUE(held.ok());
  ASSERT_EQ(held->size(), 1u);
  EXPECT_TRUE(second.claim(10)->empty()) << "it is leased";
  clock_.advance(base::seconds(61));
  EXPECT_EQ(round(second), 1u) << "the lease ran out";
  EXPECT_EQ(deliveries(hook.webhook.id).front().status, DeliveryStatus::kDelivered);
  answer_ = 500;
  EXPECT_TRUE(delivery_->attempt(held->front()).ok());
  EXPECT_EQ(deliveries(hook.webhook.id).front().status, DeliveryStatus::kDelivered);
  EXPECT_EQ(deliveries(hook.webhook.id).front().attempts, 1);
}

TEST_P(WebhooksTest, ARestartedNodeTakesUpWhatItHeld) {
  add("https://hooks.example.com/x");
  happen({"match.created"});
  ASSERT_TRUE(delivery_->fan_out().ok());
  ASSERT_EQ(delivery_->claim(10)->size(), 1u);  // and the process dies
  WebhookDelivery anew(parts("node-1"));
  EXPECT_EQ(round(anew), 0u);
  ASSERT_TRUE(anew.release_leases().ok());
  EXPECT_EQ(round(anew), 1u);
}

TEST_P(WebhooksTest, AnEndpointThatIsGoneIsSwitchedOffAndTheFeedSaysSo) {
  const auto hook = add("https://hooks.example.com/x", {"match.created"});
  happen({"match.created", "match.created"});
  answer_ = 410;
  round();
  const auto now = webhooks_->find(actor_->scope, hook.webhook.id);
  ASSERT_TRUE(now.ok());
  EXPECT_FALSE(now->active);
  EXPECT_EQ(now->disabled_reason, "the endpoint answered 410 Gone");
  EXPECT_EQ(audited().back(), "webhook.disabled");
  const auto events = read_events(*ledger_, actor_->scope, {}, 100);
  ASSERT_TRUE(events.ok());
  EXPECT_EQ(events->events.back().type, "webhook.disabled");
  clock_.advance(base::seconds(60));
  EXPECT_EQ(round(), 0u) << "nothing is sent to it any more";

  happen({"match.created"});
  WebhookChange on;
  on.active = true;
  ASSERT_TRUE(webhooks_->change(*actor_, hook.webhook.id, on).ok());
  answer_ = 200;
  requests_.clear();
  while (round() > 0) {
  }
  EXPECT_EQ(requests_.size(), 3u) << "it goes on where it stopped";
}

TEST_P(WebhooksTest, AnEndpointThatFailsForDaysIsSwitchedOff) {
  const auto hook = add("https://hooks.example.com/x");
  answer_ = 503;
  happen({"match.created"});
  round();
  clock_.advance(base::days(4));
  happen({"match.created"});
  round();
  EXPECT_TRUE(webhooks_->find(actor_->scope, hook.webhook.id)->active);
  clock_.advance(base::days(1));
  happen({"match.created"});
  round();
  EXPECT_FALSE(webhooks_->find(actor_->scope, hook.webhook.id)->active);
}

TEST_P(WebhooksTest, AClockThatJumpsSwitchesNoEndpointOffAndRemovesNoDelivery) {
  const auto hook = add("https://hooks.example.com/x");
  happen({"match.created"});
  answer_ = 200;
  round();
  answer_ = 503;
  happen({"match.created"});
  round();
  clock_.advance(base::days(31));
  jumped_ = base::days(31);
  EXPECT_EQ(*delivery_->remove_outdated(100), 0);
  happen({"match.created"});
  round();
  EXPECT_TRUE(webhooks_->find(actor_->scope, hook.webhook.id)->active);
  clock_.advance(base::days(-31));
  jumped_ = {};
  EXPECT_EQ(*delivery_->remove_outdated(100), 0);
  EXPECT_EQ(deliveries(hook.webhook.id).size(), 3u);
}

TEST_P(WebhooksTest, OldDeliveriesAreRemovedAndTheChainSaysSo) {
  const auto hook = add("https://hooks.example.com/x");
  happen({"match.created"});
  answer_ = 200;
  round();
  clock_.advance(base::days(31));
  EXPECT_EQ(*delivery_->remove_outdated(100), 1);
  EXPECT_TRUE(deliveries(hook.webhook.id).empty());
  const auto entries = ledger_->read(operator_, [](ledger::OperatorReader& reader) {
    return reader.rows<std::string>(
        "select action from audit_entries where project_id = 0 and action = 'webhooks.cleaned'");
  });
  ASSERT_TRUE(entries.ok());
  EXPECT_EQ(entries->size(), 1u);
}

TEST_P(WebhooksTest, OneSuccessEndsARowOfFailures) {
  const auto hook = add("https://hooks.example.com/x");
  answer_ = 503;
  happen({"match.created"});
  round();
  answer_ = 200;
  clock_.advance(base::days(1));
  round();
  EXPECT_FALSE(webhooks_->find(actor_->scope, hook.webhook.id)->failing_since);
  answer_ = 503;
  clock_.advance(base::days(4));
  happen({"match.created"});
  round();
  EXPECT_TRUE(webhooks_->find(actor_->scope, hook.webhook.id)->active);
}

TEST_P(WebhooksTest, AfterARotationBothSecretsSignForADay) {
  const auto hook = add("https://hooks.example.com/x");
  const auto rotated = webhooks_->rotate(*actor_, hook.webhook.id);
  ASSERT_TRUE(rotated.ok());
  EXPECT_NE(rotated->secret, hook.secret);
  happen({"match.created"});
  round();
  const std::string both = header(requests_.back(), "webhook-signature");
  EXPECT_EQ(std::ranges::count(both, ','), 2) << both;
  clock_.advance(base::days(1));
  happen({"match.created"});
  round();
  const std::string one = header(requests_.back(), "webhook-signature");
  EXPECT_EQ(std::ranges::count(one, ','), 1) << one;
}

TEST_P(WebhooksTest, EachSecretKeepsItsDayHoweverOftenANewOneIsMade) {
  const auto hook = add("https://hooks.example.com/x");
  const auto signatures = [&] {
    happen({"match.created"});
    round();
    return std::ranges::count(header(requests_.back(), "webhook-signature"), ',');
  };
  ASSERT_TRUE(webhooks_->rotate(*actor_, hook.webhook.id).ok());
  clock_.advance(base::seconds(3600));
  ASSERT_TRUE(webhooks_->rotate(*actor_, hook.webhook.id).ok());
  EXPECT_EQ(signatures(), 3) << "the answer of the first rotation may have been lost";
  ASSERT_TRUE(webhooks_->rotate(*actor_, hook.webhook.id).ok());
  ASSERT_TRUE(webhooks_->rotate(*actor_, hook.webhook.id).ok());
  const auto refused = webhooks_->rotate(*actor_, hook.webhook.id);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kConflict);
  EXPECT_EQ(signatures(), 5);
  clock_.advance(base::seconds(23 * 3600));
  EXPECT_EQ(signatures(), 4) << "the first one is a day old";
  ASSERT_TRUE(webhooks_->rotate(*actor_, hook.webhook.id).ok());
  clock_.advance(base::days(1));
  EXPECT_EQ(signatures(), 1);
}

TEST_P(WebhooksTest, ATestIsSentOnceAtOnceAndCountsForNothing) {
  const auto hook = add("https://hooks.example.com/x");
  answer_ = 500;
  const auto number = delivery_->test(*actor_, hook.webhook.id);
  ASSERT_TRUE(number.ok());
  ASSERT_EQ(requests_.size(), 1u);
  EXPECT_NE(requests_[0].body.find(R"("type":"webhook.test")"), std::string::npos);
  const auto delivery = webhooks_->delivery(actor_->scope, hook.webhook.id, *number);
  ASSERT_TRUE(delivery.ok());
  EXPECT_EQ(delivery->status, DeliveryStatus::kDead);
  EXPECT_EQ(delivery->last_status, 500);
  EXPECT_FALSE(webhooks_->find(actor_->scope, hook.webhook.id)->failing_since);
  EXPECT_EQ(round(), 0u);
  EXPECT_EQ(*webhooks_->redeliver(*actor_, hook.webhook.id, {}), 0) << "tests are not repeated";
  EXPECT_EQ(webhooks_->find(actor_->scope, hook.webhook.id)->dead, 0) << "and none is waited for";
}

TEST_P(WebhooksTest, ABusyEndpointLeavesRoomForTheOthers) {
  add("https://hooks.example.com/busy", {"record.updated"});
  add("https://hooks.example.com/calm", {"match.created"});
  happen(std::vector<std::string>(50, "record.updated"));
  happen({"match.created"});
  ASSERT_TRUE(delivery_->fan_out().ok());
  const auto claimed = delivery_->claim(100);
  ASSERT_TRUE(claimed.ok());
  EXPECT_EQ(claimed->size(), static_cast<std::size_t>(WebhookDelivery::kMostAtOnce) + 1);
  EXPECT_TRUE(delivery_->claim(100)->empty()) << "the busy one has its share under way";
}

TEST_P(WebhooksTest, NobodyTouchesAnotherProjectsEndpoint) {
  const auto hook = add("https://hooks.example.com/x");
  const std::string& id = hook.webhook.id;
  EXPECT_EQ(webhooks_->find(stranger_->scope, id).error().cause, Cause::kNotFound);
  EXPECT_EQ(webhooks_->change(*stranger_, id, {}).error().cause, Cause::kNotFound);
  EXPECT_EQ(webhooks_->rotate(*stranger_, id).error().cause, Cause::kNotFound);
  EXPECT_EQ(webhooks_->remove(*stranger_, id).error().cause, Cause::kNotFound);
  EXPECT_EQ(delivery_->test(*stranger_, id).error().cause, Cause::kNotFound);
  EXPECT_TRUE(webhooks_->list(stranger_->scope)->empty());
  EXPECT_TRUE(webhooks_->remove(*actor_, id).ok());
  EXPECT_TRUE(webhooks_->list(actor_->scope)->empty());
}

TEST_P(WebhooksTest, OnlyPublicHttpsAddressesAreTaken) {
  for (const char* url :
       {"http://hooks.example.com/", "https://127.0.0.1/", "https://10.0.0.8/x", "https://[::1]/",
        "https://169.254.169.254/latest", "ftp://hooks.example.com/", "hooks", "",
        "https://user:word@hooks.example.com/", "https://2130706433/"}) {
    WebhookChange wanted;
    wanted.url = url;
    const auto added = webhooks_->add(*actor_, wanted);
    ASSERT_FALSE(added.ok()) << url;
    EXPECT_EQ(added.error().cause, Cause::kInvalidInput) << url;
  }
}

}  // namespace
}  // namespace vedette::service
