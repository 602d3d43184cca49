#include "lists/building/spare_parts.h"

namespace vedette::lists {
namespace {

// What is kept is bounded: a giant among the profiles must not hold its memory to the end.
constexpr std::size_t kMostTexts = 128;
constexpr std::size_t kLongestText = 1024;

// What few profiles have. Taking apart the others must stay short enough for the fast memory of the
// processor.
bool has_rare_parts(const profile::Profile& profile) {
  const auto is_there = [](const auto&... parts) { return (... | !parts.empty()); };
  return is_there(profile.contacts, profile.peps, profile.pep_associations, profile.rres,
                  profile.pois, profile.inss, profile.gris, profile.dds, profile.images,
                  profile.activities, profile.business_types) |
         profile.soe.has_value();
}

}  // namespace

void SpareParts::keep_memory(std::string& text) {
  if (text.capacity() <= kLongestText && texts_.size() < kMostTexts)
    texts_.push_back(std::move(text));
}

void SpareParts::keep(std::vector<std::string>& texts) {
  for (std::string& each : texts)
    keep(each);
  texts.clear();
}

void SpareParts::keep_rare_parts(profile::Profile& profile) {
  keep(profile.activities);
  // Of the rest only the room of the lists is used again.
  profile.business_types.clear();
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
}

void SpareParts::take_apart(profile::Profile& profile) {
  keep(profile.titles);
  keep(profile.notes);
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
  for (profile::Link& each : profile.links) {
    keep(each.name);
    keep(each.target.record);
  }
  profile.links.clear();
  for (profile::RelEntry& each : profile.rels) {
    keep(each.subcategory);
    events_.keep(each.events);
  }
  profile.rels.clear();
  for (profile::SanctionEntry& each : profile.sanctions)
    events_.keep(each.events);
  sanctions_.keep(profile.sanctions);
  sources_.keep(profile.sources);
  evidences_.keep(profile.evidences);
  if (has_rare_parts(profile)) keep_rare_parts(profile);
  profile.description.clear();
  profile.births.clear();
  profile.deaths.clear();
  profile.nationalities.clear();
  profile.countries.clear();
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

void SpareParts::put(std::string& text, std::string_view content) {
  if (content.size() > text.capacity() && !texts_.empty()) {
    text.swap(texts_.back());
    texts_.pop_back();
  }
  text.clear();
  text.append(content);
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
  made.captured = {};
  made.published = {};
  made.is_copyrighted = false;
  made.asset_url.clear();
  made.datasets = {};
  return made;
}

}  // namespace vedette::lists
