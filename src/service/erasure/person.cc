#include "service/erasure/person.h"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "base/ascii.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/json_writer.h"
#include "text/fold.h"

namespace vedette::service {
namespace {

namespace json = boost::json;

constexpr std::size_t kSaltBytes = 16;

std::string plain_name(std::string_view name) {
  return text::fold(base::trim(name));
}

std::string text_of(const json::object& object, std::string_view name) {
  const json::value* found = object.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

}  // namespace

base::Result<Person> Person::of(const base::Key256& key, std::string_view record_id,
                                std::string_view name) {
  if (record_id.empty() && plain_name(name).empty())
    return base::Error(base::Cause::kInvalidInput,
                       "say whose data is to be erased: the id of a record, a name, or both");
  Person person(key);
  person.salt_ = base::random_token(kSaltBytes);
  if (!record_id.empty()) person.id_digest_ = person.digest(record_id);
  if (!plain_name(name).empty()) person.name_digest_ = person.digest(plain_name(name));
  return person;
}

base::Result<Person> Person::from_json(const base::Key256& key, std::string_view text) {
  boost::system::error_code problem;
  const json::value parsed = json::parse(text, problem);
  Person person(key);
  if (!problem && parsed.is_object()) {
    const json::object& object = parsed.get_object();
    person.salt_ = text_of(object, "salt");
    person.id_digest_ = text_of(object, "recordIdHmac");
    person.name_digest_ = text_of(object, "nameHmac");
  }
  if (person.salt_.empty() || (person.id_digest_.empty() && person.name_digest_.empty()))
    return base::Error(base::Cause::kInvalidInput, "this does not say whose data was erased");
  return person;
}

std::string Person::digest(std::string_view text) const {
  return base::hex(base::as_text(base::hmac_sha256(key_, salt_ + std::string(text))));
}

bool Person::is_id(std::string_view record_id) const {
  return !id_digest_.empty() && digest(record_id) == id_digest_;
}

bool Person::is_name(std::string_view name) const {
  return !name_digest_.empty() && digest(plain_name(name)) == name_digest_;
}

std::string Person::json() const {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("salt", salt_);
  if (!id_digest_.empty()) json.member("recordIdHmac", id_digest_);
  if (!name_digest_.empty()) json.member("nameHmac", name_digest_);
  json.end_object();
  return out;
}

}  // namespace vedette::service
