#include "service/lists/shared_generations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/encoding.h"
#include "base/log.h"
#include "service/common/scope_issuer.h"

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;
using catalogue::GenerationFile;
using catalogue::GenerationName;
using ledger::OperatorReader;
using ledger::OperatorWriter;
using ledger::sql::Sql;

constexpr Sql kPublished =
    "select generation, sha256, served_at, node from published_generations"
    " order by generation desc limit $1";
constexpr Sql kPublish =
    "insert into published_generations (generation, sha256, served_at, node)"
    " values ($1, $2, $3, $4)";
constexpr std::int64_t kAll = std::numeric_limits<std::int32_t>::max();

GenerationName name_of(const GenerationFile& file) {
  return {file.generation, file.sha256};
}

}  // namespace

Result<void> SharedGenerations::offer(const GenerationFile& file) const {
  return parts_.exchange.put(name_of(file), file.path);
}

Result<void> SharedGenerations::announce(OperatorWriter& writer, const GenerationFile& file) const {
  VEDETTE_ASSIGN(const auto newest,
                 (writer.maybe<std::int64_t, std::string, base::Time, std::string>(kPublished, 1)));
  if (newest) {
    VEDETTE_ASSIGN(const auto current, parts_.store.current());
    const auto number = static_cast<std::uint64_t>(std::get<0>(*newest));
    const bool upon_newest =
        current && current->sha256 == std::get<1>(*newest) && file.generation > number;
    if (!upon_newest)
      return Error(Cause::kConflict,
                   fmt::format("another server published generation {} meanwhile, and this one was "
                               "built without it; nothing was changed. Try again",
                               number));
  }
  VEDETTE_TRY(writer.bookkeep(kPublish, static_cast<std::int64_t>(file.generation), file.sha256,
                              file.since, parts_.node));
  writer.tell(ledger::Topic::kGenerations);
  return {};
}

void SharedGenerations::withdraw(const GenerationFile& file) const {
  parts_.exchange.remove(name_of(file));
}

Result<std::vector<SharedGenerations::Published>> SharedGenerations::published(
    std::int64_t most) const {
  VEDETTE_ASSIGN(
      const auto rows,
      parts_.ledger.read(ScopeIssuer::for_installation_work(), [&](OperatorReader& reader) {
        return reader.rows<std::int64_t, std::string, base::Time, std::string>(kPublished, most);
      }));
  std::vector<Published> out;
  for (const auto& [generation, sha256, since, node] : rows)
    out.push_back({{static_cast<std::uint64_t>(generation), sha256}, since, node});
  return out;
}

// The first server that shares its generations brings those it has, the past included. Another one
// that does the same finds the rows of the first and is refused by the next step.
Result<void> SharedGenerations::bring_own(const GenerationFile& current) {
  std::vector<GenerationFile> own;
  for (const std::uint64_t generation : parts_.store.generations()) {
    if (generation > current.generation) continue;
    const auto since = parts_.store.served_since(generation);
    const auto opened =
        catalogue::Catalogue::open(parts_.store.path_of(generation), catalogue::Check::kFull);
    if (!opened.ok() || !since) continue;
    const auto bytes = (*opened)->bytes();
    GenerationFile file{generation, parts_.store.path_of(generation),
                        base::hex(base::as_text(base::sha256({bytes.data(), bytes.size()}))),
                        *since};
    VEDETTE_TRY(offer(file));
    own.push_back(std::move(file));
  }
  return parts_.ledger.write(
      ScopeIssuer::for_installation_work(), [&](OperatorWriter& writer) -> Result<void> {
        VEDETTE_ASSIGN(
            const auto newest,
            (writer.maybe<std::int64_t, std::string, base::Time, std::string>(kPublished, 1)));
        if (newest) return {};
        for (const GenerationFile& file : own)
          VEDETTE_TRY(writer.bookkeep(kPublish, static_cast<std::int64_t>(file.generation),
                                      file.sha256, file.since, parts_.node));
        writer.tell(ledger::Topic::kGenerations);
        return {};
      });
}

Result<void> SharedGenerations::check_kinship(const GenerationFile& current) const {
  VEDETTE_ASSIGN(const auto all, published(kAll));
  for (const Published& each : all)
    if (each.name == name_of(current)) return {};
  return Error(Cause::kUnsupported,
               fmt::format("generation {} in {} is none of those that the servers on this database "
                           "share: move the folder away, and this server takes theirs",
                           current.generation, parts_.store.folder().string()));
}

Result<void> SharedGenerations::take(const Published& generation, bool serve) {
  VEDETTE_ASSIGN(const catalogue::BuildLock lock, parts_.store.lock_for_building());
  const std::uint64_t number = generation.name.generation;
  VEDETTE_TRY(parts_.exchange.get(generation.name, parts_.store.building_path(number)));
  VEDETTE_ASSIGN(GenerationFile file, parts_.store.check_built(number, lock, generation.since));
  if (!serve) return parts_.store.keep(file, lock);
  VEDETTE_TRY(parts_.store.switch_to(file, lock));
  base::log(base::LogLevel::kInfo, "took a generation that another server published",
            {{"generation", number}, {"node", generation.node}});
  VEDETTE_ASSIGN(
      const auto removed,
      parts_.store.prune(parts_.keep.rules, parts_.keep.believed(parts_.clock.now()), lock));
  parts_.keep.tell(removed);
  return {};
}

Result<bool> SharedGenerations::take_older(const Published& newest) {
  VEDETTE_ASSIGN(const auto all, published(kAll));
  std::vector<catalogue::Served> served;
  for (auto each = all.rbegin(); each != all.rend(); ++each)
    served.push_back({each->name.generation, each->since});
  std::vector<std::uint64_t> unwanted;
  for (const catalogue::Served& each :
       catalogue::given_up(served, parts_.keep.rules, parts_.keep.believed(parts_.clock.now())))
    unwanted.push_back(each.generation);
  const auto here = parts_.store.generations();
  std::vector<catalogue::Served> gone;
  // The newest first: what is here has no gap that is not told of.
  for (const Published& each : all) {
    const std::uint64_t number = each.name.generation;
    if (std::ranges::find(here, number) != here.end()) continue;
    const bool wanted = std::ranges::find(unwanted, number) == unwanted.end();
    if (wanted && parts_.exchange.has(each.name)) {
      {
        VEDETTE_ASSIGN(const catalogue::BuildLock lock, parts_.store.lock_for_building());
        VEDETTE_TRY(parts_.store.note_gone(gone, number, lock));
      }
      VEDETTE_TRY(take(each, false));
      return true;
    }
    gone.push_back({number, each.since});
  }
  if (newest.node == parts_.node) clean(all, unwanted);
  return false;
}

void SharedGenerations::clean(const std::vector<Published>& all,
                              const std::vector<std::uint64_t>& unwanted) const {
  for (const GenerationName& name : parts_.exchange.all()) {
    if (name.generation > all.front().name.generation) continue;  // on its way to be published
    const bool known =
        std::ranges::any_of(all, [&](const Published& each) { return each.name == name; });
    const bool wanted = std::ranges::find(unwanted, name.generation) == unwanted.end();
    if (!known || !wanted) parts_.exchange.remove(name);
  }
  parts_.exchange.remove_leftovers();
}

Result<bool> SharedGenerations::step() {
  VEDETTE_ASSIGN(const auto rows, published(1));
  // A CURRENT that cannot be read is made anew.
  const auto read = parts_.store.current();
  const std::optional<GenerationFile> current = read.ok() ? *read : std::nullopt;
  if (rows.empty()) {
    if (current) VEDETTE_TRY(bring_own(*current));
    return false;
  }
  const Published& newest = rows.front();
  {
    const std::lock_guard lock(mutex_);
    if (newest_ != newest.name.generation) newest_seen_ = parts_.clock.now();
    newest_ = newest.name.generation;
  }
  if (!current || name_of(*current) != newest.name) {
    if (current) VEDETTE_TRY(check_kinship(*current));
    VEDETTE_TRY(take(newest, true));
    return true;
  }
  if (!parts_.exchange.has(newest.name))
    VEDETTE_TRY(parts_.exchange.put(newest.name, current->path));
  if (complete_ == newest.name.generation) return false;
  VEDETTE_ASSIGN(const bool more, take_older(newest));
  if (!more) complete_ = newest.name.generation;
  return more;
}

Result<bool> SharedGenerations::follow() {
  auto done = step();
  const std::lock_guard lock(mutex_);
  problem_ = done.ok() ? std::string() : done.error().message;
  return done;
}

void SharedGenerations::describe(Readiness& readiness) const {
  const std::lock_guard lock(mutex_);
  if (newest_ == 0 || readiness.generation >= static_cast<std::int64_t>(newest_)) return;
  const base::Millis behind = parts_.clock.now() - newest_seen_;
  std::string text = fmt::format("generation {} was published {} s ago and is not served here yet",
                                 newest_, behind.count / 1000);
  if (!problem_.empty()) text += ": " + problem_;
  if (behind > parts_.longest_lag && !readiness.catalogue_problem)
    readiness.catalogue_problem = std::move(text);
  else
    readiness.warnings.push_back(std::move(text));
}

}  // namespace vedette::service
