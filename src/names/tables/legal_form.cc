#include "names/tables/legal_form.h"

#include <algorithm>
#include <utility>

#include "names/tables/lexicon.h"

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
constexpr std::uint32_t kFamilyBits =
    12;  // of a legal form's row; the legal system stands above them
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
  return nature | (system == "common" || system == "x" ? kOfNoSystem : 0);
}

std::uint32_t legal_row(std::uint32_t system, std::uint32_t family) {
  return row_in(RowSpace::kLegal, system << kFamilyBits | family);
}

LegalForms::LegalForms(NameView name) : name_(name) {
  for (const Word& word : name.words()) {
    if (word.role != Role::kLegal) continue;
    ++count_;
    natures_ |= word.value & kNatureBits;
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

bool LegalForms::shares_system_with(const LegalForms& other) const {
  const auto has_system = [](const Word& word) {
    return word.role == Role::kLegal && !(word.value & kOfNoSystem);
  };
  const auto system_of = [](std::uint32_t row) { return row >> kFamilyBits; };
  for (const Word& a : name_.words()) {
    if (!has_system(a)) continue;
    for (const Word& b : other.name_.words())
      if (has_system(b))
        for (const std::uint32_t x : name_.rows(a))
          for (const std::uint32_t y : other.name_.rows(b))
            if (space_of(x) == RowSpace::kLegal && system_of(x) == system_of(y)) return true;
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
  return a.shares_system_with(b) ? LegalAgreement::kConflict : LegalAgreement::kUnlike;
}

}  // namespace vedette::names
