#include "lists/building/offices.h"

#include <algorithm>
#include <vector>

#include "base/table.h"
#include "lists/building/vocabulary.h"

namespace vedette::lists {
namespace {

using profile::Dataset;
using profile::PepTier;

struct OfficeRow {
  std::string phrase;  // with a space on both sides
  Office office;
};

PepTier tier_of(std::string_view digit) {
  return digit == "1" ? PepTier::kTier1 : digit == "2" ? PepTier::kTier2 : PepTier::kTier3;
}

const std::vector<OfficeRow>& office_rows() {
  static const std::vector<OfficeRow> rows = [] {
    std::vector<OfficeRow> all;
    base::for_each_table_row("data/lists/offices.tsv", [&](const base::TableRow& row) {
      all.push_back({" " + std::string(row.text(0)) + " ",
                     {tier_of(row.text(1)), row.text(2), row.text(3) == "yes"}});
    });
    return all;
  }();
  return rows;
}

struct TopicRow {
  std::vector<std::string> topics;
  Office office;
};
const std::vector<TopicRow>& topic_rows() {
  static const std::vector<TopicRow> rows = [] {
    std::vector<TopicRow> all;
    base::for_each_table_row("data/lists/office_topics.tsv", [&](const base::TableRow& row) {
      TopicRow made;
      std::string_view rest = row.text(0);
      while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        made.topics.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
      made.office = {tier_of(row.text(1)), row.text(2), true};
      all.push_back(std::move(made));
    });
    return all;
  }();
  return rows;
}

struct BodyRow {
  std::string phrase;  // with a space on both sides
  profile::Country country;
  bool region = false;
};
const std::vector<BodyRow>& body_rows() {
  static const std::vector<BodyRow> rows = [] {
    std::vector<BodyRow> all;
    base::for_each_table_row("data/lists/state_bodies.tsv", [&](const base::TableRow& row) {
      all.push_back({" " + std::string(row.text(0)) + " ",
                     profile::parse_country(row.text(1)).value_or(profile::Country()),
                     row.text(2) == "region"});
    });
    return all;
  }();
  return rows;
}

// The words between spaces, so that a phrase with spaces round it is found as whole words.
std::string spaced(std::string_view text) {
  return " " + vocabulary_key(text) + " ";
}

bool has_any(const std::string& text, std::initializer_list<std::string_view> phrases) {
  return std::ranges::any_of(
      phrases, [&](std::string_view phrase) { return text.find(phrase) != std::string::npos; });
}

std::optional<profile::Country> country_of_row(std::string_view position, bool region) {
  const std::string text = spaced(position);
  for (const BodyRow& row : body_rows())
    if (row.region == region && text.find(row.phrase) != std::string::npos) return row.country;
  return std::nullopt;
}

// The only country that the profile is of, if there is one.
profile::Country only_country(const profile::Profile& profile) {
  if (profile.nationalities.size() == 1) return profile.nationalities.front();
  if (profile.nationalities.empty() && profile.countries.size() == 1)
    return profile.countries.front();
  return profile.nationalities.empty() ? profile::Country() : profile.nationalities.front();
}

profile::Country country_of_programmes(const profile::Profile& profile) {
  for (const profile::SanctionEntry& each : profile.sanctions)
    if (const auto country = programme_country(each.regime.name)) return *country;
  return {};
}

// From what says most of the office itself to what says least.
profile::Country country_of_office(const profile::Profile& profile, std::string_view position) {
  if (const auto body = country_of_body(position)) return *body;
  if (const auto named = country_in(position)) return *named;
  if (const profile::Country known = only_country(profile); !known.empty()) return known;
  if (const auto region = country_of_region(position)) return *region;
  return country_of_programmes(profile);
}

}  // namespace

std::optional<Office> office_of(std::string_view position) {
  const std::string text = spaced(position);
  for (const OfficeRow& row : office_rows())
    if (text.find(row.phrase) != std::string::npos) return row.office;
  return std::nullopt;
}

std::optional<Office> office_of_topics(std::span<const std::string_view> topics) {
  for (const TopicRow& row : topic_rows())
    if (std::ranges::all_of(row.topics, [&](const std::string& wanted) {
          return std::ranges::any_of(topics, [&](std::string_view topic) {
            return topic == wanted || (topic.starts_with(wanted) && topic[wanted.size()] == '.');
          });
        }))
      return row.office;
  return std::nullopt;
}

std::optional<profile::Country> country_in(std::string_view text) {
  constexpr std::size_t kMostWords = 5;  // of a country's name
  const std::string key = vocabulary_key(text);
  std::vector<std::string_view> words;
  for (std::string_view rest = key; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (std::size_t first = 0; first < words.size(); ++first)
    for (std::size_t count = std::min(kMostWords, words.size() - first); count > 0; --count) {
      const char* begin = words[first].data();
      const std::string_view& last = words[first + count - 1];
      const std::string_view part(begin,
                                  static_cast<std::size_t>(last.data() - begin) + last.size());
      // Codes of two or three letters are words too ("of", "in", "no").
      if (part.size() < 4) continue;
      if (const auto country = profile::parse_country(part)) return country;
    }
  return std::nullopt;
}

std::optional<profile::Country> country_of_body(std::string_view text) {
  return country_of_row(text, false);
}

std::optional<profile::Country> country_of_region(std::string_view text) {
  return country_of_row(text, true);
}

bool is_former_office(std::string_view position) {
  return has_any(spaced(position),
                 {" former ", " formerly ", " ex ", " until ", " past ", " retired ", " late "});
}

bool is_office_of_another(std::string_view position) {
  return has_any(spaced(position),
                 {" wife of ",    " husband of ", " spouse of ",  " son of ",    " daughter of ",
                  " brother of ", " sister of ",  " father of ",  " mother of ", " relative of ",
                  " in law ",     " nephew of ",  " niece of ",   " cousin of ", " associate of ",
                  " married to ", " s son ",      " s daughter ", " s wife ",    " s brother "});
}

void complete_pep_entry(profile::Profile& profile, profile::PepEntry& entry, PepTier fallback) {
  const auto office = office_of(entry.position);
  if (entry.segment.empty() && office) entry.segment = office->segment;
  if (entry.country.empty()) entry.country = country_of_office(profile, entry.position);
  const PepTier tier = office ? office->tier : fallback;
  if (tier == PepTier::kNone) return;
  if (profile.pep_tier == PepTier::kNone || profile.pep_tier == PepTier::kByAssociation ||
      tier < profile.pep_tier)
    profile.pep_tier = tier;
}

void settle_pep(profile::Profile& profile) {
  if (profile.peps.empty()) return;
  const bool former = std::ranges::all_of(profile.peps, &profile::PepEntry::former);
  profile.datasets.remove(former ? Dataset::kPepCurrent : Dataset::kPepFormer);
  profile.datasets.add(former ? Dataset::kPepFormer : Dataset::kPepCurrent);
  // A profile carries one qualifier of a family.
  profile.datasets.remove(Dataset::kPepLinked);
}

}  // namespace vedette::lists
