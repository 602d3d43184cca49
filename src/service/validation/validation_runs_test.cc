#include "service/validation/validation_runs.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>

#include "base/digest.h"
#include "base/signature.h"
#include "service/audit/audit_trail.h"
#include "service/common/signed_document.h"
#include "service/testing/monitoring_fixture.h"
#include "service/validation/validation_runner.h"

namespace vedette::service {
namespace {

using profile::Kind;

// An engine that has lost digits.
class WithoutDigits final : public validation::Engine {
 public:
  explicit WithoutDigits(std::unique_ptr<validation::Engine> whole) : whole_(std::move(whole)) {}
  base::Result<std::vector<validation::FoundParty>> find(
      const search::Query& query, search::Workspace& workspace) const override {
    for (const char c : query.name)
      if (std::isdigit(static_cast<unsigned char>(c)) != 0)
        return std::vector<validation::FoundParty>{};
    return whole_->find(query, workspace);
  }

 private:
  const std::unique_ptr<validation::Engine> whole_;
};

class ValidationRunsTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    int record = 0;
    std::vector<profile::Profile> profiles;
    for (const char* name :
         {"Gennady Pavlovich Orlovsky", "Tomasz Adam Wielgosz", "Farid Nasser Barzegari",
          "Ricardo Javier Mondragon", "Nikolaos Andreas Vlachakis", "Henrik Johannes Lindqvister"})
      profiles.push_back(
          catalogue::sample_profile(Kind::kPerson, std::to_string(++record), {name}));
    for (const char* name : {"Zarechny Petrochemical Works LLC", "Golden Falcon 7 Marine Ltd"})
      profiles.push_back(
          catalogue::sample_profile(Kind::kOrganisation, std::to_string(++record), {name}));
    serve(profiles);
    save(profile::Family::kIndividual, {change("C-1", "Anna Petrova")});
  }
  ValidationRunner runner(std::int64_t days = 0) {
    lease_.emplace(WorkLease::Parts{*ledger_, clock_, "validation", "a"});
    return ValidationRunner({.ledger = *ledger_,
                             .generations = *generations_,
                             .engine = engine_,
                             .signer = signer_,
                             .lease = *lease_,
                             .program = "test",
                             .cpu_percent = 100,
                             .interval_days = days,
                             .pieces_at_once = 1});
  }
  ValidationRun start() {
    clock_.advance(base::seconds(60));
    const auto run = start_validation(*ledger_, *actor_, {.per_class = 60, .per_population = 60});
    EXPECT_TRUE(run.ok());
    return *run;
  }
  // Carried out to its end.
  ValidationRun run() {
    const ValidationRun entered = start();
    EXPECT_TRUE(*runner().run_next([] { return false; }));
    return read(entered.id);
  }
  ValidationRun read(const std::string& id) {
    const auto found = read_validation_run(*ledger_, *scope_, id);
    EXPECT_TRUE(found.ok());
    EXPECT_EQ(found->failure, "");
    return *found;
  }
  std::string file(const std::string& id, const std::string& name) {
    const auto content = read_validation_file(*ledger_, *scope_, id, name);
    EXPECT_TRUE(content.ok()) << name;
    return content.ok() ? *content : std::string();
  }
  std::vector<std::string> weak_events() {
    std::vector<std::string> out;
    const auto connection = connect();
    const auto rows = ledger::query_rows<std::string>(
        *connection, "select data from events where type = 'validation.weak' order by sequence",
        {});
    if (rows.ok())
      for (const auto& [data] : *rows)
        out.push_back(data);
    return out;
  }
  void break_engine() {
    engine_ = [](std::shared_ptr<const catalogue::Catalogue> catalogue) {
      return std::make_unique<WithoutDigits>(std::make_unique<validation::CatalogueEngine>(
          std::move(catalogue), catalogue::sample_analyser()));
    };
  }

  DocumentSigner signer_{base::KeyPair(base::random_key()), key_};
  std::optional<WorkLease> lease_;
  ValidationRunner::MakeEngine engine_ = [](std::shared_ptr<const catalogue::Catalogue> catalogue) {
    return std::make_unique<validation::CatalogueEngine>(std::move(catalogue),
                                                         catalogue::sample_analyser());
  };
};
VEDETTE_BOTH_STORES(ValidationRunsTest);

TEST_P(ValidationRunsTest, ARunEndsWithSignedFilesASummaryAndAnEntryInTheChain) {
  const ValidationRun done = run();
  EXPECT_EQ(done.state(), "done");
  EXPECT_EQ(done.pieces, done.all_pieces);
  const auto summary = boost::json::parse(done.summary);
  EXPECT_EQ(summary.at("control").at("queries"), summary.at("control").at("found"));
  EXPECT_GE(summary.at("classes").as_array().size(), 10U);
  for (const char* name : {"validation.json", "validation.csv", "validation.html"}) {
    const std::string content = file(done.id, name);
    const auto signature = check_signature(
        file(done.id, std::string(name) + ".sig"),
        {"validation-report", content.size(), base::sha256(content)}, {signer_.public_key(), {}});
    EXPECT_TRUE(signature.ok()) << name;
  }
  EXPECT_EQ(file(done.id, "validation.html").find("Petrova"), std::string::npos);
  const auto audit = read_audit(*ledger_, *scope_, {.category = "validation"});
  ASSERT_TRUE(audit.ok());
  ASSERT_EQ(audit->size(), 2U);
  EXPECT_EQ((*audit)[1].action, "validation.completed");
  EXPECT_NE((*audit)[1].payload->find(summary.at("resultSha256").as_string()), std::string::npos);
  EXPECT_FALSE(read_validation_file(*ledger_, *scope_, done.id, "ledger.db").ok());
}

TEST_P(ValidationRunsTest, ARunThatIsBrokenOffGoesOnAfterARestartWithTheSameResult) {
  const std::string whole = file(run().id, "validation.json");
  const ValidationRun entered = start();
  std::int64_t stops = 0;
  for (; read(entered.id).state() != "done" && stops < 1000; ++stops) {
    int left = 1;  // one piece, then the server stops
    EXPECT_TRUE(*runner().run_next([&] { return left-- <= 0; }));
    restart();
  }
  EXPECT_GT(stops, 2) << "it was broken off";
  EXPECT_EQ(file(entered.id, "validation.json"), whole);
}

TEST_P(ValidationRunsTest, ARunThatIsBrokenOffBeginsAnewWhenTheRecordsChanged) {
  const ValidationRun entered = start();
  int left = 2;
  EXPECT_TRUE(*runner().run_next([&] { return left-- <= 0; }));
  EXPECT_GT(read(entered.id).pieces, 0);
  save(profile::Family::kIndividual, {change("C-2", "Henrik Lindqvister")});
  left = 0;
  EXPECT_TRUE(*runner().run_next([&] { return left-- <= 0; }));
  EXPECT_EQ(read(entered.id).pieces, 0);
}

TEST_P(ValidationRunsTest, AClassThatFallsBelowItsLineIsAnnouncedOnceUntilItIsAccepted) {
  const ValidationRun before = run();
  const std::size_t told = weak_events().size();
  break_engine();
  const ValidationRun broken = run();
  const auto summary = boost::json::parse(broken.summary);
  EXPECT_EQ(summary.at("comparedWith").as_string(), before.id);
  std::vector<std::string> weak;
  for (const auto& each : summary.at("weak").as_array())
    weak.emplace_back(each.at("class").as_string());
  const auto fallen =
      std::ranges::find_if(weak, [](const std::string& id) { return id == "evasion.digits"; });
  ASSERT_NE(fallen, weak.end()) << broken.summary;
  ASSERT_EQ(weak_events().size(), told + 1);
  EXPECT_NE(weak_events().back().find(*fallen), std::string::npos);
  EXPECT_EQ(boost::json::parse(weak_events().back()).at("controlQueries").as_int64(),
            boost::json::parse(weak_events().back()).at("controlFound").as_int64() + 1)
      << "the listed name with a digit is missed as well";
  for (const std::string& id : weak)
    ASSERT_TRUE(accept_class(*ledger_, *actor_, {id, "Jo Doe", "a canary"}).ok());
  const auto accepted = boost::json::parse(run().summary);
  for (const auto& each : accepted.at("weak").as_array())
    EXPECT_EQ(each.at("owner").as_string(), "Jo Doe");
  ASSERT_TRUE(withdraw_acceptance(*ledger_, *actor_, *fallen).ok());
  EXPECT_FALSE(withdraw_acceptance(*ledger_, *actor_, *fallen).ok());
  EXPECT_EQ(accepted_classes(*ledger_, *scope_)->size(), weak.size() - 1);
  EXPECT_FALSE(accept_class(*ledger_, *actor_, {"no.such", "Jo", "x"}).ok());
}

TEST_P(ValidationRunsTest, RunsAreEnteredOnScheduleAndNotMoreThanAFewWait) {
  EXPECT_EQ(*runner().enter_due_runs(), 0) << "off";
  EXPECT_EQ(*runner(7).enter_due_runs(), 1);
  EXPECT_EQ(*runner(7).enter_due_runs(), 0) << "it waits";
  EXPECT_TRUE(*runner().run_next([] { return false; }));
  EXPECT_EQ(*runner(7).enter_due_runs(), 0);
  clock_.advance(base::days(7));
  EXPECT_EQ(*runner(7).enter_due_runs(), 1);
  start();
  start();
  const auto refused = start_validation(*ledger_, *actor_, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().details.at(0).code, "VALIDATION_RUNS_WAITING");
  const auto runs = read_validation_runs(*ledger_, *scope_);
  ASSERT_EQ(runs->size(), 4U);
  EXPECT_EQ(runs->front().state(), "waiting");
  EXPECT_TRUE(runs->back().scheduled);
}

TEST_P(ValidationRunsTest, OneServerCarriesARunOutAtATime) {
  start();
  WorkLease other({*ledger_, clock_, "validation", "b"});
  const auto fence = other.take();
  ASSERT_TRUE(fence.ok() && *fence);
  EXPECT_FALSE(*runner().run_next([] { return false; }));
  ASSERT_TRUE(other.give_back(**fence).ok());
  EXPECT_TRUE(*runner().run_next([] { return false; }));
}

}  // namespace
}  // namespace vedette::service
