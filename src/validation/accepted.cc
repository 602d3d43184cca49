#include "validation/accepted.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/csv.h"
#include "variations/variation.h"

namespace vedette::validation {
namespace {

base::Error wrong(std::uint64_t line, std::string_view what) {
  return {base::Cause::kInvalidInput, fmt::format("line {}: {}", line, what)};
}

std::string what_is_wrong(const std::vector<Accepted>& before, const Accepted& row) {
  if (variations::find_class(row.id) == nullptr)
    return fmt::format("there is no class {}; vedette variations --list shows them", row.id);
  if (std::ranges::find(before, row.id, &Accepted::id) != before.end())
    return fmt::format("the class {} is there twice", row.id);
  if (row.owner.empty()) return "the owner is missing: who accepts that the class is weak?";
  if (row.note.empty()) return "the note is missing: why may the class stay weak?";
  if (row.owner.size() > kLongestNote || row.note.size() > kLongestNote)
    return fmt::format("owner and note may have {} bytes each", kLongestNote);
  if (before.size() == kMostAccepted) return fmt::format("more than {} rows", kMostAccepted);
  return {};
}

}  // namespace

base::Result<std::vector<Accepted>> read_accepted(std::istream& in) {
  base::CsvReader reader(in);
  VEDETTE_ASSIGN(const auto head, reader.next());
  if (!head || *head != std::vector<std::string>{"class", "owner", "note"})
    return wrong(1, "the first line must be class,owner,note");
  std::vector<Accepted> out;
  while (true) {
    VEDETTE_ASSIGN(auto row, reader.next());
    if (!row) return out;
    if (row->size() != 3) return wrong(reader.line(), "it must have three fields");
    Accepted made{std::move((*row)[0]), std::move((*row)[1]), std::move((*row)[2])};
    if (const std::string problem = what_is_wrong(out, made); !problem.empty())
      return wrong(reader.line(), problem);
    out.push_back(std::move(made));
  }
}

}  // namespace vedette::validation
