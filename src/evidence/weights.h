#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/outcome.h"

namespace vedette::evidence {

// Log-odds in hundredths of a nat: 100 makes the odds e times as high. Whole numbers, so that every
// machine gets the same confidence.
using LogOdds = std::int32_t;

// What the two sides are. How often they are the same party before anything is compared differs.
enum class Use : std::uint8_t {
  kScreening,  // a customer and a hit of a search by name
  kResolving,  // two list entries that have something in common
  kGrouping,   // two list entries that a search of all lists brings together
};

// A value for every number by straight lines between points; constant before the first and after
// the last.
class Curve {
 public:
  void add(std::int32_t at, LogOdds value);
  LogOdds at(std::int32_t x) const;
  bool rises() const;  // never falls

 private:
  struct Point {
    std::int32_t at;
    LogOdds value;
  };
  std::vector<Point> points_;
};

// data/evidence/weights.tsv, which script/fit-evidence writes.
class Weights {
 public:
  static const Weights& shipped();

  LogOdds of(Finding finding) const { return findings_[static_cast<std::size_t>(finding)]; }
  LogOdds prior(Use use) const { return priors_[static_cast<std::size_t>(use)]; }
  const Curve& score() const { return score_; }              // by the score of the names
  const Curve& information() const { return information_; }  // by NameEvidence::information
  // By NamesAgreement::information, beside the other two, where two list entries are grouped.
  const Curve& grouping_information() const { return grouping_information_; }
  LogOdds weak_name() const { return weak_name_; }  // the list calls one of the names weak

 private:
  Weights();
  void set(std::string_view key, LogOdds value);

  std::array<LogOdds, kFindings> findings_{};
  std::array<LogOdds, 3> priors_{};
  Curve score_;
  Curve information_;
  Curve grouping_information_;
  LogOdds weak_name_ = 0;
};

// The probability in percent, rounded.
int confidence_of(LogOdds log_odds);

// "+2.90", "-0.05".
std::string to_text(LogOdds log_odds);

}  // namespace vedette::evidence
