#pragma once

#include "base/clock.h"
#include "http/message.h"
#include "ledger/ledger.h"
#include "service/access/tokens.h"

namespace vedette::api {

// Server-sent events of the principal's project: those after `after` or Last-Event-ID, or from now
// on. Looks twice a second; a comment now and then keeps proxies from closing it. Each look asks
// first whether the token that opened it still opens `scope`, as a request would, and ends the
// stream when it does not: expired or revoked, its user, client or project disabled, the session
// signed out. `tokens` and the others outlive the response.
http::Response event_stream(service::Tokens& tokens, std::uint8_t scope, ledger::Ledger& ledger,
                            const base::Clock& clock, const http::Request& request,
                            const service::Principal& principal);

}  // namespace vedette::api
