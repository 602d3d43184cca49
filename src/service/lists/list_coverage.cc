#include "service/lists/list_coverage.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <set>

namespace vedette::service {
namespace {

namespace json = boost::json;

enum class Of : std::uint8_t { kBoth, kIndividual, kBusiness };

struct Field {
  std::string_view path;
  Of of = Of::kBoth;
};

// The fields of the interface's profiles, in its order.
constexpr std::array kFields = {
    Field{"name", Of::kBusiness},
    Field{"description", Of::kBusiness},
    Field{"firstName", Of::kIndividual},
    Field{"lastName", Of::kIndividual},
    Field{"gender", Of::kIndividual},
    Field{"isDeceased", Of::kIndividual},
    Field{"datesOfBirthIso", Of::kIndividual},
    Field{"datesOfBirthPartial", Of::kIndividual},
    Field{"datesOfDeathIso", Of::kIndividual},
    Field{"nationalitiesIsoCodes", Of::kIndividual},
    Field{"notes[].value"},
    Field{"activities", Of::kBusiness},
    Field{"businessTypes", Of::kBusiness},
    Field{"aliases[].type"},
    Field{"addresses[].addressType"},
    Field{"addresses[].line1"},
    Field{"addresses[].line2"},
    Field{"addresses[].postcode"},
    Field{"addresses[].city"},
    Field{"addresses[].county"},
    Field{"addresses[].countryIsoCode"},
    Field{"contactEntries[].value"},
    Field{"identifiers[].value"},
    Field{"individualLinks[].relationship"},
    Field{"businessLinks[].relationship"},
    Field{"rreEntries[].category"},
    Field{"rreEntries[].events[].type"},
    Field{"relEntries[].category"},
    Field{"relEntries[].events[].dateIso"},
    Field{"poiEntries[].category"},
    Field{"insEntries[].type"},
    Field{"griEntries[].title"},
    Field{"ddEntries[].reason", Of::kIndividual},
    Field{"pepByAssociationEntries[].resourceId", Of::kIndividual},
    Field{"evidences[].originalUrl"},
    Field{"evidences[].title"},
    Field{"evidences[].summary"},
    Field{"evidences[].keywords"},
    Field{"evidences[].captureDateIso"},
    Field{"evidences[].publicationDateIso"},
    Field{"evidences[].datasets"},
    Field{"profileImages"},
    Field{"datasets"},
    Field{"sanEntries.current[].sanctionId"},
    Field{"sanEntries.current[].measures"},
    Field{"sanEntries.current[].regime.origin"},
    Field{"sanEntries.current[].regime.body"},
    Field{"sanEntries.current[].regime.name"},
    Field{"sanEntries.current[].regime.types"},
    Field{"sanEntries.current[].events[].dateIso"},
    Field{"sanEntries.former[].regime.name"},
    Field{"sanEntries.former[].events[].dateIso"},
    Field{"pepEntries.pepTier", Of::kIndividual},
    Field{"pepEntries.current[].countryIsoCode", Of::kIndividual},
    Field{"pepEntries.current[].segment", Of::kIndividual},
    Field{"pepEntries.current[].position", Of::kIndividual},
    Field{"pepEntries.current[].dateFromIso", Of::kIndividual},
    Field{"pepEntries.former[].countryIsoCode", Of::kIndividual},
    Field{"pepEntries.former[].position", Of::kIndividual},
    Field{"pepEntries.former[].dateFromIso", Of::kIndividual},
    Field{"pepEntries.former[].dateToIso", Of::kIndividual},
};

struct FactField {
  lists::Fact fact;
  std::string_view path;
};
constexpr std::array kFactFields = {
    FactField{lists::Fact::kGender, "gender"},
    FactField{lists::Fact::kBirth, "datesOfBirthIso"},
    FactField{lists::Fact::kDeath, "datesOfDeathIso"},
    FactField{lists::Fact::kNationality, "nationalitiesIsoCodes"},
};

constexpr std::size_t kLongestExample = 120;

// Calls `visit` with the path and the text of everything below the value that says something.
template <class Visit>
void walk(const json::value& value, std::string& path, const Visit& visit) {
  const std::size_t size = path.size();
  if (const auto* object = value.if_object()) {
    for (const auto& member : *object) {
      if (size > 0) path += '.';
      path += std::string_view(member.key());
      walk(member.value(), path, visit);
      path.resize(size);
    }
  } else if (const auto* array = value.if_array()) {
    for (const json::value& each : *array) {
      // Texts are the field itself; objects have fields.
      if (each.is_object()) path += "[]";
      walk(each, path, visit);
      path.resize(size);
    }
  } else if (const auto* text = value.if_string()) {
    if (!text->empty()) visit(path, std::string_view(*text));
  } else if (value.is_bool()) {
    if (value.get_bool()) visit(path, "true");
  } else if (!value.is_null()) {
    visit(path, json::serialize(value));
  }
}

// Not in the middle of a letter.
std::string shortened(std::string_view text) {
  if (text.size() <= kLongestExample) return std::string(text);
  std::size_t end = kLongestExample;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

void ListCoverage::add(const profile::Profile& profile, const profile::LinkLookup& links) {
  Counts& counts = lists_[profile.key.list];
  const profile::Family family = profile.default_family();
  ++(family == profile::Family::kIndividual ? counts.individuals : counts.businesses);
  std::string text;
  base::JsonWriter writer(text);
  profile::write_open_profile(writer, profile, family, links);
  writer.end_object();
  std::set<std::string, std::less<>> seen;
  std::string path;
  walk(json::parse(text), path, [&](const std::string& field, std::string_view value) {
    if (!seen.insert(field).second) return;
    Count& count = counts.fields[field];
    if (++count.filled == 1) count.example = shortened(value);
  });
}

void ListCoverage::add_in_file(const std::string& list, const lists::InFile& in_file) {
  lists_[list].in_file = in_file;
  lists_[list].has_in_file = true;
}

std::vector<FieldCoverage> ListCoverage::result() const {
  std::vector<FieldCoverage> out;
  for (const auto& [list, counts] : lists_)
    for (const Field& field : kFields) {
      FieldCoverage made{.list = list, .field = std::string(field.path)};
      if (field.of != Of::kBusiness) made.parties += counts.individuals;
      if (field.of != Of::kIndividual) made.parties += counts.businesses;
      if (const auto found = counts.fields.find(field.path); found != counts.fields.end()) {
        made.filled = found->second.filled;
        made.example = found->second.example;
      }
      made.in_file = made.filled;
      for (const FactField& fact : kFactFields)
        if (counts.has_in_file && fact.path == field.path)
          made.in_file = std::max(made.filled, counts.in_file.of(fact.fact));
      out.push_back(std::move(made));
    }
  return out;
}

std::string to_json(const std::vector<FieldCoverage>& coverage) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_array();
  for (const FieldCoverage& each : coverage)
    json.begin_object()
        .member("list", each.list)
        .member("field", each.field)
        .member("parties", each.parties)
        .member("filled", each.filled)
        .member("inFile", each.in_file)
        .member("example", each.example)
        .end_object();
  json.end_array();
  return out;
}

}  // namespace vedette::service
