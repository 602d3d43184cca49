#include "search/self_check.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "search/full_scan.h"
#include "search/searcher.h"
#include "text/utf8.h"

namespace vedette::search {
namespace {

std::vector<std::string> letters_of(std::string_view text) {
  std::vector<std::string> letters;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, text::decode_one(text).length);
    letters.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length, text.size()));
  }
  return letters;
}

std::string joined(const std::vector<std::string>& words, std::string_view with) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += with;
    out += word;
  }
  return out;
}

// The first profile that only one of the answers has.
std::string odd_one(const catalogue::Catalogue& catalogue, const Results& more,
                    const Results& less) {
  for (const Hit& hit : more.hits) {
    const bool there =
        std::ranges::any_of(less.hits, [&](const Hit& h) { return h.profile == hit.profile; });
    if (there) continue;
    const auto profile =
        catalogue.profile(hit.names.empty() ? hit.profile : hit.names.front().entry);
    if (hit.names.empty()) return ": " + catalogue.resource_id_text(hit.profile);
    const PassedName& name = hit.names.front();
    return fmt::format(": {} \"{}\" as {} at {}", catalogue.resource_id_text(hit.profile),
                       profile.ok() && name.ordinal < profile->names.size()
                           ? profile->names[name.ordinal].text
                           : "",
                       names::kind_name(name.kind), hit.score);
  }
  return {};
}

std::string describe(const catalogue::Catalogue& catalogue, const Results& index,
                     const Results& scan) {
  if (index.total != scan.total)
    return fmt::format("the index found {} parties, the scan {}{}", index.total, scan.total,
                       index.total < scan.total ? odd_one(catalogue, scan, index)
                                                : odd_one(catalogue, index, scan));
  for (std::size_t i = 0; i < std::min(index.hits.size(), scan.hits.size()); ++i)
    if (!(index.hits[i] == scan.hits[i]))
      return fmt::format("place {}: profile {} at {} from the index, {} at {} from the scan", i + 1,
                         index.hits[i].profile, index.hits[i].score, scan.hits[i].profile,
                         scan.hits[i].score);
  return "the answers have different lengths";
}

}  // namespace

std::vector<std::string> QueryMaker::listed_words(bool in_latin) {
  std::vector<std::string> words;
  if (catalogue_.name_count() == 0) return words;
  const auto& record = catalogue_.name(static_cast<std::uint32_t>(below(catalogue_.name_count())));
  for (const catalogue::NameWord& each : catalogue::Catalogue::words(record)) {
    const names::NameView blob = catalogue_.word(each.word);
    const names::Word& word = blob.words()[0];
    std::vector<std::string> spellings;
    blob.any_spelling(word, [&](std::string_view spelling) {
      spellings.emplace_back(spelling);
      return false;
    });
    if (in_latin && !spellings.empty())
      words.push_back(spellings[below(spellings.size())]);
    else
      words.emplace_back(blob.form(word));
  }
  return words;
}

// The name as the list writes it.
std::string QueryMaker::listed_name() {
  if (catalogue_.name_count() == 0) return {};
  const auto& record = catalogue_.name(static_cast<std::uint32_t>(below(catalogue_.name_count())));
  const auto profile = catalogue_.profile(record.profile);
  return profile.ok() && record.ordinal < profile->names.size()
             ? profile->names[record.ordinal].text
             : std::string();
}

std::string QueryMaker::mistyped(std::string text, std::size_t slips) {
  std::vector<std::string> letters = letters_of(text);
  for (; slips > 0 && !letters.empty(); --slips) {
    const auto at = static_cast<std::ptrdiff_t>(below(letters.size()));
    const std::string other = below(4) == 0 ? letters[below(letters.size())]
                                            : std::string(1, static_cast<char>('a' + below(26)));
    switch (below(4)) {
      case 0:
        letters.erase(letters.begin() + at);
        break;
      case 1:
        letters.insert(letters.begin() + at, other);
        break;
      case 2:
        letters[static_cast<std::size_t>(at)] = other;
        break;
      default:
        if (static_cast<std::size_t>(at) + 1 < letters.size())
          std::iter_swap(letters.begin() + at, letters.begin() + at + 1);
    }
  }
  return joined(letters, "");
}

// The word as two, if it has the letters.
std::vector<std::string> QueryMaker::apart(const std::string& word) {
  const auto letters = letters_of(word);
  if (letters.size() < 2) return {word};
  const auto cut = static_cast<std::ptrdiff_t>(1 + below(letters.size() - 1));
  return {joined({letters.begin(), letters.begin() + cut}, ""),
          joined({letters.begin() + cut, letters.end()}, "")};
}

std::string QueryMaker::random_text() {
  static constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {U'a', U'z'},     {U'A', U'Z'},     {U'0', U'9'},     {0xC0, 0x17F},  {0x391, 0x3C9},
      {0x410, 0x44F},   {0x5D0, 0x5EA},   {0x620, 0x64A},   {0x904, 0x939}, {0xE01, 0xE2E},
      {0x4E00, 0x4FFF}, {0xAC00, 0xAD00}, {0x3041, 0x3096}, {0x20, 0x2F},   {0x1F600, 0x1F610}};
  std::string out;
  const auto& range = kRanges[below(std::size(kRanges))];
  for (std::size_t i = below(25); i > 0; --i) {
    const auto& one = below(3) == 0 ? kRanges[below(std::size(kRanges))] : range;
    text::append_utf8(one.first + static_cast<char32_t>(below(one.second - one.first + 1)), out);
    if (below(5) == 0) out += ' ';
  }
  return out;
}

// The whole name as clerks and fields change it: blanks moved or lost, cut, without vowels, numbers
// as words.
std::string QueryMaker::rewritten(std::string name) {
  static constexpr std::string_view kVowels = "aeiouAEIOU";
  switch (below(5)) {
    case 0:
      std::erase(name, ' ');
      return name;
    case 1: {
      std::vector<std::string> letters = letters_of(name);
      std::erase_if(letters, [&](const std::string& one) { return one == " " && below(2) == 0; });
      for (std::size_t i = 1 + below(3); i > 0 && !letters.empty(); --i)
        letters.insert(letters.begin() + static_cast<std::ptrdiff_t>(below(letters.size())), " ");
      return mistyped(joined(letters, ""), below(2));
    }
    case 2: {
      const std::vector<std::string> letters = letters_of(name);
      const std::size_t width = std::min(letters.size(), 12 + below(24));
      return joined({letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(width)}, "");
    }
    case 3: {
      const std::size_t begin = std::min(name.size(), 1 + below(name.size() + 1));
      std::string rest = name.substr(begin);
      std::erase_if(rest, [](char c) { return kVowels.find(c) != std::string_view::npos; });
      return name.substr(0, begin) + rest;
    }
    default: {
      static constexpr std::string_view kNumbers[] = {"zero", "one", "two",   "three", "four",
                                                      "five", "six", "seven", "eight", "nine"};
      std::string out;
      for (const char c : name)
        if (c >= '0' && c <= '9')
          out += kNumbers[c - '0'];
        else
          out += c;
      return out;
    }
  }
}

std::vector<evidence::Identifier> QueryMaker::next_identifiers() {
  std::vector<evidence::Identifier> out;
  const catalogue::IdentifierIndex& index = catalogue_.identifier_index();
  if (index.entries().empty()) return out;
  for (std::size_t i = 1 + below(2); i > 0; --i) {
    evidence::Identifier one = index.identifier(index.entries()[below(index.entries().size())]);
    if (below(4) == 0)
      one.type = static_cast<evidence::IdentifierType>(below(evidence::kIdentifierTypes));
    if (below(3) == 0) one.country = {};
    if (below(2) == 0) one.value = mistyped(one.value, 1);
    out.push_back(evidence::make_identifier(one.type, one.value, one.country));
  }
  return out;
}

std::string QueryMaker::next_name() {
  const std::size_t recipe = below(18);
  if (recipe >= 16) return rewritten(listed_name());
  if (recipe == 0) return random_text();
  // An address behind the name.
  if (recipe == 14)
    return listed_name() + (below(2) == 0 ? ", " : " ") + (below(2) == 0 ? "Moscow" : "Berlin");
  // Two names in one question.
  if (recipe == 15) {
    static constexpr std::string_view kBetween[] = {" or ", " & ", "; ", " d/b/a ", " formerly "};
    std::string first = listed_name();
    return first.append(kBetween[below(std::size(kBetween))]) + mistyped(listed_name(), below(2));
  }
  if (recipe <= 2) return listed_name();
  if (recipe <= 5) return mistyped(listed_name(), 1 + below(3));
  std::vector<std::string> words = listed_words(recipe == 6 || below(3) == 0);
  if (words.empty()) return random_text();
  const std::size_t at = below(words.size());
  const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
  switch (recipe) {
    case 6:
      break;
    case 7:
      std::ranges::shuffle(words, random_);
      break;
    case 8:
      words.erase(place);
      break;
    case 9:
      if (at + 1 < words.size()) {
        words[at] += words[at + 1];
        words.erase(place + 1);
      }
      break;
    case 10: {
      // One word is written apart, or all of them are.
      const bool all = below(3) == 0;
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < words.size(); ++i)
        if (all || i == at)
          std::ranges::move(apart(words[i]), std::back_inserter(parts));
        else
          parts.push_back(words[i]);
      words = std::move(parts);
      break;
    }
    case 11:
      words[at] = letters_of(words[at]).front() + ".";
      break;
    case 12: {
      const auto more = listed_words(false);
      if (!more.empty()) words.insert(place, more[below(more.size())]);
      break;
    }
    default: {
      // Initials of the whole name.
      std::string initials;
      for (const std::string& word : words)
        initials += letters_of(word).front();
      words = {initials};
    }
  }
  std::string text = joined(words, " ");
  return below(3) == 0 ? mistyped(std::move(text), 1 + below(2)) : text;
}

base::Result<SelfCheckReport> self_check(
    const std::shared_ptr<const catalogue::Catalogue>& catalogue, const names::Analyser& analyser,
    const SelfCheckOptions& options) {
  const Searcher searcher(catalogue, analyser, kDefaultWorkLimit, Capped::kRefused,
                          options.parties);
  std::vector<Query> queries(options.queries);
  QueryMaker maker(*catalogue, options.seed);
  constexpr Scope kScopes[] = {Scope::kBoth, Scope::kIndividual, Scope::kBusiness};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i].name = maker.next_name();
    queries[i].threshold = options.thresholds[i % options.thresholds.size()];
    queries[i].scope = kScopes[i / options.thresholds.size() % std::size(kScopes)];
    queries[i].limit = catalogue->profile_count();
    constexpr std::size_t kWithIdentifiers = 6, kWithoutName = 18;
    if (i % kWithIdentifiers == 0) queries[i].identifiers = maker.next_identifiers();
    if (i % kWithoutName == 0 && !queries[i].identifiers.empty()) queries[i].name.clear();
  }
  SelfCheckReport report;
  report.seed = options.seed;
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  std::optional<base::Error> failure;
  const auto work = [&] {
    Workspace workspace;
    for (std::size_t i = next++; i < queries.size(); i = next++) {
      auto index = searcher.search(queries[i], workspace);
      const Results scan = full_scan(*catalogue, analyser, queries[i], options.parties.get());
      const std::lock_guard guard(mutex);
      if (options.harm && index.ok()) options.harm(*index);
      if (!index.ok()) {
        if (index.error().cause == base::Cause::kTooExpensive)
          ++report.refused;
        else
          failure = index.error();
        continue;
      }
      ++report.queries;
      report.hits += scan.total;
      report.scanned += index->scanned;
      if (index->total != scan.total || index->hits != scan.hits)
        report.differences.push_back({queries[i], describe(*catalogue, *index, scan)});
      if (options.progress && report.queries % 100 == 0) options.progress(report.queries);
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < options.threads; ++t)
      others.emplace_back(work);
    work();
  }
  if (failure) return *failure;
  return report;
}

}  // namespace vedette::search
