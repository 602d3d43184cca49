#include "service/monitoring/match_queue.h"

#include <gmock/gmock.h>

#include "service/testing/monitoring_fixture.h"
#include "text/fold.h"

namespace vedette::service {
namespace {

using profile::Family;

class MatchQueueTest : public testing::MonitoringTest {
 protected:
  // Everybody is listed, and a customer under the same name.
  void list_and_watch(const std::vector<std::string>& names) {
    std::vector<profile::Profile> listed;
    std::vector<RecordChange> customers;
    for (std::size_t i = 0; i < names.size(); ++i) {
      listed.push_back(
          catalogue::sample_profile(profile::Kind::kPerson, std::to_string(i), {names[i]}));
      customers.push_back(change("C-" + std::to_string(i), names[i]));
    }
    serve(listed);
    save(Family::kIndividual, customers);
  }

  // The names that a search finds, each once.
  std::vector<std::string> found(const std::string& search) {
    QueueQuestion question;
    question.search = search;
    const auto page = read_queue(*ledger_, *scope_, question);
    EXPECT_TRUE(page.ok()) << search;
    std::vector<std::string> names;
    if (!page.ok()) return names;
    for (const QueueEntry& entry : page->entries)
      names.push_back(entry.record_name);
    EXPECT_EQ(page->total, static_cast<std::int64_t>(names.size())) << search;
    std::ranges::sort(names);
    return names;
  }
};
VEDETTE_BOTH_STORES(MatchQueueTest);

TEST_P(MatchQueueTest, ASearchFindsNamesInWhateverCaseTheyAreWritten) {
  const std::vector<std::string> stored = {
      "Jürgen Müller", "JÜRGEN MÜLLER", "jürgen müller", "Özgür Çelik", "ÖZGÜR ÇELİK",
      "Иван Щербаков", "ИВАН ЩЕРБАКОВ", "Νίκη Παππά",    "ΝΊΚΗ ΠΑΠΠΆ",  "Արամ Աբովյան",
      "Åse 100% Øst",  "Åse 100 Øst",   "Mark_Ünal",     "Marko Ünal",  "محمد علی",
  };
  list_and_watch(stored);
  const auto all = found("");
  ASSERT_GE(all.size(), stored.size()) << "everybody matches at least themselves";

  QueueQuestion question;
  question.limit = kMostQueuePage;
  const auto everything = read_queue(*ledger_, *scope_, question);
  ASSERT_TRUE(everything.ok());
  const auto holds = [](const std::string& name, const std::string& part) {
    return text::normalise(name).find(text::normalise(part)) != std::u32string::npos;
  };
  for (const std::string search :
       {"müller", "MÜLLER",        "Müller", "üll",   "ÜLL",   "jürgen müller", "JÜRGEN M",
        "özgür",  "ÖZGÜR",         "çel",    "щерба", "ЩЕРБА", "Щерба",         "щербаков",
        "ербак",  "иван щербаков", "νίκη",   "ΝΊΚΗ",  "παππ",  "արամ",          "ԱՐԱՄ",
        "100%",   "0% Ø",          "0% ø",   "k_ü",   "K_Ü",   "محمد",          "nobody"}) {
    std::vector<std::string> wanted;
    for (const QueueEntry& entry : everything->entries)
      if (holds(entry.record_name, search) || holds(entry.match.seen.name, search) ||
          holds(entry.match.seen.matched_name, search))
        wanted.push_back(entry.record_name);
    std::ranges::sort(wanted);
    EXPECT_EQ(found(search), wanted) << search;
    EXPECT_EQ(wanted.empty(), search == "nobody") << search;
  }
  EXPECT_EQ(found("C-3").size(), 2U) << "a whole record id";
}

TEST_P(MatchQueueTest, ANameCopiedFromTheScreenIsFound) {
  const std::vector<std::string> stored = {"Игорь Иванович СЕЧИН", "Роснефть ПАО", "Rámí MACHLÚF",
                                           "НК \"Роснефть\"", "ЛУКАШЭНКА, Аляксандр Рыгоравіч"};
  list_and_watch(stored);
  for (const std::string& name : stored)
    EXPECT_THAT(found(name), ::testing::Contains(name));
  EXPECT_THAT(found("ч СЕЧ"), ::testing::Contains(stored[0])) << "a piece of it as well";
  EXPECT_THAT(found("сечин"), ::testing::Contains(stored[0]));
  EXPECT_THAT(found("ч СЕЧА"), ::testing::IsEmpty());
}

}  // namespace
}  // namespace vedette::service
