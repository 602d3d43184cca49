#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vedette::validation {

// A bar from 0 to 1 with the 95 % interval over it, as inline SVG; the line marks what is expected.
std::string recall_bar(std::uint64_t found, std::uint64_t queries, int line_percent);

// One curve over the same thresholds as the others of a plot.
struct Curve {
  std::string name = {};
  std::string colour = {};
  std::vector<double> values = {};
};
struct CurvePlot {
  std::string title = {};
  std::string x_title = {};
  std::string y_title = {};
  std::vector<int> at = {};  // thresholds, ascending
  std::vector<Curve> curves = {};
  int marked = 0;  // the threshold that serves
  double least = 0;
  double most = 1;
};
// The plot as inline SVG, with a text alternative. Empty when there are fewer than two thresholds.
std::string curve_plot(const CurvePlot& plot);

}  // namespace vedette::validation
