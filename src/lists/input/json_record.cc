#include "lists/input/json_record.h"

namespace vedette::lists {

const boost::json::object* JsonRecord::parse(std::string_view text, std::string& problem) {
  value_.reset();
  memory_.release();
  parser_.reset(&memory_);
  boost::json::error_code error;
  parser_.write(text, error);
  // Made in its place: a value that is assigned to would be copied into memory of its own.
  if (!error) value_.emplace(parser_.release());
  problem = error ? error.message() : std::string();
  return error ? nullptr : value_->if_object();
}

const boost::json::object* JsonRecord::read(const JsonItem& item, Sink& sink) {
  std::string problem;
  const boost::json::object* object = parse(item.text, problem);
  if (object == nullptr) sink.reject({item.line, {}, "not a JSON object", std::move(problem)});
  return object;
}

}  // namespace vedette::lists
