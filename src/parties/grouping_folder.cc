#include "parties/grouping_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <functional>
#include <optional>
#include <system_error>

#include "catalogue/file_writer.h"
#include "parties/whole_file.h"

namespace vedette::parties {
namespace {

namespace fs = std::filesystem;
using base::Cause;
using base::Error;

constexpr std::array<char, 8> kGroupingMagic = {'V', 'E', 'D', 'P', 'A', 'R', 'T', '\x1a'};
constexpr std::array<char, 8> kComparisonsMagic = {'V', 'E', 'D', 'C', 'O', 'M', 'P', '\x1a'};
constexpr std::uint32_t kFormat = 1;
constexpr std::string_view kGroupingPrefix = "parties-";
constexpr std::string_view kGroupingSuffix = ".vedpar";
constexpr std::string_view kComparisonsPrefix = "comparisons-";
constexpr std::string_view kComparisonsSuffix = ".vedcmp";

struct GroupingHead {
  std::array<char, 8> magic = kGroupingMagic;
  std::uint32_t format = kFormat;
  std::uint32_t entries = 0;
  std::uint64_t generation = 0;
  std::int64_t created_millis = 0;  // of the catalogue
  std::uint64_t revision = 0;
  std::uint64_t judgements = 0;
  std::uint8_t automatic = 0;
  std::uint8_t suggestion = 0;
  std::uint8_t off = 0;
  std::array<std::uint8_t, 5> reserved = {};
  std::uint64_t members = 0;
  std::uint64_t suggestions = 0;
};
static_assert(sizeof(GroupingHead) == 72);

struct ComparisonsHead {
  std::array<char, 8> magic = kComparisonsMagic;
  std::uint32_t format = kFormat;
  std::uint32_t entries = 0;
  std::uint64_t model = 0;
  std::uint64_t pairs = 0;
};
static_assert(sizeof(ComparisonsHead) == 32);

// An entry and the party it belongs to; entries that are alone are not written.
struct Member {
  Entry entry;
  Party party;
};

std::optional<std::uint64_t> number_of(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  if (error != std::errc() || end != digits.end() || digits.empty()) return std::nullopt;
  return value;
}

// The generation and revision that a file name tells; revision 0 of comparisons.
struct Named {
  std::uint64_t generation = 0;
  std::uint64_t revision = 0;
};
std::optional<Named> parse_name(std::string_view name) {
  const auto take = [&](std::string_view prefix, std::string_view suffix) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) return false;
    name = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    return true;
  };
  if (take(kComparisonsPrefix, kComparisonsSuffix)) {
    const auto generation = number_of(name);
    return generation ? std::optional(Named{*generation, 0}) : std::nullopt;
  }
  if (!take(kGroupingPrefix, kGroupingSuffix)) return std::nullopt;
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto generation = number_of(name.substr(0, dash));
  const auto revision = number_of(name.substr(dash + 1));
  if (!generation || !revision || *revision == 0) return std::nullopt;
  return Named{*generation, *revision};
}

Error damaged(const fs::path& path) {
  return Error(Cause::kCorrupt, path.string() + " is damaged");
}

}  // namespace

EntryMark mark_of(const catalogue::Catalogue& catalogue, Entry entry) {
  EntryMark mark;
  std::memcpy(&mark.id, catalogue.resource_id(entry).data(), sizeof(mark.id));
  std::memcpy(&mark.material, catalogue.material(entry).data(), sizeof(mark.material));
  return mark;
}

base::Result<GroupingLock> GroupingFolder::lock() const {
  const fs::path path = folder_ / "parties.lock";
  base::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0640));
  if (!file.open()) return catalogue::file_error("cannot open " + path.string(), errno);
  while (::flock(file.get(), LOCK_EX) != 0)
    if (errno != EINTR) return catalogue::file_error("cannot lock " + path.string(), errno);
  return GroupingLock(std::move(file));
}

fs::path GroupingFolder::grouping_path(std::uint64_t generation, std::uint64_t revision) const {
  return folder_ / fmt::format("{}{}-{}{}", kGroupingPrefix, generation, revision, kGroupingSuffix);
}

fs::path GroupingFolder::comparisons_path(std::uint64_t generation) const {
  return folder_ / fmt::format("{}{}{}", kComparisonsPrefix, generation, kComparisonsSuffix);
}

std::vector<std::uint64_t> GroupingFolder::revisions(std::uint64_t generation) const {
  std::vector<std::uint64_t> all;
  std::error_code code;
  for (const fs::directory_entry& file : fs::directory_iterator(folder_, code)) {
    const auto named = parse_name(file.path().filename().string());
    if (named && named->generation == generation && named->revision > 0)
      all.push_back(named->revision);
  }
  std::ranges::sort(all, std::greater<>());
  return all;
}

std::uint64_t GroupingFolder::newest_revision(std::uint64_t generation) const {
  const std::vector<std::uint64_t> all = revisions(generation);
  return all.empty() ? 0 : all.front();
}

std::uint64_t GroupingFolder::revision_at(std::uint64_t generation, base::Time time) const {
  const std::chrono::sys_time moment(std::chrono::milliseconds(time.unix_millis));
  const auto file_moment = std::chrono::file_clock::from_sys(moment);
  for (const std::uint64_t each : revisions(generation)) {
    std::error_code code;
    const auto written = fs::last_write_time(grouping_path(generation, each), code);
    if (!code && written <= file_moment) return each;
  }
  return 0;
}

base::Result<std::shared_ptr<const Grouping>> GroupingFolder::open(
    const catalogue::Catalogue& catalogue) const {
  return open(catalogue, newest_revision(catalogue.meta().generation));
}

base::Result<std::shared_ptr<const Grouping>> GroupingFolder::open(
    const catalogue::Catalogue& catalogue, std::uint64_t revision) const {
  if (revision == 0)
    return std::make_shared<const Grouping>(catalogue,
                                            GroupingId{.generation = catalogue.meta().generation});
  const fs::path path = grouping_path(catalogue.meta().generation, revision);
  VEDETTE_ASSIGN(FileReader reader, FileReader::open(path));
  const auto head = reader.take<GroupingHead>();
  if (!reader.ok() || head.magic != kGroupingMagic) return damaged(path);
  if (head.format != kFormat)
    return Error(Cause::kUnsupported, fmt::format("{} has format {}; this program reads {}",
                                                  path.string(), head.format, kFormat));
  if (head.generation != catalogue.meta().generation ||
      head.created_millis != catalogue.meta().created_millis ||
      head.entries != catalogue.profile_count())
    return Error(Cause::kCorrupt, path.string() + " belongs to another generation");
  const auto members = reader.take_all<Member>(head.members);
  auto suggestions = reader.take_all<Suggestion>(head.suggestions);
  if (!reader.at_end()) return damaged(path);
  std::vector<std::vector<Entry>> groups;
  std::vector<bool> seen(head.entries);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& each = members[i];
    if (each.entry >= head.entries || each.party >= head.entries || seen[each.entry])
      return damaged(path);
    seen[each.entry] = true;
    if (i == 0 || members[i - 1].party != each.party) groups.emplace_back();
    groups.back().push_back(each.entry);
  }
  for (const Suggestion& each : suggestions)
    if (each.a >= each.b || each.b >= head.entries) return damaged(path);
  const GroupingId id{.generation = head.generation,
                      .revision = head.revision,
                      .judgements = head.judgements,
                      .lines = {head.automatic, head.suggestion, head.off != 0}};
  return std::make_shared<const Grouping>(catalogue, id, groups, std::move(suggestions));
}

base::Result<void> GroupingFolder::write(const catalogue::Catalogue& catalogue,
                                         const Grouping& grouping) const {
  const GroupingId& id = grouping.id();
  GroupingHead head;
  head.entries = grouping.entry_count();
  head.generation = id.generation;
  head.created_millis = catalogue.meta().created_millis;
  head.revision = id.revision;
  head.judgements = id.judgements;
  head.automatic = id.lines.automatic;
  head.suggestion = id.lines.suggestion;
  head.off = id.lines.off ? 1 : 0;
  std::vector<Member> members;
  for (const Party party : grouping.grouped())
    for (const Entry entry : grouping.entries_of(party))
      members.push_back({entry, party});
  head.members = members.size();
  head.suggestions = grouping.suggestions().size();
  FileText text;
  text.add(head);
  text.add_all(std::span<const Member>(members));
  text.add_all(grouping.suggestions());
  return text.write(grouping_path(id.generation, id.revision));
}

base::Result<Comparisons> GroupingFolder::comparisons(std::uint64_t generation,
                                                      std::uint64_t model) const {
  const fs::path path = comparisons_path(generation);
  VEDETTE_ASSIGN(FileReader reader, FileReader::open(path));
  const auto head = reader.take<ComparisonsHead>();
  if (!reader.ok() || head.magic != kComparisonsMagic) return damaged(path);
  if (head.format != kFormat || head.model != model)
    return Error(Cause::kUnsupported, "another version of the comparison made " + path.string());
  Comparisons made;
  made.marks = reader.take_all<EntryMark>(head.entries);
  made.pairs = reader.take_all<KeptComparison>(head.pairs);
  if (!reader.at_end()) return damaged(path);
  for (const KeptComparison& each : made.pairs)
    if (each.a >= each.b || each.b >= head.entries) return damaged(path);
  return made;
}

std::uint64_t GroupingFolder::compared_before(std::uint64_t generation) const {
  std::uint64_t newest = 0;
  std::error_code code;
  for (const fs::directory_entry& file : fs::directory_iterator(folder_, code)) {
    const auto named = parse_name(file.path().filename().string());
    if (named && named->revision == 0 && named->generation < generation)
      newest = std::max(newest, named->generation);
  }
  return newest;
}

base::Result<void> GroupingFolder::write(std::uint64_t generation, std::uint64_t model,
                                         const Comparisons& comparisons) const {
  ComparisonsHead head;
  head.entries = static_cast<std::uint32_t>(comparisons.marks.size());
  head.model = model;
  head.pairs = comparisons.pairs.size();
  FileText text;
  text.add(head);
  text.add_all(std::span<const EntryMark>(comparisons.marks));
  text.add_all(std::span<const KeptComparison>(comparisons.pairs));
  return text.write(comparisons_path(generation));
}

void GroupingFolder::prune(const std::vector<std::uint64_t>& kept) const {
  std::error_code code;
  std::vector<std::pair<fs::path, Named>> files;
  std::uint64_t newest = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(folder_, code))
    if (const auto named = parse_name(file.path().filename().string())) {
      files.emplace_back(file.path(), *named);
      if (named->revision == 0) newest = std::max(newest, named->generation);
    }
  const std::uint64_t newest_kept = kept.empty() ? 0 : std::ranges::max(kept);
  for (const auto& [path, named] : files) {
    // A newer generation is being built.
    const bool gone =
        named.generation < newest_kept && std::ranges::find(kept, named.generation) == kept.end();
    if (!gone && (named.revision > 0 || named.generation == newest)) continue;
    std::error_code ignored;  // tried again with the next generation
    fs::remove(path, ignored);
  }
}

}  // namespace vedette::parties
