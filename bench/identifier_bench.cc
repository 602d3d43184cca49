#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "catalogue/builder.h"
#include "search/identified.h"
#include "search/searcher.h"

// How long it takes to look an identifier up.
//   identifier_bench [ENTITIES [IDENTIFIERS OF EACH]]
// The catalogue is built anew in a temporary folder. Prints times on the wall, since a lookup waits
// for memory: of values that are there, of values with one wrong character, and of values that are
// not there; then of whole searches by an identifier alone.

namespace vedette {
namespace {

using Clock = std::chrono::steady_clock;

std::string digits(std::mt19937_64& random, std::size_t count) {
  std::string out;
  for (; count > 0; --count)
    out += static_cast<char>('0' + random() % 10);
  return out;
}

profile::Identifier number_of(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0:
      return {"Passport", "N" + digits(random, 8), {}, {}, {}, ""};
    case 1:  // the first digits are those of few registers
      return {"Registration Number", "10277" + digits(random, 8), {}, {}, {}, ""};
    case 2:
      return {"National ID No.", digits(random, 10), {}, {}, {}, ""};
    default:
      return {"Tax ID No.", "77" + digits(random, 8), {}, {}, {}, ""};
  }
}

void print(const char* what, std::vector<double> micros, std::size_t found) {
  std::ranges::sort(micros);
  double sum = 0;
  for (const double each : micros)
    sum += each;
  const auto at = [&](double share) {
    return micros[static_cast<std::size_t>(share * static_cast<double>(micros.size() - 1))];
  };
  std::printf("%-28s mean %7.2f us  median %7.2f  p99 %7.2f  max %8.2f  (%zu lookups, %zu hits)\n",
              what, sum / static_cast<double>(micros.size()), at(.5), at(.99), micros.back(),
              micros.size(), found);
}

int run(std::size_t entities, std::size_t each) {
  std::mt19937_64 random(1);
  const names::Lexicon lexicon;
  const names::Analyser analyser(lexicon);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "vedette-identifier-bench";
  const auto begin = Clock::now();
  auto builder = catalogue::Builder::create(path, analyser, {});
  if (!builder.ok()) return 1;
  std::vector<evidence::Identifier> there, slipped, absent;
  constexpr std::size_t kQueries = 20'000;
  const std::size_t step = std::max<std::size_t>(1, entities / kQueries);
  for (std::size_t i = 0; i < entities; ++i) {
    profile::Profile party;
    party.kind = profile::Kind::kOrganisation;
    party.key = {"bench", std::to_string(i)};
    party.names.push_back({.text = fmt::format("Alpha {}", i % 1000)});
    for (std::size_t k = 0; k < each; ++k)
      party.identifiers.push_back(number_of(random));
    if (i % step == 0) {
      there.push_back(*evidence::identifier_of(party.identifiers.front()));
      slipped.push_back(there.back());
      char& one = slipped.back().value[random() % slipped.back().value.size()];
      one = one == '7' ? '3' : '7';
      absent.push_back(*evidence::identifier_of(number_of(random)));
    }
    if (!(*builder)->add(std::move(party)).ok()) return 1;
  }
  const auto summary = (*builder)->finish({});
  if (!summary.ok()) return 1;
  const auto catalogue = catalogue::Catalogue::open(path, catalogue::Check::kQuick).value();
  std::printf(
      "%u entities, %zu identifiers, built in %.1f s; index %.1f MB of %.1f MB\n",
      catalogue->profile_count(), catalogue->identifier_index().entries().size(),
      std::chrono::duration<double>(Clock::now() - begin).count(),
      static_cast<double>(catalogue->section_bytes(catalogue::SectionId::kTypedIdentifiers) +
                          catalogue->section_bytes(catalogue::SectionId::kIdentifierValues) +
                          catalogue->section_bytes(catalogue::SectionId::kIdentifierHalves)) /
          1e6,
      static_cast<double>(catalogue->file_bytes()) / 1e6);
  for (auto* queries : {&there, &slipped, &absent})
    std::ranges::shuffle(*queries, random);
  const auto measure = [&](const char* what, const auto& queries, const auto& look_up) {
    std::vector<double> micros;
    std::size_t found = 0;
    for (const evidence::Identifier& query : queries) {
      const auto start = Clock::now();
      found += look_up(query);
      micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    print(what, std::move(micros), found);
  };
  const auto look_up = [&](const evidence::Identifier& query) {
    return search::identified(*catalogue, nullptr, {&query, 1}).size();
  };
  measure("lookup, listed", there, look_up);
  measure("lookup, one wrong character", slipped, look_up);
  measure("lookup, not listed", absent, look_up);
  const search::Searcher searcher(catalogue, analyser);
  search::Workspace workspace;
  measure("search by identifier alone", there, [&](const evidence::Identifier& one) {
    search::Query query;
    query.identifiers = {one};
    return static_cast<std::size_t>(searcher.search(query, workspace).value().total);
  });
  std::filesystem::remove(path);
  return 0;
}

}  // namespace
}  // namespace vedette

int main(int argc, char** argv) {
  const auto argument = [&](int i, std::size_t otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  return vedette::run(argument(1, 1'000'000), argument(2, 2));
}
