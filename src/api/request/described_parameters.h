#pragma once

#include <boost/json/value.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace vedette::api {

// The inputs of each path of docs/openapi.json: those of the query, and those in a body too,
// because every input may be in the query.
class DescribedParameters {
 public:
  using Names = std::set<std::string, std::less<>>;

  // Read from the description once, at the first use.
  static const DescribedParameters& all();

  // Nothing for a path that is not described.
  const Names* of(std::string_view pattern) const;

 private:
  DescribedParameters();
  void add(const boost::json::object& operation, Names& names) const;
  void add_properties(const boost::json::object& schema, Names& names) const;
  const boost::json::object& resolved(const boost::json::value& value) const;

  boost::json::value document_;
  std::map<std::string, Names, std::less<>> names_;
};

}  // namespace vedette::api
