#include "api/screening/batch_inputs.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <set>

#include "api/request/fields.h"
#include "api/request/party_details_input.h"
#include "api/screening/screening_inputs.h"

namespace vedette::api {
namespace {

namespace json = boost::json;

// More problems than anybody reads at once; the answer must stay small.
constexpr std::size_t kMostProblems = 1000;

// Reads one object of `items`.
class ItemReader {
 public:
  ItemReader(const json::value& node, std::size_t index, base::Time now,
             std::vector<Problem>& problems)
      : object_(node.if_object()), index_(index), now_(now), problems_(problems) {}

  service::BatchItem read(const service::SearchQuestion& common) {
    service::BatchItem item{.key = "", .question = common};
    if (object_ == nullptr) {
      problem("", {"INVALID_TYPE", "must be an object"});
      return item;
    }
    item.key = key_ = required<std::string>({"key", "id"}, parse_record_id);
    const bool business = common.family == profile::Family::kBusiness;
    read_details(item.question.details);
    const auto read_name = [&](InputNames names) {
      // An identifier finds its owner without a name.
      if (find(names) != nullptr || item.question.details.identifiers.empty())
        item.question.name = required<std::string>(names, parse_name);
    };
    if (business)
      read_name({"company_name", "name"});
    else
      read_name({"name", "company_name"});
    read_person(item.question);
    if (const json::value* node = find({"countries"})) read_countries(*node, item.question);
    return item;
  }

 private:
  void problem(std::string_view field, const FieldProblem& what) {
    if (problems_.size() >= kMostProblems) return;
    problems_.push_back({fmt::format("items[{}]{}{}", index_, field.empty() ? "" : ".", field),
                         "body", what.code, what.message, key_});
  }

  const json::value* find(InputNames names) const {
    for (const std::string_view name : names)
      if (const json::value* node = object_->if_contains(name); node != nullptr && !node->is_null())
        return node;
    return nullptr;
  }

  // The scalar as text; empty when there is none.
  std::string text(InputNames names) {
    const json::value* node = find(names);
    if (node == nullptr) return {};
    if (const auto* string = node->if_string()) return std::string(*string);
    if (node->is_int64()) return std::to_string(node->get_int64());
    problem(*names.begin(), {"INVALID_TYPE", "must be a text"});
    return {};
  }

  template <class T, class Parse>
  T required(InputNames names, Parse parse) {
    const std::size_t before = problems_.size();
    const std::string given = text(names);
    if (given.empty()) {
      if (problems_.size() == before) problem(*names.begin(), {"MISSING_PARAMETER", "is missing"});
      return T{};
    }
    return taken(*names.begin(), parse(given));
  }

  template <class T>
  T taken(std::string_view field, const Field<T>& value) {
    if (value.ok()) return *value;
    problem(field, value.problem());
    return T{};
  }

  void read_person(service::SearchQuestion& question) {
    if (const std::string dob = text({"dob", "date_of_birth"}); !dob.empty())
      question.birth = taken("dob", parse_dob(dob, now_)).date;
    if (const std::string year = text({"birth_year", "birthYear"}); !year.empty()) {
      const std::int64_t value = taken("birth_year", parse_birth_year(year, now_));
      if (question.birth.empty())
        question.birth.first.year = static_cast<std::int16_t>(value);
      else if (question.birth.first.year != value)
        problem("birth_year", {"CONFLICTING_PARAMETER", "is not the year of dob"});
    }
    if (const std::string gender = text({"gender"}); !gender.empty())
      question.gender = taken("gender", parse_gender(gender)).text;
  }

  void read_details(evidence::PartyDetails& details) {
    Inputs inputs = Inputs::of_object(*object_);
    read_party_details(inputs, details);
    for (const Problem& each : inputs.problems())
      problem(each.path, {each.code, each.message});
  }

  void read_countries(const json::value& node, service::SearchQuestion& question) {
    std::vector<std::string> codes;
    const auto add = [&](const json::value& each) {
      if (const auto* string = each.if_string()) return add_codes(*string, codes);
      problem("countries", {"INVALID_TYPE", "must be texts"});
    };
    if (const auto* array = node.if_array()) {
      for (const json::value& each : *array)
        add(each);
    } else {
      add(node);
    }
    // A name's own countries take the place of those of the batch, none of them as well: who
    // empties the list asks for the whole world.
    question.countries = taken("countries", parse_countries(codes)).countries;
  }

  static void add_codes(std::string_view text, std::vector<std::string>& codes) {
    while (!text.empty()) {
      const std::size_t comma = text.find(',');
      codes.emplace_back(text.substr(0, comma));
      text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
  }

  const json::object* object_;
  std::size_t index_;
  base::Time now_;
  std::vector<Problem>& problems_;
  std::string key_;
};

const json::array* items_of(Inputs& inputs) {
  const json::value* body = inputs.body();
  const json::value* items = nullptr;
  if (body != nullptr && body->is_object()) items = body->get_object().if_contains("items");
  if (items == nullptr || items->is_null()) {
    inputs.add_problem("items", "MISSING_PARAMETER", "is missing");
    return nullptr;
  }
  const json::array* array = items->if_array();
  if (array == nullptr)
    inputs.add_problem("items", "INVALID_TYPE", "must be an array");
  else if (array->empty())
    inputs.add_problem("items", "OUT_OF_RANGE",
                       "is empty: send at least one object with key and name");
  return array;
}

}  // namespace

std::variant<BatchAsked, Failure> read_batch(const http::Request& request, base::Time now) {
  auto read = Inputs::read(request);
  if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
  auto& inputs = std::get<Inputs>(read);
  BatchAsked asked{.common = read_common_question(inputs, now)};
  if (const auto limit = inputs.integer({"limit"}, 0, kMaxBatchPage))
    asked.common.limit = static_cast<std::size_t>(*limit);
  const json::array* items = items_of(inputs);
  if (items != nullptr && items->size() > kMaxBatchItems) {
    const std::string message =
        fmt::format("has {} names; a batch has at most {}", items->size(), kMaxBatchItems);
    return Failure{.status = 400,
                   .code = "BATCH_TOO_LARGE",
                   .message = "items " + message,
                   .problems = {{"items", "body", "BATCH_TOO_LARGE", message}}};
  }
  std::vector<Problem> problems;
  if (inputs.has_problems()) problems = inputs.failure().problems;
  if (items != nullptr) {
    std::set<std::string_view> keys;
    asked.items.reserve(items->size());
    for (std::size_t i = 0; i < items->size(); ++i) {
      asked.items.push_back(ItemReader((*items)[i], i, now, problems).read(asked.common));
      const std::string& key = asked.items.back().key;
      if (!key.empty() && !keys.insert(key).second && problems.size() < kMostProblems)
        problems.push_back({fmt::format("items[{}].key", i), "body", "DUPLICATE_ID",
                            "stands in this batch twice", key});
    }
  }
  if (!problems.empty()) return invalid_inputs(std::move(problems));
  return asked;
}

}  // namespace vedette::api
