#include "app/settings/settings.h"

#include <gtest/gtest.h>

#include <set>

namespace vedette::app {
namespace {

TEST(Settings, DefaultsAreValidAndEveryRowHasHelp) {
  const auto loaded = load_settings({}, {}, {});
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->settings.listen, std::vector<std::string>{"127.0.0.1:8080"});
  EXPECT_EQ(loaded->settings.access_token_seconds, 7200);
  std::set<std::string_view> names;
  for (const SettingRow& row : setting_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_FALSE(row.help.empty()) << row.name;
  }
}

TEST(Settings, FlagsWinOverTheEnvironmentAndTheEnvironmentOverTheFile) {
  const auto loaded =
      load_settings({{"listen", "a:1"}}, {{"listen", "b:2"}, {"environment", "uat"}},
                    {{"listen", "c:3"}, {"environment", "live"}, {"worker_threads", "7"}});
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->settings.listen, std::vector<std::string>{"a:1"});
  EXPECT_EQ(loaded->settings.environment, "uat");
  EXPECT_EQ(loaded->settings.worker_threads, 7);
  for (std::size_t i = 0; i < setting_rows().size(); ++i) {
    const std::string_view name = setting_rows()[i].name;
    const SettingSource expected = name == "listen"           ? SettingSource::kFlag
                                   : name == "environment"    ? SettingSource::kEnvironment
                                   : name == "worker_threads" ? SettingSource::kFile
                                                              : SettingSource::kDefault;
    EXPECT_EQ(loaded->sources[i], expected) << name;
  }
}

TEST(Settings, UnknownNamesStopTheStartAndTheNearestIsNamed) {
  const auto loaded = load_settings({}, {{"max_bodi_bytes", "1"}}, {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().message.find(
                "max_bodi_bytes: unknown setting (from the environment); the nearest one is "
                "max_body_bytes"),
            std::string::npos)
      << loaded.error().message;
}

TEST(Settings, ValuesOutOfRangeNameTheSettingAndTheRangeAllAtOnce) {
  const auto loaded = load_settings({{"refresh_token_days", "0"}}, {},
                                    {{"log_level", "loud"}, {"max_body_bytes", "16MB"}});
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().details.size(), 3u);
  EXPECT_NE(
      loaded.error().message.find("refresh_token_days: must be a whole number from 1 to 3650"),
      std::string::npos);
  EXPECT_NE(loaded.error().message.find(
                "log_level: must be one of debug, info, warning, error, not \"loud\""),
            std::string::npos);
}

TEST(Settings, SettingsThatGoTogetherAreChecked) {
  EXPECT_FALSE(load_settings({{"tls_certificate", "c.pem"}}, {}, {}).ok());
  EXPECT_FALSE(load_settings({{"listen", " , "}}, {}, {}).ok());
  EXPECT_FALSE(load_settings({{"data", ""}}, {}, {}).ok());
  EXPECT_FALSE(load_settings({{"token_family_days", "7"}}, {}, {}).ok());
}

TEST(Settings, ADatabaseOfAnotherKindIsNamedAsSuchWithoutShowingItsPassword) {
  const auto loaded = load_settings({{"database", "mysql://user:canary@host/db"}}, {}, {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().message, "database: must begin with postgresql://");
  EXPECT_TRUE(load_settings({{"database", "postgres://host/db"}}, {}, {}).ok());
}

TEST(Settings, ReadsTomlAndSaysWhereItIsWrong) {
  const auto given =
      settings_in_toml("listen = ['127.0.0.1:1', '[::1]:2']\nmax_connections = 5\n", "x.toml");
  ASSERT_TRUE(given.ok()) << given.error().message;
  EXPECT_EQ(given->at("listen"), "127.0.0.1:1,[::1]:2");
  EXPECT_EQ(given->at("max_connections"), "5");
  const auto broken = settings_in_toml("listen = \n", "x.toml");
  ASSERT_FALSE(broken.ok());
  EXPECT_TRUE(broken.error().message.starts_with("x.toml:1:")) << broken.error().message;
  EXPECT_FALSE(settings_in_toml("[http]\nlisten = 'a'\n", "x.toml").ok());
  EXPECT_FALSE(settings_in_file("/nowhere/vedette.toml").ok());
}

TEST(Settings, TheEnvironmentIsReadByPrefixAndTestVariablesAreLeftAlone) {
  const char* block[] = {"PATH=/bin", "VEDETTE_LISTEN=1.2.3.4:5", "VEDETTE_TEST_DATA=/x", nullptr};
  EXPECT_EQ(settings_in_environment(block), (GivenValues{{"listen", "1.2.3.4:5"}}));
  const char* empty[] = {"VEDETTE_DATA=", "VEDETTE_UPDATE_SOURCES=", nullptr};
  EXPECT_EQ(settings_in_environment(empty), (GivenValues{{"update_sources", ""}}));
}

TEST(Settings, NamesOfFlagsAndVariablesFollowFromTheTable) {
  EXPECT_EQ(flag_of("max_body_bytes"), "--max-body-bytes");
  EXPECT_EQ(environment_of("max_body_bytes"), "VEDETTE_MAX_BODY_BYTES");
}

}  // namespace
}  // namespace vedette::app
