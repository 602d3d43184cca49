#pragma once

#include <optional>
#include <string>

#include "api/request/inputs.h"
#include "http/message.h"
#include "ledger/ledger.h"
#include "service/monitoring/record_rows.h"

namespace vedette::api {

// Which records getAll is to list, and how many of them.
struct ListQuestion {
  service::RecordPage page = {};
  std::optional<std::int64_t> limit = {};  // nothing: all
  bool token_asked = false;                // pageSize or nextToken was given
};
ListQuestion read_list_question(Inputs& inputs, profile::Family family);

// The monitor record list. A long one is sent piece by piece from one state of the ledger, so that
// it takes little memory whatever its length.
base::Result<http::Response> list_answer(ledger::Ledger& ledger, const ledger::ProjectScope& scope,
                                         const ListQuestion& question);

}  // namespace vedette::api
