#include "api/screening_inputs.h"

#include <fmt/format.h>

#include "api/fields.h"

namespace vedette::api {
namespace {

// The value of one field, or the default after its problem was noted.
template <class T>
T checked(Inputs& inputs, std::string_view name, const Field<T>& field) {
  if (field.ok()) return *field;
  inputs.add_problem(name, field.problem().code, field.problem().message);
  return T{};
}

// Business searches ask for company_name, individual ones for name; each stands in for the other.
void read_name(Inputs& inputs, service::SearchQuestion& question) {
  const bool business = question.family == profile::Family::kBusiness;
  const std::string_view proper = business ? "company_name" : "name";
  const std::string_view other = business ? "name" : "company_name";
  // Both may be there, as when one form serves both searches: then each search has its own.
  const bool stand_in = !inputs.filled(proper) && inputs.filled(other);
  const std::string text = inputs.required_text({stand_in ? other : proper});
  if (!text.empty()) question.name = checked(inputs, proper, parse_name(text));
}

// dob, or the year alone.
void read_birth(Inputs& inputs, base::Time now, service::SearchQuestion& question) {
  if (const auto dob = inputs.text({"dob", "date_of_birth"}))
    question.birth = checked(inputs, "dob", parse_dob(*dob, now)).date;
  const auto year = inputs.text({"birth_year", "birthYear", "year_of_birth"});
  if (!year) return;
  const std::int64_t value = checked(inputs, "birth_year", parse_birth_year(*year, now));
  if (value == 0) return;
  if (question.birth.empty()) {
    question.birth.first.year = static_cast<std::int16_t>(value);
  } else if (question.birth.first.year != value) {
    inputs.add_problem("birth_year", "CONFLICTING_PARAMETER", "is not the year of dob");
  }
}

void read_as_of(Inputs& inputs, base::Time now, service::SearchQuestion& question) {
  const auto text = inputs.text({"as_of", "asOf"});
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
    question.countries = checked(inputs, "countries", parse_countries(*countries)).countries;
  question.country_required =
      inputs.boolean({"countryRequired", "country_required"}).value_or(false);
  if (const auto datasets = inputs.list({"datasets", "dataset"}))
    question.datasets = checked(inputs, "datasets", parse_dataset_list(*datasets));
  if (const auto rule = inputs.text({"dob_matching", "dobMatching", "birthDateRule"}))
    question.birth_date_rule = checked(inputs, "dob_matching", parse_birth_date_rule(*rule));
}

void read_type(Inputs& inputs, service::SearchQuestion& question) {
  const std::string type = inputs.required_text({"search_type", "searchType"});
  if (!type.empty()) question.family = checked(inputs, "search_type", parse_search_type(type));
}

}  // namespace

service::SearchQuestion read_common_question(Inputs& inputs, base::Time now) {
  service::SearchQuestion question;
  read_type(inputs, question);
  if (const auto threshold = inputs.text({"threshold"}))
    question.threshold = checked(inputs, "threshold", parse_threshold(*threshold));
  read_filters(inputs, question);
  if (const auto limit = inputs.text({"limit"}))
    question.limit = static_cast<std::size_t>(checked(inputs, "limit", parse_limit(*limit)));
  read_as_of(inputs, now, question);
  // Accepted and checked; nobody gets a clean result by a flag.
  inputs.boolean({"aml"});
  return question;
}

service::SearchQuestion read_question(Inputs& inputs, base::Time now) {
  service::SearchQuestion question = read_common_question(inputs, now);
  read_name(inputs, question);
  read_birth(inputs, now, question);
  if (const auto gender = inputs.text({"gender"}))
    question.gender = checked(inputs, "gender", parse_gender(*gender)).text;
  if (const auto offset = inputs.text({"offset"}))
    question.offset = static_cast<std::size_t>(checked(inputs, "offset", parse_offset(*offset)));
  return question;
}

}  // namespace vedette::api
