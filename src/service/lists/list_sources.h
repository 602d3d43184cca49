#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lists/formats/format.h"

namespace vedette::service {

// Where a list is fetched from. The table data/sources.tsv has the official ones; a TOML file adds
// others and changes these.
struct ListSource {
  std::string id;  // a-z 0-9 - _: also the name of its folder
  std::string name = {};
  std::vector<std::string> urls = {};  // files that belong together (csv triples)
  lists::ImportOptions options = {};   // format, list id, mapping
  std::vector<std::string> headers = {};
  int stale_days = 0;                           // 0: as the installation says
  std::optional<int> most_shrink_percent = {};  // nothing: as the installation says
  bool allow_http = false;
  bool allow_private = false;
  bool enabled = false;
};

constexpr std::size_t kMostSources = 1000;
constexpr std::size_t kMostUrlsOfASource = 20;

// The sources of an installation, ordered by id. `toml` is the text of the file (empty: none) and
// `origin` its path, beside which mapping files are found; `enabled` names sources to enable
// besides those that the file does. kInvalidInput names every problem: an unknown key, name or
// format, an address that could never be fetched.
base::Result<std::vector<ListSource>> list_sources(std::string_view toml,
                                                   const std::filesystem::path& origin,
                                                   const std::vector<std::string>& enabled);

}  // namespace vedette::service
