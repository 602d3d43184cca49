#include "parties/party_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "catalogue/testing/sample_profiles.h"
#include "parties/party_catalogue.h"
#include "profile/profile_json.h"

namespace vedette::parties {
namespace {

using profile::Dataset;
using profile::Kind;
using profile::Profile;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

Profile entry(std::string list, std::string record, std::string name, Dataset dataset,
              Kind kind = Kind::kPerson) {
  Profile made = catalogue::sample_profile(kind, std::move(record), {std::move(name)});
  made.key.list = list;
  made.sources = {{list, list, "https://" + list + ".example", {dataset}, {}}};
  made.datasets = {dataset};
  made.sanctions.push_back({.regime = {.body = list}, .former = dataset == Dataset::kSanFormer});
  return made;
}

// A folder of generations that are built one after the other, and groups made by a test.
class PartyProfiles : public testing::Test {
 protected:
  void build(const std::vector<Profile>& profiles) {
    const auto path = folder_.path() / ("generation-" + std::to_string(++generation_));
    ASSERT_TRUE(catalogue::build_sample(path, profiles,
                                        {.generation = generation_,
                                         .created = {static_cast<std::int64_t>(generation_) * 1000},
                                         .previous = catalogue_})
                    .ok());
    catalogue_ = *catalogue::Catalogue::open(path, catalogue::Check::kFull);
  }
  Entry number(const std::string& list, const std::string& record) const {
    return *catalogue_->find_resource(profile::resource_id({list, record}));
  }
  PartyProfile read(const std::vector<std::vector<Entry>>& groups, Entry wanted) {
    grouping_ = std::make_shared<const Grouping>(
        *catalogue_, GroupingId{.generation = generation_, .revision = 1}, groups,
        std::vector<Suggestion>());
    auto made = read_party(*catalogue_, grouping_.get(), wanted);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return *made;
  }
  static std::vector<std::string> names(const Profile& profile) {
    std::vector<std::string> out;
    for (const profile::Name& name : profile.names)
      out.push_back(name.text);
    return out;
  }

  catalogue::TemporaryFolder folder_;
  std::shared_ptr<const catalogue::Catalogue> catalogue_;
  std::shared_ptr<const Grouping> grouping_;
  std::uint64_t generation_ = 0;
};

TEST_F(PartyProfiles, AreMadeOfAllEntriesUnderTheIdOfTheOldest) {
  Profile un = entry("un-sc", "1", "Ivan Petrovsky", Dataset::kSanFormer);
  Profile eu = entry("eu-fsf", "1", "Iwan Petrowski", Dataset::kSanCurrent);
  eu.names.push_back(un.names.front());
  eu.identifiers.push_back({"Passport", "AB123456", {}, {}, {}, ""});
  eu.gender = profile::Gender::kMale;
  un.births.push_back({{1960, 0, 0}, {}, false});
  build({un, eu});
  const Entry first = number("un-sc", "1"), second = number("eu-fsf", "1");
  const PartyProfile party = read({{second, first}}, second);
  const Entry oldest =
      catalogue_->facts(first).qr_code < catalogue_->facts(second).qr_code ? first : second;
  EXPECT_EQ(party.party, oldest);
  EXPECT_EQ(profile::resource_id(party.profile.key), catalogue_->resource_id_text(oldest));
  EXPECT_EQ(party.profile.qr_code, catalogue_->facts(oldest).qr_code);
  // Sanctioned now goes before formerly sanctioned.
  EXPECT_THAT(names(party.profile), ElementsAre("Iwan Petrowski", "Ivan Petrovsky"));
  EXPECT_EQ(party.profile.datasets, profile::DatasetSet{Dataset::kSanCurrent});
  EXPECT_EQ(party.profile.births.size(), 1u);
  EXPECT_EQ(party.profile.gender, profile::Gender::kMale);
  EXPECT_EQ(party.profile.sanctions.size(), 2u);
  EXPECT_EQ(party.profile.version, 2u);
  EXPECT_EQ(party.entry(second)->key.list, "eu-fsf");
}

TEST_F(PartyProfiles, StayWhileOneEntryIsListedAndAreDeletedWithTheLast) {
  const Profile un = entry("un-sc", "1", "Ivan Petrovsky", Dataset::kSanCurrent);
  const Profile eu = entry("eu-fsf", "1", "Iwan Petrowski", Dataset::kSanCurrent);
  build({un, eu});
  build({eu});
  const std::vector<std::vector<Entry>> groups = {{number("un-sc", "1"), number("eu-fsf", "1")}};
  const PartyProfile one = read(groups, number("un-sc", "1"));
  EXPECT_FALSE(one.profile.is_deleted);
  EXPECT_THAT(names(one.profile), ElementsAre("Iwan Petrowski"));
  // That the UN sanctioned him once is still told.
  EXPECT_EQ(std::ranges::count(one.profile.sanctions, true, &profile::SanctionEntry::former), 1);
  build({});
  const PartyProfile none = read(groups, number("eu-fsf", "1"));
  EXPECT_TRUE(none.profile.is_deleted);
  EXPECT_THAT(names(none.profile), UnorderedElementsAre("Ivan Petrovsky", "Iwan Petrowski"));
}

TEST_F(PartyProfiles, LinksLeadToPartiesAndNotToTheirOwn) {
  Profile un = entry("un-sc", "1", "Ivan Petrovsky", Dataset::kSanCurrent);
  const Profile eu = entry("eu-fsf", "1", "Iwan Petrowski", Dataset::kSanCurrent);
  const Profile a = entry("un-sc", "2", "Blue Sea Ltd", Dataset::kSanCurrent, Kind::kOrganisation);
  const Profile b = entry("eu-fsf", "2", "Blue Sea", Dataset::kSanCurrent, Kind::kOrganisation);
  for (const auto& key : {a.key, b.key, eu.key})
    un.links.push_back({.target = key, .relationship = "Owner of"});
  build({un, eu, a, b});
  const PartyProfile party = read({{number("un-sc", "1"), number("eu-fsf", "1")},
                                   {number("un-sc", "2"), number("eu-fsf", "2")}},
                                  number("un-sc", "1"));
  ASSERT_EQ(party.profile.links.size(), 1u);
  EXPECT_EQ(profile::resource_id(party.profile.links.front().target),
            catalogue_->resource_id_text(grouping_->party_of(number("eu-fsf", "2"))));
}

TEST_F(PartyProfiles, TellWhichEntrySaysWhat) {
  Profile un = entry("un-sc", "1", "Ivan Petrovsky", Dataset::kSanCurrent);
  Profile eu = entry("eu-fsf", "1", "Iwan Petrowski", Dataset::kSanCurrent);
  un.nationalities.push_back(*profile::Country::from_alpha2("RU"));
  eu.nationalities = un.nationalities;
  eu.identifiers.push_back({"Passport", "AB123456", {}, {}, {}, ""});
  build({un, eu});
  const PartyProfile party = read({{number("un-sc", "1"), number("eu-fsf", "1")}}, 0);
  std::string text;
  base::JsonWriter json(text);
  profile::write_open_profile(json, party.profile, profile::Family::kIndividual, profile::NoLinks(),
                              {party.entries(), {5000}});
  json.end_object();
  const boost::json::value value = boost::json::parse(text);
  ASSERT_EQ(value.at("entries").as_array().size(), 2u);
  EXPECT_EQ(value.at_pointer("/entries/0/lastSeen").as_string(), "1970-01-01T00:00:05.000Z");
  EXPECT_EQ(value.at_pointer("/identifiers/0/entryIds"), boost::json::parse(R"(["eu-fsf:1"])"));
  EXPECT_EQ(value.at_pointer("/entryIdsOf/nationalitiesIsoCodes/RU").as_array().size(), 2u);
  EXPECT_EQ(value.at_pointer("/sanEntries/current").as_array().size(), 2u);
  for (const auto& each : value.at_pointer("/sanEntries/current").as_array())
    EXPECT_EQ(each.at("entryIds").as_array().size(), 1u);
}

}  // namespace
}  // namespace vedette::parties
