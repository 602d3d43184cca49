#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>

#include "catalogue/testing/sample_profiles.h"
#include "lists/formats/reading.h"
#include "search/identified.h"
#include "search/testing/both_ways.h"

// Every identifier of the published lists leads to its party. The truth is taken from the bytes of
// the files by plain text search, not by the readers. Prints how many there are and how many have
// a wrong check digit.

namespace vedette::search {
namespace {

struct Listed {
  std::string record;
  std::string category;
  std::string value;
};

std::string bytes_of_list(const std::string& path) {
  auto opened = lists::open_file(path);
  EXPECT_TRUE(opened.ok()) << path;
  if (!opened.ok()) return {};
  auto source = opened->front()->open();
  std::string out;
  std::vector<char> block(1U << 16);
  for (;;) {
    const auto count = (*source)->read(block.data(), block.size());
    if (!count.ok() || *count == 0) return out;
    out.append(block.data(), *count);
  }
}

std::string unescaped(std::string text) {
  for (const auto& [entity, plain] :
       {std::pair{"&apos;", "'"}, {"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
    for (auto at = text.find(entity); at != std::string::npos; at = text.find(entity, at + 1))
      text.replace(at, std::string_view(entity).size(), plain);
  return text;
}

// The text between two marks behind `from`; empty when it is not there before `end`.
std::string between(std::string_view bytes, std::string_view first, std::string_view last,
                    std::size_t from = 0) {
  const std::size_t begin = bytes.find(first, from);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = bytes.find(last, begin + first.size());
  if (end == std::string_view::npos) return {};
  return unescaped(std::string(bytes.substr(begin + first.size(), end - begin - first.size())));
}

// Calls visit(block) for each text from `first` to `last`.
template <class Visit>
void for_blocks(std::string_view bytes, std::string_view first, std::string_view last,
                const Visit& visit) {
  for (std::size_t at = bytes.find(first); at != std::string_view::npos;) {
    const std::size_t end = std::min(bytes.find(last, at), bytes.size());
    visit(bytes.substr(at, end - at));
    at = bytes.find(first, end);
  }
}

class IdentifiersOfLists : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = lists::real_data();
    if (folder_.empty()) GTEST_SKIP() << "1 case skipped: the folder of real lists is not there";
    if (std::getenv("VEDETTE_TEST_SHARE") != nullptr)
      GTEST_SKIP() << "1 case skipped: whole lists take minutes under a sanitizer";
  }
  static void TearDownTestSuite() { catalogues_.clear(); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  // Asks for each identifier by its type and value alone.
  void expect_found(const std::string& file, const std::vector<Listed>& truth) const {
    std::shared_ptr<const catalogue::Catalogue>& catalogue = catalogues_[file];
    if (!catalogue) {
      lists::Reading reading = lists::read_files(files_of(file));
      ASSERT_EQ(reading.refused, "");
      catalogue = built_fast(std::move(reading.profiles));
    }
    std::map<std::string, std::size_t> types;
    std::size_t found = 0, nameless = 0, wrong = 0, shared = 0, missed = 0;
    for (const Listed& each : truth) {
      if (each.value == "N/A" || each.value == "-") {
        ++nameless;
        continue;
      }
      const auto identifier = evidence::identifier_of({each.category, each.value, {}, {}, {}, ""});
      if (!identifier) {
        ++nameless;
        continue;
      }
      ++types[std::string(to_text(identifier->type))];
      wrong += identifier->check == evidence::CheckDigit::kInvalid;
      std::vector<Identified> hits = identified(*catalogue, nullptr, std::vector{*identifier});
      const auto own = std::ranges::find_if(hits, [&](const Identified& hit) {
        const auto profile = catalogue->profile(hit.profile);
        return profile.ok() && profile->key.record == trimmed(each.record) &&
               hit.matches.front().finding != IdentifierFinding::kOneOff;
      });
      if (own != hits.end()) {
        ++found;
        shared += own->matches.front().shared_by > 1;
      } else if (++missed <= 20) {
        ADD_FAILURE() << file << ": " << each.record << " " << each.category << " " << each.value;
      }
    }
    std::printf(
        "%s: %zu identifiers, %zu found, %zu shared, %zu wrong check digits; %zu name no "
        "party\n ",
        file.c_str(), truth.size() - nameless, found, shared, wrong, nameless);
    for (const auto& [type, number] : types)
      std::printf(" %s %zu", type.c_str(), number);
    std::printf("\n");
    EXPECT_EQ(found, truth.size() - nameless) << file;
    EXPECT_GT(found, 0u);
  }

 private:
  // The files of one list that belong together; a list of one file is that file.
  std::vector<std::string> files_of(const std::string& file) const {
    if (!file.ends_with("/sdn.csv")) return {path(file)};
    const std::string folder = path(file.substr(0, file.rfind('/') + 1));
    return {folder + "sdn.csv", folder + "alt.csv", folder + "add.csv",
            folder + "sdn_comments.csv"};
  }
  static std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
  }
  // Names are not what is tested, and take most of the time.
  static std::shared_ptr<const catalogue::Catalogue> built_fast(
      std::vector<profile::Profile> profiles) {
    for (profile::Profile& each : profiles)
      each.names.resize(1);
    return built(profiles);
  }

  std::string folder_;
  // Reading a list takes most of the time.
  static inline std::map<std::string, std::shared_ptr<const catalogue::Catalogue>> catalogues_;
};

// The whole list: documents, and the features that are numbers.
std::vector<Listed> ofac_truth(const std::string& bytes) {
  std::map<std::string, std::string> document_types, feature_types, owner_of_identity;
  for_blocks(bytes, "<IDRegDocType ", "</", [&](std::string_view block) {
    document_types[between(block, "ID=\"", "\"")] =
        unescaped(std::string(block.substr(block.find('>') + 1)));
  });
  for_blocks(bytes, "<FeatureType ", "</", [&](std::string_view block) {
    feature_types[between(block, "ID=\"", "\"")] =
        unescaped(std::string(block.substr(block.find('>') + 1)));
  });
  std::vector<Listed> truth;
  const auto is_number = [](const std::string& type) {
    for (const char* word :
         {"Digital Currency", "(MSN)", "Construction Number", "SWIFT", "D-U-N-S", "ISIN"})
      if (type.find(word) != std::string::npos) return true;
    return false;
  };
  for_blocks(bytes, "<DistinctParty ", "</DistinctParty>", [&](std::string_view party) {
    const std::string reference = between(party, "FixedRef=\"", "\"");
    for_blocks(party, "<Identity ID=\"", ">", [&](std::string_view identity) {
      owner_of_identity[between(identity, "ID=\"", "\"")] = reference;
    });
    for_blocks(party, "<Feature ID=\"", "</Feature>", [&](std::string_view feature) {
      const std::string& type = feature_types[between(feature, "FeatureTypeID=\"", "\"")];
      if (!is_number(type)) return;
      for_blocks(feature, "<VersionDetail ", "</", [&](std::string_view detail) {
        const std::size_t text = detail.find('>');
        if (text != std::string_view::npos && text + 1 < detail.size())
          truth.push_back({reference, type, unescaped(std::string(detail.substr(text + 1)))});
      });
    });
  });
  for_blocks(bytes, "<IDRegDocument ", "</IDRegDocument>", [&](std::string_view document) {
    truth.push_back({between(document, "IdentityID=\"", "\""),
                     document_types[between(document, "IDRegDocTypeID=\"", "\"")],
                     between(document, "<IDRegistrationNo>", "<")});
    truth.back().record = owner_of_identity[truth.back().record];
  });
  return truth;
}

TEST_F(IdentifiersOfLists, OfacSdn) {
  const std::string file = "official/ofac/sdn_advanced/sdn_advanced_2025-11-19.xml.bz2";
  const auto truth = ofac_truth(bytes_of_list(path(file)));
  EXPECT_GT(truth.size(), 21'078u + 750u);
  expect_found(file, truth);
}

TEST_F(IdentifiersOfLists, UnitedNations) {
  const std::string file = "official/un/un_2026-02-27.xml";
  std::vector<Listed> truth;
  const std::string bytes = bytes_of_list(path(file));
  for (const char* element : {"INDIVIDUAL", "ENTITY"})
    for_blocks(bytes, std::string("<") + element + ">", std::string("</") + element + ">",
               [&](std::string_view party) {
                 const std::string reference = between(party, "<REFERENCE_NUMBER>", "<");
                 truth.push_back({reference, "UN reference number", reference});
                 for_blocks(party, "<INDIVIDUAL_DOCUMENT>", "</INDIVIDUAL_DOCUMENT>",
                            [&](std::string_view document) {
                              const std::string type =
                                  between(document, "<TYPE_OF_DOCUMENT>", "<") + ", " +
                                  between(document, "<TYPE_OF_DOCUMENT2>", "<");
                              const std::string number = between(document, "<NUMBER>", "<");
                              if (!number.empty()) truth.push_back({reference, type, number});
                            });
               });
  expect_found(file, truth);
}

TEST_F(IdentifiersOfLists, EuropeanUnion) {
  const std::string file = "official/eu/eu_fsf_rebuilt_2026-05-01.xml.gz";
  std::vector<Listed> truth;
  for_blocks(bytes_of_list(path(file)), "<sanctionEntity ", "</sanctionEntity>",
             [&](std::string_view entity) {
               const std::string record = between(entity, "logicalId=\"", "\"");
               truth.push_back(
                   {record, "EU reference number", between(entity, "euReferenceNumber=\"", "\"")});
               for_blocks(entity, "<identification ", ">", [&](std::string_view one) {
                 std::string type = between(one, "identificationTypeDescription=\"", "\"");
                 if (type.empty()) type = between(one, "identificationTypeCode=\"", "\"");
                 std::string number = between(one, " number=\"", "\"");
                 if (number.empty()) number = between(one, "latinNumber=\"", "\"");
                 if (!number.empty()) truth.push_back({record, type, number});
               });
             });
  expect_found(file, truth);
}

TEST_F(IdentifiersOfLists, UnitedKingdom) {
  for (const char* file : {"official/uk/uk_sl_rebuilt_2026-05-02.xml.gz",
                           "official/uk/uk_sanctions_list_sample_2026-09.xml"}) {
    std::vector<Listed> truth;
    for_blocks(
        bytes_of_list(path(file)), "<Designation>", "</Designation>", [&](std::string_view party) {
          const std::string record = between(party, "<UniqueID>", "<");
          for (const auto& [element, category] :
               {std::pair{"UNReferenceNumber", "UN reference number"},
                {"OFSIGroupID", "OFSI group id"},
                {"PassportNumber", "Passport"},
                {"NationalIdentifierNumber", "National ID"},
                {"BusinessRegistrationNumber", "Business registration number"},
                {"IMONumber", "IMO number"},
                {"HullIdentificationNumber", "Hull identification number"}})
            for_blocks(party, std::string("<") + element + ">", "</", [&](std::string_view one) {
              const std::string value = unescaped(std::string(one.substr(one.find('>') + 1)));
              if (!value.empty()) truth.push_back({record, category, value});
            });
        });
    expect_found(file, truth);
  }
}

// Remarks of the classic files: the documents that stand behind words such as "Passport".
TEST_F(IdentifiersOfLists, OfacCsvRemarks) {
  const std::string file = "official/ofac/sdn_2023-12-28/sdn.csv";
  std::vector<Listed> truth;
  const std::string bytes = bytes_of_list(path(file));
  static const std::regex document(
      "(Passport|National ID No\\.|Tax ID No\\.|Registration Number|Cedula No\\.|SSN|IMO|"
      "Digital Currency Address - [A-Z]+|alt\\. Digital Currency Address - [A-Z]+) "
      "([A-Za-z0-9][A-Za-z0-9-]{4,})(?= \\(| ?;|\\.\")");
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string line = bytes.substr(begin, end - begin);
    begin = end + 1;
    const std::string record = line.substr(0, line.find(','));
    for (std::sregex_iterator at(line.begin(), line.end(), document), none; at != none; ++at)
      truth.push_back({record, (*at)[1], (*at)[2]});
  }
  EXPECT_GT(truth.size(), 5'000u);
  expect_found(file, truth);
}

// What an analyst may paste: the address in another letter case where its notation allows that.
TEST_F(IdentifiersOfLists, WalletsOfEveryCurrencyInEveryLetterCase) {
  const std::string file = "official/ofac/sdn_advanced/sdn_advanced_2025-11-19.xml.bz2";
  std::vector<Listed> truth, other;
  std::map<std::string, std::size_t> currencies;
  for (const Listed& each : ofac_truth(bytes_of_list(path(file)))) {
    if (each.category.find("Digital Currency") == std::string::npos) continue;
    ++currencies[each.category.substr(each.category.rfind(' ') + 1)];
    truth.push_back(each);
    std::string changed = each.value;
    const bool hex = each.value.starts_with("0x");
    const bool bech32 = each.value.starts_with("bc1") || each.value.starts_with("ltc1");
    if (!hex && !bech32) continue;
    for (std::size_t i = hex ? 2 : 0; i < changed.size(); ++i)
      if (changed[i] >= 'a' && changed[i] <= 'z') changed[i] = static_cast<char>(changed[i] - 32);
    other.push_back({each.record, each.category, changed});
  }
  for (const auto& [currency, number] : currencies)
    std::printf("  %s %zu", currency.c_str(), number);
  std::printf("\n");
  EXPECT_GT(truth.size(), 700u);
  EXPECT_GT(other.size(), 100u);
  truth.insert(truth.end(), other.begin(), other.end());
  expect_found(file, truth);
}

}  // namespace
}  // namespace vedette::search
