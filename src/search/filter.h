#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/catalogue.h"
#include "search/query.h"

namespace vedette::search {

// Which profiles a query asks for, and what is known beside the name. Reads the catalogue's columns
// only.
class Filter {
 public:
  Filter(const catalogue::Catalogue& catalogue, const Query& query);

  bool keeps(std::uint32_t profile) const;
  // Of a profile that has an identifier of the query: by scope and datasets alone.
  bool keeps_by_identifier(std::uint32_t profile) const;
  // All but whether an identifier agrees.
  Evidence evidence(std::uint32_t profile) const;

 private:
  bool in_scope(std::uint8_t kind) const;
  bool has_country(std::uint32_t profile) const;
  BirthAgreement birth_agreement(std::uint32_t profile) const;

  const catalogue::Catalogue& catalogue_;
  Scope scope_;
  bool match_context_;
  std::vector<std::uint16_t> countries_;
  bool country_required_;
  std::uint16_t datasets_;
  profile::PartialDate birth_;
  profile::Gender gender_;
  BirthDateRule rule_;
};

}  // namespace vedette::search
