#pragma once

#include "base/json_writer.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::api {

// One step of a match's history. The object stays open, so that more members can follow.
void write_open_step(base::JsonWriter& json, const service::HistoryStep& step);

}  // namespace vedette::api
