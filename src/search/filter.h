#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/catalogue.h"
#include "search/party_map.h"
#include "search/query.h"

namespace vedette::search {

// Which profiles a query asks for, and what is known beside the name. Reads the catalogue's columns
// only. A party passes each of countries, datasets and birth date when one of its entries does, so
// that no entry that would be a hit alone is lost in a party. The scope is that of the entry.
class Filter {
 public:
  Filter(const catalogue::Catalogue& catalogue, const Query& query,
         const PartyMap* parties = nullptr);

  // Whether a name of this entry may be a hit.
  bool keeps(std::uint32_t entry) const;
  // Of a party that has an identifier of the query: by scope and datasets alone.
  bool keeps_by_identifier(std::uint32_t party) const;
  // All but whether an identifier agrees, by everything that its entries say.
  Evidence evidence(std::uint32_t party) const;

 private:
  bool in_scope(std::uint32_t entry) const;
  bool has_dataset(std::uint32_t entry) const;
  bool keeps_country(std::uint32_t entry) const;
  bool keeps_birth(std::uint32_t entry) const;
  bool has_country(std::uint32_t entry) const;
  BirthAgreement birth_agreement(std::uint32_t entry) const;
  bool is_context(std::uint32_t entry) const;
  // Whether this holds of some matchable entry of the party.
  template <class Holds>
  bool any_entry(std::uint32_t entry, const Holds& holds) const;

  const catalogue::Catalogue& catalogue_;
  const PartyMap* parties_;
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
