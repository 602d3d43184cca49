#include "api/screening/screening_inputs.h"

#include <fmt/format.h>

#include <limits>

#include "api/request/fields.h"
#include "api/request/party_details_input.h"

namespace vedette::api {
namespace {

// The value of one field, or the default after its problem was noted.
template <class T>
T checked(Inputs& inputs, InputNames names, const Field<T>& field) {
  if (field.ok()) return *field;
  inputs.add_problem(inputs.given_name(names), field.problem().code, field.problem().message);
  return T{};
}

bool is_null(const Inputs& inputs, std::string_view name) {
  if (inputs.body() == nullptr || !inputs.body()->is_object()) return false;
  const boost::json::value* value = inputs.body()->get_object().if_contains(name);
  return value != nullptr && value->is_null();
}

// A number that is optional. An empty one is not taken for the default: nothing is silently
// replaced.
std::optional<std::int64_t> number(Inputs& inputs, std::string_view name, std::int64_t most) {
  const std::size_t before = inputs.problems().size();
  const auto value = inputs.integer({name}, 0, most);
  if (!value && inputs.problems().size() == before && inputs.present({name}) &&
      !is_null(inputs, name))
    inputs.add_problem(name, "OUT_OF_RANGE", "is empty; give a number or leave it out");
  return value;
}

// Business searches ask for company_name, individual ones for name; each stands in for the other.
void read_name(Inputs& inputs, service::SearchQuestion& question) {
  const bool business = question.family == profile::Family::kBusiness;
  const std::string_view proper = business ? "company_name" : "name";
  const std::string_view other = business ? "name" : "company_name";
  // Both may be there, as when one form serves both searches: then each search has its own.
  const bool stand_in = !inputs.filled(proper) && inputs.filled(other);
  const std::string_view name = stand_in ? other : proper;
  // An identifier finds its owner without a name.
  if (!inputs.filled(name) && !question.details.identifiers.empty()) return;
  const std::string text = inputs.required_text({name});
  if (!text.empty()) question.name = checked(inputs, {name}, parse_name(text));
}

// dob, or the year alone.
void read_birth(Inputs& inputs, base::Time now, service::SearchQuestion& question) {
  const InputNames dob_names = {"dob", "date_of_birth"};
  if (const auto dob = inputs.text(dob_names))
    question.birth = checked(inputs, dob_names, parse_dob(*dob, now)).date;
  const InputNames year_names = {"birth_year", "birthYear", "year_of_birth"};
  const auto year = inputs.text(year_names);
  if (!year) return;
  const std::int64_t value = checked(inputs, year_names, parse_birth_year(*year, now));
  if (value == 0) return;
  if (question.birth.empty()) {
    question.birth.first.year = static_cast<std::int16_t>(value);
  } else if (question.birth.first.year != value) {
    inputs.add_problem(inputs.given_name(year_names), "CONFLICTING_PARAMETER",
                       "is not the year of dob");
  }
}

void read_as_of(Inputs& inputs, base::Time now, service::SearchQuestion& question) {
  const InputNames names = {"as_of", "asOf"};
  const std::size_t before = inputs.problems().size();
  const auto text = inputs.text(names);
  // Whoever means the lists of a moment must not be told of today's.
  if (!text && inputs.present(names) && inputs.problems().size() == before)
    inputs.add_problem(inputs.given_name(names), "INVALID_DATE",
                       "is empty; give a time (YYYY-MM-DDTHH:MM:SSZ) or leave it out");
  if (!text) return;
  question.as_of = base::parse_iso(*text);
  if (!question.as_of) {
    inputs.add_problem("as_of", "INVALID_DATE", "not a time (YYYY-MM-DDTHH:MM:SSZ)");
  } else if (text->find('T') == std::string::npos && text->find(' ') == std::string::npos) {
    // The lists may change within a day: which of them is meant must not be guessed.
    inputs.add_problem("as_of", "INVALID_DATE",
                       "is a day: give a time of it as well (YYYY-MM-DDTHH:MM:SSZ)");
  } else if (*question.as_of > now) {
    inputs.add_problem("as_of", "DATE_OUT_OF_RANGE", "must not lie in the future");
  }
}

void read_filters(Inputs& inputs, service::SearchQuestion& question) {
  if (const auto countries = inputs.list({"countries", "country"}))
    question.countries =
        checked(inputs, {"countries", "country"}, parse_countries(*countries)).countries;
  question.country_required =
      inputs.boolean({"countryRequired", "country_required"}).value_or(false);
  if (const auto datasets = inputs.list({"datasets", "dataset"}))
    question.datasets = checked(inputs, {"datasets", "dataset"}, parse_dataset_list(*datasets));
  const InputNames rule_names = {"dob_matching", "dobMatching", "birthDateRule"};
  if (const auto rule = inputs.text(rule_names))
    question.birth_date_rule = checked(inputs, rule_names, parse_birth_date_rule(*rule));
}

// How the confidence orders and narrows the hits; by default it does neither.
void read_confidence(Inputs& inputs, service::SearchQuestion& question) {
  if (const auto text = inputs.text({"order"})) {
    const auto order = service::hit_order_of(*text);
    if (order)
      question.order = *order;
    else
      inputs.add_problem("order", "OUT_OF_RANGE", "must be score or confidence");
  }
  const InputNames names = {"confidence_threshold", "confidenceThreshold"};
  if (const auto threshold = inputs.integer(names, 0, 100))
    question.confidence_threshold = static_cast<int>(*threshold);
}

void read_type(Inputs& inputs, service::SearchQuestion& question) {
  const InputNames names = {"search_type", "searchType"};
  const std::string type = inputs.required_text(names);
  if (!type.empty()) question.family = checked(inputs, names, parse_search_type(type));
}

}  // namespace

service::SearchQuestion read_common_question(Inputs& inputs, base::Time now) {
  service::SearchQuestion question;
  read_type(inputs, question);
  if (const auto threshold = number(inputs, "threshold", 100))
    question.threshold = static_cast<int>(*threshold);
  read_filters(inputs, question);
  if (const auto limit = number(inputs, "limit", kMaxPage))
    question.limit = static_cast<std::size_t>(*limit);
  read_as_of(inputs, now, question);
  read_confidence(inputs, question);
  // Accepted and checked; nobody gets a clean result by a flag.
  inputs.boolean({"aml"});
  return question;
}

service::SearchQuestion read_question(Inputs& inputs, base::Time now) {
  service::SearchQuestion question = read_common_question(inputs, now);
  read_party_details(inputs, question.details);
  read_name(inputs, question);
  read_birth(inputs, now, question);
  if (const auto gender = inputs.text({"gender"}))
    question.gender = checked(inputs, {"gender"}, parse_gender(*gender)).text;
  if (const auto offset = number(inputs, "offset", std::numeric_limits<std::int64_t>::max()))
    question.offset = static_cast<std::size_t>(*offset);
  return question;
}

}  // namespace vedette::api
