#include "evidence/party_details.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>

#include "text/client_text.h"

namespace vedette::evidence {
namespace {

namespace json = boost::json;

constexpr std::string_view kInvalidType = "INVALID_TYPE";

// A value, or what is wrong with it; the caller puts the path in front.
template <class T>
struct Read {
  std::optional<T> value = {};
  DetailProblem problem = {};

  Read(T read) : value(std::move(read)) {}  // NOLINT(implicit)
  Read(std::string_view code, std::string message, std::string_view member = {})
      : problem{std::string(member), std::string(code), std::move(message)} {}
};

// The text of a string or number, trimmed; empty for null.
Read<std::string> read_text(const json::value& item, std::size_t longest) {
  std::string text;
  if (const auto* string = item.if_string())
    text = *string;
  else if (item.is_int64())
    text = std::to_string(item.get_int64());
  else if (item.is_uint64())
    text = std::to_string(item.get_uint64());
  else if (!item.is_null())
    return {kInvalidType, "must be a text"};
  const std::string_view trimmed = text::trim_spaces(text);
  if (auto bad = text::bad_characters(trimmed)) return {"INVALID_CHARACTER", std::move(*bad)};
  if (text::count_characters(trimmed) > longest)
    return {"TOO_LONG", fmt::format("must have at most {} characters", longest)};
  if (!trimmed.empty() && !text::has_letter_or_digit(trimmed))
    return {"INVALID_CHARACTER", "must hold at least one letter or digit"};
  return std::string(trimmed);
}

Read<profile::Country> read_country(const json::value& item, std::size_t longest) {
  Read<std::string> text = read_text(item, longest);
  if (!text.value) return {text.problem.code, text.problem.message};
  if (text.value->empty()) return profile::Country();
  const auto country = profile::parse_country_code(*text.value);
  if (!country)
    return {"INVALID_COUNTRY",
            fmt::format("is not a country code (ISO 3166-1, as in DE or DEU): '{}'", *text.value)};
  return *country;
}

Read<IdentifierType> read_type(std::string_view text) {
  const auto type = parse_identifier_type(text);
  if (!type) return {"UNKNOWN_IDENTIFIER_TYPE", "must be one of " + identifier_type_list(), "type"};
  return *type;
}

Read<GivenIdentifier> made(std::string_view type_text, std::string value,
                           profile::Country country) {
  const Read<IdentifierType> type = read_type(type_text);
  if (!type.value) return {type.problem.code, type.problem.message, type.problem.path};
  GivenIdentifier given{*type.value, std::move(value), country};
  if (make_identifier(given).value.empty())
    return {"MISSING_PARAMETER", "must hold a letter or digit", "value"};
  return given;
}

// "imo:9116412", "passport:RU:71 1234567".
Read<GivenIdentifier> identifier_of_text(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos)
    return {"INVALID_IDENTIFIER",
            "must be an object with type and value, or the text type:value as in imo:9116412"};
  const std::string_view type = text::trim_spaces(text.substr(0, colon));
  std::string_view value = text.substr(colon + 1);
  profile::Country country;
  constexpr std::size_t kCodeLetters = 2;
  const std::size_t second = value.find(':');
  if (second == kCodeLetters) {
    if (const auto code = profile::Country::from_alpha2(value.substr(0, kCodeLetters))) {
      country = *code;
      value.remove_prefix(second + 1);
    }
  }
  return made(type, std::string(text::trim_spaces(value)), country);
}

Read<GivenIdentifier> identifier_of_object(const json::object& object, std::size_t longest) {
  std::array<std::string, 2> texts;
  constexpr std::array<std::string_view, 2> kMembers = {"type", "value"};
  for (std::size_t i = 0; i < kMembers.size(); ++i) {
    const json::value* member = object.if_contains(kMembers[i]);
    Read<std::string> text = read_text(member == nullptr ? json::value() : *member, longest);
    if (!text.value) return {text.problem.code, text.problem.message, kMembers[i]};
    if (text.value->empty()) return {"MISSING_PARAMETER", "is missing", kMembers[i]};
    texts[i] = std::move(*text.value);
  }
  profile::Country issuer;
  if (const json::value* member = object.if_contains("country")) {
    const Read<profile::Country> country = read_country(*member, longest);
    if (!country.value) return {country.problem.code, country.problem.message, "country"};
    issuer = *country.value;
  }
  return made(texts[0], std::move(texts[1]), issuer);
}

Read<GivenIdentifier> read_identifier(const json::value& item, std::size_t longest) {
  if (const json::object* object = item.if_object()) return identifier_of_object(*object, longest);
  Read<std::string> text = read_text(item, longest);
  if (!text.value) return {text.problem.code, text.problem.message};
  if (text.value->empty()) return GivenIdentifier();
  return identifier_of_text(*text.value);
}

bool is_blank(const std::string& text) {
  return text.empty();
}
bool is_blank(const profile::Country& country) {
  return country.empty();
}
bool is_blank(const GivenIdentifier& identifier) {
  return identifier.value.empty();
}

template <class T, class ReadOne>
std::optional<DetailProblem> set_values(std::vector<T>& values, const DetailFieldRow& row,
                                        std::string_view given_name,
                                        std::span<const json::value> items,
                                        const ReadOne& read_one) {
  std::vector<T> read;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto one = read_one(items[i], row.longest);
    if (!one.value) {
      std::string path(given_name);
      if (items.size() > 1 || !one.problem.path.empty()) path += fmt::format("[{}]", i);
      if (!one.problem.path.empty()) path += "." + one.problem.path;
      return DetailProblem{std::move(path), one.problem.code, one.problem.message};
    }
    if (is_blank(*one.value) || std::ranges::find(read, *one.value) != read.end()) continue;
    if (read.size() == row.most)
      return DetailProblem{std::string(given_name), "TOO_LONG",
                           fmt::format("must have at most {} entries", row.most)};
    read.push_back(std::move(*one.value));
  }
  values = std::move(read);
  return std::nullopt;
}

base::Error corrupt() {
  return {base::Cause::kCorrupt, "the stored details of a party are not what was written"};
}

template <class T, class Write>
void write_list(base::JsonWriter& out, std::string_view name, const std::vector<T>& values,
                const Write& write) {
  if (values.empty()) return;
  out.key(name).begin_array();
  for (const T& value : values)
    write(value);
  out.end_array();
}

}  // namespace

Identifier make_identifier(const GivenIdentifier& given) {
  return make_identifier(given.type, given.value, given.country);
}

const DetailFieldRow& row_of(DetailField field) {
  return *std::ranges::find(kDetailFields, field, &DetailFieldRow::field);
}

std::optional<DetailProblem> set_detail(PartyDetails& details, DetailField field,
                                        std::string_view given_name,
                                        std::span<const json::value> items) {
  const DetailFieldRow& row = row_of(field);
  switch (field) {
    case DetailField::kOtherNames:
      return set_values(details.other_names, row, given_name, items, read_text);
    case DetailField::kNationalities:
      return set_values(details.nationalities, row, given_name, items, read_country);
    case DetailField::kResidenceCountries:
      return set_values(details.residence_countries, row, given_name, items, read_country);
    case DetailField::kPlaceOfBirth:
      return set_values(details.places_of_birth, row, given_name, items, read_text);
    case DetailField::kAddresses:
      return set_values(details.addresses, row, given_name, items, read_text);
    case DetailField::kIdentifiers:
      return set_values(details.identifiers, row, given_name, items, read_identifier);
  }
  return std::nullopt;
}

std::optional<DetailProblem> set_detail(PartyDetails& details, DetailField field,
                                        std::string_view given_name,
                                        std::span<const std::string> items) {
  const std::vector<json::value> values(items.begin(), items.end());
  return set_detail(details, field, given_name, values);
}

void copy_detail(DetailField field, const PartyDetails& from, PartyDetails& to) {
  switch (field) {
    case DetailField::kOtherNames:
      to.other_names = from.other_names;
      break;
    case DetailField::kNationalities:
      to.nationalities = from.nationalities;
      break;
    case DetailField::kResidenceCountries:
      to.residence_countries = from.residence_countries;
      break;
    case DetailField::kPlaceOfBirth:
      to.places_of_birth = from.places_of_birth;
      break;
    case DetailField::kAddresses:
      to.addresses = from.addresses;
      break;
    case DetailField::kIdentifiers:
      to.identifiers = from.identifiers;
      break;
  }
}

void write_details(base::JsonWriter& out, const PartyDetails& details) {
  const auto text = [&](const std::string& value) { out.value(value); };
  const auto country = [&](const profile::Country& value) { out.value(value.code()); };
  write_list(out, row_of(DetailField::kOtherNames).name, details.other_names, text);
  write_list(out, row_of(DetailField::kNationalities).name, details.nationalities, country);
  write_list(out, row_of(DetailField::kResidenceCountries).name, details.residence_countries,
             country);
  write_list(out, row_of(DetailField::kPlaceOfBirth).name, details.places_of_birth, text);
  write_list(out, row_of(DetailField::kAddresses).name, details.addresses, text);
  write_list(out, row_of(DetailField::kIdentifiers).name, details.identifiers,
             [&](const GivenIdentifier& given) {
               out.begin_object().member("type", to_text(given.type));
               out.member("value", given.value);
               if (!given.country.empty()) out.member("country", given.country.code());
               out.end_object();
             });
}

base::Result<PartyDetails> read_details(const json::object& object) {
  PartyDetails details;
  for (const DetailFieldRow& row : kDetailFields) {
    const json::value* found = object.if_contains(row.name);
    if (found == nullptr) continue;
    const json::array* array = found->if_array();
    if (array == nullptr) return corrupt();
    const std::vector<json::value> items(array->begin(), array->end());
    if (set_detail(details, row.field, row.name, items)) return corrupt();
  }
  return details;
}

std::string to_json(const PartyDetails& details) {
  if (details.empty()) return {};
  std::string text;
  base::JsonWriter out(text);
  out.begin_object();
  write_details(out, details);
  out.end_object();
  return text;
}

base::Result<PartyDetails> details_from_json(std::string_view text) {
  if (text.empty()) return PartyDetails();
  boost::system::error_code problem;
  const json::value value = json::parse(text, problem);
  if (problem || !value.is_object()) return corrupt();
  return read_details(value.get_object());
}

}  // namespace vedette::evidence
