#include "lists/formats/format.h"

#include <array>

#include "lists/building/known_lists.h"
#include "lists/input/csv.h"
#include "lists/input/pieces.h"

namespace vedette::lists {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kHead = 64U << 10;

struct Row {
  Format format;
  std::string_view name;
  ReadFunction read;
};
constexpr std::array kFormats = {
    Row{Format::kOfacXml, "ofac-xml", read_ofac_xml},
    Row{Format::kOfacCsv, "ofac-csv", read_ofac_csv},
    Row{Format::kOfacAdvancedXml, "ofac-advanced-xml", read_ofac_advanced_xml},
    Row{Format::kOfacEnhancedXml, "ofac-enhanced-xml", read_ofac_enhanced_xml},
    Row{Format::kUnXml, "un-xml", read_un_xml},
    Row{Format::kEuXml, "eu-xml", read_eu_xml},
    Row{Format::kEuCsv, "eu-csv", read_eu_csv},
    Row{Format::kUkOfsiCsv, "uk-ofsi-csv", read_uk_ofsi_csv},
    Row{Format::kUkXml, "uk-xml", read_uk_xml},
    Row{Format::kUkCsv, "uk-csv", read_uk_csv},
    Row{Format::kFtmJson, "ftm-json", read_ftm_json},
    Row{Format::kNestedJson, "nested-json", read_nested_json},
    Row{Format::kSimpleCsv, "simple-csv", read_simple_csv},
    Row{Format::kSenzingJson, "senzing-json", read_senzing_json},
    Row{Format::kUsCslCsv, "us-csl-csv", read_us_csl_csv},
    Row{Format::kUsCslJson, "us-csl-json", read_us_csl_json},
    Row{Format::kChXml, "ch-xml", read_ch_xml},
    Row{Format::kCaXml, "ca-xml", read_ca_xml},
    Row{Format::kAuCsv, "au-csv", read_au_csv},
    Row{Format::kPopoloJson, "popolo-json", read_popolo_json},
    Row{Format::kWikidataJson, "wikidata-json", read_wikidata_json},
    Row{Format::kMappedCsv, "mapped-csv", read_mapped_csv},
    Row{Format::kProfileLines, "profile-lines", read_profile_lines},
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return out;
}

// The name of the first element, after declarations and comments.
std::string_view root_of(std::string_view head) {
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at)) {
    if (head.substr(at, 4) == "<!--") {
      at = head.find("-->", at);
      if (at == std::string_view::npos) return {};
    } else if (head.substr(at, 2) == "<?" || head.substr(at, 2) == "<!") {
      at = head.find('>', at);
      if (at == std::string_view::npos) return {};
    } else {
      const auto end = head.find_first_of(" \t\r\n/>", at);
      std::string_view name = head.substr(at + 1, end == head.npos ? head.npos : end - at - 1);
      if (const auto colon = name.find(':'); colon != name.npos) name = name.substr(colon + 1);
      return name;
    }
  }
  return {};
}

std::optional<Format> xml_format(std::string_view root) {
  constexpr std::array<std::pair<std::string_view, Format>, 8> kRoots = {{
      {"sdnList", Format::kOfacXml},
      {"Sanctions", Format::kOfacAdvancedXml},
      {"sanctionsData", Format::kOfacEnhancedXml},
      {"CONSOLIDATED_LIST", Format::kUnXml},
      {"export", Format::kEuXml},
      {"Designations", Format::kUkXml},
      {"swiss-sanctions-list", Format::kChXml},
      {"data-set", Format::kCaXml},
  }};
  for (const auto& [name, format] : kRoots)
    if (name == root) return format;
  return std::nullopt;
}

// The names of members of the first object and whether values are nested, by sight.
std::optional<Format> json_format(std::string_view head) {
  const bool members = head.front() == '{';
  // A delta names an operation per line; it is a change to a list, not a list.
  if (has(head.substr(0, 40), "\"op\"")) return std::nullopt;
  if (has(head, "\"DATA_SOURCE\"") && has(head, "\"RECORD_ID\"")) return Format::kSenzingJson;
  const std::string_view first = head.substr(0, 4096);
  if (has(first.substr(0, 200), "\"type\":\"item\"") && has(first.substr(0, 200), "\"id\":\"Q"))
    return Format::kWikidataJson;
  if (has(first, "\"schema\"") && has(head, "\"properties\"")) {
    // Only nested entities have entities as values.
    const bool nested = has(head, "\":[{\"") || has(head, "\": [{\"");
    return nested && members ? Format::kNestedJson : Format::kFtmJson;
  }
  if (has(head.substr(0, 40), "\"listHeader\"") ||
      (has(first, "\"list\":") && has(first, "\"record\":") && has(first, "\"names\":")))
    return Format::kProfileLines;
  if (members && has(head, "\"results\"") && has(head, "\"alt_names\"")) return Format::kUsCslJson;
  if (members && (has(head, "\"persons\"") || has(head, "\"memberships\"")))
    return Format::kPopoloJson;
  return std::nullopt;
}

bool is_ofac_row(std::string_view line) {
  // A number, then one of OFAC's separators; nulls are written -0- and texts are quoted.
  const auto end = line.find_first_of(",|@");
  if (end == std::string_view::npos || end == 0 ||
      line.substr(0, end).find_first_not_of("0123456789") != std::string_view::npos)
    return false;
  const std::string_view rest = line.substr(end + 1);
  return has(rest, "-0-") || rest.starts_with('"');
}

std::optional<Format> csv_format(std::string_view head) {
  const std::string text = lower(head);
  const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
  const auto second_at = text.find('\n');
  const std::string_view second =
      second_at == std::string::npos
          ? std::string_view()
          : std::string_view(text).substr(second_at + 1,
                                          text.find('\n', second_at + 1) - second_at);
  if (has(first, "entity_logical_id") && has(first, "naal_")) return Format::kEuCsv;
  for (const std::string_view line : {first, second}) {
    if (has(line, "name 6") && has(line, "unique id")) return Format::kUkCsv;
    if (has(line, "name 6") && has(line, "group id")) return Format::kUkOfsiCsv;
  }
  if (has(first, "source") && has(first, "alt_names") && has(first, "entity_number"))
    return Format::kUsCslCsv;
  if (has(first, "schema") && has(first, "aliases") && has(first, "birth_date"))
    return Format::kSimpleCsv;
  if (has(first, "name of individual or entity") && has(first, "reference")) return Format::kAuCsv;
  if (is_ofac_row(head.substr(0, head.find('\n')))) return Format::kOfacCsv;
  return std::nullopt;
}

Error refused(std::string_view name, std::string_view why) {
  return Error(Cause::kInvalidInput, fmt::format("{}: {}", name, why));
}

// A list directory's name for grouping: everything up to the last "/" or ":".
std::string folder_of(std::string_view name) {
  const auto end = name.find_last_of("/:");
  return std::string(end == std::string_view::npos ? std::string_view() : name.substr(0, end));
}

}  // namespace

std::string_view format_name(Format format) {
  for (const Row& row : kFormats)
    if (row.format == format) return row.name;
  return "unknown";
}

std::optional<Format> format_of(std::string_view name) {
  for (const Row& row : kFormats)
    if (row.name == name) return row.format;
  return std::nullopt;
}

std::vector<Format> all_formats() {
  std::vector<Format> formats;
  for (const Row& row : kFormats)
    formats.push_back(row.format);
  return formats;
}

Result<Format> recognise(std::string_view file_name, std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::string_view text = trim(head);
  if (text.empty()) return refused(file_name, "the file is empty");
  if (text.starts_with("version https://git-lfs"))
    return refused(file_name, "this is a git-lfs pointer, not the list itself");
  const std::string start = lower(text.substr(0, 1024));
  if (start.starts_with("<!doctype html") || start.starts_with("<html"))
    return refused(file_name, "this is an HTML page, not a list");
  std::optional<Format> format;
  if (text.front() == '<') {
    const std::string_view root = root_of(text);
    format = xml_format(root);
    if (!format && lower(root) == "html")
      return refused(file_name, "this is an HTML page, not a list");
    if (!format)
      return refused(file_name, fmt::format("XML of an unknown kind (root element '{}')", root));
  } else if (text.front() == '{' || text.front() == '[') {
    format = json_format(text);
    if (!format && has(text.substr(0, 40), "\"op\""))
      return refused(file_name, "this is a delta between two versions of a list, not a list");
  } else {
    format = csv_format(text);
  }
  if (format) return *format;
  std::string known;
  for (const Row& row : kFormats)
    known += fmt::format(" {}", row.name);
  return refused(file_name,
                 "the format is none of those known. For a csv of your own, --mapping FILE says "
                 "which column is what (docs/lists.md); else name the format with --format, one "
                 "of:" +
                     known);
}

Result<std::vector<ListFiles>> plan(const std::vector<const Input*>& inputs,
                                    const ImportOptions& options) {
  if (!options.list_id.empty() && slug(options.list_id) != options.list_id)
    return Error(Cause::kInvalidInput,
                 fmt::format("{} is no id of a list: lower-case letters and digits, words joined "
                             "by single hyphens, as in {}",
                             options.list_id,
                             slug(options.list_id).empty() ? "own-list" : slug(options.list_id)));
  std::vector<ListFiles> lists;
  std::vector<std::string> folders;
  for (const Input* input : inputs) {
    Format format = options.mapping.empty() ? Format::kProfileLines : Format::kMappedCsv;
    if (options.format) {
      format = *options.format;
    } else if (options.mapping.empty()) {
      VEDETTE_ASSIGN(const std::string head, head_of(*input, kHead));
      VEDETTE_ASSIGN(format, recognise(input->name(), head));
    }
    // OFAC's csv files of one folder are one list, unless they are of both lists.
    if (format == Format::kOfacCsv) {
      const bool consolidated =
          has(lower(input->name().substr(folder_of(input->name()).size())), "cons");
      const std::string folder = folder_of(input->name()) + (consolidated ? "?cons" : "?sdn");
      bool joined = false;
      for (std::size_t i = 0; i < lists.size(); ++i)
        if (lists[i].format == Format::kOfacCsv && folders[i] == folder) {
          lists[i].files.push_back(input);
          joined = true;
        }
      if (joined) continue;
      folders.resize(lists.size());
      folders.push_back(folder);
    }
    lists.push_back({format,
                     {input},
                     options.list_id,
                     options.mapping,
                     options.allow_incomplete,
                     options.today});
    folders.resize(lists.size());
  }
  return lists;
}

namespace {

// Several lists are given at once: a refusal says which file it is about.
Error naming_file(const Error& error, const ListFiles& files) {
  for (const Input* each : files.files)
    if (error.message.find(each->name()) != std::string::npos) return error;
  Error named = error;
  named.message = fmt::format("{}: {}", files.files.front()->name(), error.message);
  return named;
}

// Whether a party without a dataset is on the list to explain others. OpenSanctions publishes such
// parties, in every format; whoever keeps a list of his own means everybody on it.
bool has_context(const ListInfo& list) {
  return list.publication == "opensanctions" || list.publication.starts_with("os-");
}

void make_of_interest(profile::Profile& profile) {
  profile.datasets.add(profile::Dataset::kPoi);
  if (profile.pois.empty()) profile.pois.push_back({"Named by the list", {}, {}});
}

}  // namespace

Result<Account> read_list(const ListFiles& files, const ProfileConsumer& consumer) {
  if (files.files.empty()) return Error(Cause::kInvalidInput, "no file is given");
  for (const Row& row : kFormats) {
    if (row.format != files.format) continue;
    const Account* kept = nullptr;
    Accountant accountant(std::string(row.name), [&](profile::Profile&& profile) {
      if (profile.datasets.empty() && !has_context(kept->list)) make_of_interest(profile);
      return consumer(std::move(profile));
    });
    kept = &accountant.account();
    if (const auto read = row.read(files, accountant); !read.ok())
      return naming_file(read.error(), files);
    if (!accountant.failure().ok()) return accountant.failure().error();
    const Account& account = accountant.account();
    const std::string& published = account.list.publication;
    if (is_known_list(files.list_id) && is_known_list(published) && published != files.list_id)
      return refused(files.files.front()->name(),
                     fmt::format("this is the list {}; it cannot be imported as {}, which is "
                                 "another published list. Give it another id, or none",
                                 published, files.list_id));
    if (account.accepted > 0 && account.list.id.empty())
      return refused(files.files.front()->name(), "the file does not say which list it is");
    if (account.records == 0)
      return refused(files.files.front()->name(),
                     "the file holds no record; a list that is no longer wanted is taken away with "
                     "vedette lists remove");
    if (account.accepted == 0)
      return refused(
          files.files.front()->name(),
          fmt::format("none of the {} records could be read (first: {} {})", account.records,
                      account.examples.front().cause, account.examples.front().detail));
    return account;
  }
  return Error(Cause::kUnsupported, "no reader for this format");
}

}  // namespace vedette::lists
