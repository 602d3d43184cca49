#pragma once

#include <string>

#include "api/monitoring/case_endpoints.h"
#include "names/reading/analyser.h"
#include "service/monitoring/case_detail.h"
#include "service/monitoring/decision_report.h"

namespace vedette::api {

// Who takes a document, and when.
struct TakenBy {
  std::string project = {};
  std::string username = {};
  base::Time at = {};
};

// A case for people to read: the customer, each match with both sides, its evidence, explanation
// and reviews, what analysts added, and the lists with their dates. `catalogue` may be null.
base::Result<std::string> case_pdf(const service::CaseDetail& detail,
                                   const catalogue::Catalogue* catalogue,
                                   const names::Analyser& analyser, const TakenBy& by);

// The report over a period; `from` and `to` are its first and last day.
base::Result<std::string> report_pdf(const service::DecisionReport& report, const std::string& from,
                                     const std::string& to, const TakenBy& by);

}  // namespace vedette::api
