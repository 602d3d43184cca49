#include <iostream>
#include <random>

#include "base/testing/test_seed.h"
#include "search/full_scan.h"
#include "service/monitoring/affected_record.h"
#include "service/monitoring/match_queue.h"
#include "service/monitoring/monitoring_overview.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using profile::Family;

// The whole life cycle once more, plain and slow: every record is compared with every name of the
// catalogue, every rule is written out, nothing is kept up to date but by doing all of it again.
struct ModelMatch {
  std::string status;
  int score = 0;
  std::int64_t version = 0;
  std::int64_t match_version = 1;
  std::string said;  // the status a client set last
  int said_score = 0;
  std::optional<int> confidence;  // nothing when gone
  std::optional<int> said_confidence;
  std::string name;
  std::string matched;
  std::string countries;
  std::string datasets;
  std::vector<std::string> reviews;  // statuses, oldest first
};
struct ModelRecord {
  Criteria criteria;
  std::int64_t number = 0;
  std::map<std::string, ModelMatch> matches;  // by resource id
  std::int64_t generation = 0;                // screened under
  std::string engine;
  std::int64_t settings = 0;
};
using RecordKey = std::pair<Family, std::string>;

struct Model {
  std::map<RecordKey, ModelRecord> records;
  std::shared_ptr<const catalogue::Catalogue> catalogue;
  int threshold = 80;
  bool countries_required = false;
  bool auto_discard = true;
  std::int64_t settings = 0;
  std::int64_t gone_version = 0;  // the highest of a match whose record was deleted

  search::Results search(Family family, const Criteria& criteria) const {
    search::Query query;
    query.name = criteria.name;
    query.scope =
        family == Family::kBusiness ? search::Scope::kBusiness : search::Scope::kIndividual;
    query.threshold = threshold;
    query.country_required = countries_required;
    query.limit = 100'000;
    for (const std::string& code : criteria.countries)
      query.countries.push_back(*profile::parse_country_code(code));
    return search::full_scan(*catalogue, catalogue::sample_analyser(), query);
  }

  // Such a match stays as a person left it.
  bool is_of_other_family(Family family, const std::string& resource) const {
    const auto number = catalogue->find_resource(resource);
    if (!number || catalogue->is_deleted(*number)) return false;
    const auto profile = catalogue->profile(*number);
    return profile.ok() && !profile->belongs_to(family);
  }

  static void move(ModelMatch& match, const std::string& status) {
    if (match.status != status) match.reviews.push_back(status);
    match.status = status;
  }

  void still(ModelMatch& match, const ModelMatch& now, bool criteria_changed) {
    const ModelMatch before = match;
    const int reviewed = match.said.empty() ? match.score : match.said_score;
    const auto likely = match.said.empty() ? match.confidence : match.said_confidence;
    const bool rose = now.score > reviewed || (likely && *now.confidence > *likely);
    const bool unchanged = match.score > 0 && match.version == now.version && !criteria_changed &&
                           now.score <= match.score;
    std::string status = match.status;
    if (match.score == 0) {
      status = match.said == "false-positive" && !rose ? "false-positive" : "open";
    } else if (match.version != now.version) {
      if (status != "false-positive" || rose) status = "open";
    } else if (criteria_changed || now.score > match.score) {
      if (status == "discarded") status = "open";
      if (status == "false-positive" && rose) status = "open";
    }
    match.score = now.score;
    match.confidence = now.confidence;
    match.version = now.version;
    match.name = now.name;
    match.matched = now.matched;
    match.countries = now.countries;
    match.datasets = now.datasets;
    move(match, status);
    const bool changed = before.status != match.status || before.score != match.score ||
                         before.version != match.version || before.matched != match.matched ||
                         (before.confidence != match.confidence && !unchanged);
    if (changed) ++match.match_version;
  }

  void screen(const RecordKey& key, ModelRecord& record, bool criteria_changed) {
    std::map<std::string, ModelMatch> now;
    evidence::CustomerFacts customer;
    if (key.first == Family::kIndividual) customer.kind = profile::Kind::kPerson;
    for (const std::string& code : record.criteria.countries)
      customer.countries.push_back(*profile::parse_country_code(code));
    HitAssessor assessor(catalogue, catalogue::sample_analyser(),
                         {record.criteria.name, {}, evidence::facts_of(customer, {})});
    for (const search::Hit& hit : search(key.first, record.criteria).hits) {
      const auto profile = catalogue->profile(hit.profile);
      ModelMatch match;
      match.status = "open";
      match.reviews = {"open"};
      match.match_version = gone_version + 1;
      match.score = hit.score;
      match.confidence = assessor.assess(hit)->confidence;
      match.version = profile->version;
      match.name = profile->name();
      match.matched = profile->names[hit.names.front().ordinal].text;
      for (const profile::Country country : profile::all_countries(*profile))
        match.countries += (match.countries.empty() ? "" : ",") + country.lower();
      match.datasets = profile::to_text(profile->datasets);
      now[catalogue->resource_id_text(hit.profile)] = match;
    }
    for (const auto& [resource, match] : now) {
      const auto known = record.matches.find(resource);
      if (known == record.matches.end()) {
        record.matches[resource] = match;
      } else {
        still(known->second, match, criteria_changed);
      }
    }
    for (auto& [resource, match] : record.matches) {
      if (now.contains(resource) || match.score == 0) continue;
      if (match.status != "open" && is_of_other_family(key.first, resource)) continue;
      match.score = 0;
      match.confidence.reset();
      ++match.match_version;
      if (match.status == "true-positive") {
        move(match, "open");
      } else if (auto_discard) {
        move(match, "discarded");
      }
    }
    record.generation = static_cast<std::int64_t>(catalogue->meta().generation);
    record.engine = catalogue->engine_version();
    record.settings = settings;
  }

  bool is_behind(const ModelRecord& record) const {
    return record.generation != static_cast<std::int64_t>(catalogue->meta().generation) ||
           record.settings != settings;
  }
};

constexpr std::uint64_t kSteps = 2000;

// A number from the environment, for long runs, short ones under a sanitizer, and old seeds.
std::uint64_t asked_for(const char* variable, std::uint64_t otherwise) {
  const char* given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

class MonitoringModelTest : public testing::MonitoringTest {
 protected:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  Family any_family() { return below(2) == 0 ? Family::kBusiness : Family::kIndividual; }

  // Few words, so that names meet each other often.
  std::string any_name(Family family) {
    static const std::vector<std::string> people = {"Mohammed", "Hassan", "Ali",   "Petrov",
                                                    "Sergei",   "Anna",   "Smith", "Smyth",
                                                    "Vladimir", "Lavrov"};
    static const std::vector<std::string> firms = {"Orient", "Golden",  "Star", "Trading", "Marine",
                                                   "Pars",   "Rosneft", "Oil",  "Tehran",  "Sun"};
    if (below(8) == 0 && !common_[family].empty()) return common_[family];
    const auto& words = family == Family::kBusiness ? firms : people;
    std::string out = words[below(words.size())];
    for (std::size_t more = 1 + below(2); more > 0; --more)
      out += " " + words[below(words.size())];
    return out;
  }
  profile::Profile any_profile(std::size_t number) {
    const Family family = number % 2 == 0 ? Family::kBusiness : Family::kIndividual;
    std::vector<std::string> names = {any_name(family)};
    if (below(3) == 0) names.push_back(any_name(family));
    const profile::Kind known =
        family == Family::kBusiness ? profile::Kind::kOrganisation : profile::Kind::kPerson;
    const bool unknown = below(3) == 0;
    // Records of both families are called such a name.
    if (unknown && below(2) == 0) names.push_back(any_name(any_family()));
    profile::Profile out = catalogue::sample_profile(unknown ? profile::Kind::kUnknown : known,
                                                     std::to_string(number), names);
    static const char* const kCountries[] = {"IR", "RU", "SY"};
    if (below(2) == 0)
      out.countries.push_back(*profile::Country::from_alpha2(kCountries[below(3)]));
    if (below(3) == 0) out.datasets.add(profile::Dataset::kPepCurrent);
    return out;
  }

  // Many of one name come, take another name or leave: more matches of a record than are written at
  // once.
  void change_the_crowd() {
    const Family family = any_family();
    const std::string name = any_name(family);
    if (below(2) == 0) common_[family] = name;
    for (std::size_t i = 0; i < 4 * kMatchesPerPart; ++i) {
      const std::size_t number = 1000 + 2 * i + (family == Family::kBusiness ? 0 : 1);
      profiles_.erase(number);
      if (below(5) == 0) continue;
      profile::Profile one = any_profile(number);
      one.names.front().text = name;
      profiles_[number] = std::move(one);
    }
  }

  void new_generation() {
    for (std::size_t changes = 1 + below(12); changes > 0; --changes) {
      const std::size_t number = below(60);
      if (below(4) == 0) {
        profiles_.erase(number);
      } else {
        profiles_[number] = any_profile(number);
      }
    }
    if (below(8) == 0) change_the_crowd();
    // One import in twenty is by a new engine.
    if (below(20) == 0) ++engine_;
    std::vector<profile::Profile> all;
    for (const auto& [number, profile] : profiles_)
      all.push_back(profile);
    clock_.advance(below(5) == 0 ? base::days(1) : base::seconds(60));
    serve(all, std::to_string(engine_));
    model_.catalogue = serving_;
  }

  RecordKey any_key() { return {any_family(), "C-" + std::to_string(below(40))}; }

  void upsert() {
    const RecordKey key = any_key();
    RecordChange change;
    change.id = key.second;
    const auto known = model_.records.find(key);
    const bool is_new = known == model_.records.end();
    Criteria after = is_new ? Criteria{} : known->second.criteria;
    if (is_new || below(2) == 0) change.name = after.name = any_name(key.first);
    if (below(4) == 0) {
      change.countries = std::vector<std::string>();
      if (below(2) == 0) change.countries->push_back(below(2) == 0 ? "RU" : "ir");
      after.countries = *change.countries;
    }
    const bool same = !is_new && after == known->second.criteria;
    const auto result = save(key.first, {change});
    ASSERT_EQ(result, std::vector<std::string>{is_new ? "created"
                                               : same ? "unchanged"
                                                      : "updated"});
    ModelRecord& record = model_.records[key];
    if (is_new) record.number = this->record(key.first, key.second).number;
    if (same) return;
    record.criteria = after;
    model_.screen(key, record, true);
    if (is_new) spread();
    compare(key);
  }

  // Leaves a gap in the record numbers now and then, so that a few records make many chunks.
  void spread() {
    if (below(3) != 0) return;
    const auto connection = connect();
    run(*connection, "update counters set value = value + 4096 where name = 'record'");
  }

  void remove_one() {
    const RecordKey key = any_key();
    const auto known = model_.records.find(key);
    const bool exists = known != model_.records.end();
    if (exists) {
      for (const auto& [resource, match] : known->second.matches)
        model_.gone_version = std::max(model_.gone_version, match.match_version);
      for (const Match& match : matches(key.first, key.second))
        gone_.push_back({key, match.seen.qr_code, match.match_version});
      model_.records.erase(known);
    }
    ASSERT_EQ(remove(key.first, key.second), exists);
  }

  // What a reviewer says about a match whose record was deleted since, perhaps to be added again.
  void review_one_that_is_gone() {
    if (gone_.empty()) return;
    const Gone& match = gone_[below(gone_.size())];
    ReviewInput input = verdict(match.qr_code, kMatchStatuses[below(4)]);
    input.match_version = match.match_version;
    ASSERT_NE(review(match.key.first, match.key.second, {input}), "ok");
  }

  void review_one() {
    if (model_.records.empty()) return;
    auto at = model_.records.begin();
    std::advance(at, below(model_.records.size()));
    auto& [key, record] = *at;
    if (record.matches.empty()) return;
    auto match = record.matches.begin();
    std::advance(match, below(record.matches.size()));
    std::int64_t code = 0;
    for (const Match& each : matches(key.first, key.second))
      if (each.seen.resource_id == match->first) code = each.seen.qr_code;
    ReviewInput input;
    input.qr_code = code;
    ModelMatch& model = match->second;
    if (below(6) == 0) {
      input.client_comment = "looked at it";
      model.reviews.push_back(model.status);
    } else {
      const MatchStatus status = kMatchStatuses[below(4)];
      input.status = status;
      model.status = model.said = std::string(status_name(status));
      model.said_score = model.score;
      model.said_confidence = model.confidence;
      model.reviews.push_back(model.status);
    }
    ASSERT_EQ(review(key.first, key.second, {input}), "ok");
    compare(key);
  }

  void change_settings_somehow() {
    SettingsChange change;
    switch (below(3)) {
      case 0:
        change.threshold = model_.threshold = 70 + static_cast<int>(below(6)) * 5;
        break;
      case 1:
        model_.countries_required = below(2) == 0;
        change.country_rule =
            model_.countries_required ? CountryRule::kRequired : CountryRule::kKeepUnknown;
        break;
      default:
        change.auto_discard = model_.auto_discard = below(3) != 0;
    }
    const auto changed = change_settings(*ledger_, *actor_, change);
    ASSERT_TRUE(changed.ok());
    model_.settings = changed->version;
  }

  // Some of the chunks that are behind; sometimes one is dropped half-way by a process that ends.
  void rescreen_some() {
    const auto chunks = rescreening_->behind(1 + static_cast<std::int64_t>(below(4)));
    ASSERT_TRUE(chunks.ok());
    search::Workspace workspace;
    for (const Rescreening::Chunk& chunk : *chunks) {
      if (below(4) == 0) {
        const auto connection = connect();
        run(*connection,
            "update screening_chunks set lease_owner = 'dead', fence = fence + 1,"
            " lease_until = $1 where chunk = $2",
            {clock_.now().unix_millis + 5000, chunk.number});
        continue;
      }
      const auto end = rescreening_->bring_up_to_date(chunk, workspace);
      ASSERT_TRUE(end.ok()) << end.error().message;
      ASSERT_EQ(*end, Rescreening::End::kDone);
      for (auto& [key, record] : model_.records)
        if (chunk_of(record.number) == chunk.number && model_.is_behind(record))
          model_.screen(key, record, false);
    }
  }

  void rescreen_all() {
    clock_.advance(base::seconds(200));
    ASSERT_GE(catch_up(), 0);
    for (auto& [key, record] : model_.records)
      if (model_.is_behind(record)) model_.screen(key, record, false);
    compare_all();
  }

  void compare(const RecordKey& key, bool with_history = true) {
    const ModelRecord& model = model_.records.at(key);
    const MonitorRecord actual = record(key.first, key.second);
    StatusCounts counts;
    std::map<std::string, Match> found;
    for (const Match& match : matches(key.first, key.second)) {
      ++counts.of(match.status);
      found[match.seen.resource_id] = match;
    }
    ASSERT_EQ(actual.counts, counts) << key.second;
    ASSERT_EQ(actual.criteria, model.criteria) << key.second;
    ASSERT_EQ(found.size(), model.matches.size()) << key.second;
    for (const auto& [resource, wanted] : model.matches) {
      ASSERT_TRUE(found.contains(resource)) << key.second;
      const Match& match = found[resource];
      ASSERT_EQ(status_name(match.status), wanted.status) << key.second << " " << wanted.name;
      ASSERT_EQ(match.seen.score, wanted.score) << key.second << " " << wanted.name;
      ASSERT_EQ(match.seen.version, wanted.version) << key.second << " " << wanted.name;
      ASSERT_EQ(match.match_version, wanted.match_version) << key.second << " " << wanted.name;
      ASSERT_EQ(match.seen.name, wanted.name);
      ASSERT_EQ(match.seen.matched_name, wanted.matched);
      ASSERT_EQ(match.seen.countries, wanted.countries);
      ASSERT_EQ(profile::to_text(match.seen.datasets), wanted.datasets);
      if (!with_history) continue;
      const auto history =
          read_history(*ledger_, *scope_, key.first, key.second, match.seen.qr_code);
      ASSERT_TRUE(history.ok());
      std::vector<std::string> reviews;
      for (const HistoryStep& step : *history)
        if (step.is_review) reviews.emplace_back(status_name(step.to));
      ASSERT_EQ(reviews, wanted.reviews) << key.second << " " << wanted.name;
    }
  }

  void compare_all(bool with_history = false) {
    std::map<Family, FamilyTotals> sums;
    for (const auto& [key, record] : model_.records) {
      compare(key, with_history);
      FamilyTotals& sum = sums[key.first];
      ++sum.records;
      bool open = false;
      for (const auto& [resource, match] : record.matches) {
        ++sum.matches.of(*parse_status(match.status));
        open = open || match.status == "open";
      }
      sum.open_records += open ? 1 : 0;
    }
    for (const Family family : {Family::kBusiness, Family::kIndividual})
      ASSERT_EQ(totals(family), sums[family]);
    compare_queue();
    compare_days();
  }

  // What stands in the queue under a random question, and in what order, against all matches.
  void compare_queue() {
    QueueQuestion question;
    question.status.reset();
    if (below(3) != 0) question.status = kMatchStatuses[below(4)];
    if (below(3) == 0) question.family = any_family();
    if (below(3) == 0) question.datasets.add(profile::Dataset::kPepCurrent);
    if (below(3) == 0) question.least_score = 70 + static_cast<std::int64_t>(below(30));
    if (below(4) == 0) question.search = "PET";
    question.order = static_cast<QueueOrder>(below(5));
    question.limit = 1 + static_cast<std::int64_t>(below(20));
    std::multiset<std::string> wanted;
    for (const auto& [key, record] : model_.records)
      for (const auto& [resource, match] : record.matches)
        if (fits(question, key, record, match)) wanted.insert(line(key, match.name, match.score));
    std::multiset<std::string> found;
    std::vector<std::int64_t> keys;
    do {
      const auto page = read_queue(*ledger_, *scope_, question);
      ASSERT_TRUE(page.ok()) << page.error().message;
      ASSERT_EQ(page->total, static_cast<std::int64_t>(wanted.size()));
      for (const QueueEntry& entry : page->entries) {
        found.insert(
            line({entry.family, entry.record_id}, entry.match.seen.name, entry.match.seen.score));
        const std::int64_t created = entry.match.created.unix_millis;
        const auto& confidence = entry.match.seen.confidence;
        if (question.order == QueueOrder::kConfidence)
          keys.push_back(-1000 * (confidence ? confidence->percent : -1) - entry.match.seen.score);
        if (question.order == QueueOrder::kScore) keys.push_back(-entry.match.seen.score);
        if (question.order == QueueOrder::kNewest) keys.push_back(-created);
        if (question.order == QueueOrder::kOldest) keys.push_back(created);
      }
      question.cursor = page->next_cursor;
    } while (!question.cursor.empty());
    ASSERT_EQ(found, wanted) << "each match once, and no other";
    ASSERT_TRUE(std::ranges::is_sorted(keys)) << "order " << static_cast<int>(question.order);
  }
  static std::string line(const RecordKey& key, const std::string& name, int score) {
    return std::string(profile::to_text(key.first)) + " " + key.second + " " + name + " " +
           std::to_string(score);
  }
  static bool fits(const QueueQuestion& question, const RecordKey& key, const ModelRecord& record,
                   const ModelMatch& match) {
    const auto says_pet = [](const std::string& text) {
      return text.find("Pet") != std::string::npos;
    };
    return (!question.status || status_name(*question.status) == match.status) &&
           (!question.family || *question.family == key.first) &&
           (question.datasets.empty() || match.datasets.find("PEP") != std::string::npos) &&
           match.score >= question.least_score &&
           (question.search.empty() || says_pet(record.criteria.name) || says_pet(match.name) ||
            says_pet(match.matched));
  }

  // The figures of the overview against all matches.
  void compare_days() {
    const auto overview = read_overview(*ledger_, *scope_, clock_.now());
    ASSERT_TRUE(overview.ok()) << overview.error().message;
    std::int64_t open = 0;
    std::map<std::string, std::int64_t> datasets;
    std::map<int, StatusCounts> scores;
    std::map<std::int64_t, std::int64_t> days;
    for (const auto& [key, record] : model_.records) {
      for (const auto& [resource, match] : record.matches) {
        const MatchStatus status = *parse_status(match.status);
        if (match.score > 0) ++scores[match.score].of(status);
        if (status != MatchStatus::kOpen) continue;
        ++open;
        for (const std::string& each : split(match.datasets))
          ++datasets[each];
      }
      for (const Match& match : matches(key.first, key.second))
        ++days[match.created.unix_millis / base::days(1).count];
    }
    ASSERT_EQ(
        overview->open_today + overview->open_week + overview->open_month + overview->open_older,
        open);
    std::map<std::string, std::int64_t> told_datasets;
    for (const DatasetCount& each : overview->open_by_dataset)
      told_datasets[std::string(profile::code(each.dataset))] = each.matches;
    ASSERT_EQ(told_datasets, datasets);
    std::map<int, StatusCounts> told_scores;
    for (const ScoreCount& each : overview->scores)
      told_scores[each.score] = each.matches;
    ASSERT_EQ(told_scores, scores);
    for (const DayCount& each : overview->days)
      ASSERT_EQ(each.created, days[each.day.unix_millis / base::days(1).count]);
  }

  void step() {
    clock_.advance(base::Millis{static_cast<std::int64_t>(below(2000))});
    switch (below(20)) {
      case 0:
        return new_generation();
      case 1:
        return change_settings_somehow();
      case 2:
      case 3:
        return remove_one();
      case 4:
      case 5:
        return rescreen_some();
      case 6:
        return rescreen_all();
      case 7:
        against_ = static_cast<Rescreening::Parts::Against>(below(3));
        if (below(4) == 0) restart();
        return;
      case 8:
      case 9:
      case 10:
      case 11:
      case 12:
        return upsert();
      case 13:
        return review_one_that_is_gone();
      default:
        return review_one();
    }
  }

  std::mt19937_64 random_;
  std::map<std::size_t, profile::Profile> profiles_;
  std::map<Family, std::string> common_;  // a name that many have, or had
  int engine_ = 1;
  Model model_;
  struct Gone {
    RecordKey key;
    std::int64_t qr_code;
    std::int64_t match_version;
  };
  std::vector<Gone> gone_;
};
VEDETTE_BOTH_STORES(MonitoringModelTest);

TEST_P(MonitoringModelTest, TheServiceAgreesWithThePlainModelOverRandomLives) {
  const std::uint64_t seed = base::test_seed();
  std::cout << "seed " << seed << std::endl;
  random_.seed(seed);
  for (std::size_t i = 0; i < 50; ++i)
    profiles_[i] = any_profile(i);
  new_generation();
  const std::uint64_t steps = asked_for("VEDETTE_MODEL_STEPS", kSteps);
  for (std::uint64_t i = 0; i < steps; ++i) {
    step();
    ASSERT_FALSE(HasFatalFailure()) << "step " << i << " of seed " << seed;
  }
  rescreen_all();
  compare_all(true);
  const auto chain = ledger_->verify_audit_chain(*scope_);
  ASSERT_TRUE(chain.ok());
  EXPECT_TRUE(chain->whole()) << chain->reason;
}

}  // namespace
}  // namespace vedette::service
