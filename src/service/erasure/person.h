#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/result.h"

namespace vedette::service {

// Whose data is to be erased: known by keyed and salted digests of the id of a record, of a name or
// of both, so that what says whom an erasure was about (a certificate) does not say the name again,
// and without the key of the installation no name can be guessed against it.
class Person {
 public:
  // "" for what is not known; kInvalidInput when nothing is.
  static base::Result<Person> of(const base::Key256& key, std::string_view record_id,
                                 std::string_view name);
  // As json() wrote it.
  static base::Result<Person> from_json(const base::Key256& key, std::string_view json);

  bool is_id(std::string_view record_id) const;
  // Whatever its case and accents.
  bool is_name(std::string_view name) const;
  std::string json() const;

 private:
  explicit Person(const base::Key256& key) : key_(key) {}
  std::string digest(std::string_view text) const;

  base::Key256 key_;
  std::string salt_;
  std::string id_digest_;    // empty: none
  std::string name_digest_;  // empty: none
};

}  // namespace vedette::service
