#include "names/legal_form.h"

#include <algorithm>
#include <utility>

#include "names/name_builder.h"

namespace vedette::names {
namespace {

constexpr std::pair<std::string_view, LegalNature> kNatures[] = {
    {"limited", kLimited},
    {"stock", kStock},
    {"partnership", kPartnership},
    {"sole", kSole},
    {"cooperative", kCooperative},
    {"foundation", kFoundation},
    {"association", kAssociation},
    {"state", kState},
    {"trust", kTrust},
    {"fund", kFund},
    {"public_body", kPublicBody},
    {"branch", kBranch},
};
constexpr std::uint32_t kNatureBits = 0xFFFF;
constexpr std::uint32_t kForProfit = kLimited | kStock | kPartnership | kSole;
constexpr std::uint32_t kNotForProfit = kFoundation | kAssociation | kPublicBody;

}  // namespace

LegalNature legal_nature(std::string_view name) {
  for (const auto& [text, nature] : kNatures)
    if (text == name) return nature;
  return kCompanyNature;
}

std::uint32_t legal_value(LegalNature nature, std::string_view family) {
  const std::string_view system = family.substr(0, family.find('.'));
  if (system == "common" || system == "x") return nature;
  return nature | 1u << (16 + stable_hash(system) % 16);
}

LegalForms::LegalForms(NameView name) : name_(name) {
  for (const Word& word : name.words()) {
    if (word.role != Role::kLegal) continue;
    ++count_;
    natures_ |= word.value & kNatureBits;
    systems_ |= word.value & ~kNatureBits;
    forms_ += word.form_hash;
  }
}

bool LegalForms::shares_family_with(const LegalForms& other) const {
  for (const Word& a : name_.words()) {
    if (a.role != Role::kLegal) continue;
    for (const Word& b : other.name_.words()) {
      if (b.role != Role::kLegal || (a.row_mask & b.row_mask) == 0) continue;
      const auto rows = other.name_.rows(b);
      for (const std::uint32_t row : name_.rows(a))
        if (std::ranges::find(rows, row) != rows.end()) return true;
    }
  }
  return false;
}

LegalAgreement compare_legal_forms(const LegalForms& a, const LegalForms& b) {
  if (a.count_ == b.count_ && a.forms_ == b.forms_) return LegalAgreement::kSame;
  if (a.count_ == 0 || b.count_ == 0) return LegalAgreement::kAbsent;
  if (a.shares_family_with(b)) return LegalAgreement::kOtherForm;
  if ((a.natures_ & b.natures_) || ((a.natures_ | b.natures_) & kCompanyNature))
    return LegalAgreement::kRelated;
  const auto charity = [](std::uint32_t natures) {
    return (natures & kNotForProfit) && !(natures & kForProfit);
  };
  if (charity(a.natures_) != charity(b.natures_)) return LegalAgreement::kConflict;
  return a.systems_ & b.systems_ ? LegalAgreement::kConflict : LegalAgreement::kUnlike;
}

}  // namespace vedette::names
