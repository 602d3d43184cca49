#pragma once

#include "base/json_writer.h"
#include "service/monitoring/case_detail.h"
#include "service/monitoring/case_queue.h"
#include "service/monitoring/case_summary.h"

namespace vedette::api {

// A customer in the queue of cases.
void write_case_row(base::JsonWriter& json, const service::CaseRow& row);

// A case with everything that belongs to it.
void write_case(base::JsonWriter& json, const service::CaseDetail& detail,
                service::NamingLists& lists);

// A comment, a file or a link of a case.
void write_case_item(base::JsonWriter& json, const service::CaseItem& item);

}  // namespace vedette::api
