#include "service/screening/search_question.h"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>

#include "base/json_writer.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

struct RuleRow {
  search::BirthDateRule rule;
  std::string_view name;
};
constexpr std::array<RuleRow, 4> kRules = {{
    {search::BirthDateRule::kRank, "rank"},
    {search::BirthDateRule::kWithinOneYear, "withinOneYear"},
    {search::BirthDateRule::kSameYear, "sameYear"},
    {search::BirthDateRule::kExact, "exact"},
}};

constexpr std::array<std::string_view, 2> kOrders = {"score", "confidence"};

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '_' && c != '-') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

profile::Gender gender_of(std::string_view text) {
  if (text == "male") return profile::Gender::kMale;
  if (text == "female") return profile::Gender::kFemale;
  return profile::Gender::kUnknown;
}

base::Error corrupt() {
  return {base::Cause::kCorrupt, "a stored search question is not what was written"};
}

// Reads the members of one object; remembers whether each was what it must be.
class Members {
 public:
  explicit Members(const json::object& object) : object_(object) {}

  std::string text(std::string_view name) {
    const json::value* found = object_.if_contains(name);
    if (found == nullptr) return {};
    if (const auto* string = found->if_string()) return std::string(*string);
    good_ = false;
    return {};
  }
  std::int64_t number(std::string_view name) {
    const json::value* found = object_.if_contains(name);
    if (found != nullptr && found->is_int64()) return found->get_int64();
    good_ = false;
    return 0;
  }
  bool flag(std::string_view name) {
    const json::value* found = object_.if_contains(name);
    if (found != nullptr && found->is_bool()) return found->get_bool();
    good_ = false;
    return false;
  }
  std::vector<std::string> texts(std::string_view name) {
    std::vector<std::string> out;
    const json::value* found = object_.if_contains(name);
    if (found == nullptr || !found->is_array()) {
      good_ = false;
      return out;
    }
    for (const json::value& each : found->get_array()) {
      if (const auto* string = each.if_string()) out.emplace_back(*string);
    }
    return out;
  }
  void expect(bool holds) { good_ = good_ && holds; }
  bool good() const { return good_; }

 private:
  const json::object& object_;
  bool good_ = true;
};

}  // namespace

search::Query query_of(const SearchQuestion& question) {
  search::Query query;
  const bool individual = question.family == profile::Family::kIndividual;
  query.name = question.name;
  query.scope = individual ? search::Scope::kIndividual : search::Scope::kBusiness;
  query.threshold = question.threshold;
  query.countries = question.countries;
  query.country_required = question.country_required;
  query.datasets = profile::applicable(question.datasets, individual);
  if (individual) {
    query.birth = question.birth;
    query.gender = gender_of(question.gender);
    query.birth_date_rule = question.birth_date_rule;
  }
  for (const evidence::GivenIdentifier& given : question.details.identifiers)
    query.identifiers.push_back(evidence::make_identifier(given));
  query.offset = question.offset;
  query.limit = question.limit;
  return query;
}

evidence::PartyFacts facts_of(const SearchQuestion& question) {
  const bool individual = question.family == profile::Family::kIndividual;
  evidence::CustomerFacts customer{.countries = question.countries};
  if (individual) {
    customer.kind = profile::Kind::kPerson;
    customer.birth = question.birth;
    customer.gender = gender_of(question.gender);
  }
  return evidence::facts_of(customer, question.details);
}

std::string to_json(const SearchQuestion& question) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object();
  json.member("search_type", profile::to_text(question.family));
  json.member(question.family == profile::Family::kBusiness ? "company_name" : "name",
              question.name);
  json.member("threshold", question.threshold).key("countries").begin_array();
  for (const profile::Country country : question.countries)
    json.value(country.code());
  json.end_array().member("countryRequired", question.country_required);
  json.key("datasets").begin_array();
  for (const profile::Dataset dataset : question.datasets.members())
    json.value(profile::code(dataset));
  json.end_array();
  if (!question.birth.empty()) json.member("dob", profile::to_text(question.birth));
  if (!question.gender.empty()) json.member("gender", question.gender);
  json.member("dob_matching", birth_date_rule_name(question.birth_date_rule));
  json.member("limit", question.limit).member("offset", question.offset);
  if (question.as_of) json.member("as_of", base::iso_millis(*question.as_of));
  // Only what was given, so that a question of earlier versions reads as it was recorded.
  evidence::write_details(json, question.details);
  if (question.order != HitOrder::kScore) json.member("order", hit_order_name(question.order));
  if (question.confidence_threshold > 0)
    json.member("confidence_threshold", question.confidence_threshold);
  json.end_object();
  return out;
}

base::Result<SearchQuestion> question_from_json(std::string_view text) {
  boost::system::error_code problem;
  const json::value value = json::parse(text, problem);
  if (problem || !value.is_object()) return corrupt();
  Members members(value.get_object());
  SearchQuestion question;
  const std::string family = members.text("search_type");
  question.family =
      family == "business" ? profile::Family::kBusiness : profile::Family::kIndividual;
  members.expect(family == profile::to_text(question.family));
  question.name =
      members.text(question.family == profile::Family::kBusiness ? "company_name" : "name");
  question.threshold = static_cast<int>(members.number("threshold"));
  for (const std::string& code : members.texts("countries")) {
    profile::Country country;
    members.expect(profile::from_text(code, country));
    question.countries.push_back(country);
  }
  question.country_required = members.flag("countryRequired");
  for (const std::string& code : members.texts("datasets")) {
    profile::DatasetSet each;
    members.expect(profile::from_text(code, each));
    question.datasets.add(each);
  }
  if (const std::string dob = members.text("dob"); !dob.empty())
    members.expect(profile::from_text(dob, question.birth));
  question.gender = members.text("gender");
  const auto rule = birth_date_rule_of(members.text("dob_matching"));
  members.expect(rule.has_value());
  question.birth_date_rule = rule.value_or(search::BirthDateRule::kRank);
  question.limit = static_cast<std::size_t>(members.number("limit"));
  question.offset = static_cast<std::size_t>(members.number("offset"));
  if (const std::string as_of = members.text("as_of"); !as_of.empty()) {
    question.as_of = base::parse_iso(as_of);
    members.expect(question.as_of.has_value());
  }
  VEDETTE_ASSIGN(question.details, evidence::read_details(value.get_object()));
  members.expect(!question.name.empty() || !question.details.identifiers.empty());
  if (value.get_object().contains("order")) {
    const auto order = hit_order_of(members.text("order"));
    members.expect(order.has_value());
    question.order = order.value_or(HitOrder::kScore);
  }
  if (value.get_object().contains("confidence_threshold"))
    question.confidence_threshold = static_cast<int>(members.number("confidence_threshold"));
  if (!members.good()) return corrupt();
  return question;
}

std::string_view hit_order_name(HitOrder order) {
  return kOrders[static_cast<std::size_t>(order)];
}

std::optional<HitOrder> hit_order_of(std::string_view name) {
  for (std::size_t i = 0; i < kOrders.size(); ++i)
    if (plain(kOrders[i]) == plain(name)) return static_cast<HitOrder>(i);
  return std::nullopt;
}

std::string_view birth_date_rule_name(search::BirthDateRule rule) {
  return std::ranges::find(kRules, rule, &RuleRow::rule)->name;
}

std::optional<search::BirthDateRule> birth_date_rule_of(std::string_view name) {
  const std::string wanted = plain(name);
  for (const RuleRow& row : kRules)
    if (plain(row.name) == wanted) return row.rule;
  return std::nullopt;
}

}  // namespace vedette::service
