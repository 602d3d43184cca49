#include "app/customers/demo_customers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/table.h"
#include "validation/population.h"
#include "variations/random.h"

namespace vedette::app {
namespace {

using profile::Family;
using variations::Random;

constexpr std::string_view kTable = "data/demo/customers.tsv";
constexpr std::uint64_t kYoungestBorn = 2004;
constexpr std::uint64_t kBirthYears = 60;
constexpr int kIndividualsOfTen = 8;

std::string cell(const base::TableRow& row, std::size_t column) {
  const std::string_view text = row.text(column);
  return text == "-" ? std::string() : std::string(text);
}

std::optional<service::MatchStatus> decision_of(std::string_view text) {
  if (text == "false-positive") return service::MatchStatus::kFalsePositive;
  if (text == "true-positive") return service::MatchStatus::kTruePositive;
  return std::nullopt;
}

std::vector<DemoCustomer> listed_customers() {
  std::vector<DemoCustomer> out;
  base::for_each_table_row(kTable, [&out](const base::TableRow& row) {
    out.push_back({.id = {},
                   .family = row.text(0) == "business" ? Family::kBusiness : Family::kIndividual,
                   .name = cell(row, 1),
                   .birth = cell(row, 2),
                   .country = cell(row, 3),
                   .decision = decision_of(row.text(4)),
                   .comment = cell(row, 5)});
  });
  return out;
}

// One name of each population in turn, eight people to two companies.
std::vector<DemoCustomer> ordinary_customers(std::size_t count, std::uint64_t seed) {
  validation::Options options;
  options.seed = seed;
  options.per_population = count;
  const auto populations = validation::populations(options);
  Random random(variations::SeedHash(seed).add("demo customers").value());
  std::vector<DemoCustomer> out;
  for (std::size_t turn = 0; out.size() < count && turn < count; ++turn)
    for (const validation::Population& each : populations) {
      if (out.size() == count) break;
      const bool person = each.family == Family::kIndividual;
      if (turn >= each.names.size()) continue;
      if (!person && turn % 10 >= 10 - static_cast<std::size_t>(kIndividualsOfTen)) continue;
      DemoCustomer customer;
      customer.family = each.family;
      customer.name = each.names[turn].text;
      if (person)
        customer.birth = fmt::format("{}-{:02}-{:02}", kYoungestBorn - random.below(kBirthYears),
                                     1 + random.below(12), 1 + random.below(28));
      out.push_back(std::move(customer));
    }
  return out;
}

}  // namespace

std::vector<DemoCustomer> demo_customers(std::size_t count, std::uint64_t seed) {
  std::vector<DemoCustomer> listed = listed_customers();
  if (listed.size() > count) listed.resize(count);
  std::vector<DemoCustomer> all = ordinary_customers(count - listed.size(), seed);
  // A listed one after every few of the others.
  const std::size_t step = listed.empty() ? 1 : std::max<std::size_t>(1, count / listed.size());
  for (std::size_t i = 0; i < listed.size(); ++i)
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), i * step)),
               std::move(listed[i]));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].id = fmt::format("C-{}", 10'001 + i);
  return all;
}

}  // namespace vedette::app
