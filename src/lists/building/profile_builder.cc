#include "lists/building/profile_builder.h"

#include <algorithm>
#include <utility>

#include "lists/building/known_lists.h"
#include "lists/building/offices.h"
#include "lists/building/quoted_name.h"
#include "lists/building/vocabulary.h"
#include "lists/input/pieces.h"
#include "profile/name_split.h"

namespace vedette::lists {
namespace {

using profile::Address;
using profile::Dataset;
using profile::Identifier;
using profile::Name;
using profile::NameType;
using profile::Profile;
using profile::SanctionEntry;

constexpr std::size_t kMostProgrammes = 1024;

// Spare parts mostly hold what the list says of every party: a look is cheaper than a copy.
template <class Value, class Given>
void set(Value& value, const Given& given) {
  if (value != given) value = given;
}

// A number of some of the letters, by which the few texts that a list repeats are found again.
std::size_t mixed_letters(std::string_view text) {
  if (text.empty()) return 0;
  return text.size() + static_cast<unsigned char>(text.front()) * 7U +
         static_cast<unsigned char>(text.back()) * 13U +
         static_cast<unsigned char>(text[text.size() / 2]) * 29U;
}

}  // namespace

void ProfileBuilder::begin(std::string_view record, profile::Kind kind, bool plain) {
  spare_.take_apart(profile_);
  plain_ = plain;
  evidence_id_.clear();
  positions_.clear();
  measured_ = 0;
  said_ = 0;
  profile_.kind = kind;
  profile_.key.list = list_.id;
  profile_.key.record = clean_text(record);
}

// Once for all who call it: what makes a profile is already more than the fast memory for programs
// holds.
[[gnu::noinline]] std::string_view ProfileBuilder::clean_text(std::string_view text) {
  return plain_ ? trim(text) : cleaned_view(text, buffer_);
}

Name* ProfileBuilder::name(std::string_view text, NameType type, bool weak) {
  const std::string_view cleaned = clean_text(text);
  if (is_nothing(cleaned)) return nullptr;
  for (Name& each : profile_.names)
    if (each.text == cleaned) return &each;
  Name& name = profile_.names.emplace_back();
  spare_.put(name.text, cleaned);
  name.type = profile_.names.size() == 1 ? NameType::kPrimary : type;
  if (profile_.names.size() > 1 && name.type == NameType::kPrimary)
    name.type = NameType::kSpellingVariation;
  name.weak = weak;
  return &name;
}

Name* ProfileBuilder::name(const NameParts& parts, NameType type, bool weak) {
  const std::string first = clean(parts.first);
  const std::string middle = clean(parts.middle);
  const std::string last = clean(parts.last);
  std::string whole;
  if (parts.last_first && !last.empty() && !(first.empty() && middle.empty()))
    whole = last + ", " + profile::join_name(first, middle, {});
  else
    whole = profile::join_name(first, middle, last);
  Name* added = name(whole, type, weak);
  if (added && !last.empty() && !(first.empty() && middle.empty())) {
    added->first = first;
    added->middle = middle;
    added->last = last;
  }
  return added;
}

// Kept once.
void ProfileBuilder::add_text(std::vector<std::string>& texts, std::string_view text) {
  for (const std::string& each : texts)
    if (each == text) return;
  spare_.put(texts.emplace_back(), text);
}

void ProfileBuilder::put_cleaned(std::string& text, std::string_view given) {
  spare_.put(text, clean_text(given));
}

void ProfileBuilder::note(std::string_view text) {
  if (text.empty()) return;
  const std::string_view cleaned = clean_text(text);
  if (!is_nothing(cleaned)) add_text(profile_.notes, cleaned);
}

void ProfileBuilder::add_note_cleaning_label(std::string_view label, std::string_view text) {
  std::string buffer;
  add_note(cleaned_view(label, buffer), text);
}

void ProfileBuilder::add_note(std::string_view head, std::string_view text) {
  const std::string_view cleaned = clean_text(text);
  if (is_nothing(cleaned)) return;
  // Two clean texts make a clean one.
  constexpr std::string_view kBetween = ": ";
  const std::size_t text_at = head.size() + kBetween.size();
  for (const std::string& each : profile_.notes)
    if (each.size() == text_at + cleaned.size() && each.starts_with(head) &&
        std::string_view(each).substr(text_at) == cleaned &&
        std::string_view(each).substr(head.size(), kBetween.size()) == kBetween)
      return;
  std::string& note = profile_.notes.emplace_back(spare_.room(text_at + cleaned.size()));
  note.append(head).append(kBetween).append(cleaned);
}

void ProfileBuilder::title(std::string_view text) {
  if (text.empty()) return;
  const std::string_view cleaned = clean_text(text);
  if (!is_nothing(cleaned)) add_text(profile_.titles, cleaned);
}

namespace {

void add_date(std::vector<profile::PartialDate>& out, const profile::PartialDate& date) {
  for (const profile::PartialDate& each : out)
    if (each == date) return;
  out.push_back(date);
}

void add_dates(std::vector<profile::PartialDate>& out, std::string_view text,
               profile::DayOrder order, std::string& rest) {
  if (text.empty()) return;
  if (const auto whole = profile::parse_date(text, order)) return add_date(out, *whole);
  for (const profile::PartialDate& date : profile::parse_dates(text, order, rest))
    add_date(out, date);
}

}  // namespace

void ProfileBuilder::birth(std::string_view text, profile::DayOrder order) {
  if (!text.empty()) said(Fact::kBirth);
  std::string rest;
  add_dates(profile_.births, text, order, rest);
  note("Date of birth", rest);
}

void ProfileBuilder::death(std::string_view text, profile::DayOrder order) {
  if (!text.empty()) said(Fact::kDeath);
  std::string rest;
  add_dates(profile_.deaths, text, order, rest);
  note("Date of death", rest);
  if (!profile_.deaths.empty()) profile_.is_deceased = true;
}

void ProfileBuilder::gender(std::string_view text) {
  if (!text.empty()) said(Fact::kGender);
  const profile::Gender read = profile::parse_gender(text);
  if (read == profile::Gender::kUnknown)
    note("Gender", text);
  else
    profile_.gender = read;
}

void ProfileBuilder::nationality(std::string_view text) {
  if (!text.empty()) said(Fact::kNationality);
  if (const auto country = country_of(text)) {
    for (profile::Country each : profile_.nationalities)
      if (each == *country) return;
    profile_.nationalities.push_back(*country);
  } else {
    note("Nationality", text);
  }
}

void ProfileBuilder::country(std::string_view text, std::string_view label) {
  if (const auto country = country_of(text)) {
    for (profile::Country each : profile_.countries)
      if (each == *country) return;
    profile_.countries.push_back(*country);
  } else {
    note(label, text);
  }
}

void ProfileBuilder::address(Address&& address) {
  profile_.addresses.push_back(std::move(address));
  settle_address();
}

// The last address stays when it says something that no other says.
void ProfileBuilder::settle_address() {
  auto& all = profile_.addresses;
  if (all.back().empty()) {
    note("Address", all.back().note);
    all.pop_back();
    return;
  }
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i] == all.back()) return all.pop_back();
}

void ProfileBuilder::contact(std::string_view category, std::string_view value) {
  const std::string_view cleaned = clean_text(value);
  if (is_nothing(cleaned)) return;
  for (const auto& each : profile_.contacts)
    if (each.category == category && each.value == cleaned) return;
  profile_.contacts.push_back({std::string(category), std::string(cleaned)});
}

Identifier* ProfileBuilder::identifier(std::string_view category, std::string_view value,
                                       std::string_view country, std::string_view note_text) {
  if (value.empty() && note_text.empty()) return nullptr;
  Identifier& made = profile_.identifiers.emplace_back();
  const auto give_up = [&](Identifier* same) {
    profile_.identifiers.pop_back();
    return same;
  };
  put(made.category, category);
  put(made.value, value);
  if (is_nothing(made.value)) {
    note(made.category, note_text);
    return give_up(nullptr);
  }
  put(made.note, note_text);
  if (const auto known = country_of(country))
    made.country = *known;
  else if (!country.empty())
    made.note = made.note.empty() ? clean(country) : made.note + "; " + clean(country);
  for (Identifier& each : profile_.identifiers)
    if (&each != &made && each == made) return give_up(&each);
  return &made;
}

void ProfileBuilder::link(std::string_view record, std::string_view relationship,
                          std::string_view target_name) {
  profile::Link& made = profile_.links.emplace_back();
  if (!record.empty()) {
    made.target.list = list_.id;
    put(made.target.record, record);
  }
  put(made.name, target_name);
  put(made.relationship, relationship);
  for (const profile::Link& each : profile_.links)
    if (&each != &made && each == made) return profile_.links.pop_back();
}

void ProfileBuilder::source(const profile::Source& given) {
  spare_.source(profile_.sources) = given;
}

const std::string& ProfileBuilder::list_evidence() {
  if (!evidence_id_.empty()) return evidence_id_;
  evidence_id_.reserve(profile_.key.list.size() + profile_.key.record.size() + 1);
  evidence_id_.append(profile_.key.list).append(1, ':').append(profile_.key.record);
  profile::Evidence& evidence = spare_.evidence(profile_.evidences);
  evidence.id = evidence_id_;
  set(evidence.original_url, list_.url);
  set(evidence.title, list_.name);
  set(evidence.credibility, std::string_view("High"));
  set(evidence.language, std::string_view("eng"));
  return evidence_id_;
}

std::string ProfileBuilder::evidence(const EvidenceParts& parts) {
  const std::string title = clean(parts.title);
  const std::string url = clean(parts.url);
  const std::string summary = clean(parts.summary);
  if (title.empty() && url.empty() && summary.empty()) return list_evidence();
  list_evidence();
  for (const profile::Evidence& each : profile_.evidences)
    if (each.title == title && each.original_url == url && each.summary == summary) return each.id;
  const std::size_t number = profile_.evidences.size();
  profile::Evidence& made = spare_.evidence(profile_.evidences);
  made.id = fmt::format("{}:{}", evidence_id_, number);
  made.original_url = url;
  made.title = title.empty() ? list_.name : title;
  made.credibility = "High";
  made.language = "eng";
  made.summary = summary;
  put(made.keywords, parts.keywords);
  if (const auto date = profile::parse_date(parts.date)) made.published = *date;
  return made.id;
}

void ProfileBuilder::description(std::string_view text) {
  if (profile_.kind == profile::Kind::kPerson || !profile_.description.empty()) return note(text);
  put(profile_.description, text);
  if (is_nothing(profile_.description)) profile_.description.clear();
}

void ProfileBuilder::position(std::string_view label, std::string_view text) {
  note(label, text);
  office(text);
}

void ProfileBuilder::office(std::string_view text) {
  if (text.empty()) return;
  std::string cleaned = clean(text);
  if (!is_nothing(cleaned)) positions_.push_back(std::move(cleaned));
}

// Ministers and deputies of the official lists are politically exposed, though the list does not
// call them so.
void ProfileBuilder::derive_offices() {
  constexpr std::size_t kLongestPosition = 400;  // what is longer tells a story
  const std::vector<std::string> positions = std::exchange(positions_, {});
  if (profile_.kind != profile::Kind::kPerson) return;
  for (const std::string& text : positions) {
    if (text.size() > kLongestPosition) continue;
    if (std::ranges::find(profile_.peps, text, &profile::PepEntry::position) != profile_.peps.end())
      continue;
    const auto office = office_of(text);
    if (!office || !office->derive || is_office_of_another(text)) continue;
    profile::PepEntry entry;
    entry.position = text;
    entry.former = is_former_office(text) || profile_.is_deceased;
    const std::string proof = evidence({.title = "Public office named by the list",
                                        .url = list_.url,
                                        .date = {},
                                        .summary = text,
                                        .keywords = "derived"});
    for (profile::Evidence& each : profile_.evidences)
      if (each.id == proof) each.credibility = "Medium";
    entry.evidence_ids = {proof};
    complete_pep_entry(profile_, entry, profile::PepTier::kNone);
    profile_.peps.push_back(std::move(entry));
  }
  settle_pep(profile_);
}

// The types of regime of a programme, found once.
const std::vector<std::string>& ProfileBuilder::types_of(std::string_view programme) {
  const RegimeTypes::value_type*& known =
      known_types_[mixed_letters(programme) % known_types_.size()];
  if (known && known->first == programme) return known->second;
  auto found = regime_types_.find(programme);
  if (found == regime_types_.end()) {
    if (regime_types_.size() == kMostProgrammes) {
      regime_types_.clear();
      known_types_ = {};
    }
    found = regime_types_.emplace(programme, regime_types(programme)).first;
  }
  known = &*found;
  return found->second;
}

SanctionEntry& ProfileBuilder::sanction(std::string_view programme, std::string_view body) {
  list_evidence();
  SanctionEntry& entry = spare_.sanction(profile_.sanctions);
  set(entry.regime.origin, list_.origin);
  set(entry.regime.body, body.empty() ? std::string_view(list_.body) : body);
  entry.regime.body_id = list_.body_id;
  set(entry.regime.name, clean_text(programme));
  set(entry.regime.types, types_of(programme));
  set(entry.measures, list_.measures);
  return entry;
}

void ProfileBuilder::event(SanctionEntry& entry, std::string_view type, std::string_view date,
                           profile::DayOrder order) {
  if (date.empty()) return;
  const auto parsed = profile::parse_date(date, order);
  if (!parsed) {
    note(type, date);
    return;
  }
  profile::Event& event = spare_.event(entry.events);
  event.type = type;
  event.date = *parsed;
  event.evidence_ids.resize(1);
  event.evidence_ids.front() = list_evidence();
}

void ProfileBuilder::event_by(SanctionEntry& entry, std::string_view type, std::string_view date,
                              const std::string& evidence_id) {
  const std::size_t before = entry.events.size();
  event(entry, type, date);
  if (entry.events.size() > before) entry.events.back().evidence_ids.front() = evidence_id;
}

void ProfileBuilder::measure(SanctionEntry& entry, std::string_view text) {
  if (trim(text).empty()) return;
  const auto number = static_cast<std::size_t>(&entry - profile_.sanctions.data()) + 1;
  if (measured_ != number) entry.measures.clear();
  measured_ = number;
  add_text(entry.measures, measure_name(text));
}

void ProfileBuilder::law_enforcement(std::string_view subcategory, std::string_view added) {
  profile::RelEntry& entry = profile_.rels.emplace_back();
  entry.category = "Law Enforcement";
  spare_.put(entry.subcategory, subcategory);
  profile::Event& event = spare_.event(entry.events);
  event.type = "Added";
  event.date = profile::parse_date(added).value_or(profile::PartialDate());
  event.evidence_ids.resize(1);
  event.evidence_ids.front() = list_evidence();
  profile_.datasets.add(Dataset::kRel);
}

// What an organisation is called in quotes within its full name, as a weak alias: the list does not
// say that it is called so alone.
void ProfileBuilder::add_short_names() {
  if (profile_.kind != profile::Kind::kOrganisation) return;
  const std::size_t count = profile_.names.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view quoted = quoted_short_name(profile_.names[i].text);
    if (quoted.empty() || quoted.size() == profile_.names[i].text.size()) continue;
    short_name_ = quoted;
    name(short_name_, NameType::kShortened, true);
  }
}

void ProfileBuilder::count_said() {
  for (std::size_t fact = 0; fact < kFactCount; ++fact)
    list_.in_file->parties[fact] += (said_ >> fact) & 1U;
}

profile::Profile&& ProfileBuilder::take() {
  if (list_.in_file != nullptr) count_said();
  add_short_names();
  if (!positions_.empty()) derive_offices();
  for (Name& each : profile_.names) {
    if (each.script.empty()) each.script.append(script_of(each.text));
    if (each.type == NameType::kSpellingVariation && !each.script.empty() && each.script != "Latn")
      each.type = NameType::kOriginalScript;
  }
  for (const SanctionEntry& each : profile_.sanctions)
    profile_.datasets.add(each.former ? Dataset::kSanFormer : Dataset::kSanCurrent);
  // A profile carries one qualifier of a family: sanctioned now outweighs formerly.
  if (profile_.datasets.has(Dataset::kSanCurrent)) profile_.datasets.remove(Dataset::kSanFormer);
  if (profile_.sources.empty()) {
    profile::Source& source = spare_.source(profile_.sources);
    set(source.key, list_.id);
    set(source.name, list_.name);
    set(source.url, list_.url);
    source.datasets = profile_.datasets;
  }
  for (profile::Evidence& each : profile_.evidences)
    if (!evidence_id_.empty() && each.id.starts_with(evidence_id_))
      each.datasets.add(profile_.datasets);
  return std::move(profile_);
}

std::optional<profile::Country> ProfileBuilder::country_of(std::string_view text) {
  if (text.empty()) return {};
  KnownCountry& known = countries_[mixed_letters(text) % countries_.size()];
  if (known.text == text) return known.country;
  const auto country = profile::parse_country(text);
  // "City, Country" is another text each time.
  if (text.find(',') != std::string_view::npos) return country;
  known.country = country;
  known.text = text;
  return country;
}

namespace {

void put_country(Address& address, std::optional<profile::Country> country, std::string_view text) {
  if (country)
    address.country = *country;
  else
    address.country_text = clean(text);
}

// Gives the country and what is left of the text, which is clean.
struct Place {
  std::optional<profile::Country> country;
  std::string_view city;
};
template <class CountryOf>
Place place_of(std::string_view text, const CountryOf& country_of) {
  if (const auto whole = country_of(text)) return {whole, {}};
  const auto comma = text.rfind(',');
  if (comma != std::string_view::npos)
    if (const auto country = country_of(trim(text.substr(comma + 1))))
      return {country, trim(text.substr(0, comma))};
  return {std::nullopt, text};
}

}  // namespace

void ProfileBuilder::set_country(Address& address, std::string_view text) {
  put_country(address, country_of(text), text);
}

void ProfileBuilder::birth_place(std::string_view text) {
  const Place place =
      place_of(clean_text(text), [&](std::string_view part) { return country_of(part); });
  address_of([&](Address& address) {
    address.type = "Place of Birth";
    spare_.put(address.city, place.city);
    if (place.country) address.country = *place.country;
  });
}

void set_country(Address& address, std::string_view text) {
  put_country(address, profile::parse_country(text), text);
}

Address parse_place(std::string_view text) {
  std::string buffer;
  const Place place = place_of(cleaned_view(text, buffer), profile::parse_country);
  Address address;
  address.city = place.city;
  if (place.country) address.country = *place.country;
  return address;
}

}  // namespace vedette::lists
