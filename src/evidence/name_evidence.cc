#include "evidence/name_evidence.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/check.h"
#include "base/table.h"
#include "base/text_table.h"

namespace vedette::evidence {
namespace {

using names::NameView;
using names::Role;
using names::Word;

// data/evidence/word_information.tsv and the classes of data/names/common.tsv.
class WordInformation {
 public:
  WordInformation() {
    base::for_each_table_row("data/evidence/word_information.tsv",
                             [this](const base::TableRow& row) { read(row); });
    base::for_each_table_row("data/names/common.tsv", [this](const base::TableRow& row) {
      for (const std::string_view form : row.forms(0))
        classes_.put(form) = row.text(2).front() - '0';
    });
  }

  int of(NameView name, const Word& word) const {
    if (word.role != Role::kName) return by_role_[static_cast<std::size_t>(word.role)];
    if (name.kind() != names::Kind::kPerson) return by_role_[static_cast<std::size_t>(Role::kName)];
    const int* known = classes_.find(name.form(word));
    if (known == nullptr && word.latin_count > 0) known = classes_.find(name.latin(word));
    return known == nullptr ? by_class_[0] : by_class_[static_cast<std::size_t>(*known)];
  }

 private:
  void read(const base::TableRow& row) {
    static constexpr std::array<std::string_view, names::kRoles> kRoleNames = {
        "name",     "initial",  "article",    "filiation", "nobiliary",
        "compound", "title",    "generation", "suffix",    "legal",
        "generic",  "business", "place",      "numeral",   "connective"};
    static constexpr std::array<std::string_view, 5> kClassNames = {"rare", "class1", "class2",
                                                                    "class3", "class4"};
    int tenths = 0;
    const std::string_view number = row.text(1);
    std::from_chars(number.data(), number.data() + number.size(), tenths);
    const auto role = std::ranges::find(kRoleNames, row.text(0));
    const auto known = std::ranges::find(kClassNames, row.text(0));
    VEDETTE_CHECK(role != kRoleNames.end() || known != kClassNames.end());
    if (role != kRoleNames.end())
      by_role_[static_cast<std::size_t>(role - kRoleNames.begin())] = tenths;
    else
      by_class_[static_cast<std::size_t>(known - kClassNames.begin())] = tenths;
  }

  std::array<int, names::kRoles> by_role_{};
  std::array<int, 5> by_class_{};
  base::TextTable<int> classes_;
};

const WordInformation& word_information() {
  static const WordInformation table;
  return table;
}

// Which names of both sides have a name of the other side that is practically the same.
class MetNames {
 public:
  MetNames(const PartyNames& ours, const PartyNames& theirs)
      : ours_(ours), theirs_(theirs), our_(ours.names().size()), their_(theirs.names().size()) {}

  void note(std::size_t i, std::size_t k, const NameEvidence& one) {
    constexpr int kMet = 90;
    if (i == 0 && k == 0) primary_ = one.score;
    if (one.score < kMet) return;
    our_[i] = their_[k] = true;
    if (!one.weak) information_ = std::max(information_, one.information);
  }

  NamesAgreement agreement() const {
    const auto count = [](const PartyNames& side, const std::vector<bool>& met, int& all) {
      int out = 0;
      for (std::size_t i = 0; i < met.size(); ++i) {
        if (side.names()[i].weak) continue;
        ++all;
        out += met[i];
      }
      return out;
    };
    int all_ours = 0, all_theirs = 0;
    const int ours = count(ours_, our_, all_ours), theirs = count(theirs_, their_, all_theirs);
    const bool fewer = all_ours * theirs <= all_theirs * ours && all_ours > 0;
    return {.primary_score = primary_,
            .met = fewer ? ours : theirs,
            .of = fewer ? all_ours : all_theirs,
            .information = information_};
  }

 private:
  const PartyNames& ours_;
  const PartyNames& theirs_;
  std::vector<bool> our_;
  std::vector<bool> their_;
  int primary_ = 0;
  int information_ = 0;
};

int sum_of(NameView name, std::size_t first, std::size_t count) {
  int sum = 0;
  for (std::size_t i = first; i < first + count; ++i)
    sum += word_information().of(name, name.words()[i]);
  return sum;
}

}  // namespace

LogOdds NameEvidence::log_odds(const Weights& weights) const {
  if (!given) return {};
  return weights.score().at(score) + weights.information().at(information) +
         (weak ? weights.weak_name() : 0);
}

int information_of(NameView query, NameView listed, const names::Tally& tally) {
  // A meeting that costs so many points of the score tells nothing.
  constexpr int kDearest = 40;
  int sum = 0;
  for (const names::Meeting& meeting : tally.meetings()) {
    const int said = std::min(sum_of(query, meeting.query, meeting.query_count),
                              sum_of(listed, meeting.listed, meeting.listed_count));
    sum += said * std::max(0, kDearest - meeting.relation.cost) / kDearest;
  }
  return sum;
}

names::Kind name_kind(profile::Kind kind) {
  switch (kind) {
    case profile::Kind::kPerson:
      return names::Kind::kPerson;
    case profile::Kind::kOrganisation:
      return names::Kind::kOrganisation;
    case profile::Kind::kVessel:
    case profile::Kind::kAircraft:
      return names::Kind::kThing;
    case profile::Kind::kUnknown:
      break;
  }
  return names::Kind::kUnknown;
}

PartyNames::PartyNames(const names::Analyser& analyser, const profile::Profile& profile)
    : kind_(profile.kind) {
  for (const profile::Name& name : profile.names)
    add(analyser, name.text, name.weak);
}

PartyNames::PartyNames(const names::Analyser& analyser, std::span<const std::string> names,
                       profile::Kind kind)
    : kind_(kind) {
  for (const std::string& name : names)
    add(analyser, name, false);
}

void PartyNames::add(const names::Analyser& analyser, const std::string& text, bool weak) {
  if (names_.size() == kMost) return;
  names_.push_back({text, weak, names::ComparableName(analyser, text, name_kind(kind_)),
                    names::ComparableName(analyser, text, names::Kind::kUnknown)});
}

NameEvidence best_name(const PartyNames& ours, const PartyNames& theirs, const Weights& weights,
                       NamesAgreement* agreement) {
  NameEvidence best;
  bool first = true;
  const bool one_kind = name_kind(ours.kind()) == name_kind(theirs.kind());
  MetNames met(ours, theirs);
  for (std::size_t i = 0; i < ours.names().size(); ++i) {
    for (std::size_t k = 0; k < theirs.names().size(); ++k) {
      const PartyNames::OneName& a = ours.names()[i];
      const PartyNames::OneName& b = theirs.names()[k];
      names::Tally tally;
      const auto& x = one_kind ? a.name : a.of_unknown_kind;
      const auto& y = one_kind ? b.name : b.of_unknown_kind;
      const names::Comparison compared = names::compare(x, y, tally);
      NameEvidence one{.score = compared.score.value, .weak = a.weak || b.weak};
      if (one.score > 0)
        one.information = information_of(x.as(compared.kind_used), y.as(compared.kind_used), tally);
      if (agreement != nullptr) met.note(i, k, one);
      const bool better = first || one.log_odds(weights) > best.log_odds(weights);
      if (!better) continue;
      one.ours = a.text;
      one.theirs = b.text;
      best = std::move(one);
      first = false;
    }
  }
  if (agreement != nullptr) *agreement = met.agreement();
  return best;
}

}  // namespace vedette::evidence
