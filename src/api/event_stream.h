#pragma once

#include "base/clock.h"
#include "http/message.h"
#include "ledger/ledger.h"
#include "service/tokens.h"

namespace vedette::api {

// Server-sent events of the principal's project: those after `after` or Last-Event-ID, or from now
// on. Looks once a second; a comment now and then keeps proxies from closing it. Ends with the
// token that opened it, so that the client proves itself again.
http::Response event_stream(ledger::Ledger& ledger, const base::Clock& clock,
                            const http::Request& request, const service::Principal& principal);

}  // namespace vedette::api
