#include "api/request/party_details_input.h"

namespace vedette::api {

void read_party_details(Inputs& inputs, evidence::PartyDetails& details,
                        const std::function<void(evidence::DetailField)>& given) {
  for (const evidence::DetailFieldRow& row : evidence::kDetailFields) {
    const InputNames names = {row.name, row.snake};
    const auto values = inputs.values(names, row.splits_at_comma);
    if (!values) continue;
    const auto problem =
        evidence::set_detail(details, row.field, inputs.given_name(names), *values);
    if (problem)
      inputs.add_problem(problem->path, problem->code, problem->message);
    else if (given)
      given(row.field);
  }
}

}  // namespace vedette::api
