#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/store.h"
#include "catalogue/testing/sample_profiles.h"
#include "ledger/testing/store_fixture.h"
#include "service/access/accounts.h"
#include "service/monitoring/records.h"
#include "service/monitoring/rescreening.h"
#include "service/monitoring/reviews.h"
#include "service/monitoring/row_proof.h"

namespace vedette::service::testing {

// For tests: a project, a catalogue whose generations the test makes from profiles, and the
// services over both.
class MonitoringTest : public ledger::testing::StoreTest {
 protected:
  void SetUp() override {
    auto store = catalogue::Store::open(folder_.path() / "catalogue");
    ASSERT_TRUE(store.ok());
    store_.emplace(std::move(store).value());
    restart();
    Accounts accounts(*ledger_, clock_, key_, passwords_);
    ASSERT_TRUE(accounts.add_project(operator_, {"bank", "Bank Ltd"}).ok());
    const auto project = accounts.find_project(operator_, "bank");
    ASSERT_TRUE(project.ok());
    scope_.emplace(operator_.project(project->id));
    actor_.emplace(Actor{*scope_, "user:1", "ann", "request-1"});
  }

  // Whatever a test did through the services, every row fits its seal and none is missing.
  void TearDown() override {
    if (!rows_hold_ || !ledger_ || !scope_) return;
    const auto proof = prove_rows(*ledger_, *scope_);
    ASSERT_TRUE(proof.ok()) << proof.error().message;
    for (const RowMisfit& bad : proof->first_bad)
      ADD_FAILURE() << bad.what << ": " << bad.reason;
    EXPECT_TRUE(proof->whole());
  }

  // As after the end of the process: everything is opened anew.
  void restart() {
    rescreening_.reset();
    records_.reset();
    generations_.reset();
    ledger_.reset();
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    generations_ = std::make_unique<Generations>(*store_, [this] { return serving_; });
    records_ = std::make_unique<Records>(
        Records::Parts{*ledger_, *generations_, catalogue::sample_analyser(), workspaces_, clock_});
    rescreening_ = std::make_unique<Rescreening>(
        Rescreening::Parts{*ledger_, *generations_, catalogue::sample_analyser(), clock_,
                           folder_.path(), "node", 1, base::seconds(120), against_});
  }

  // Makes a generation of these profiles and nothing else, and serves it.
  void serve(const std::vector<profile::Profile>& profiles, const std::string& engine = "1") {
    const auto lock = store_->lock_for_building();
    ASSERT_TRUE(lock.ok());
    catalogue::BuildOptions options;
    options.generation = store_->next_generation();
    options.created = clock_.now();
    options.engine_version = engine;
    options.previous = serving_;
    options.threads = 1;
    auto builder = catalogue::Builder::create(store_->building_path(options.generation),
                                              catalogue::sample_analyser(), options);
    ASSERT_TRUE(builder.ok());
    for (const profile::Profile& each : profiles)
      ASSERT_TRUE((*builder)->add(each).ok());
    ASSERT_TRUE((*builder)->finish(lists_).ok());
    ASSERT_TRUE(store_->activate(options.generation, *lock, options.created).ok());
    auto opened = store_->open_current();
    ASSERT_TRUE(opened.ok());
    serving_ = opened->catalogue;
  }

  static RecordChange change(std::string id, std::string name) {
    RecordChange out;
    out.id = std::move(id);
    out.name = std::move(name);
    return out;
  }

  // Saves; gives the words of the results, or the code of the first problem.
  std::vector<std::string> save(profile::Family family, std::vector<RecordChange> changes,
                                bool partial = false) {
    static const char* const kWords[] = {"created", "updated", "unchanged", "refused"};
    std::vector<std::string> words;
    AnswerOnce<SaveReport> once;
    once.render = [&](const SaveReport& report) {
      words.clear();
      for (const SaveReport::Item& item : report.items)
        words.emplace_back(kWords[static_cast<std::size_t>(item.result)]);
      return std::string("{}");
    };
    const auto saved = records_->save(*actor_, {family, std::move(changes), partial}, once);
    if (!saved.ok()) return {saved.error().message};
    for (const ItemProblem& problem : saved->problems)
      words.push_back(problem.code);
    return words;
  }

  // The first code that a review was refused with; "ok" when it was stored.
  std::string review(profile::Family family, const std::string& record,
                     std::vector<ReviewInput> reviews, bool partial = false) {
    AnswerOnce<ReviewReport> once;
    once.render = [](const ReviewReport&) { return std::string("{}"); };
    const auto done =
        insert_reviews(*ledger_, *actor_, {family, record, std::move(reviews), partial}, once);
    if (!done.ok())
      return done.error().details.empty() ? done.error().message : done.error().details[0].code;
    return done->problems.empty() ? "ok" : done->problems.front().code;
  }
  static ReviewInput verdict(std::int64_t qr_code, MatchStatus status) {
    ReviewInput out;
    out.qr_code = qr_code;
    out.status = status;
    return out;
  }

  bool remove(profile::Family family, const std::string& id) {
    AnswerOnce<Deleted> once;
    once.render = [](const Deleted&) { return std::string("{}"); };
    return records_->remove(*actor_, family, id, once).ok();
  }

  std::vector<Match> matches(profile::Family family, const std::string& id) {
    const auto read = read_matches(*ledger_, *scope_, family, id);
    EXPECT_TRUE(read.ok()) << id;
    return read.ok() ? read->matches : std::vector<Match>();
  }
  MonitorRecord record(profile::Family family, const std::string& id) {
    const auto read = records_->find(*scope_, family, id);
    EXPECT_TRUE(read.ok()) << id;
    return read.ok() ? *read : MonitorRecord();
  }
  FamilyTotals totals(profile::Family family) {
    const auto read = ledger_->read(
        *scope_, [&](ledger::ProjectReader& reader) { return read_totals(reader, family); });
    EXPECT_TRUE(read.ok());
    return read.ok() ? *read : FamilyTotals();
  }
  std::int64_t catch_up() {
    const auto done = rescreening_->catch_up();
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    return done.ok() ? *done : -1;
  }

  Passwords passwords_{PasswordCost{8192, 1}, PasswordLimits{4, 1000, base::seconds(60)}};
  search::WorkspacePool workspaces_{2};
  Rescreening::Parts::Against against_ = Rescreening::Parts::Against::kDelta;  // as if many
  std::vector<catalogue::ListInfo> lists_;  // that the next generations say they are of
  std::optional<catalogue::Store> store_;
  std::shared_ptr<const catalogue::Catalogue> serving_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<Generations> generations_;
  std::unique_ptr<Records> records_;
  std::unique_ptr<Rescreening> rescreening_;
  std::optional<ledger::ProjectScope> scope_;
  std::optional<Actor> actor_;
  bool rows_hold_ = true;  // false for a test that changes rows behind the service's back
};

}  // namespace vedette::service::testing
