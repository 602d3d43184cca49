#include "validation/population.h"

#include <fmt/format.h>

#include <set>

#include "base/table.h"
#include "variations/random.h"

namespace vedette::validation {
namespace {

using variations::Random;
using variations::SeedHash;

constexpr std::string_view kTable = "data/validation/regions.tsv";

struct Region {
  std::string name;
  bool family_first = false;
  std::vector<std::string_view> given;
  std::vector<std::string_view> family;
  std::vector<std::string_view> trades;
  std::vector<std::string_view> legal_forms;
};

std::vector<Region> regions() {
  std::vector<Region> out;
  base::for_each_table_row(kTable, [&out](const base::TableRow& row) {
    out.push_back({std::string(row.text(0)), row.text(1) == "family_first", row.forms(2),
                   row.forms(3), row.forms(4), row.forms(5)});
  });
  return out;
}

std::string person(const Region& region, Random& random) {
  const std::string_view given = random.pick(region.given);
  const std::string_view family = random.pick(region.family);
  if (region.family_first) return fmt::format("{} {}", family, given);
  // One in four has a second given name.
  if (random.below(4) != 0) return fmt::format("{} {}", given, family);
  return fmt::format("{} {} {}", given, random.pick(region.given), family);
}

std::string company(const Region& region, Random& random) {
  const std::string_view family = random.pick(region.family);
  const std::string_view trade = random.pick(region.trades);
  const std::string_view form = random.pick(region.legal_forms);
  return fmt::format("{} {} {}", family, trade, form);
}

Population population(const Region& region, profile::Family family, const Options& options) {
  Population out{region.name, family, {}};
  Random random(SeedHash(options.seed)
                    .add("population")
                    .add(region.name)
                    .add(profile::to_text(family))
                    .value());
  std::set<std::string> drawn;
  // A table has fewer names than may be requested, so the number of tries is bounded too.
  for (std::size_t tries = 0; tries < 4 * options.per_population; ++tries) {
    if (out.names.size() == options.per_population) break;
    std::string name =
        family == profile::Family::kIndividual ? person(region, random) : company(region, random);
    if (drawn.insert(name).second) out.names.push_back({std::move(name), family});
  }
  return out;
}

}  // namespace

std::vector<Population> populations(const Options& options) {
  std::vector<Population> out;
  for (const Region& region : regions())
    for (const profile::Family family : {profile::Family::kIndividual, profile::Family::kBusiness})
      out.push_back(population(region, family, options));
  return out;
}

}  // namespace vedette::validation
