#include "app/commands/variations_command.h"

#include <fmt/format.h>

#include <iostream>

#include "app/installation/catalogue_folder.h"
#include "app/terminal/terminal.h"
#include "base/ascii.h"
#include "base/csv.h"
#include "base/json_writer.h"
#include "service/lists/import_inputs.h"
#include "variations/sample.h"

namespace vedette::app {
namespace {

using variations::ListedName;
using variations::VariationClass;

base::Result<std::vector<const VariationClass*>> chosen_classes(std::string_view text) {
  std::vector<const VariationClass*> chosen;
  if (text.empty()) {
    for (const VariationClass& each : variations::classes())
      chosen.push_back(&each);
    return chosen;
  }
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view word = base::trim(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t before = chosen.size();
    for (const VariationClass& each : variations::classes())
      if (each.id == word || each.group() == word) chosen.push_back(&each);
    if (chosen.size() == before)
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("--classes: there is no class or group {}; --list shows them", word));
  }
  return chosen;
}

void add_names(const profile::Profile& profile, std::vector<ListedName>& names) {
  for (const profile::Name& name : profile.names)
    names.push_back(
        {name.text, variations::name_kind(profile.kind), profile.key.list, profile.key.record, 0});
}

base::Result<std::vector<ListedName>> names_of_files(const std::vector<std::string>& files) {
  std::vector<ListedName> names;
  VEDETTE_ASSIGN(const service::ImportInputs inputs, service::ImportInputs::open({{files}}));
  for (const service::PlannedList& list : inputs.lists())
    VEDETTE_TRY(lists::read_list(list.files, [&](profile::Profile&& profile) {
      add_names(profile, names);
      return base::Result<void>();
    }));
  return names;
}

base::Result<std::vector<ListedName>> names_that_serve(const Settings& settings) {
  std::vector<ListedName> names;
  VEDETTE_ASSIGN(const auto catalogue, open_current_catalogue(settings));
  for (std::uint32_t i = 0; i < catalogue->profile_count(); ++i) {
    if (catalogue->is_deleted(i)) continue;
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue->profile(i));
    add_names(profile, names);
  }
  return names;
}

std::string_view schema_of(names::Kind kind) {
  switch (kind) {
    case names::Kind::kPerson:
      return "Person";
    case names::Kind::kOrganisation:
      return "Organization";
    case names::Kind::kThing:
      return "Vessel";
    case names::Kind::kUnknown:
      return "LegalEntity";
  }
  return "LegalEntity";
}

void write_json(const VariationClass& type, const ListedName& name, std::string_view query) {
  std::string out;
  base::JsonWriter json(out);
  json.begin_object().member("class", type.id).member("list", name.list);
  json.member("record", name.record).member("schema", schema_of(name.kind));
  json.member("query", query).member("listed", name.text).end_object();
  std::cout << out << "\n";
}

void write_csv(const VariationClass& type, const ListedName& name, std::string_view query) {
  std::string out;
  base::append_csv(out, {std::string(type.id), name.list, name.record,
                         std::string(schema_of(name.kind)), std::string(query), name.text});
  std::cout << out;
}

void print_classes(bool json) {
  if (json) {
    std::string out;
    base::JsonWriter writer(out);
    writer.begin_array();
    for (const VariationClass& each : variations::classes()) {
      const bool same = each.expectation == variations::Expectation::kSameScore;
      writer.begin_object().member("id", each.id).member("title", each.title);
      writer.member("parties", variations::parties_text(each.parties));
      writer.member("script", each.script == text::Script::Other ? "any" : name_of(each.script));
      writer.member("expected", same ? "same score" : "found").end_object();
    }
    writer.end_array();
    std::cout << out << "\n";
    return;
  }
  std::vector<std::vector<std::string>> rows = {{"CLASS", "PARTIES", "SCRIPT", "WHAT CHANGES"}};
  for (const VariationClass& each : variations::classes())
    rows.push_back({std::string(each.id), variations::parties_text(each.parties),
                    std::string(each.script == text::Script::Other ? "any" : name_of(each.script)),
                    std::string(each.title)});
  std::cout << aligned(rows);
}

base::Result<void> write_variations(const Settings& settings, const VariationsCommand& command) {
  if (command.per_class < 1)
    return base::Error(base::Cause::kInvalidInput, "--per-class must be at least 1");
  if (command.seed < 0)
    return base::Error(base::Cause::kInvalidInput, "--seed must not be negative");
  VEDETTE_ASSIGN(const auto chosen, chosen_classes(command.classes));
  VEDETTE_ASSIGN(const std::vector<ListedName> names, command.files.empty()
                                                          ? names_that_serve(settings)
                                                          : names_of_files(command.files));
  if (!command.json) std::cout << "class,list,record,schema,name1,name2\n";
  for (const VariationClass* type : chosen) {
    const auto drawn = variations::draw(*type, names, static_cast<std::uint64_t>(command.seed),
                                        static_cast<std::size_t>(command.per_class));
    for (const variations::Variation& each : drawn)
      (command.json ? write_json : write_csv)(*type, names[each.name], each.text);
  }
  if (!std::cout.flush())
    return base::Error(base::Cause::kUnavailable, "the output could not be written");
  return {};
}

}  // namespace

int variations(const Settings& settings, const VariationsCommand& command) {
  if (command.list_classes) {
    print_classes(command.json);
    return 0;
  }
  const auto done = write_variations(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
