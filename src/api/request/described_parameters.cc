#include "api/request/described_parameters.h"

#include <boost/json/parse.hpp>

#include "base/check.h"
#include "base/embedded.h"

namespace vedette::api {

namespace json = boost::json;

const DescribedParameters& DescribedParameters::all() {
  static const DescribedParameters described;
  return described;
}

DescribedParameters::DescribedParameters() {
  const auto text = base::embedded("docs/openapi.json");
  VEDETTE_CHECK(text.has_value());
  document_ = json::parse(*text);
  for (const auto& path : document_.at("paths").as_object())
    for (const auto& operation : path.value().as_object())
      add(operation.value().as_object(), names_[path.key()]);
  document_ = nullptr;
}

const DescribedParameters::Names* DescribedParameters::of(std::string_view pattern) const {
  const auto found = names_.find(pattern);
  return found == names_.end() ? nullptr : &found->second;
}

void DescribedParameters::add(const json::object& operation, Names& names) const {
  if (const json::value* parameters = operation.if_contains("parameters"))
    for (const json::value& each : parameters->as_array()) {
      const json::object& parameter = resolved(each);
      if (parameter.at("in") == "query")
        names.emplace(std::string_view(parameter.at("name").as_string()));
    }
  if (const json::value* body = operation.if_contains("requestBody"))
    for (const auto& type : resolved(*body).at("content").as_object())
      add_properties(resolved(type.value().at("schema")), names);
}

void DescribedParameters::add_properties(const json::object& schema, Names& names) const {
  if (const json::value* properties = schema.if_contains("properties"))
    for (const auto& property : properties->as_object())
      names.emplace(std::string_view(property.key()));
  for (const char* combination : {"allOf", "anyOf", "oneOf"})
    if (const json::value* parts = schema.if_contains(combination))
      for (const json::value& part : parts->as_array())
        add_properties(resolved(part), names);
}

const json::object& DescribedParameters::resolved(const json::value& value) const {
  const json::object& object = value.as_object();
  const json::value* reference = object.if_contains("$ref");
  if (reference == nullptr) return object;
  std::string_view pointer = reference->as_string();
  pointer.remove_prefix(1);  // "#/components/..."
  return resolved(document_.at_pointer(pointer));
}

}  // namespace vedette::api
