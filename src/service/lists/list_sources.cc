#include "service/lists/list_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

#include "base/check.h"
#include "base/table.h"
#include "base/toml.h"
#include "fetch/url.h"

namespace vedette::service {
namespace {

namespace json = boost::json;
using Problems = std::vector<base::ErrorDetail>;
using SourceMap = std::map<std::string, ListSource, std::less<>>;

constexpr std::int64_t kMostDays = 3650;

SourceMap built_in() {
  SourceMap sources;
  base::for_each_table_row("data/sources.tsv", [&](const base::TableRow& row) {
    ListSource source{.id = std::string(row.text(0))};
    source.options.format = lists::format_of(row.text(1));
    VEDETTE_CHECK(source.options.format.has_value());
    const std::string_view days = row.text(2);
    std::from_chars(days.begin(), days.end(), source.stale_days);
    for (const std::string_view url : row.forms(3))
      source.urls.emplace_back(url);
    source.name = row.text(4);
    if (const auto list = row.forms(5); !list.empty()) source.options.list_id = list.front();
    sources.emplace(source.id, std::move(source));
  });
  return sources;
}

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// Reads the table of one source, noting what is wrong.
class SourceReader {
 public:
  SourceReader(ListSource& source, const std::filesystem::path& folder, Problems& problems)
      : source_(source), folder_(folder), problems_(problems) {}

  void read(const json::object& table) {
    for (const auto& member : table)
      read_member(member.key(), member.value());
    if (source_.urls.empty()) add("url", "the source has no address");
    for (const std::string& url : source_.urls)
      check_url(url);
  }

 private:
  void add(std::string_view key, std::string message) {
    problems_.push_back(
        {fmt::format("{}.{}", source_.id, key), "INVALID_SOURCE", std::move(message)});
  }

  void read_member(std::string_view key, const json::value& value) {
    if (key == "url" || key == "urls") {
      read_texts(key, value, source_.urls);
    } else if (key == "headers") {
      read_texts(key, value, source_.headers);
      for (const std::string& header : source_.headers)
        check_header(header);
    } else if (key == "name") {
      read_text(key, value, source_.name);
    } else if (key == "list") {
      read_text(key, value, source_.options.list_id);
    } else if (key == "format") {
      read_format(value);
    } else if (key == "mapping") {
      read_mapping(value);
    } else if (key == "stale_days") {
      source_.stale_days = read_number(key, value, 1, kMostDays);
    } else if (key == "shrink_percent") {
      source_.most_shrink_percent = read_number(key, value, 0, 100);
    } else if (key == "allow_http") {
      read_flag(key, value, source_.allow_http);
    } else if (key == "allow_private") {
      read_flag(key, value, source_.allow_private);
    } else if (key == "enabled") {
      read_flag(key, value, source_.enabled);
    } else {
      add(key,
          "unknown; there are url, urls, format, list, mapping, name, headers, stale_days, "
          "shrink_percent, allow_http, allow_private, enabled");
    }
  }

  void read_text(std::string_view key, const json::value& value, std::string& out) {
    if (const auto* text = value.if_string()) {
      out = std::string_view(*text);
    } else {
      add(key, "must be a text");
    }
  }

  void read_texts(std::string_view key, const json::value& value, std::vector<std::string>& out) {
    out.clear();
    const auto* array = value.if_array();
    if (array == nullptr) {
      read_text(key, value, out.emplace_back());
      return;
    }
    if (array->size() > kMostUrlsOfASource)
      add(key, fmt::format("has more than {} items", kMostUrlsOfASource));
    for (const json::value& item : *array)
      read_text(key, item, out.emplace_back());
  }

  int read_number(std::string_view key, const json::value& value, std::int64_t least,
                  std::int64_t most) {
    const auto* number = value.if_int64();
    if (number != nullptr && *number >= least && *number <= most) return static_cast<int>(*number);
    add(key, fmt::format("must be a whole number from {} to {}", least, most));
    return static_cast<int>(least);
  }

  void read_flag(std::string_view key, const json::value& value, bool& out) {
    if (const auto* flag = value.if_bool()) {
      out = *flag;
    } else {
      add(key, "must be true or false");
    }
  }

  void read_format(const json::value& value) {
    std::string name;
    read_text("format", value, name);
    source_.options.format = lists::format_of(name);
    if (source_.options.format) return;
    std::string known;
    for (const lists::Format format : lists::all_formats())
      known += fmt::format(" {}", lists::format_name(format));
    add("format", fmt::format("{} is not known; there are:{}", name, known));
  }

  void read_mapping(const json::value& value) {
    std::string name;
    read_text("mapping", value, name);
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) return add("mapping", fmt::format("cannot read {}", (folder_ / name).string()));
    source_.options.mapping = text.str();
  }

  void check_url(const std::string& text) {
    const auto url = fetch::parse_url(text);
    if (!url.ok()) {
      add("url", url.error().message);
    } else if (url->scheme == "http" && !source_.allow_http) {
      add("url", "only https is fetched, unless allow_http = true");
    }
  }

  // A line end in a header would be another header.
  void check_header(const std::string& header) {
    const bool harmless =
        std::ranges::none_of(header, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
    const std::size_t colon = header.find(':');
    if (!harmless || colon == 0 || colon == std::string::npos)
      add("headers", "each must be \"Name: value\"");
  }

  ListSource& source_;
  const std::filesystem::path& folder_;
  Problems& problems_;
};

void read_tables(const json::object& tables, const std::filesystem::path& folder,
                 SourceMap& sources, Problems& problems) {
  for (const auto& member : tables) {
    const std::string id(member.key());
    const auto* table = member.value().if_object();
    if (!is_id(id) || table == nullptr) {
      problems.push_back(
          {id, "INVALID_SOURCE", "each source is a table named with a-z, 0-9, - and _"});
      continue;
    }
    ListSource& source = sources.try_emplace(id, ListSource{.id = id}).first->second;
    source.enabled = true;  // to be written down is to be wanted, unless it says enabled = false
    SourceReader(source, folder, problems).read(*table);
  }
}

std::string known_ids(const SourceMap& sources) {
  std::string ids;
  for (const auto& [id, source] : sources)
    ids += " " + id;
  return ids;
}

base::Error invalid(const std::filesystem::path& origin, Problems problems) {
  std::string message = fmt::format("the sources of lists ({}):", origin.string());
  for (const base::ErrorDetail& problem : problems)
    message += fmt::format("\n{}: {}", problem.path, problem.message);
  return base::Error(base::Cause::kInvalidInput, std::move(message), std::move(problems));
}

}  // namespace

base::Result<std::vector<ListSource>> list_sources(std::string_view toml,
                                                   const std::filesystem::path& origin,
                                                   const std::vector<std::string>& enabled) {
  SourceMap sources = built_in();
  VEDETTE_ASSIGN(const json::object tables, base::parse_toml(toml, origin.string()));
  Problems problems;
  read_tables(tables, origin.parent_path(), sources, problems);
  for (const std::string& id : enabled) {
    const auto found = sources.find(id);
    if (found != sources.end()) {
      found->second.enabled = true;
    } else {
      problems.push_back({"update_sources", "UNKNOWN_SOURCE",
                          fmt::format("{} is not known; there are:{}", id, known_ids(sources))});
    }
  }
  if (sources.size() > kMostSources)
    problems.push_back({"", "INVALID_SOURCE", fmt::format("more than {} sources", kMostSources)});
  if (!problems.empty()) return invalid(origin, std::move(problems));
  std::vector<ListSource> all;
  for (auto& [id, source] : sources)
    all.push_back(std::move(source));
  return all;
}

}  // namespace vedette::service
