#pragma once

#include <string>

#include "base/json_writer.h"
#include "base/result.h"
#include "catalogue/catalogue.h"
#include "names/reading/analyser.h"
#include "parties/grouping.h"
#include "service/parties/judgement.h"

namespace vedette::service {

// How parties, their entries and suggestions are shown, over the API and at the command line.
class PartyView {
 public:
  PartyView(const catalogue::Catalogue& catalogue, const parties::Grouping& grouping,
            const names::Analyser& analyser)
      : catalogue_(catalogue), grouping_(grouping), comparer_(catalogue, analyser) {}

  // {list, id, resourceId, qrCode, name, kind, live, births, countries}
  base::Result<void> write_entry(base::JsonWriter& json, parties::Entry entry) const;
  // {resourceId, qrCode, entries: [...]}
  base::Result<void> write_party(base::JsonWriter& json, parties::Entry entry) const;
  // {confidence, conflict, left, right, leftParty, rightParty, evidence: {sentence, logOdds, prior,
  // terms}}; the parties are lists of resourceIds.
  base::Result<void> write_suggestion(base::JsonWriter& json,
                                      const parties::Suggestion& suggestion);
  // {sentence, confidence, conflict, logOdds, prior, terms} of two entries.
  base::Result<void> write_evidence(base::JsonWriter& json, parties::Entry a, parties::Entry b);

 private:
  const catalogue::Catalogue& catalogue_;
  const parties::Grouping& grouping_;
  parties::EntryComparer comparer_;
};

// {judgement, left: {list, id, resourceId}, right, verdict, reason, user, actor, at, confidence}
void write_judgement(base::JsonWriter& json, const Judgement& judgement);

// {generation, revision, entries, parties, grouped, suggestions, lists: [{list, entries, parties}]}
void write_party_counts(base::JsonWriter& json, const catalogue::Catalogue& catalogue,
                        const parties::Grouping& grouping);

}  // namespace vedette::service
