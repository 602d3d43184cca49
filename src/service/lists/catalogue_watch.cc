#include "service/lists/catalogue_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

#include "base/log.h"
#include "service/lists/catalogue_rebuild.h"
#include "service/lists/serving_note.h"

namespace vedette::service {
namespace {

constexpr std::chrono::milliseconds kLookInterval{500};

void log_opened(const catalogue::Catalogue& catalogue) {
  base::log(base::LogLevel::kInfo, "serving a generation",
            {{"generation", catalogue.meta().generation},
             {"profiles", catalogue.profile_count()},
             {"names", catalogue.name_count()},
             {"lists", catalogue.lists().size()}});
  if (const auto reason = reason_to_rebuild(catalogue))
    base::log(base::LogLevel::kWarning, "the generation should be built anew",
              {{"reason", *reason}});
}

std::string with_advice(const std::string& problem, const std::filesystem::path& folder) {
  return fmt::format("{}. If it belongs to another user than the server: chown -R {} {}", problem,
                     ::geteuid(), folder.string());
}

// Empty when the file is gone; readers that have it open are not affected.
std::optional<std::filesystem::file_time_type> last_written(const std::filesystem::path& path) {
  std::error_code gone;
  const auto time = std::filesystem::last_write_time(path, gone);
  return gone ? std::nullopt : std::optional(time);
}

}  // namespace

CatalogueWatch::CatalogueWatch(catalogue::Store store, const base::Clock& clock,
                               std::function<void()> switched)
    : store_(std::move(store)), clock_(clock), switched_(std::move(switched)) {
  write_serving_note(store_.folder(), 0);
  open_current();
  newest_ = generation_;
  thread_ = std::thread([this] { run(); });
}

CatalogueWatch::~CatalogueWatch() {
  stopping_ = true;
  bell_.ring();
  thread_.join();
  remove_serving_note(store_.folder());
}

void CatalogueWatch::serve(std::shared_ptr<const catalogue::Catalogue> catalogue,
                           std::string problem) {
  {
    const std::lock_guard lock(mutex_);
    problem_ = problem;
    unreadable_ = false;
  }
  generation_ = catalogue ? catalogue->meta().generation : 0;
  written_ = catalogue ? last_written(store_.path_of(generation_)) : std::nullopt;
  serving_.set(std::move(catalogue));
  write_serving_note(store_.folder(), generation_, problem);
}

// Called when the current generation cannot be read, for example because another user imported it.
// The serving generation goes on, and the next poll tries again.
void CatalogueWatch::go_on_without(const std::string& problem) {
  {
    const std::lock_guard lock(mutex_);
    if (unreadable_ && problem_ == problem) return;
  }
  base::log(base::LogLevel::kError, "the newest generation cannot be read, the old one goes on",
            {{"generation", generation_}, {"error", problem}});
  serve(serving_.get(), problem);
  const std::lock_guard lock(mutex_);
  unreadable_ = true;
}

bool CatalogueWatch::refuses_current() const {
  const std::lock_guard lock(mutex_);
  return !problem_.empty();
}

// Records when this generation begins to serve. An import is noticed some time after its end, and
// `as_of` must return the lists that answered at that moment.
void CatalogueWatch::switch_to(std::shared_ptr<const catalogue::Catalogue> catalogue) {
  const std::uint64_t generation = catalogue->meta().generation;
  const base::Time since = serving_.set(catalogue, clock_);
  if (generation > newest_) {  // else it has served before
    newest_ = generation;
    const auto noted = store_.note_served(generation, since);
    if (!noted.ok())
      base::log(base::LogLevel::kWarning, "as_of counts a generation from its import",
                {{"generation", generation}, {"error", noted.error().message}});
  }
  serve(std::move(catalogue), {});
}

bool CatalogueWatch::wait() {
  bell_.wait(kLookInterval);
  return !stopping_;
}

void CatalogueWatch::open_current() {
  auto opened = store_.open_current();
  if (!opened.ok()) {
    if (opened.error().cause == base::Cause::kNotFound) return;
    base::log(base::LogLevel::kError, "no generation can be served",
              {{"error", opened.error().message}});
    return serve(nullptr, opened.error().message);
  }
  if (!opened->explanation.empty())
    base::log(base::LogLevel::kError, "another generation serves than the current one",
              {{"error", opened->explanation}});
  log_opened(*opened->catalogue);
  serve(std::move(opened->catalogue), std::move(opened->explanation));
}

// At activation the importer has checked every byte; a restart checks them again behind the scenes.
void CatalogueWatch::check_in_full(const std::shared_ptr<const catalogue::Catalogue>& catalogue) {
  const auto verified = catalogue->verify();
  if (verified.ok()) return;
  refused_ = generation_;
  base::log(base::LogLevel::kError, "the generation that served is damaged and serves no more",
            {{"generation", refused_}, {"error", verified.error().message}});
  serve(nullptr, verified.error().message);
}

// A generation file never changes after its rename. It is memory-mapped, so a write into it would
// reach answers at once: withdraw it first, then check it.
void CatalogueWatch::look_at_the_file() {
  const auto now = serving_.get();
  if (!now) return;
  const std::uint64_t generation = generation_;
  const auto written = last_written(store_.path_of(generation));
  if (!written || written == written_) return;
  base::log(base::LogLevel::kError, "the file of the generation that serves was written to",
            {{"generation", generation}});
  serving_.set(nullptr);
  check_in_full(now);
  if (refused_ == generation) return;
  std::string problem;
  {
    const std::lock_guard lock(mutex_);
    problem = problem_;
  }
  serve(now, std::move(problem));
}

void CatalogueWatch::look() {
  look_at_the_file();
  const auto current = store_.current();
  if (!current.ok() && current.error().cause == base::Cause::kUnavailable)
    return go_on_without(with_advice(current.error().message, store_.folder()));
  if (!current.ok() || !*current) return;
  const std::uint64_t wanted = (*current)->generation;
  const auto now = serving_.get();
  if (wanted == refused_) return;
  if (now && generation_ == wanted) {
    if (unreadable_) serve(now, {});
    return;
  }
  auto opened = catalogue::Catalogue::open((*current)->path, catalogue::Check::kQuick);
  if (!opened.ok() && opened.error().cause == base::Cause::kUnavailable)
    return go_on_without(
        with_advice(fmt::format("generation {} cannot be read: {}", wanted, opened.error().message),
                    store_.folder()));
  if (!opened.ok()) {
    refused_ = wanted;
    base::log(base::LogLevel::kError, "the new generation is refused, the old one goes on",
              {{"generation", wanted}, {"error", opened.error().message}});
    return serve(now, fmt::format("generation {} is refused: {}", wanted, opened.error().message));
  }
  log_opened(**opened);
  switch_to(*std::move(opened));
  switched_();
}

void CatalogueWatch::run() {
  if (const auto first = serving_.get()) check_in_full(first);
  while (wait())
    look();
}

void CatalogueWatch::describe(Readiness& readiness, const ListAges& ages) const {
  readiness.failing_sources = ages.failing();
  const auto catalogue = serving_.get();
  const std::lock_guard lock(mutex_);
  if (!catalogue) {
    readiness.catalogue_problem = "no catalogue is loaded";
    if (!problem_.empty()) *readiness.catalogue_problem += ": " + problem_;
    return;
  }
  if (!problem_.empty()) {
    readiness.degraded = true;
    readiness.warnings.push_back(problem_);
  }
  if (auto reason = reason_to_rebuild(*catalogue)) readiness.warnings.push_back(*std::move(reason));
  readiness.generation = static_cast<std::int64_t>(catalogue->meta().generation);
  readiness.lists = ages.of(*catalogue);
}

}  // namespace vedette::service
