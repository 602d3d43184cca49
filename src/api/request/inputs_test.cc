#include "api/request/inputs.h"

#include <gtest/gtest.h>

namespace vedette::api {
namespace {

struct Sent {
  std::string query;
  std::string body;
  std::string type;
};

std::variant<Inputs, Failure> read(const Sent& sent) {
  http::Request request;
  EXPECT_TRUE(request.set_target("/x?" + sent.query));
  request.body = sent.body;
  if (!sent.type.empty()) request.add_header("Content-Type", sent.type);
  return Inputs::read(request);
}

Inputs good(const Sent& sent) {
  auto inputs = read(sent);
  if (const auto* failure = std::get_if<Failure>(&inputs)) ADD_FAILURE() << failure->message;
  return std::get<Inputs>(std::move(inputs));
}

Failure bad(const Sent& sent) {
  auto inputs = read(sent);
  if (std::holds_alternative<Inputs>(inputs)) {
    ADD_FAILURE() << "was accepted: " << sent.query << " " << sent.body;
    return {};
  }
  return std::get<Failure>(std::move(inputs));
}

constexpr const char* kForm = "application/x-www-form-urlencoded";

TEST(Inputs, TheBodyIsUnderstoodByItsContentNotByItsType) {
  for (const char* type :
       {"", "text/plain", kForm, "application/json;charset=UTF-8", "Application/JSON"})
    EXPECT_EQ(good({.query = "", .body = " {\"name\":\"Ann\"}", .type = type}).text({"name"}),
              "Ann")
        << type;
  EXPECT_EQ(good({.query = "", .body = "name=Ann+Lee%C3%A9", .type = kForm}).text({"name"}),
            "Ann Leeé");
  EXPECT_EQ(
      good({.query = "", .body = "\xEF\xBB\xBF{\"name\":\"Ann\"}", .type = ""}).text({"name"}),
      "Ann");
  EXPECT_EQ(good({.query = "name=Ann", .body = "", .type = kForm}).text({"name"}), "Ann");
}

TEST(Inputs, WhatIsNeitherJsonNorFormIsRefusedWithItsReason) {
  EXPECT_EQ(bad({.query = "", .body = "name=Ann", .type = "text/plain"}).code, "MALFORMED_JSON");
  EXPECT_EQ(bad({.query = "", .body = "{\"name\":", .type = ""}).code, "MALFORMED_JSON");
  EXPECT_EQ(bad({.query = "", .body = "{\"name\":\"\xff\"}", .type = ""}).message,
            "the body is not UTF-8");
  EXPECT_EQ(bad({.query = "", .body = "--x", .type = "multipart/form-data; boundary=x"}).status,
            415);
  EXPECT_EQ(bad({.query = "name=%zz", .body = "", .type = ""}).status, 400);
}

TEST(Inputs, JsonHasLimits) {
  const std::string deep = std::string(40, '[') + std::string(40, ']');
  EXPECT_EQ(bad({.query = "", .body = deep, .type = ""}).message,
            "the body is nested more than 32 deep");
  const std::string longest = "{\"a\":\"" + std::string(kMaxJsonStringBytes, 'x') + "\"}";
  EXPECT_TRUE(good({.query = "", .body = longest, .type = ""}).text({"a"}));
  const std::string longer = "{\"a\":\"" + std::string(kMaxJsonStringBytes + 1, 'x') + "\"}";
  EXPECT_EQ(bad({.query = "", .body = longer, .type = ""}).code, "MALFORMED_JSON");
  EXPECT_EQ(bad({.query = "", .body = "{\"a\":1e999}", .type = ""}).code, "MALFORMED_JSON");
}

TEST(Inputs, TheSameValueTwiceIsFineTwoValuesAreAConflict) {
  EXPECT_EQ(good({.query = "id=7", .body = "{\"id\":7}", .type = ""}).text({"id"}), "7");
  Inputs twice = good({.query = "id=7", .body = "{\"id\":8}", .type = ""});
  EXPECT_EQ(twice.text({"id"}), std::nullopt);
  EXPECT_EQ(twice.failure().code, "CONFLICTING_PARAMETER");
  Inputs repeated = good({.query = "id=7&id=8", .body = "", .type = ""});
  EXPECT_EQ(repeated.text({"id"}), std::nullopt);
  EXPECT_TRUE(repeated.has_problems());
}

TEST(Inputs, ATextIsATextOrANumberAndNothingElse) {
  EXPECT_EQ(good({.query = "", .body = "{\"id\":12}", .type = ""}).text({"id"}), "12");
  for (const char* body : {"{\"id\":true}", "{\"id\":[\"a\"]}", "{\"id\":{}}"}) {
    Inputs inputs = good({.query = "", .body = body, .type = ""});
    EXPECT_EQ(inputs.text({"id"}), std::nullopt) << body;
    EXPECT_EQ(inputs.failure().problems.at(0).code, "INVALID_TYPE") << body;
  }
}

TEST(Inputs, NullAndEmptyAreAbsent) {
  Inputs inputs = good({.query = "a=", .body = "{\"b\":null,\"c\":\"\"}", .type = ""});
  for (const char* name : {"a", "b", "c", "d"})
    EXPECT_EQ(inputs.text({name}), std::nullopt) << name;
  EXPECT_FALSE(inputs.has_problems());
  EXPECT_EQ(inputs.required_text({"b"}), "");
  EXPECT_EQ(inputs.failure().code, "MISSING_PARAMETER");
  EXPECT_EQ(inputs.failure().message, "b is missing");
}

TEST(Inputs, AnAliasStepsIn) {
  EXPECT_EQ(good({.query = "name=A", .body = "", .type = ""}).text({"company_name", "name"}), "A");
}

TEST(Inputs, IntegersComeAsNumbersOrText) {
  for (const char* query : {"t=80", "t=+80", "t=80.0", "t=%2080%20"})
    EXPECT_EQ(good({.query = query, .body = "", .type = ""}).integer({"t"}, 0, 100), 80) << query;
  for (const char* body : {"{\"t\":80}", "{\"t\":\"80\"}", "{\"t\":80.0}"})
    EXPECT_EQ(good({.query = "", .body = body, .type = ""}).integer({"t"}, 0, 100), 80) << body;
  for (const char* query :
       {"t=101", "t=-1", "t=80.5", "t=eighty", "t=8 0", "t=99999999999999999999", "t=."}) {
    Inputs inputs = good({.query = query, .body = "", .type = ""});
    EXPECT_EQ(inputs.integer({"t"}, 0, 100), std::nullopt) << query;
    EXPECT_EQ(inputs.failure().message, "t must be a whole number from 0 to 100") << query;
  }
}

TEST(Inputs, TwoNamesOfOneInputWithTwoValuesAreAConflict) {
  Inputs two = good({.query = "record_id=7", .body = "{\"id\":8}", .type = ""});
  EXPECT_EQ(two.text({"record_id", "id"}), std::nullopt);
  EXPECT_EQ(two.failure().code, "CONFLICTING_PARAMETER");
  Inputs same = good({.query = "record_id=7", .body = "{\"id\":\"7\"}", .type = ""});
  EXPECT_EQ(same.text({"record_id", "id"}), "7");
  EXPECT_FALSE(same.has_problems());
}

TEST(Inputs, TwoSpellingsOfOneValueAreNoConflict) {
  const Sent spellings{.query = "aml=True&t=80.0", .body = R"({"aml":true,"t":80})", .type = ""};
  Inputs same = good(spellings);
  EXPECT_EQ(same.boolean({"aml"}), true);
  EXPECT_EQ(same.integer({"t"}, 0, 100), 80);
  EXPECT_FALSE(same.has_problems());
  Inputs other = good({.query = "aml=no&t=81", .body = R"({"aml":true,"t":80})", .type = ""});
  EXPECT_EQ(other.boolean({"aml"}), std::nullopt);
  EXPECT_EQ(other.integer({"t"}, 0, 100), std::nullopt);
  EXPECT_EQ(other.failure().code, "CONFLICTING_PARAMETER");
}

TEST(Inputs, AProblemNamesTheInputAsItWasGiven) {
  Inputs inputs = good({.query = "pageSize=few", .body = "", .type = ""});
  EXPECT_EQ(inputs.integer({"limit", "pageSize"}, 0, 10), std::nullopt);
  EXPECT_EQ(inputs.failure().problems.at(0).path, "pageSize");
}

TEST(Inputs, AListIsABodyOnlyWhereOneIsExpected) {
  EXPECT_EQ(bad({.query = "", .body = "[{\"id\":1}]", .type = ""}).code, "MALFORMED_JSON");
  EXPECT_EQ(good({.query = "id=1", .body = "[]", .type = ""}).text({"id"}), "1");
  http::Request request;
  EXPECT_TRUE(request.set_target("/x"));
  request.body = "[1]";
  EXPECT_TRUE(std::holds_alternative<Inputs>(Inputs::read(request, Inputs::List::kAccepted)));
}

TEST(Inputs, BooleansComeInEverySpelling) {
  for (const char* query : {"aml=true", "aml=True", "aml=1", "aml=YES", "aml=on", "aml"})
    EXPECT_EQ(good({.query = query, .body = "", .type = ""}).boolean({"aml"}), true) << query;
  for (const char* query : {"aml=false", "aml=0", "aml=No", "aml=off"})
    EXPECT_EQ(good({.query = query, .body = "", .type = ""}).boolean({"aml"}), false) << query;
  Inputs odd = good({.query = "aml=maybe", .body = "", .type = ""});
  EXPECT_EQ(odd.boolean({"aml"}), std::nullopt);
  EXPECT_TRUE(odd.has_problems());
}

TEST(Inputs, ListsComeInEverySpelling) {
  const std::vector<std::string> expected = {"RU", "DE"};
  for (const char* query :
       {"c=RU,DE", "c=RU&c=DE", "c[]=RU&c[]=DE", "c=%20RU%20,,DE,RU", "c%5B%5D=RU&c%5B%5D=DE"})
    EXPECT_EQ(good({.query = query, .body = "", .type = ""}).list({"c"}), expected) << query;
  for (const char* body : {"{\"c\":[\"RU\",\"DE\"]}", "{\"c\":\"RU, DE\"}"})
    EXPECT_EQ(good({.query = "", .body = body, .type = ""}).list({"c"}), expected) << body;
  EXPECT_EQ(good({.query = "", .body = "{\"c\":[]}", .type = ""}).list({"c"}),
            std::vector<std::string>{});
  EXPECT_EQ(good({.query = "", .body = "{}", .type = ""}).list({"c"}), std::nullopt);
  Inputs nested = good({.query = "", .body = "{\"c\":[[1]]}", .type = ""});
  (void)nested.list({"c"});
  EXPECT_EQ(nested.failure().problems.at(0).path, "c[0]");
}

TEST(Json, AKeyThatStandsTwiceIsRefusedWhereverItIs) {
  for (const char* text : {R"({"name":"a","name":"b"})", R"({"a":{"x":1,"y":2,"x":1}})",
                           R"([{"a":[{"b":1,"b":1}]}])", R"({"n\u0061me":1,"name":2})"}) {
    const auto parsed = parse_json(text);
    const auto* failure = std::get_if<Failure>(&parsed);
    ASSERT_NE(failure, nullptr) << text;
    EXPECT_EQ(failure->status, 400) << text;
    EXPECT_NE(failure->message.find("stands twice"), std::string::npos) << failure->message;
  }
  for (const char* text : {R"({"a":{"x":1},"b":{"x":1},"x":1})", R"([{"x":1},{"x":1}])", "{}"})
    EXPECT_TRUE(std::holds_alternative<boost::json::value>(parse_json(text))) << text;
}

}  // namespace
}  // namespace vedette::api
