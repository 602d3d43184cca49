#pragma once

#include "base/json_writer.h"
#include "service/monitoring/monitor_record.h"

namespace vedette::service {

// The shapes of the interface that answers and events share.

// A match of the record's family: the eleven fields, and for individuals what is known of the
// person.
void write_match(base::JsonWriter& json, profile::Family family, const Match& match);
// A monitor record. The object stays open, so that more members can follow.
void write_open_record(base::JsonWriter& json, const MonitorRecord& record);
// A review: status, time, and what the client gave. The object stays open.
void write_open_review(base::JsonWriter& json, const HistoryStep& review);

}  // namespace vedette::service
