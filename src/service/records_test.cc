// What clients that save at the same time may count on.
#include <atomic>
#include <thread>

#include "service/monitoring_fixture.h"

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
