#pragma once

#include "base/result.h"
#include "catalogue/catalogue.h"

namespace vedette::catalogue {

// Reads a whole catalogue whose head is in order and says what is wrong with it, if anything: after
// this no number in the file leads outside of it. It shares no code with the builder beyond the
// format, so that the one finds the mistakes of the other.
class Verifier {
 public:
  explicit Verifier(const Catalogue& catalogue) : c_(catalogue) {}
  base::Result<void> run() const;

 private:
  base::Result<void> checksums() const;
  base::Result<void> padding() const;
  base::Result<void> profiles() const;
  base::Result<void> profile(std::uint32_t i) const;
  base::Result<void> lookups() const;
  base::Result<void> words() const;
  base::Result<void> word(std::uint32_t i) const;
  base::Result<void> word_fits(names::NameView blob, std::size_t bytes) const;
  base::Result<void> names() const;
  base::Result<void> name(std::uint32_t i) const;
  base::Result<void> postings() const;
  base::Result<void> postings_of(std::uint32_t word) const;
  base::Result<void> relatives() const;
  base::Result<void> identifiers() const;
  base::Result<void> is_indexed(std::uint32_t profile) const;
  bool has_both_halves(std::uint32_t identifier) const;
  base::Result<void> leads_back(std::uint32_t name) const;
  bool comes_before(const Posting& a, const Posting& b) const;
  base::Result<void> key_table(const KeyTable& table, std::uint32_t ids) const;

  const Catalogue& c_;
};

}  // namespace vedette::catalogue
