#pragma once

#include <cstdint>
#include <string_view>

#include "names/words/analysed_name.h"

namespace vedette::names {

// The broad nature of a legal form, one bit each, as data/organisations/legal_forms.tsv names it.
enum LegalNature : std::uint32_t {
  kLimited = 1 << 0,
  kStock = 1 << 1,
  kPartnership = 1 << 2,
  kSole = 1 << 3,
  kCooperative = 1 << 4,
  kFoundation = 1 << 5,
  kAssociation = 1 << 6,
  kState = 1 << 7,
  kTrust = 1 << 8,
  kFund = 1 << 9,
  kPublicBody = 1 << 10,
  kBranch = 1 << 11,
  kCompanyNature = 1 << 12,  // says nothing about the nature
};

// Reads a nature; kCompanyNature for a word that is none of them.
LegalNature legal_nature(std::string_view name);

// A legal word's value: its natures, and whether it is used everywhere ("common", "x"), as English
// translations are. Such a form is of no legal system: "joint stock company" translates the forms
// of dozens, so that it says nothing against a form of one of them.
inline constexpr std::uint32_t kOfNoSystem = 1 << 16;
std::uint32_t legal_value(LegalNature nature, std::string_view family);

// The row of a family ("ru.ooo"), which also says of which legal system it is.
std::uint32_t legal_row(std::uint32_t system, std::uint32_t family);

enum class LegalAgreement {
  kSame,       // the same words, or none on both sides
  kOtherForm,  // one family, written differently: oao / open joint stock company
  kAbsent,     // one side gives none
  kRelated,    // another family of the same nature, or one that says nothing: corp / company
  kUnlike,     // another nature, from another legal system: ltd / inc
  kConflict,   // two forms of one legal system (ag / gmbh), or a business and a charity
};

// The legal forms of a name, as a set.
class LegalForms {
 public:
  explicit LegalForms(NameView name);
  bool any() const { return count_ > 0; }

 private:
  friend LegalAgreement compare_legal_forms(const LegalForms&, const LegalForms&);
  bool shares_family_with(const LegalForms& other) const;
  bool shares_system_with(const LegalForms& other) const;

  NameView name_;
  int count_ = 0;
  std::uint32_t natures_ = 0;
  std::uint64_t forms_ = 0;  // sum of the forms' hashes
};

LegalAgreement compare_legal_forms(const LegalForms& a, const LegalForms& b);

}  // namespace vedette::names
