#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lists/building/spare_parts.h"
#include "lists/input/account.h"
#include "lists/input/clean_text.h"
#include "profile/profile.h"

namespace vedette::lists {

// Collects one profile. What is given and cannot be understood becomes a note, never nothing: that
// is why the readers go through here and do not fill the struct themselves. One builder makes the
// profiles of a list one after the other, each of what is left of the one before.
class ProfileBuilder {
 public:
  explicit ProfileBuilder(const ListInfo& list) : list_(list) {}
  ProfileBuilder(const ListInfo& list, std::string_view record, profile::Kind kind) : list_(list) {
    begin(record, kind);
  }
  // The next profile. What is said of it is all of plain rows (CsvReader::is_plain), if `plain`, or
  // is cleaned.
  void begin(std::string_view record, profile::Kind kind, bool plain = false);

  profile::Profile& profile() { return profile_; }
  const ListInfo& list() const { return list_; }
  void set_kind(profile::Kind kind) { profile_.kind = kind; }

  // The first name given is the primary one. Empty names are ignored, repeated ones kept once.
  profile::Name* name(std::string_view text,
                      profile::NameType type = profile::NameType::kSpellingVariation,
                      bool weak = false);
  // A name in parts; the whole is "LAST, First Middle" where `last_first`, else in natural order.
  struct NameParts {
    std::string_view first;
    std::string_view middle;
    std::string_view last;
    bool last_first = false;
  };
  profile::Name* name(const NameParts& parts,
                      profile::NameType type = profile::NameType::kSpellingVariation,
                      bool weak = false);

  void note(std::string_view text);
  // "Label: text". Most columns of most records say nothing.
  void note(std::string_view label, std::string_view text) {
    if (!text.empty()) add_note_cleaning_label(label, text);
  }
  // The same with a label of ours, which is clean.
  template <std::size_t size>
  void note(const char (&label)[size], std::string_view text) {
    if (!text.empty()) add_note(std::string_view(label, size - 1), text);
  }
  void title(std::string_view text);
  void birth(std::string_view text, profile::DayOrder order = profile::DayOrder::kDayFirst);
  void death(std::string_view text, profile::DayOrder order = profile::DayOrder::kDayFirst);
  void birth_place(std::string_view text);  // "City, Country" or the like
  void gender(std::string_view text);
  void nationality(std::string_view text);
  void country(std::string_view text, std::string_view label);  // a further country
  void address(profile::Address&& address);
  // An address that `fill` puts together in its place.
  template <class Fill>
  void address_of(Fill fill) {
    fill(profile_.addresses.emplace_back());
    settle_address();
  }
  // The country that a text names, as parse_country() does: a list names few, each many times.
  std::optional<profile::Country> country_of(std::string_view text);
  // Puts it, or the list's words, where they belong.
  void set_country(profile::Address& address, std::string_view text);
  // Makes `text` say `given`, cleaned, in memory that was used before.
  void put(std::string& text, std::string_view given) {
    text.clear();
    if (!given.empty()) put_cleaned(text, given);
  }
  void contact(std::string_view category, std::string_view value);
  // A country that is not one goes into the identifier's note.
  profile::Identifier* identifier(std::string_view category, std::string_view value,
                                  std::string_view country = {}, std::string_view note = {});
  void link(std::string_view record, std::string_view relationship, std::string_view name = {});

  // A further list that names the party. The list itself is the source when no other is given.
  void source(const profile::Source& given);
  // The evidence that the list itself is; made when first asked for.
  const std::string& list_evidence();
  // What is known of a piece of evidence. `date`: when it was published.
  struct EvidenceParts {
    std::string_view title;
    std::string_view url = {};
    std::string_view date = {};
    std::string_view summary = {};
    std::string_view keywords = {};
  };
  // A piece of evidence for this party alone: an act, a notice, a statement of reasons. Gives its
  // id; the same act is kept once. The list's own evidence when nothing is said.
  std::string evidence(const EvidenceParts& parts);
  // The business's description: the first one given; persons have none, and further ones are notes.
  void description(std::string_view text);
  // A position that the list names, as a note under the label. Where the words name a public
  // office, the finished profile has a PEP entry too, with these words as evidence, marked as
  // derived by us.
  void position(std::string_view label, std::string_view text);
  // The same for a text that is kept elsewhere.
  void office(std::string_view text);
  // A sanction entry of this list under the programme, with the list's measures; by the body that
  // the list is of if no other is given.
  profile::SanctionEntry& sanction(std::string_view programme, std::string_view body = {});
  void event(profile::SanctionEntry& entry, std::string_view type, std::string_view date,
             profile::DayOrder order = profile::DayOrder::kDayFirst);
  // The same with the evidence that proves it.
  void event_by(profile::SanctionEntry& entry, std::string_view type, std::string_view date,
                const std::string& evidence_id);
  // One of the entry's own measures; the first takes the place of those that the list stands for.
  void measure(profile::SanctionEntry& entry, std::string_view text);
  // An entry of a list of law enforcement, with the day it was added if that is said.
  void law_enforcement(std::string_view subcategory, std::string_view added);

  // The PEP entries of the positions given so far; take() does it too.
  void derive_offices();
  // The finished profile: scripts of names found, names in other scripts than Latin marked as
  // original script, datasets from the entries, the list as source. It may be moved away, and is
  // valid until the next one begins.
  profile::Profile&& take();

 private:
  // Programmes are few; their types are found once each.
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using RegimeTypes =
      std::unordered_map<std::string, std::vector<std::string>, TextHash, std::equal_to<>>;

  const std::vector<std::string>& types_of(std::string_view programme);
  void add_text(std::vector<std::string>& texts, std::string_view text);
  void put_cleaned(std::string& text, std::string_view given);
  std::string_view clean_text(std::string_view text);
  void add_note(std::string_view label, std::string_view text);
  void add_note_cleaning_label(std::string_view label, std::string_view text);
  void settle_address();

  // The file says it of this party.
  void said(Fact fact) { said_ |= 1U << static_cast<unsigned>(fact); }
  void count_said();

  struct KnownCountry {
    std::string text;
    std::optional<profile::Country> country;
  };
  void add_short_names();

  const ListInfo& list_;
  std::array<KnownCountry, 64> countries_;  // by a few of their letters; the last asked for wins
  profile::Profile profile_;
  SpareParts spare_;
  RegimeTypes regime_types_;
  std::array<const RegimeTypes::value_type*, 64> known_types_{};  // those asked for last
  std::string evidence_id_;
  std::string buffer_;  // of cleaned_view; what it holds lasts until the next call
  bool plain_ = false;
  unsigned said_ = 0;  // a bit for each Fact
  std::vector<std::string> positions_;
  std::size_t measured_ = 0;  // one more than the number of the entry that has measures of its own
  std::string short_name_;
};

// The country, or the list's words, put where they belong.
void set_country(profile::Address& address, std::string_view text);

// "Tall 'Afar, Iraq" -> city and country; without a country it is all city.
profile::Address parse_place(std::string_view text);

}  // namespace vedette::lists
