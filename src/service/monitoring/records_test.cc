// What clients that save at the same time may count on.
#include <atomic>
#include <thread>

#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

class RecordsTest : public testing::MonitoringTest {};
VEDETTE_BOTH_STORES(RecordsTest);

TEST_P(RecordsTest, WhoeverSavesTheSameRecordAtTheSameTimeIsServed) {
  serve(catalogue::sample_profiles(20, 3));
  constexpr int kClients = 24;
  constexpr int kSaves = 4;
  std::atomic<int> served = 0;
  std::vector<std::thread> clients;
  for (int client = 0; client < kClients; ++client)
    clients.emplace_back([&, client] {
      for (int i = 0; i < kSaves; ++i) {
        const auto words =
            save(profile::Family::kIndividual,
                 {change("K-1", "Client " + std::to_string(client) + " " + std::to_string(i))});
        served += words == std::vector<std::string>{"created"} ||
                  words == std::vector<std::string>{"updated"};
      }
    });
  for (std::thread& client : clients)
    client.join();
  EXPECT_EQ(served, kClients * kSaves);
}

TEST_P(RecordsTest, ANameThatIsOnlySpeltOtherwiseIsKeptButBringsNoMatchBack) {
  constexpr auto kFamily = profile::Family::kIndividual;
  serve({catalogue::sample_profile(profile::Kind::kPerson, "1", {"Sergei Lavrov"})});
  save(kFamily, {change("K-1", "Sergei Lavrov")});
  ASSERT_EQ(matches(kFamily, "K-1").size(), 1U);
  const std::int64_t code = matches(kFamily, "K-1").front().seen.qr_code;
  const auto saved = [&](const RecordChange& change) {
    EXPECT_EQ(review(kFamily, "K-1", {verdict(code, MatchStatus::kDiscarded)}), "ok");
    EXPECT_EQ(save(kFamily, {change}), std::vector<std::string>{"updated"});
    return matches(kFamily, "K-1").front().status;
  };
  EXPECT_EQ(saved(change("K-1", "SERGEI LAVROV")), MatchStatus::kDiscarded);
  EXPECT_EQ(record(kFamily, "K-1").criteria.name, "SERGEI LAVROV");
  EXPECT_EQ(saved(change("K-1", "Sergej Lavrov")), MatchStatus::kOpen) << "other letters";
  RecordChange places{"K-1"};
  places.countries = {"ru", "GB"};
  EXPECT_EQ(saved(places), MatchStatus::kOpen) << "countries where there were none";
  places.countries = {"gb", "RU"};
  EXPECT_EQ(saved(places), MatchStatus::kDiscarded);
  EXPECT_EQ(record(kFamily, "K-1").criteria.countries, (std::vector<std::string>{"gb", "RU"}));
}

TEST_P(RecordsTest, ABatchIsStoredWhileSomebodySavesOneOfItsRecordsAllTheTime) {
  serve(catalogue::sample_profiles(20, 3));
  std::atomic<bool> stored = false;
  std::thread busy([&] {
    for (int i = 0; !stored; ++i)
      save(profile::Family::kIndividual, {change("K-7", "Busy " + std::to_string(i))});
  });
  std::vector<RecordChange> batch;
  for (int i = 0; i < 200; ++i)
    batch.push_back(change("K-" + std::to_string(i), "Batch " + std::to_string(i)));
  const auto words = save(profile::Family::kIndividual, batch);
  stored = true;
  busy.join();
  EXPECT_EQ(words.size(), batch.size()) << words.front();
}

}  // namespace
}  // namespace vedette::service
