#include "lists/spare_parts.h"

namespace vedette::lists {
namespace {

// What is kept is bounded: a giant among the profiles must not hold its memory to the end.
constexpr std::size_t kMostTexts = 128;
constexpr std::size_t kLongestText = 1024;

// Texts up to this long need no memory of their own.
const std::size_t kInPlace = std::string().capacity();

}  // namespace

void SpareParts::keep(std::string& text) {
  if (text.capacity() <= kInPlace || text.capacity() > kLongestText) return;
  if (texts_.size() < kMostTexts) texts_.push_back(std::move(text));
}

void SpareParts::keep(std::vector<std::string>& texts) {
  for (std::string& each : texts)
    keep(each);
  texts.clear();
}

void SpareParts::take_apart(profile::Profile& profile) {
  keep(profile.titles);
  keep(profile.notes);
  keep(profile.activities);
  profile.business_types.clear();
  for (profile::Name& each : profile.names) {
    keep(each.text);
    keep(each.first);
    keep(each.last);
  }
  profile.names.clear();
  for (profile::Address& each : profile.addresses) {
    keep(each.line1);
    keep(each.city);
    keep(each.note);
  }
  profile.addresses.clear();
  for (profile::Identifier& each : profile.identifiers) {
    keep(each.category);
    keep(each.value);
    keep(each.note);
  }
  profile.identifiers.clear();
  for (profile::SanctionEntry& each : profile.sanctions)
    events_.keep(each.events);
  sanctions_.keep(profile.sanctions);
  for (profile::RelEntry& each : profile.rels) {
    keep(each.subcategory);
    events_.keep(each.events);
  }
  profile.rels.clear();
  for (profile::Link& each : profile.links) {
    keep(each.name);
    keep(each.target.record);
  }
  profile.links.clear();
  sources_.keep(profile.sources);
  evidences_.keep(profile.evidences);
  // The rest is rare: only the room of the lists is used again.
  profile.description.clear();
  profile.births.clear();
  profile.deaths.clear();
  profile.nationalities.clear();
  profile.countries.clear();
  profile.contacts.clear();
  profile.peps.clear();
  profile.pep_associations.clear();
  profile.rres.clear();
  profile.pois.clear();
  profile.inss.clear();
  profile.gris.clear();
  profile.dds.clear();
  profile.soe.reset();
  profile.images.clear();
  profile.deletion_reason.clear();
  profile.qr_code = 0;
  profile.version = 0;
  profile.is_deleted = false;
  profile.first_seen = {};
  profile.last_changed = {};
  profile.gender = profile::Gender::kUnknown;
  profile.is_deceased = false;
  profile.pep_tier = profile::PepTier::kNone;
  profile.datasets = {};
}

std::string SpareParts::text(std::string_view content) {
  if (content.size() <= kInPlace || texts_.empty()) return std::string(content);
  std::string made = std::move(texts_.back());
  texts_.pop_back();
  made.assign(content);
  return made;
}

std::string SpareParts::room(std::size_t size) {
  std::string made;
  if (size > kInPlace && !texts_.empty()) {
    made = std::move(texts_.back());
    texts_.pop_back();
    made.clear();
  }
  made.reserve(size);
  return made;
}

profile::SanctionEntry& SpareParts::sanction(std::vector<profile::SanctionEntry>& to) {
  profile::SanctionEntry& made = sanctions_.add_to(to);
  made.sanction_id.clear();
  made.former = false;
  return made;
}

profile::Event& SpareParts::event(std::vector<profile::Event>& to) {
  profile::Event& made = events_.add_to(to);
  made.currency.clear();
  made.amount = 0;
  made.days = made.months = made.years = 0;
  return made;
}

profile::Source& SpareParts::source(std::vector<profile::Source>& to) {
  profile::Source& made = sources_.add_to(to);
  made.ended = {};
  return made;
}

profile::Evidence& SpareParts::evidence(std::vector<profile::Evidence>& to) {
  profile::Evidence& made = evidences_.add_to(to);
  made.summary.clear();
  made.keywords.clear();
  made.published = {};
  made.is_copyrighted = false;
  made.asset_url.clear();
  made.datasets = {};
  return made;
}

}  // namespace vedette::lists
