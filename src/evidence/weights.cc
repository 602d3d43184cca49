#include "evidence/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "base/check.h"
#include "base/table.h"

namespace vedette::evidence {
namespace {

// The least log-odds that round to 51, 52, ... 100 percent: 100 ln((p - 0.5) / (100.5 - p)),
// rounded up.
constexpr std::array<LogOdds, 50> kPercent = {
    3,   7,   11,  15,  19,  23,  27,  31,  35,  39,  43,  47,  52,  56,  60,  65,  69,
    74,  78,  83,  88,  92,  97,  103, 108, 113, 119, 124, 130, 136, 142, 149, 156, 163,
    170, 178, 186, 195, 205, 215, 226, 238, 252, 267, 285, 306, 332, 367, 419, 530};

std::int32_t number_of(std::string_view text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  VEDETTE_CHECK(error == std::errc() && end == text.data() + text.size());
  return number;
}

}  // namespace

void Curve::add(std::int32_t at, LogOdds value) {
  VEDETTE_CHECK(points_.empty() || points_.back().at < at);
  points_.push_back({at, value});
}

LogOdds Curve::at(std::int32_t x) const {
  const auto above = std::ranges::find_if(points_, [&](const Point& p) { return p.at > x; });
  if (above == points_.begin()) return points_.empty() ? 0 : points_.front().value;
  const Point& low = *std::prev(above);
  if (above == points_.end()) return low.value;
  return low.value + (above->value - low.value) * (x - low.at) / (above->at - low.at);
}

bool Curve::rises() const {
  return std::ranges::is_sorted(points_, {}, &Point::value);
}

const Weights& Weights::shipped() {
  static const Weights weights;
  return weights;
}

Weights::Weights() {
  base::for_each_table_row("data/evidence/weights.tsv", [this](const base::TableRow& row) {
    set(row.text(0), number_of(row.text(1)));
  });
  VEDETTE_CHECK(score_.rises() && information_.rises() && grouping_information_.rises());
}

void Weights::set(std::string_view key, LogOdds value) {
  constexpr std::string_view kScore = "name.score.", kInformation = "name.information.",
                             kGrouping = "grouping.information.";
  if (key.starts_with(kScore)) return score_.add(number_of(key.substr(kScore.size())), value);
  if (key.starts_with(kInformation))
    return information_.add(number_of(key.substr(kInformation.size())), value);
  if (key.starts_with(kGrouping))
    return grouping_information_.add(number_of(key.substr(kGrouping.size())), value);
  if (key == "name.weak") {
    weak_name_ = value;
    return;
  }
  constexpr std::array<std::string_view, 3> kPriors = {"prior.screening", "prior.resolving",
                                                       "prior.grouping"};
  if (const auto prior = std::ranges::find(kPriors, key); prior != kPriors.end()) {
    priors_[static_cast<std::size_t>(prior - kPriors.begin())] = value;
    return;
  }
  for (std::size_t i = 0; i < kFindings; ++i)
    if (to_text(static_cast<Finding>(i)) == key) {
      findings_[i] = value;
      return;
    }
  VEDETTE_CHECK(false && "a weight of something that is never found");
}

int confidence_of(LogOdds log_odds) {
  const LogOdds size = std::abs(log_odds);
  const auto above = std::ranges::upper_bound(kPercent, size);
  const int percent = 50 + static_cast<int>(above - kPercent.begin());
  return log_odds >= 0 ? percent : 100 - percent;
}

std::string to_text(LogOdds log_odds) {
  const LogOdds size = std::abs(log_odds);
  return fmt::format("{}{}.{:02}", log_odds < 0 ? '-' : '+', size / 100, size % 100);
}

}  // namespace vedette::evidence
