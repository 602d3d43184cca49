#include "app/commands/list_content_commands.h"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <unordered_map>

#include "app/installation/catalogue_folder.h"
#include "app/terminal/terminal.h"
#include "profile/profile_lines.h"
#include "service/lists/import_inputs.h"
#include "service/lists/list_coverage.h"
#include "service/lists/list_diff.h"
#include "service/screening/profile_lookup.h"

namespace vedette::app {
namespace {

using base::Result;

// The parties of the files that are counted, by which a link tells a person from a business.
class FileLinks final : public profile::LinkLookup {
 public:
  void add(const profile::Profile& profile) {
    parties_.emplace(profile::resource_id(profile.key), profile.kind);
  }
  std::optional<profile::LinkedProfile> find(const profile::ProfileKey& key) const override {
    const auto found = parties_.find(profile::resource_id(key));
    if (found == parties_.end()) return std::nullopt;
    return profile::LinkedProfile{.kind = found->second, .name = {.text = "-"}, .qr_code = 1};
  }

 private:
  std::unordered_map<std::string, profile::Kind> parties_;
};

Result<service::ImportInputs> open_files(const std::vector<std::string>& files,
                                         const std::string& format) {
  service::ImportFiles group{.files = files};
  if (!format.empty()) {
    group.options.format = lists::format_of(format);
    if (!group.options.format)
      return base::Error(base::Cause::kInvalidInput,
                         fmt::format("--format {} is not known", format));
  }
  return service::ImportInputs::open({group});
}

Result<void> print_profiles(const ListsReadCommand& command) {
  VEDETTE_ASSIGN(const service::ImportInputs inputs, open_files(command.files, command.format));
  std::string line;
  for (const service::PlannedList& list : inputs.lists())
    VEDETTE_TRY(lists::read_list(list.files, [&](profile::Profile&& profile) {
      line.clear();
      profile::append_line(profile, line);
      std::cout << line << "\n";
      return Result<void>();
    }));
  return {};
}

// Reads the files twice: links need to know who is who.
Result<void> count_files(const ListsCoverageCommand& command, service::ListCoverage& coverage) {
  VEDETTE_ASSIGN(const service::ImportInputs inputs, open_files(command.files, command.format));
  FileLinks links;
  for (const service::PlannedList& list : inputs.lists())
    VEDETTE_TRY(lists::read_list(list.files, [&](profile::Profile&& profile) {
      links.add(profile);
      return Result<void>();
    }));
  for (const service::PlannedList& list : inputs.lists()) {
    lists::InFile in_file;
    lists::ListFiles files = list.files;
    files.in_file = &in_file;
    VEDETTE_TRY(lists::read_list(files, [&](profile::Profile&& profile) {
      coverage.add(profile, links);
      return Result<void>();
    }));
    coverage.add_in_file(list.id, in_file);
  }
  return {};
}

Result<void> count_serving(const Settings& settings, service::ListCoverage& coverage) {
  VEDETTE_ASSIGN(const auto catalogue, open_current_catalogue(settings));
  const service::CatalogueLinks links(*catalogue);
  for (std::uint32_t i = 0; i < catalogue->profile_count(); ++i) {
    if (catalogue->is_deleted(i)) continue;
    VEDETTE_ASSIGN(const profile::Profile profile, catalogue->profile(i));
    coverage.add(profile, links);
  }
  return {};
}

void print_table(const std::vector<service::FieldCoverage>& coverage) {
  std::string list;
  for (const service::FieldCoverage& each : coverage) {
    if (each.list != list) {
      list = each.list;
      std::cout << fmt::format("{}{}\n{:<44} {:>9} {:>9} {:>9} {:>7}  {}\n",
                               &each == coverage.data() ? "" : "\n", list, "field", "parties",
                               "filled", "in file", "share", "example");
    }
    const double share = each.parties == 0 ? 0
                                           : 100.0 * static_cast<double>(each.filled) /
                                                 static_cast<double>(each.parties);
    std::cout << fmt::format("{:<44} {:>9} {:>9} {:>9} {:>6.1f}%  {}\n", each.field, each.parties,
                             each.filled, each.in_file, share, each.example);
  }
}

// A generation of the installation by its number, else a file.
Result<std::unique_ptr<service::ProfileSet>> open_side(const Settings& settings,
                                                       const std::string& name) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size())
    return service::profiles_of_file(name);
  VEDETTE_ASSIGN(const catalogue::Store store, open_existing_catalogue_folder(settings));
  auto opened = catalogue::Catalogue::open(store.path_of(number), catalogue::Check::kQuick,
                                           catalogue::Purpose::kProfiles);
  if (!opened.ok())
    return base::Error(base::Cause::kNotFound,
                       fmt::format("generation {} is not kept here: {}; `vedette lists status` "
                                   "names those that are",
                                   number, opened.error().message));
  return service::profiles_of(std::move(opened).value());
}

void print_change(const service::EntryChange& change, bool as_json) {
  if (!as_json) {
    std::cout << fmt::format("{} {}/{} {}\n", to_text(change.kind), change.key.list,
                             change.key.record, change.name);
    for (const service::FieldChange& field : change.fields)
      std::cout << fmt::format("  {}: {} -> {}\n", field.field,
                               field.before.empty() ? "-" : field.before,
                               field.after.empty() ? "-" : field.after);
    return;
  }
  std::string line;
  base::JsonWriter json(line);
  json.begin_object().member("change", to_text(change.kind)).member("list", change.key.list);
  json.member("record", change.key.record).member("name", change.name).key("fields").begin_array();
  for (const service::FieldChange& field : change.fields) {
    json.begin_object().member("field", field.field);
    if (!field.before.empty()) json.key("before").raw(field.before);
    if (!field.after.empty()) json.key("after").raw(field.after);
    json.end_object();
  }
  json.end_array().end_object();
  std::cout << line << "\n";
}

Result<void> run_diff(const Settings& settings, const ListsDiffCommand& command) {
  VEDETTE_ASSIGN(const auto before, open_side(settings, command.before));
  VEDETTE_ASSIGN(const auto after, open_side(settings, command.after));
  std::uint64_t counts[3] = {};
  VEDETTE_TRY(service::diff_profiles(*before, *after, [&](const service::EntryChange& change) {
    ++counts[static_cast<std::size_t>(change.kind)];
    print_change(change, command.json);
  }));
  if (!command.json)
    std::cout << fmt::format("{} added, {} changed, {} removed\n", counts[0], counts[1], counts[2]);
  return {};
}

}  // namespace

int read_lists(const Settings&, const ListsReadCommand& command) {
  const auto done = print_profiles(command);
  return done.ok() ? 0 : print_error(done.error());
}

int print_list_coverage(const Settings& settings, const ListsCoverageCommand& command) {
  service::ListCoverage coverage;
  const auto counted =
      command.files.empty() ? count_serving(settings, coverage) : count_files(command, coverage);
  if (!counted.ok()) return print_error(counted.error());
  const auto result = coverage.result();
  if (command.json)
    std::cout << service::to_json(result) << "\n";
  else
    print_table(result);
  return 0;
}

int print_list_diff(const Settings& settings, const ListsDiffCommand& command) {
  const auto done = run_diff(settings, command);
  return done.ok() ? 0 : print_error(done.error());
}

}  // namespace vedette::app
