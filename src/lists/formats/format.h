#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/building/known_lists.h"
#include "lists/input/account.h"
#include "lists/input/input.h"

namespace vedette::lists {

// Raised whenever a reader makes something else of the same file. A list that an older version read
// is read again once from the file that is kept, and what only the reader changed raises no
// profile's version.
inline constexpr std::uint64_t kReaderVersion = 2;

// The published formats, one reader each.
enum class Format {
  kOfacXml,
  kOfacCsv,
  kOfacAdvancedXml,
  kOfacEnhancedXml,
  kUnXml,
  kEuXml,
  kEuCsv,
  kUkOfsiCsv,
  kUkXml,
  kUkCsv,
  kFtmJson,
  kNestedJson,
  kSimpleCsv,
  kSenzingJson,
  kUsCslCsv,
  kUsCslJson,
  kChXml,
  kCaXml,
  kAuCsv,
  kPopoloJson,
  kWikidataJson,
  kMappedCsv,
  kProfileLines,
};

std::string_view format_name(Format format);  // ofac-xml, un-xml, ...
std::optional<Format> format_of(std::string_view name);
std::vector<Format> all_formats();

// What the first bytes of a file say it is. Refuses, with the reason, an empty file, a git-lfs
// pointer, an HTML page, and what is none of the formats.
base::Result<Format> recognise(std::string_view file_name, std::string_view head);

// The files that make up one list in one format. Files of one list in several pieces (the csv files
// of OFAC) stand together.
struct ListFiles {
  Format format = Format::kProfileLines;
  std::vector<const Input*> files;
  std::string list_id;  // empty: from the content
  std::string mapping;  // of kMappedCsv: the mapping file's text
  // Accepts parties without the files of their aliases and addresses, which belong to them.
  bool allow_incomplete = false;
  // The day it is, YYYY-MM-DD: an office that ends later is held. Empty: all that have an end
  // ended.
  std::string today = {};
  InFile* in_file = nullptr;  // counts what the file says of parties; null: not counted
};

// A reader turns files into profiles. When it fails, nothing that the sink got may be used.
using ReadFunction = base::Result<void> (*)(const ListFiles& files, Sink& sink);

base::Result<void> read_ofac_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_ofac_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_ofac_advanced_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_ofac_enhanced_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_un_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_eu_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_eu_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_uk_ofsi_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_uk_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_uk_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_ftm_json(const ListFiles& files, Sink& sink);
base::Result<void> read_nested_json(const ListFiles& files, Sink& sink);
base::Result<void> read_simple_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_senzing_json(const ListFiles& files, Sink& sink);
base::Result<void> read_us_csl_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_us_csl_json(const ListFiles& files, Sink& sink);
base::Result<void> read_ch_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_ca_xml(const ListFiles& files, Sink& sink);
base::Result<void> read_au_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_popolo_json(const ListFiles& files, Sink& sink);
base::Result<void> read_wikidata_json(const ListFiles& files, Sink& sink);
base::Result<void> read_mapped_csv(const ListFiles& files, Sink& sink);
base::Result<void> read_profile_lines(const ListFiles& files, Sink& sink);

struct ImportOptions {
  std::optional<Format> format;  // instead of recognising it
  std::string list_id;
  std::string mapping;
  bool allow_incomplete = false;
  std::string today = {};
};
// Groups inputs into lists: each file is one, but files that belong together. Refuses a list id
// that is no slug.
base::Result<std::vector<ListFiles>> plan(const std::vector<const Input*>& inputs,
                                          const ImportOptions& options = {});

// Reads one list. Fails as a whole when the files are not what they should be or hold no record at
// all; else gives the account of every record.
base::Result<Account> read_list(const ListFiles& files, const ProfileConsumer& consumer);

// The list that the content says it is, under the requested id, if any.
inline ListInfo list_of_content(const ListFiles& files, std::string_view content_id) {
  ListInfo list = named_list(content_id, files.list_id);
  list.in_file = files.in_file;
  return list;
}

}  // namespace vedette::lists
