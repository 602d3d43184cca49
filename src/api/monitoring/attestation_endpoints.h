#pragma once

#include <vector>

#include "http/router.h"
#include "service/access/tokens.h"
#include "service/attestation/attestations.h"
#include "service/common/signed_document.h"

namespace vedette::api {

struct AttestationParts {
  service::Tokens& tokens;
  const service::Attestations& attestations;
  const service::DocumentSigner& signer;
  const base::Clock& clock;
};

// GET /monitoring/attestations: the days, one day, or signed archives of either.
std::vector<http::Route> attestation_routes(const AttestationParts& parts);

}  // namespace vedette::api
