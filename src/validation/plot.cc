#include "validation/plot.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/html.h"
#include "validation/wilson.h"

namespace vedette::validation {
namespace {

constexpr double kBarWidth = 160;

// The area of a curve plot inside of its axes.
constexpr double kLeft = 62;
constexpr double kTop = 14;
constexpr double kWidth = 560;
constexpr double kHeight = 240;
constexpr int kGridLines = 5;

class Area {
 public:
  explicit Area(const CurvePlot& plot) : plot_(plot) {}

  double x(int threshold) const {
    const double span = plot_.at.back() - plot_.at.front();
    return kLeft + kWidth * (threshold - plot_.at.front()) / span;
  }
  double y(double value) const {
    const double span = std::max(plot_.most - plot_.least, 1e-9);
    return kTop + kHeight * (1 - std::clamp((value - plot_.least) / span, 0.0, 1.0));
  }

 private:
  const CurvePlot& plot_;
};

std::string grid(const CurvePlot& plot, const Area& area) {
  std::string out;
  for (int i = 0; i <= kGridLines; ++i) {
    const double value = plot.least + (plot.most - plot.least) * i / kGridLines;
    out += fmt::format(
        R"(<line x1="{0:.1f}" x2="{1:.1f}" y1="{2:.1f}" y2="{2:.1f}" stroke="#d5dae0"/>)"
        R"(<text x="{3:.1f}" y="{4:.1f}" text-anchor="end">{5:.6g}</text>)",
        kLeft, kLeft + kWidth, area.y(value), kLeft - 6, area.y(value) + 4, value);
  }
  for (const int at : plot.at)
    if (at % 5 == 0)
      out += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)",
                         area.x(at), kTop + kHeight + 16, at);
  return out;
}

std::string line_of(const CurvePlot& plot, const Curve& curve, const Area& area) {
  std::string points;
  for (std::size_t i = 0; i < plot.at.size() && i < curve.values.size(); ++i)
    points += fmt::format("{:.1f},{:.1f} ", area.x(plot.at[i]), area.y(curve.values[i]));
  return fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2"/>)", points,
                     curve.colour);
}

std::string legend(const CurvePlot& plot) {
  std::string out;
  double x = kLeft;
  for (const Curve& curve : plot.curves) {
    out += fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="12" height="4" fill="{}"/>)"
                       R"(<text x="{:.1f}" y="{:.1f}">{}</text>)",
                       x, kTop + kHeight + 42, curve.colour, x + 18, kTop + kHeight + 48,
                       base::html_text(curve.name));
    x += 40 + 7.0 * static_cast<double>(curve.name.size());
  }
  return out;
}

}  // namespace

std::string recall_bar(std::uint64_t found, std::uint64_t queries, int line_percent) {
  const Share share = wilson(found, queries);
  const bool weak = found * 100 < queries * static_cast<std::uint64_t>(line_percent);
  return fmt::format(
      R"(<svg width="{0}" height="12" role="img" aria-label="{1:.2f} %"><rect width="{0}" height="12" fill="#eceff2"/>)"
      R"(<rect width="{2:.1f}" height="12" fill="{3}"/><line x1="{4:.1f}" x2="{5:.1f}" y1="6" y2="6" stroke="#1b1f24"/>)"
      R"(<line x1="{6:.1f}" x2="{6:.1f}" y1="0" y2="12" stroke="#1b1f24" stroke-dasharray="2 2"/></svg>)",
      kBarWidth, share.share * 100, kBarWidth * share.share, weak ? "#c4422d" : "#3b7f5c",
      kBarWidth * share.low, kBarWidth * share.high, kBarWidth * line_percent / 100.0);
}

std::string curve_plot(const CurvePlot& plot) {
  if (plot.at.size() < 2) return {};
  const Area area(plot);
  std::string out =
      fmt::format(R"(<svg viewBox="0 0 {:.0f} {:.0f}" role="img" class="plot"><title>{}</title>)",
                  kLeft + kWidth + 20, kTop + kHeight + 60, base::html_text(plot.title));
  out += grid(plot, area);
  if (plot.marked >= plot.at.front() && plot.marked <= plot.at.back())
    out += fmt::format(
        R"(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}" stroke="#1b1f24" stroke-dasharray="4 3"/>)",
        area.x(plot.marked), kTop, kTop + kHeight);
  for (const Curve& curve : plot.curves)
    out += line_of(plot, curve, area);
  out += legend(plot);
  out += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)", kLeft + kWidth,
                     kTop + kHeight + 48, base::html_text(plot.x_title));
  out += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" class="small">{}</text></svg>)", kLeft + 6,
                     kTop + 12, base::html_text(plot.y_title));
  return out;
}

}  // namespace vedette::validation
