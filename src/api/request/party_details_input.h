#pragma once

#include <functional>

#include "api/request/inputs.h"
#include "evidence/party_details.h"

namespace vedette::api {

// Reads what a request says of a party (evidence/party_details.h); what is wrong with a field is
// noted in `inputs` under the name that the client used. `given` is called with each field that is
// there, also when it empties the field.
void read_party_details(Inputs& inputs, evidence::PartyDetails& details,
                        const std::function<void(evidence::DetailField)>& given = {});

}  // namespace vedette::api
