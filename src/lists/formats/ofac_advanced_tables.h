#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lists/input/account.h"
#include "lists/input/input.h"
#include "lists/input/xml.h"
#include "profile/profile.h"

// What OFAC's advanced XML declares beside its parties: kinds of values, locations, documents,
// sanctions entries and relationships.

namespace vedette::lists::ofac_advanced {

using profile::Address;
using profile::PartialDate;

// "path: text" of what a table says and nobody asks for.
using Texts = std::vector<std::string>;

struct Document {
  std::string type;
  std::string number;
  std::string country;
  std::string validity;
  std::string issued_in;  // a location
  PartialDate issued;
  PartialDate expires;
  Texts unread;
};
struct Entry {
  std::string list;
  std::vector<std::string> programmes;
  std::vector<std::string> measures;
  std::vector<std::pair<std::string, PartialDate>> events;
  Texts legal_bases;
  Texts unread;
};
struct Relation {
  std::string target;
  std::string type;
  bool former = false;
  bool forward = true;  // as the file has it; else seen from the other end
  Texts unread;
};
// What of a record says nothing of a party.
UnreadXml unread_of_list();

struct Tables {
  // By kind of value ("FeatureType") and id; countries by "Country".
  std::unordered_map<std::string, std::string> values;
  std::unordered_map<std::string, std::string> party_types;  // of party sub types
  std::unordered_map<std::string, Address> locations;
  std::unordered_map<std::string, std::vector<Document>> documents;  // by identity
  std::unordered_map<std::string, std::vector<Entry>> entries;       // by profile
  std::unordered_map<std::string, std::vector<Relation>> relations;  // by profile
  PartialDate date;
  // How many sanctions entries each list has. The file declares lists that it has nothing of.
  std::unordered_map<std::string, std::uint64_t> lists;
  UnreadXml unread = unread_of_list();

  // Every party of a file is on the list that the file publishes; some are on other lists too. So
  // the list with the most entries is the file's. A file whose entries name neither is taken as the
  // SDN list.
  bool is_sdn() const {
    const auto entries_of = [&](const char* list) {
      const auto found = lists.find(list);
      return found == lists.end() ? std::size_t{0} : std::size_t{found->second};
    };
    return entries_of("SDN List") >= entries_of("Consolidated List");
  }

  std::string value(std::string_view kind, std::string_view id) const {
    const auto found = values.find(fmt::format("{}/{}", kind, id));
    return found == values.end() ? std::string() : found->second;
  }
};

base::Result<void> read_tables(const Input& input, Tables& tables, Sink& sink);

// A period from the first day of a year to its last is that year; likewise a month.
PartialDate period_of(XmlNode period);
// A place in one line.
std::string line_of(const Address& address);

}  // namespace vedette::lists::ofac_advanced
