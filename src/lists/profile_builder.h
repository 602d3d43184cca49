#pragma once

#include <string>
#include <string_view>

#include "lists/account.h"
#include "profile/profile.h"

namespace vedette::lists {

// White space of any kind as single blanks, none at the ends, no control characters; UTF-8.
std::string clean(std::string_view text);
// The same without a copy: the text itself when it is clean, else what was made of it in `buffer`.
std::string_view cleaned_view(std::string_view text, std::string& buffer);

// Collects one profile. What is given and cannot be understood becomes a note, never nothing: that
// is why the readers go through here and do not fill the struct themselves.
class ProfileBuilder {
 public:
  ProfileBuilder(const ListInfo& list, std::string_view record, profile::Kind kind);

  profile::Profile& profile() { return profile_; }
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
  void note(std::string_view label, std::string_view text);  // "Label: text"
  void title(std::string_view text);
  void birth(std::string_view text, profile::DayOrder order = profile::DayOrder::kDayFirst);
  void death(std::string_view text, profile::DayOrder order = profile::DayOrder::kDayFirst);
  void birth_place(std::string_view text);  // "City, Country" or the like
  void gender(std::string_view text);
  void nationality(std::string_view text);
  void country(std::string_view text, std::string_view label);  // a further country
  void address(profile::Address&& address);
  void contact(std::string_view category, std::string_view value);
  // A country that is not one goes into the identifier's note.
  profile::Identifier* identifier(std::string_view category, std::string_view value,
                                  std::string_view country = {}, std::string_view note = {});
  void link(std::string_view record, std::string_view relationship, std::string_view name = {});

  // The evidence that the list itself is; made when first asked for.
  const std::string& list_evidence();
  // A sanction entry of this list under the programme, with the list's measures.
  profile::SanctionEntry& sanction(std::string_view programme);
  void event(profile::SanctionEntry& entry, std::string_view type, std::string_view date,
             profile::DayOrder order = profile::DayOrder::kDayFirst);

  // The finished profile: scripts of names found, names in other scripts than Latin marked as
  // original script, datasets from the entries, the list as source.
  profile::Profile take();

 private:
  const ListInfo& list_;
  profile::Profile profile_;
  std::string evidence_id_;
  std::string buffer_;    // of cleaned_view; what it holds lasts until the next call
  std::string labelled_;  // a note with its label
};

// The country, or the list's words, put where they belong.
void set_country(profile::Address& address, std::string_view text);

// "Tall 'Afar, Iraq" -> city and country; without a country it is all city.
profile::Address parse_place(std::string_view text);

}  // namespace vedette::lists
