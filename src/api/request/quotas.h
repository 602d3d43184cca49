#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "http/router.h"
#include "service/access/quota.h"
#include "service/access/tokens.h"

namespace vedette::api {

// What one project and one client address may ask for in a minute, on this node.
struct Quotas {
  Quotas(std::int64_t project_per_minute, std::int64_t address_per_minute)
      : project(project_per_minute, kMostKeys), address(address_per_minute, kMostKeys) {}

  static constexpr std::size_t kMostKeys = 100'000;
  service::Quota project;
  service::Quota address;
  std::atomic<std::uint64_t> refused_by_project{0};
  std::atomic<std::uint64_t> refused_by_address{0};
};

// The rows with quotas in front: RateLimit headers on every answer, 429 when one is used up. Probes
// and the files of the console have none. As they are when nothing is limited.
std::vector<http::Route> with_quotas(std::vector<http::Route> table, Quotas& quotas,
                                     service::Tokens& tokens, const base::Clock& clock);

}  // namespace vedette::api
