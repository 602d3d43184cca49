#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalogue/builder.h"
#include "catalogue/store.h"
#include "names/reading/analyser.h"
#include "service/lists/generation_retention.h"
#include "service/parties/party_resolution.h"

namespace vedette::service {

// One new generation on its way: what an import and a removal have in common. Nothing is left
// behind unless it comes to its end; only one is under way in a folder.
class GenerationBuild {
 public:
  // Lists of which this generation has a new version, or none any more; all others are carried
  // over. kConflict while another build is under way.
  static base::Result<std::unique_ptr<GenerationBuild>> begin(
      const catalogue::Store& store, const names::Analyser& analyser, const base::Clock& clock,
      const std::function<base::Result<std::vector<std::string>>(const catalogue::Catalogue*)>&
          lists_replaced);
  ~GenerationBuild();
  GenerationBuild(const GenerationBuild&) = delete;
  GenerationBuild& operator=(const GenerationBuild&) = delete;

  std::uint64_t generation() const { return generation_; }
  // Null when there is none.
  const catalogue::Catalogue* previous() const { return previous_.get(); }
  catalogue::Builder& builder() { return *builder_; }

  // Writes the index; `infos` are the lists that were read.
  base::Result<catalogue::BuildSummary> finish(const std::vector<catalogue::ListInfo>& infos);
  // Checks the finished file; what comes back lies aside and serves nobody yet.
  base::Result<catalogue::GenerationFile> check();
  // Decides which entries of the checked file are one party. A failure is logged and not an error:
  // lists must not wait for it, and the server tries again (service/parties/party_watch.h).
  void group(const PartyResolution& how, const std::function<bool()>& cancelled);
  // Makes the checked file serve, and removes what the rules give up.
  base::Result<void> serve(const GenerationRetention& keep);

 private:
  GenerationBuild(const catalogue::Store& store, const names::Analyser& analyser,
                  const base::Clock& clock, catalogue::BuildLock lock)
      : store_(store), analyser_(analyser), clock_(clock), lock_(std::move(lock)) {}

  const catalogue::Store& store_;
  const names::Analyser& analyser_;
  const base::Clock& clock_;
  const catalogue::BuildLock lock_;
  std::shared_ptr<const catalogue::Catalogue> previous_;
  std::uint64_t generation_ = 0;
  std::unique_ptr<catalogue::Builder> builder_;
  catalogue::GenerationFile checked_;
  std::filesystem::path unfinished_;  // to be removed; empty when there is nothing to remove
};

// The generation that serves in the folder, or null when there is none yet.
base::Result<std::shared_ptr<const catalogue::Catalogue>> open_serving(
    const catalogue::Store& store);

}  // namespace vedette::service
