#include "service/parties/party_watch.h"

#include "base/background.h"
#include "base/log.h"

namespace vedette::service {
namespace {

// Before it is tried again after a failure.
constexpr std::chrono::seconds kPause{30};

}  // namespace

PartyWatch::PartyWatch(Parts parts) : parts_(std::move(parts)) {
  thread_ = std::thread([this] { run(); });
}

PartyWatch::~PartyWatch() {
  stopping_ = true;
  bell_.ring();
  thread_.join();
}

base::Result<bool> PartyWatch::is_up_to_date(const parties::Grouping& grouping) const {
  if (grouping.id().revision == 0 || grouping.id().lines != parts_.how.lines) return false;
  VEDETTE_ASSIGN(const std::int64_t newest, parts_.how.newest_judgement());
  return grouping.id().judgements == static_cast<std::uint64_t>(newest);
}

base::Result<void> PartyWatch::look() {
  const auto catalogue = parts_.catalogue();
  if (!catalogue) return {};
  const auto known = parts_.groupings.look(*catalogue);
  if (known.ok()) {
    VEDETTE_ASSIGN(const bool up_to_date, is_up_to_date(**known));
    if (up_to_date) return {};
  }
  VEDETTE_ASSIGN(const parties::Resolution made,
                 resolve_parties(parts_.store, catalogue, parts_.analyser, parts_.how,
                                 [this] { return stopping_.load(); }));
  base::log(base::LogLevel::kInfo, "decided which list entries are one party",
            {{"generation", made.grouping->id().generation},
             {"revision", made.grouping->id().revision},
             {"parties", made.grouping->party_count()},
             {"suggestions", made.grouping->suggestions().size()},
             {"compared", made.compared}});
  VEDETTE_TRY(parts_.groupings.look(*catalogue));
  parties::GroupingFolder(parts_.store.folder()).prune(parts_.store.generations());
  return {};
}

void PartyWatch::run() {
  (void)base::enter_background();
  while (!stopping_) {
    const auto looked = look();
    if (!looked.ok() && !stopping_)
      base::log(base::LogLevel::kError, "the parties of the lists could not be decided",
                {{"error", looked.error().message}});
    bell_.wait(looked.ok() ? parts_.interval
                           : std::chrono::duration_cast<std::chrono::milliseconds>(kPause));
  }
}

}  // namespace vedette::service
