#include "lists/profile_builder.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <cstring>

#include "base/encoding.h"
#include "lists/csv.h"
#include "lists/known_lists.h"
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

// U+00C0 to U+05FF: letters and their marks of Latin, Greek, Cyrillic, Armenian and Hebrew. None of
// them is a blank, a control or a format character, so nobody has to be asked.
constexpr UChar32 kFirstPlainLetter = 0xC0;
constexpr UChar32 kLastPlainLetter = 0x5FF;
constexpr unsigned char kFirstPlainLead = 0xC3;  // their first bytes in UTF-8
constexpr unsigned char kLastPlainLead = 0xD7;

constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;

// The high bit of each byte of the word that is a blank, and of some that are not: no carry must
// come from a lower byte, so the word has to be ASCII.
constexpr std::uint64_t blanks_of(std::uint64_t ascii) {
  return ~((ascii ^ (kEachByte * ' ')) + kEachByte * 0x7F) & (kEachByte * 0x80);
}
// Not zero when a byte is a control character, DEL or not ASCII.
constexpr std::uint64_t unusual_of(std::uint64_t word) {
  const std::uint64_t high = word & (kEachByte * 0x80);
  const std::uint64_t low_bits = word & (kEachByte * 0x7F);
  const std::uint64_t control = ~(low_bits + kEachByte * 0x60);  // high bit unless 0x20 or more
  const std::uint64_t del = low_bits + kEachByte;                // high bit when 0x7F
  return (high | control | del) & (kEachByte * 0x80);
}

// Whether clean() would leave the text as it is; false when that takes a closer look. Eight bytes
// at a time as long as they are ordinary ASCII with single blanks.
bool is_clean(std::string_view text) {
  unsigned char before = ' ';
  std::size_t i = 0;
  while (i < text.size()) {
    if (text.size() - i >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, sizeof word);
      if (unusual_of(word) == 0) {
        const std::uint64_t blanks = blanks_of(word);
        const std::uint64_t after_blank = blanks << 8 | (before == ' ' ? 0x80U : 0U);
        if ((blanks & after_blank) != 0) return false;
        i += sizeof word;
        before = static_cast<unsigned char>(text[i - 1]);
        continue;
      }
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x7F) {
      const bool plain = c >= kFirstPlainLead && c <= kLastPlainLead && i + 1 < text.size() &&
                         (text[i + 1] & 0xC0) == 0x80;
      if (!plain) return false;
      ++i;
    } else if (c < 0x20 || (c == ' ' && before == ' ')) {
      return false;
    }
    before = c;
    ++i;
  }
  return text.empty() || before != ' ';
}

// What publishers write where they have nothing to say.
bool is_nothing(std::string_view text) {
  switch (text.size()) {
    case 0:
      return true;
    case 1:
      return text == "-";
    case 2:
      return text == "NA" || text == "na";
    case 3:
      return text == "N/A" || text == "n/a";
    case 13:
      return text == "Not available";
    default:
      return false;
  }
}

// The code point at `at` of well-formed UTF-8; moves past it.
UChar32 next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length && at + i < text.size(); ++i)
    code = code << 6 | (byte(at + i) & 0x3FU);
  at = std::min(at + length, text.size());
  return static_cast<UChar32>(code);
}

// The script of the first letters that have one of their own; empty when there is none.
std::string script_of(std::string_view text) {
  bool ascii = true;
  bool letter = false;
  for (char c : text) {
    ascii = ascii && (c & 0x80) == 0;
    letter = letter || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  if (ascii) return letter ? "Latn" : "";
  for (std::size_t i = 0; i < text.size();) {
    const UChar32 c = next_code_point(text, i);
    if (!u_isalpha(c)) continue;
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &error);
    if (script > USCRIPT_INHERITED) return uscript_getShortName(script);
  }
  return {};
}

}  // namespace

std::string clean(std::string_view text) {
  std::string buffer;
  const std::string_view cleaned = cleaned_view(text, buffer);
  return cleaned.data() == buffer.data() ? std::move(buffer) : std::string(cleaned);
}

std::string_view cleaned_view(std::string_view text, std::string& out) {
  if (is_clean(text)) return text;
  std::string converted;
  if (!base::is_utf8(text)) {
    converted = utf8_of(text);
    text = converted;
  }
  out.clear();
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    const UChar32 c = next_code_point(text, i);
    const bool plain = c >= kFirstPlainLetter && c <= kLastPlainLetter;
    // Zero-width joiners are letters of Persian and Indic names; other format characters are not.
    const bool joiner = c == 0x200C || c == 0x200D;
    if (!plain && (u_isUWhiteSpace(c) || u_charType(c) == U_CONTROL_CHAR)) {
      blank = true;
      continue;
    }
    if (!plain && !joiner && u_charType(c) == U_FORMAT_CHAR) continue;
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out.append(text, begin, i - begin);
  }
  return out;
}

ProfileBuilder::ProfileBuilder(const ListInfo& list, std::string_view record, profile::Kind kind)
    : list_(list) {
  profile_.kind = kind;
  profile_.key = {list.id, clean(record)};
}

Name* ProfileBuilder::name(std::string_view text, NameType type, bool weak) {
  const std::string_view cleaned = cleaned_view(text, buffer_);
  if (is_nothing(cleaned)) return nullptr;
  for (Name& each : profile_.names)
    if (each.text == cleaned) return &each;
  Name& name = profile_.names.emplace_back();
  name.text = cleaned;
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

namespace {

// Kept once.
void add_text(std::vector<std::string>& texts, std::string_view text) {
  for (const std::string& each : texts)
    if (each == text) return;
  texts.emplace_back(text);
}

}  // namespace

void ProfileBuilder::note(std::string_view text) {
  if (text.empty()) return;
  const std::string_view cleaned = cleaned_view(text, buffer_);
  if (!is_nothing(cleaned)) add_text(profile_.notes, cleaned);
}

void ProfileBuilder::note(std::string_view label, std::string_view text) {
  if (text.empty()) return;
  const std::string_view cleaned = cleaned_view(text, buffer_);
  if (is_nothing(cleaned)) return;
  labelled_.assign(label);
  labelled_ += ": ";
  labelled_ += cleaned;
  note(labelled_);
}

void ProfileBuilder::title(std::string_view text) {
  if (text.empty()) return;
  const std::string_view cleaned = cleaned_view(text, buffer_);
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
  std::string rest;
  add_dates(profile_.births, text, order, rest);
  note("Date of birth", rest);
}

void ProfileBuilder::death(std::string_view text, profile::DayOrder order) {
  std::string rest;
  add_dates(profile_.deaths, text, order, rest);
  note("Date of death", rest);
  if (!profile_.deaths.empty()) profile_.is_deceased = true;
}

void ProfileBuilder::birth_place(std::string_view text) {
  Address place = parse_place(text);
  place.type = "Place of Birth";
  address(std::move(place));
}

void ProfileBuilder::gender(std::string_view text) {
  const profile::Gender read = profile::parse_gender(text);
  if (read == profile::Gender::kUnknown)
    note("Gender", text);
  else
    profile_.gender = read;
}

void ProfileBuilder::nationality(std::string_view text) {
  if (const auto country = profile::parse_country(text)) {
    for (profile::Country each : profile_.nationalities)
      if (each == *country) return;
    profile_.nationalities.push_back(*country);
  } else {
    note("Nationality", text);
  }
}

void ProfileBuilder::country(std::string_view text, std::string_view label) {
  if (const auto country = profile::parse_country(text)) {
    for (profile::Country each : profile_.countries)
      if (each == *country) return;
    profile_.countries.push_back(*country);
  } else {
    note(label, text);
  }
}

void ProfileBuilder::address(Address&& address) {
  if (address.empty()) {
    note("Address", address.note);
    return;
  }
  for (const Address& each : profile_.addresses)
    if (each == address) return;
  profile_.addresses.push_back(std::move(address));
}

void ProfileBuilder::contact(std::string_view category, std::string_view value) {
  const std::string_view cleaned = cleaned_view(value, buffer_);
  if (is_nothing(cleaned)) return;
  for (const auto& each : profile_.contacts)
    if (each.category == category && each.value == cleaned) return;
  profile_.contacts.push_back({std::string(category), std::string(cleaned)});
}

Identifier* ProfileBuilder::identifier(std::string_view category, std::string_view value,
                                       std::string_view country, std::string_view note_text) {
  if (value.empty() && note_text.empty()) return nullptr;
  Identifier made;
  made.category = clean(category);
  made.value = clean(value);
  made.note = clean(note_text);
  if (is_nothing(made.value)) {
    note(made.category, note_text);
    return nullptr;
  }
  if (const auto known = profile::parse_country(country))
    made.country = *known;
  else if (!country.empty())
    made.note = made.note.empty() ? clean(country) : made.note + "; " + clean(country);
  for (Identifier& each : profile_.identifiers)
    if (each == made) return &each;
  return &profile_.identifiers.emplace_back(std::move(made));
}

void ProfileBuilder::link(std::string_view record, std::string_view relationship,
                          std::string_view target_name) {
  profile::Link made;
  if (!record.empty()) made.target = {list_.id, clean(record)};
  made.name = clean(target_name);
  made.relationship = clean(relationship);
  for (const profile::Link& each : profile_.links)
    if (each == made) return;
  profile_.links.push_back(std::move(made));
}

const std::string& ProfileBuilder::list_evidence() {
  if (!evidence_id_.empty()) return evidence_id_;
  evidence_id_.reserve(profile_.key.list.size() + profile_.key.record.size() + 1);
  evidence_id_.append(profile_.key.list).append(1, ':').append(profile_.key.record);
  profile::Evidence evidence;
  evidence.id = evidence_id_;
  evidence.original_url = list_.url;
  evidence.title = list_.name;
  evidence.credibility = "High";
  evidence.language = "eng";
  evidence.captured = list_.date;
  profile_.evidences.push_back(std::move(evidence));
  return evidence_id_;
}

SanctionEntry& ProfileBuilder::sanction(std::string_view programme) {
  list_evidence();
  SanctionEntry& entry = profile_.sanctions.emplace_back();
  entry.regime.origin = list_.origin;
  entry.regime.body = list_.body;
  entry.regime.body_id = list_.body_id;
  entry.regime.name = clean(programme);
  entry.regime.types = regime_types(programme);
  entry.measures = list_.measures;
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
  profile::Event event;
  event.type = type;
  event.date = *parsed;
  event.evidence_ids = {list_evidence()};
  entry.events.push_back(std::move(event));
}

Profile ProfileBuilder::take() {
  for (Name& each : profile_.names) {
    if (each.script.empty()) each.script = script_of(each.text);
    if (each.type == NameType::kSpellingVariation && !each.script.empty() && each.script != "Latn")
      each.type = NameType::kOriginalScript;
  }
  for (const SanctionEntry& each : profile_.sanctions)
    profile_.datasets.add(each.former ? Dataset::kSanFormer : Dataset::kSanCurrent);
  // A profile carries one qualifier of a family: sanctioned now outweighs formerly.
  if (profile_.datasets.has(Dataset::kSanCurrent)) profile_.datasets.remove(Dataset::kSanFormer);
  if (profile_.sources.empty()) {
    profile::Source& source = profile_.sources.emplace_back();
    source.key = list_.id;
    source.name = list_.name;
    source.url = list_.url;
    source.datasets = profile_.datasets;
  }
  for (profile::Evidence& each : profile_.evidences)
    if (each.id == evidence_id_) each.datasets.add(profile_.datasets);
  return std::move(profile_);
}

void set_country(Address& address, std::string_view text) {
  if (const auto country = profile::parse_country(text)) {
    address.country = *country;
  } else {
    address.country_text = clean(text);
  }
}

Address parse_place(std::string_view text) {
  Address place;
  const std::string cleaned = clean(text);
  if (const auto whole = profile::parse_country(cleaned)) {
    place.country = *whole;
    return place;
  }
  const auto comma = cleaned.rfind(',');
  if (comma != std::string::npos) {
    if (const auto country = profile::parse_country(cleaned.substr(comma + 1))) {
      place.country = *country;
      place.city = clean(std::string_view(cleaned).substr(0, comma));
      return place;
    }
  }
  place.city = cleaned;
  return place;
}

}  // namespace vedette::lists
