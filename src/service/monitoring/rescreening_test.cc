#include "service/monitoring/rescreening.h"

#include "service/monitoring/affected_record.h"
#include "service/monitoring/monitoring_overview.h"
#include "service/monitoring/staged_matches.h"
#include "service/monitoring/watch.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;
using profile::Kind;

class RescreeningTest : public testing::MonitoringTest {
 protected:
  static profile::Profile person(const std::string& number, std::vector<std::string> names) {
    return catalogue::sample_profile(Kind::kPerson, number, std::move(names));
  }
  static ReviewInput verdict_on(const Match& match, MatchStatus status) {
    return verdict(match.seen.qr_code, status);
  }
  Match only_match(const std::string& id) {
    const auto all = matches(Family::kIndividual, id);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? Match() : all.front();
  }
  std::vector<Rescreening::Chunk> behind() {
    auto chunks = rescreening_->behind(100);
    EXPECT_TRUE(chunks.ok());
    return chunks.ok() ? *chunks : std::vector<Rescreening::Chunk>();
  }
  std::int64_t count(const ledger::sql::Sql& text) {
    const auto connection = connect();
    const auto rows = ledger::query_rows<std::int64_t>(*connection, text, {});
    return rows.ok() && !rows->empty() ? std::get<0>(rows->front()) : -1;
  }
  // The numbers of the profiles are given out again, to others.
  void begin_catalogue_anew() {
    std::filesystem::remove_all(folder_.path() / "catalogue");
    auto store = catalogue::Store::open(folder_.path() / "catalogue");
    ASSERT_TRUE(store.ok());
    store_.emplace(std::move(store).value());
    serving_.reset();
    clock_.advance(base::seconds(60));
  }
};
VEDETTE_BOTH_STORES(RescreeningTest);

TEST_P(RescreeningTest, ANewlyListedPersonOpensAMatchAndSomeoneWhoLeftIsDiscarded) {
  serve({person("1", {"Sergei Lavrov"})});
  ASSERT_EQ(save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Anna Petrova")}),
            (std::vector<std::string>{"created", "created"}));
  EXPECT_EQ(catch_up(), 0) << "nothing is behind";
  serve({person("2", {"Anna Petrova"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("a").status, MatchStatus::kDiscarded);
  EXPECT_EQ(only_match("a").seen.score, 0);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
  EXPECT_EQ(totals(Family::kIndividual).open_records, 1);
  EXPECT_EQ(catch_up(), 0) << "once is enough";
}

TEST_P(RescreeningTest, AnIdentifierOpensAMatchWhateverTheNameInADeltaAndInTheWhole) {
  const auto owner = [](std::string number) {
    profile::Profile out = person("2", {"Oleg Sidorov"});
    out.identifiers.push_back({"Passport", std::move(number), {}, {}, {}, ""});
    return out;
  };
  RecordChange customer = change("a", "Anna Petrova");
  customer.details.identifiers = {{evidence::IdentifierType::kPassport, "KC 285901", {}}};
  customer.given_details = {evidence::DetailField::kIdentifiers};
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {customer});
  EXPECT_TRUE(matches(Family::kIndividual, "a").empty());
  std::vector<FoundMatch> seen;
  for (const auto against :
       {Rescreening::Parts::Against::kDelta, Rescreening::Parts::Against::kWhole}) {
    against_ = against;
    restart();
    serve({person("1", {"Sergei Lavrov"}), owner("KC285901")});
    catch_up();
    EXPECT_EQ(only_match("a").status, MatchStatus::kOpen);
    EXPECT_EQ(only_match("a").seen.matched_by, "passport:KC285901");
    EXPECT_GE(only_match("a").seen.score, 1);
    seen.push_back(only_match("a").seen);
    serve({person("1", {"Sergei Lavrov"}), owner("KC285902")});  // a hint, no alert
    catch_up();
    EXPECT_EQ(only_match("a").status, MatchStatus::kDiscarded);
  }
  seen.back().version = seen.front().version;  // it left and came back between the two
  EXPECT_EQ(seen.front(), seen.back());
}

TEST_P(RescreeningTest, APartyOfUnknownKindMatchesRecordsOfBothFamilies) {
  const auto unknown = [](const std::string& number, const std::string& name) {
    return catalogue::sample_profile(Kind::kUnknown, number, {name});
  };
  serve({unknown("1", "KIM, Se Gon")});
  save(Family::kIndividual, {change("a", "Se Gon Kim"), change("b", "Alister Petrenholm")});
  save(Family::kBusiness, {change("a", "Se Gon Kim"), change("b", "Alister Petrenholm")});
  EXPECT_EQ(only_match("a").seen.score, 100);
  EXPECT_EQ(matches(Family::kBusiness, "a").size(), 1U);
  for (const auto against :
       {Rescreening::Parts::Against::kDelta, Rescreening::Parts::Against::kWhole}) {
    against_ = against;
    restart();
    serve({unknown("1", "KIM, Se Gon"), unknown("2", "Alister Petrenholm")});
    catch_up();
    EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
    ASSERT_EQ(matches(Family::kBusiness, "b").size(), 1U);
    EXPECT_EQ(matches(Family::kBusiness, "b").front().status, MatchStatus::kOpen);
    serve({unknown("1", "KIM, Se Gon")});
    catch_up();
    EXPECT_EQ(only_match("b").status, MatchStatus::kDiscarded);
  }
}

TEST_P(RescreeningTest, WhatWasReviewedStaysWhenTheListSaysThatThePartyIsOfTheOtherFamily) {
  const auto listed = [](Kind kind) {
    return std::vector{catalogue::sample_profile(kind, "1", {"Alister Petrenholm"})};
  };
  for (const auto against :
       {Rescreening::Parts::Against::kDelta, Rescreening::Parts::Against::kWhole}) {
    against_ = against;
    restart();
    serve(listed(Kind::kUnknown));
    for (const char* id : {"confirmed", "cleared", "open"}) {
      save(Family::kIndividual, {change(id, "Alister Petrenholm")});
      save(Family::kBusiness, {change(id, "Alister Petrenholm")});
    }
    catch_up();
    const std::int64_t party = only_match("open").seen.qr_code;
    review(Family::kIndividual, "confirmed", {verdict(party, MatchStatus::kTruePositive)});
    review(Family::kIndividual, "cleared", {verdict(party, MatchStatus::kFalsePositive)});
    serve(listed(Kind::kOrganisation));
    catch_up();
    EXPECT_EQ(only_match("confirmed").status, MatchStatus::kTruePositive);
    EXPECT_EQ(only_match("confirmed").seen.score, 100);
    EXPECT_EQ(only_match("cleared").status, MatchStatus::kFalsePositive);
    EXPECT_EQ(only_match("open").status, MatchStatus::kDiscarded);
    EXPECT_EQ(only_match("open").seen.score, 0);
    EXPECT_EQ(matches(Family::kBusiness, "open").front().status, MatchStatus::kOpen);
    EXPECT_EQ(catch_up(), 0);
    // A change of the customer does not close them either.
    save(Family::kIndividual, {change("confirmed", "Alister B Petrenholm")});
    EXPECT_EQ(only_match("confirmed").status, MatchStatus::kTruePositive);
    serve({});
    catch_up();
    EXPECT_EQ(only_match("confirmed").status, MatchStatus::kOpen) << "it left the list";
    EXPECT_EQ(only_match("cleared").status, MatchStatus::kDiscarded);
  }
}

TEST_P(RescreeningTest, ABatchOfACommonNameIsStoredWholeWithAllItsMatches) {
  std::vector<profile::Profile> listed;
  for (int i = 0; i < 60; ++i)
    listed.push_back(person(std::to_string(i), {"Sergei Lavrov"}));
  serve(listed);
  std::vector<RecordChange> batch;
  for (int i = 0; i < 50; ++i)
    batch.push_back(change("c" + std::to_string(i), "Sergei Lavrov"));
  EXPECT_EQ(save(Family::kIndividual, batch), std::vector<std::string>(50, "created"));
  EXPECT_EQ(matches(Family::kIndividual, "c0").size(), 60U);
  EXPECT_EQ(matches(Family::kIndividual, "c49").size(), 60U);
  EXPECT_EQ(record(Family::kIndividual, "c49").counts.of(MatchStatus::kOpen), 60);
  EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kOpen), 3000);
  EXPECT_EQ(count("select count(*) from match_history where action = 'created'"), 3000);
  EXPECT_EQ(count("select count(*) from events where type = 'match.created'"), 3000);
  EXPECT_EQ(count("select count(*) from staged_records"), 0) << "nothing is left to be done";
  EXPECT_EQ(count("select cast(sum(matches) as bigint) from match_counts where status = 1"), 3000);
  EXPECT_EQ(count("select cast(sum(matches) as bigint) from match_days where status = 1"), 3000);
  EXPECT_EQ(catch_up(), 0);
  ASSERT_TRUE(remove(Family::kIndividual, "c0"));
  EXPECT_EQ(count("select cast(sum(matches) as bigint) from match_counts where status = 1"), 2940);
  EXPECT_EQ(count("select cast(sum(matches) as bigint) from match_days where status = 1"), 2940);
  for (int i = 1; i < 50; ++i)
    ASSERT_TRUE(remove(Family::kIndividual, "c" + std::to_string(i)));
  EXPECT_EQ(save(Family::kIndividual, batch), std::vector<std::string>(50, "created"));
  EXPECT_EQ(matches(Family::kIndividual, "c49").front().match_version, 2);
}

TEST_P(RescreeningTest, MatchesOfASaveThatNeverEndedAreSeenByNobodyAndGo) {
  serve({person("1", {"Sergei Lavrov"})});
  StagedMatches staged(*ledger_, *actor_, clock_.now());
  const auto first = staged.begin(1);
  ASSERT_TRUE(first.ok());
  MonitorRecord ghost;
  ghost.family = Family::kIndividual;
  ghost.id = "ghost";
  ghost.number = *first;
  MatchChange match;
  match.after.seen = {.resource_id = std::string(64, 'a'), .qr_code = 7, .score = 90};
  match.reason = "newMatch";
  ASSERT_TRUE(staged.add(ghost, {match}, {1, 1, 1}).ok());
  ASSERT_TRUE(staged.flush().ok());
  EXPECT_EQ(count("select count(*) from matches"), 1);
  EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kOpen), 0);
  const auto overview = read_overview(*ledger_, *scope_, clock_.now());
  ASSERT_TRUE(overview.ok());
  EXPECT_TRUE(overview->open_by_dataset.empty());
  EXPECT_EQ(save(Family::kIndividual, {change("a", "Sergei Lavrov")}),
            std::vector<std::string>{"created"});
  EXPECT_EQ(matches(Family::kIndividual, "a").size(), 1U);
  ASSERT_TRUE(remove_abandoned_matches(*ledger_, operator_, clock_.now()).ok());
  EXPECT_EQ(count("select count(*) from matches"), 2) << "it is not old yet";
  ASSERT_TRUE(remove_abandoned_matches(*ledger_, operator_, clock_.now() + base::Millis{1}).ok());
  EXPECT_EQ(count("select count(*) from matches"), 1);
  EXPECT_EQ(count("select count(*) from match_history"), 1);
  EXPECT_EQ(count("select count(*) from staged_records"), 0);
}

// The new life of a record has matches of the same numbers as the old one, whichever way they come.
TEST_P(RescreeningTest, AMatchOfARecordThatWasAddedAgainIsNeverTakenForTheEarlierOne) {
  const auto stale = [this](const Match& old) {
    ReviewInput input = verdict(old.seen.qr_code, MatchStatus::kFalsePositive);
    input.match_version = old.match_version;
    return review(Family::kIndividual, "a", {input});
  };
  serve({person("1", {"Sergei Lavrof"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  serve({person("1", {"Sergei Lavrov"})});
  catch_up();
  const Match first = only_match("a");
  EXPECT_EQ(first.match_version, 2);
  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("new", "Sergei Lavrov")});
  const Match second = only_match("a");
  EXPECT_EQ(second.seen.qr_code, first.seen.qr_code);
  EXPECT_EQ(second.match_version, 3);
  EXPECT_EQ(stale(first), "MATCH_VERSION_CONFLICT");
  EXPECT_EQ(stale(second), "ok");

  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  save(Family::kIndividual, {change("a", "Anna Petrova"), change("", "")}, true);
  EXPECT_EQ(matches(Family::kIndividual, "a").size(), 0U);
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  EXPECT_EQ(only_match("a").match_version, 4) << "a change of criteria found it";
  EXPECT_EQ(stale(second), "MATCH_VERSION_CONFLICT");

  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  serve({person("2", {"Anna Petrova"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  serve({person("1", {"Sergei Lavrov"})});
  restart();
  catch_up();
  EXPECT_EQ(only_match("a").match_version, 5) << "a change of the lists found it";
  EXPECT_EQ(stale(second), "MATCH_VERSION_CONFLICT");
}

TEST_P(RescreeningTest, MatchesThatAreWrittenAheadBeginAboveThoseThatAreGoneWhenTheyAreStored) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("other", "Sergei Lavrov"), change("a", "Sergei Lavrov")});
  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  MonitorRecord record;
  record.family = Family::kIndividual;
  record.id = "a";
  StagedMatches staged(*ledger_, *actor_, clock_.now());
  ASSERT_TRUE(staged.begin(1).ok());
  EXPECT_EQ(staged.version_floor(), 1);
  ASSERT_TRUE(staged.add(record, {}, {1, 1, 1}).ok());
  const auto overtaken = [&] {
    const auto read = ledger_->write(
        *scope_, [&](ledger::ProjectWriter& writer) { return staged.is_overtaken(writer); });
    EXPECT_TRUE(read.ok());
    return read.ok() && *read;
  };
  EXPECT_FALSE(overtaken());
  save(Family::kIndividual, {change("b", "Sergei Lavrov")});
  ASSERT_TRUE(remove(Family::kIndividual, "b"));
  EXPECT_FALSE(overtaken()) << "another record was deleted";
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  EXPECT_FALSE(overtaken()) << "the save finds out by itself that there is such a record";
  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  EXPECT_TRUE(overtaken());
}

TEST_P(RescreeningTest, AFalsePositiveStaysClosedUntilItBecomesMoreLikely) {
  serve({person("1", {"Sergei Lavrof"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  const Match first = only_match("a");
  ASSERT_LT(first.seen.score, 100);
  ASSERT_EQ(review(Family::kIndividual, "a", {verdict_on(first, MatchStatus::kFalsePositive)}),
            "ok");
  auto changed = person("1", {"Sergei Lavrof"});
  changed.notes.push_back("something new");
  serve({changed});
  catch_up();
  EXPECT_EQ(only_match("a").status, MatchStatus::kFalsePositive);
  EXPECT_EQ(only_match("a").seen.version, 2);
  changed.names.push_back(person("x", {"Sergei Lavrov"}).names.front());
  serve({changed});
  catch_up();
  EXPECT_EQ(only_match("a").status, MatchStatus::kOpen);
  EXPECT_EQ(only_match("a").seen.score, 100);
}

TEST_P(RescreeningTest, WithoutTheOlderGenerationEverythingIsScreenedInFull) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Anna Petrova")});
  serve({person("1", {"Sergei Lavrov"}), person("2", {"Anna Petrova"})});
  std::filesystem::remove(store_->path_of(1));
  restart();  // forgets the open generation
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("a").match_version, 1);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
}

TEST_P(RescreeningTest, FewRecordsAreScreenedInFullAndManyAgainstTheChangeWithTheSameOutcome) {
  const auto payloads = [this](const std::string& against) {
    const auto connection = connect();
    const auto rows = ledger::query_rows<std::string>(
        *connection,
        "select p.payload from audit_entries e join audit_payloads p on p.project_id = e.project_id"
        " and p.sequence = e.sequence where e.action = 'screening.applied'",
        {});
    std::size_t found = 0;
    if (rows.ok())
      for (const auto& [payload] : *rows)
        found += payload.find("\"against\":\"" + against + "\"") != std::string::npos;
    return found;
  };
  serve({person("1", {"Sergei Lavrov"}), person("2", {"Ali Reza"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Ali Reza")});
  against_ = Rescreening::Parts::Against::kCheaper;  // there are two
  restart();
  serve({person("1", {"Sergei Lavrov", "Anna Petrova"}), person("3", {"Ali Reza"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(payloads("whole"), 1U);
  EXPECT_EQ(payloads("delta"), 0U);
  EXPECT_EQ(only_match("a").status, MatchStatus::kOpen);
  EXPECT_EQ(only_match("a").seen.version, 2);
  EXPECT_EQ(matches(Family::kIndividual, "b").size(), 2U) << "who left, and who came";
  against_ = Rescreening::Parts::Against::kDelta;
  restart();
  serve({person("1", {"Sergei Lavrov"}), person("2", {"Ali Reza"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(payloads("delta"), 1U);
  EXPECT_EQ(only_match("a").seen.version, 3);
  EXPECT_EQ(matches(Family::kIndividual, "b").size(), 2U);
  EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kOpen), 2);
  EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kDiscarded), 1);
}

// More matches than are written at once.
TEST_P(RescreeningTest, ARecordOfACommonNameIsBroughtUpToDateInParts) {
  constexpr int kMany = 3 * static_cast<int>(kMatchesPerPart);
  const auto listed = [](int first, int last, const std::string& alias) {
    std::vector<profile::Profile> out;
    for (int i = first; i < last; ++i)
      out.push_back(person(std::to_string(i), {"Sergei Lavrov", alias}));
    return out;
  };
  const auto open = [this] {
    return record(Family::kIndividual, "a").counts.of(MatchStatus::kOpen);
  };
  for (const auto against :
       {Rescreening::Parts::Against::kDelta, Rescreening::Parts::Against::kWhole}) {
    against_ = against;
    restart();
    serve(listed(0, kMany, "Seryozha"));
    EXPECT_EQ(save(Family::kIndividual, {change("a", "Sergei Lavrov")}),
              std::vector<std::string>{"created"});
    EXPECT_EQ(open(), kMany);
    // Half of them leave, half change, and as many come.
    serve(listed(kMany / 2, 2 * kMany, "Serge"));
    EXPECT_EQ(catch_up(), 1);
    EXPECT_EQ(open(), kMany + kMany / 2);
    EXPECT_EQ(record(Family::kIndividual, "a").counts.of(MatchStatus::kDiscarded), kMany / 2);
    EXPECT_EQ(matches(Family::kIndividual, "a").size(), 2U * kMany);
    EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kOpen), kMany + kMany / 2);
    EXPECT_EQ(catch_up(), 0) << "once is enough";
    serve({person("x", {"Anna Petrova"})});
    EXPECT_EQ(catch_up(), 1);
    EXPECT_EQ(open(), 0);
    ASSERT_TRUE(remove(Family::kIndividual, "a"));
  }
}

TEST(IsWorthADelta, FewRecordsAndGreatChangesAreSearchedInTheWhole) {
  EXPECT_TRUE(is_worth_a_delta(1'000'000, 1'000, 50'000));
  EXPECT_TRUE(is_worth_a_delta(100'000, 10'000, 50'000));
  EXPECT_TRUE(is_worth_a_delta(10'000, 100, 1'000'000));
  EXPECT_FALSE(is_worth_a_delta(6, 10, 50'000)) << "done before a delta would be made";
  EXPECT_FALSE(is_worth_a_delta(1'000, 10'000, 50'000)) << "to build it takes longer";
  EXPECT_FALSE(is_worth_a_delta(1'000'000, 50'000, 50'000)) << "everything changed";
  EXPECT_FALSE(is_worth_a_delta(1'000'000, 90'000, 50'000)) << "one list was taken for another";
  EXPECT_FALSE(is_worth_a_delta(0, 0, 0));
}

TEST_P(RescreeningTest, ANodeThatComesLateChangesNothing) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("b", "Anna Petrova")});
  serve({person("2", {"Anna Petrova"})});
  const auto chunks = behind();
  ASSERT_EQ(chunks.size(), 1u);
  // It looked at the list of work before; by the time it begins, the work is done.
  Rescreening slow({*ledger_, *generations_, catalogue::sample_analyser(), clock_, folder_.path(),
                    "slow", 1, base::seconds(120)});
  search::Workspace workspace;
  const auto stolen = rescreening_->bring_up_to_date(chunks.front(), workspace);
  ASSERT_TRUE(stolen.ok());
  ASSERT_EQ(*stolen, Rescreening::End::kDone);
  const std::int64_t history = count("select count(*) from match_history");
  const auto late = slow.bring_up_to_date(chunks.front(), workspace);
  ASSERT_TRUE(late.ok()) << late.error().message;
  EXPECT_EQ(count("select count(*) from match_history"), history) << "nothing twice";
  EXPECT_EQ(only_match("b").match_version, 1);
}

TEST_P(RescreeningTest, AChunkThatSomebodyWorksOnIsLeftAlone) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("b", "Anna Petrova")});
  serve({person("2", {"Anna Petrova"})});
  const auto chunks = behind();
  ASSERT_EQ(chunks.size(), 1u);
  {
    const auto connection = connect();
    run(*connection, "update screening_chunks set lease_owner = 'other', lease_until = $1",
        {clock_.now().unix_millis + 60'000});
  }
  EXPECT_TRUE(behind().empty());
  search::Workspace workspace;
  const auto end = rescreening_->bring_up_to_date(chunks.front(), workspace);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(*end, Rescreening::End::kTaken);
  EXPECT_TRUE(matches(Family::kIndividual, "b").empty());
  clock_.advance(base::seconds(61));  // the other one is dead
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
}

TEST_P(RescreeningTest, AChunkThatAnotherNodeHasDoneSinceIsNotDoneAgain) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  serve({person("2", {"Sergei Lavrov"})});
  const auto seen = behind();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(catch_up(), 1);
  search::Workspace workspace;
  const auto end = rescreening_->bring_up_to_date(seen.front(), workspace);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(*end, Rescreening::End::kTaken);
  EXPECT_EQ(count("select count(*) from events where type = 'screening.completed'"), 1)
      << "nobody is told twice that the records are screened";
}

TEST_P(RescreeningTest, WorkOnACatalogueThatWasReplacedCannotBeFinished) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  ASSERT_TRUE(behind().empty());  // notes the generation
  const std::int64_t fence = count("select fence from screening_chunks");
  std::filesystem::remove_all(folder_.path() / "catalogue");
  std::filesystem::create_directories(folder_.path() / "catalogue");
  serving_.reset();
  clock_.advance(base::seconds(1));
  serve({person("2", {"Anna Petrova"})});
  restart();
  ASSERT_EQ(behind().size(), 1u);
  EXPECT_GT(count("select fence from screening_chunks"), fence);
}

TEST_P(RescreeningTest, ARecordSavedUnderOlderListsTakesItsChunkBack) {
  // Another node that still serves the first generation saves into a chunk that is up to date.
  serve({person("1", {"Sergei Lavrov"})});
  const auto older = serving_;
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  clock_.advance(base::seconds(60));
  serve({person("1", {"Sergei Lavrov"}), person("2", {"Anna Petrova"})});
  const auto newer = serving_;
  EXPECT_EQ(catch_up(), 1);
  serving_ = older;
  save(Family::kIndividual, {change("b", "Anna Petrova")});
  EXPECT_TRUE(matches(Family::kIndividual, "b").empty()) << "not on the list it knows";
  EXPECT_TRUE(behind().empty()) << "the node that lags does nothing";
  serving_ = newer;
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
}

TEST_P(RescreeningTest, WhileOlderListsServeNoMatchIsClosedAndAfterwardsEverythingIsAsItShouldBe) {
  serve({person("1", {"Sergei Lavrov"})});
  const auto older = serving_;
  clock_.advance(base::seconds(60));
  auto changed = person("1", {"Sergei Lavrov"});
  changed.notes.push_back("something new");
  serve({changed, person("2", {"Anna Petrova"})});
  const auto newer = serving_;
  save(Family::kIndividual,
       {change("listed", "Anna Petrova"), change("renamed", "Anna Petrova"),
        change("confirmed", "Sergei Lavrov"), change("dropped", "Sergei Lavrov"),
        change("untouched", "Anna Petrova")});
  ASSERT_EQ(review(Family::kIndividual, "confirmed",
                   {verdict_on(only_match("confirmed"), MatchStatus::kTruePositive)}),
            "ok");
  ASSERT_EQ(review(Family::kIndividual, "dropped",
                   {verdict_on(only_match("dropped"), MatchStatus::kDiscarded)}),
            "ok");
  EXPECT_TRUE(behind().empty());  // notes that the second generation serves

  serving_ = older;  // the file of the second is damaged
  restart();
  RecordChange gender;
  gender.gender = "female";
  for (const char* id : {"listed", "confirmed", "dropped"}) {
    gender.id = id;
    EXPECT_EQ(save(Family::kIndividual, {gender}), std::vector<std::string>{"updated"});
  }
  save(Family::kIndividual, {change("renamed", "Sergei Lavrov"), change("new", "Anna Petrova")});
  EXPECT_EQ(only_match("listed").status, MatchStatus::kOpen) << "the older lists do not know her";
  EXPECT_EQ(only_match("confirmed").status, MatchStatus::kTruePositive)
      << "an older version of a profile is no change of it";
  EXPECT_EQ(matches(Family::kIndividual, "renamed").size(), 2U)
      << "what the older lists have opens, what they lack stays";
  EXPECT_TRUE(matches(Family::kIndividual, "new").empty());
  SettingsChange stricter;
  stricter.threshold = 85;
  ASSERT_TRUE(change_settings(*ledger_, *actor_, stricter).ok());
  EXPECT_TRUE(behind().empty()) << "nobody is screened again under the older lists";
  EXPECT_EQ(only_match("untouched").status, MatchStatus::kOpen);
  Readiness readiness;
  readiness.generation = 1;
  rescreening_->describe(readiness);
  EXPECT_TRUE(readiness.degraded);
  EXPECT_EQ(readiness.warnings.size(), 1U);

  serving_ = newer;  // it is back
  restart();
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("listed").status, MatchStatus::kOpen);
  EXPECT_EQ(only_match("confirmed").status, MatchStatus::kTruePositive);
  EXPECT_EQ(only_match("dropped").status, MatchStatus::kOpen) << "its criteria changed";
  EXPECT_EQ(only_match("new").status, MatchStatus::kOpen);
  EXPECT_EQ(record(Family::kIndividual, "renamed").counts.of(MatchStatus::kOpen), 1);
  EXPECT_EQ(record(Family::kIndividual, "renamed").counts.of(MatchStatus::kDiscarded), 1);
  EXPECT_EQ(totals(Family::kIndividual).matches.of(MatchStatus::kOpen), 5);
  EXPECT_EQ(count("select count(*) from records where screened_generation = 0"), 0);
  ASSERT_EQ(review(Family::kIndividual, "dropped",
                   {verdict_on(only_match("dropped"), MatchStatus::kDiscarded)}),
            "ok");
  clock_.advance(base::seconds(60));
  serve({changed, person("2", {"Anna Petrova"}), person("3", {"Ali Reza"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("dropped").status, MatchStatus::kDiscarded) << "it is looked at once";
}

TEST_P(RescreeningTest, WhoWasListedOnlyWhenTheRecordWasSavedIsDiscardedAfterwards) {
  // The chunk stands at the first generation, the record was saved under the second, and neither
  // the first nor the third has the person: the difference of these two does not name her.
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  clock_.advance(base::seconds(60));
  serve({person("1", {"Sergei Lavrov"}), person("2", {"Anna Petrova"})});
  save(Family::kIndividual, {change("b", "Anna Petrova")});
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
  clock_.advance(base::seconds(60));
  serve({person("1", {"Sergei Lavrov"})});
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("b").status, MatchStatus::kDiscarded);
  EXPECT_EQ(only_match("a").status, MatchStatus::kOpen);
}

TEST_P(RescreeningTest, ACatalogueThatWasBegunAnewIsScreenedInFull) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Anna Petrova")});
  serve({person("1", {"Sergei Lavrov"}), person("3", {"Ali Reza"})});
  catch_up();
  begin_catalogue_anew();
  serve({person("2", {"Anna Petrova"}), person("1", {"Sergei Lavrov"})});
  restart();
  EXPECT_EQ(catch_up(), 1);
  EXPECT_EQ(only_match("a").status, MatchStatus::kOpen);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
}

TEST_P(RescreeningTest, ManyMatchesWhoseNumbersAreTakenGetOthers) {
  constexpr int kMany = 3 * static_cast<int>(kMatchesPerPart);
  const auto listed = [](const std::string& prefix) {
    std::vector<profile::Profile> out;
    for (int i = 0; i < kMany; ++i)
      out.push_back(person(prefix + std::to_string(i), {"Sergei Lavrov"}));
    return out;
  };
  serve(listed("old"));
  save(Family::kIndividual, {change("a", "Sergei Lavrov")});
  EXPECT_EQ(catch_up(), 0);
  begin_catalogue_anew();
  serve(listed("new"));
  restart();
  EXPECT_EQ(catch_up(), 1);
  std::set<std::int64_t> codes;
  for (const Match& match : matches(Family::kIndividual, "a"))
    codes.insert(match.seen.qr_code);
  EXPECT_EQ(codes.size(), 2U * kMany);
  EXPECT_EQ(record(Family::kIndividual, "a").counts.of(MatchStatus::kOpen), kMany);
}

TEST_P(RescreeningTest, TheEndOfARunIsAnEventAndShowsInTheProgress) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("b", "Anna Petrova")});
  serve({person("2", {"Anna Petrova"})});
  auto target = rescreening_->target();
  ASSERT_TRUE(target.ok());
  auto progress = screening_progress(*ledger_, *scope_, *target);
  ASSERT_TRUE(progress.ok());
  EXPECT_TRUE(progress->running());
  catch_up();
  progress = screening_progress(*ledger_, *scope_, *target);
  ASSERT_TRUE(progress.ok());
  EXPECT_FALSE(progress->running());
  EXPECT_EQ(progress->matches_changed, 1);
  EXPECT_EQ(count("select count(*) from events where type = 'screening.completed'"), 1);
  EXPECT_EQ(count("select count(*) from events where type = 'match.created'"), 1);
}

TEST_P(RescreeningTest, DeletedRecordsGoWhenTheirTimeIsOverAndEventsAfterThirtyDays) {
  serve({person("1", {"Sergei Lavrov"})});
  save(Family::kIndividual, {change("a", "Sergei Lavrov"), change("b", "Sergei Lavrov")});
  ASSERT_TRUE(remove(Family::kIndividual, "a"));
  SettingsChange change;
  change.retention_days = 100;
  ASSERT_TRUE(change_settings(*ledger_, *actor_, change).ok());
  clock_.advance(base::days(99));
  ASSERT_TRUE(remove_outdated(*ledger_, operator_, clock_.now(), 100).ok());
  EXPECT_EQ(count("select count(*) from records"), 2);
  EXPECT_EQ(count("select count(*) from events"), 0);
  clock_.advance(base::days(2));
  ASSERT_TRUE(remove_outdated(*ledger_, operator_, clock_.now(), 100).ok());
  EXPECT_EQ(count("select count(*) from records"), 1);
  EXPECT_EQ(count("select count(*) from matches"), 1);
  EXPECT_EQ(count("select count(*) from match_history"), 1);
  EXPECT_EQ(only_match("b").status, MatchStatus::kOpen);
}

}  // namespace
}  // namespace vedette::service
