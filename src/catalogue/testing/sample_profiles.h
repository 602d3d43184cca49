#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "catalogue/builder.h"
#include "names/reading/analyser.h"

namespace vedette::catalogue {

// For tests: invented profiles of every kind, in several scripts.

inline const names::Analyser& sample_analyser() {
  static const names::Lexicon lexicon;
  static const names::Analyser analyser(lexicon);
  return analyser;
}

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "vedette-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline profile::Profile sample_profile(profile::Kind kind, std::string record,
                                       std::vector<std::string> names) {
  profile::Profile out;
  out.kind = kind;
  out.key = {"sample-list", std::move(record)};
  out.sources.push_back({"sample-list", "Sample list", "", {profile::Dataset::kSanCurrent}, {}});
  for (std::string& text : names) {
    profile::Name name;
    name.text = std::move(text);
    name.type =
        out.names.empty() ? profile::NameType::kPrimary : profile::NameType::kSpellingVariation;
    out.names.push_back(std::move(name));
  }
  out.datasets = {profile::Dataset::kSanCurrent};
  return out;
}

inline const std::vector<std::string>& sample_words(profile::Kind kind) {
  static const std::vector<std::string> people = {
      "Mohammed",   "Muhammad",    "Vladimir",  "Wladimir", "Sergei", "Lavrov", "Putin",
      "Hassan",     "Ali",         "Reza",      "Alireza",  "bin",    "al",     "Li",
      "Wang",       "Juan",        "Carlos",    "Garcia",   "van",    "der",    "Bilt",
      "Vanderbilt", "J.",          "K",         "Владимир", "Путин",  "محمد",   "علي",
      "李",         "王伟",        "Aleksandr", "Sasha",    "Dr",     "Petrov", "Petrova",
      "Ivanovich",  "Anna",        "Ann",       "Anne",     "Smith",  "Smyth",  "Abdul",
      "Rahman",     "Abdulrahman", "Khan",      "Jr",       "Igor",   "Ig0r"};
  static const std::vector<std::string> companies = {"Bank",       "Banco",
                                                     "Trading",    "International",
                                                     "LLC",        "GmbH",
                                                     "ООО",        "Limited",
                                                     "Tehran",     "Iran",
                                                     "Oil",        "Petroleum",
                                                     "Holding",    "Group",
                                                     "Alpha",      "Alfa",
                                                     "Rosneft",    "Роснефть",
                                                     "of",         "and",
                                                     "the",        "National",
                                                     "Company",    "Aviation",
                                                     "Services",   "Marine",
                                                     "Star",       "Orient",
                                                     "Co",         "II",
                                                     "III",        "3",
                                                     "Comm",       "Communications",
                                                     "Technology", "Tech",
                                                     "China",      "中国",
                                                     "Joint",      "Stock",
                                                     "Irisl",      "Shipping",
                                                     "Lines",      "Golden",
                                                     "Sun",        "5",
                                                     "V",          "Pars"};
  return kind == profile::Kind::kPerson ? people : companies;
}

// `count` profiles with one to three names of one to five words.
inline std::vector<profile::Profile> sample_profiles(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<profile::Profile> out;
  for (std::size_t i = 0; i < count; ++i) {
    constexpr profile::Kind kKinds[] = {profile::Kind::kPerson,       profile::Kind::kPerson,
                                        profile::Kind::kPerson,       profile::Kind::kOrganisation,
                                        profile::Kind::kOrganisation, profile::Kind::kVessel,
                                        profile::Kind::kUnknown};
    const profile::Kind kind = kKinds[below(std::size(kKinds))];
    std::vector<std::string> texts;
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      const auto& words = sample_words(below(12) == 0 ? profile::Kind::kUnknown : kind);
      std::string text;
      for (std::size_t w = 1 + below(5); w > 0; --w) {
        if (!text.empty()) text += below(15) == 0 ? "-" : below(20) == 0 ? ", " : " ";
        text += words[below(words.size())];
      }
      texts.push_back(std::move(text));
    }
    profile::Profile profile = sample_profile(kind, std::to_string(i), std::move(texts));
    if (below(2) == 0)
      profile.births.push_back(
          {{static_cast<std::int16_t>(1930 + below(70)), static_cast<std::uint8_t>(below(13)), 0},
           {},
           false});
    if (below(3) == 0) profile.gender = profile::Gender::kFemale;
    if (below(2) == 0) profile.datasets.add(profile::Dataset::kPepCurrent);
    profile.identifiers.push_back({"Passport", "P" + std::to_string(100000 + i), {}, {}, {}, ""});
    // Of one series, and some of them shared.
    if (i % 3 == 0)
      profile.identifiers.push_back(
          {"National ID No.", std::to_string(7'700'000'000 + i / 6 * 3), {}, {}, {}, ""});
    out.push_back(std::move(profile));
  }
  return out;
}

inline base::Result<BuildSummary> build_sample(const std::filesystem::path& path,
                                               const std::vector<profile::Profile>& profiles,
                                               BuildOptions options = {}) {
  VEDETTE_ASSIGN(const auto builder, Builder::create(path, sample_analyser(), options));
  for (const profile::Profile& profile : profiles)
    VEDETTE_TRY(builder->add(profile));
  return builder->finish({{"sample-list",
                           "Sample list",
                           "2026-01-01",
                           "ab",
                           {},
                           profiles.size(),
                           profiles.size(),
                           0}});
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace vedette::catalogue
