#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vedette::profile {

// The dataset codes that a profile or an evidence can carry. The numbers are stored in files: add
// at the end, never renumber. Groups (PEP, SAN, SOE) exist in requests only and expand to these.
enum class Dataset : std::uint8_t {
  kPepCurrent,
  kPepFormer,
  kPepLinked,
  kSanCurrent,
  kSanFormer,
  kRre,
  kRel,
  kPoi,
  kIns,
  kDd,
  kGri,
  kSoeCurrent,
  kSoeFormer,
  kCorp,
  kId,
};
inline constexpr std::size_t kDatasetCount = 15;

std::string_view code(Dataset dataset);

// A set of datasets, two bytes wide, in the order of the codes.
class DatasetSet {
 public:
  constexpr DatasetSet() = default;
  constexpr DatasetSet(std::initializer_list<Dataset> members) {
    for (Dataset each : members)
      add(each);
  }
  static constexpr DatasetSet from_bits(std::uint16_t bits) {
    DatasetSet set;
    set.bits_ = bits & ((1U << kDatasetCount) - 1);
    return set;
  }
  constexpr std::uint16_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Dataset each) const { return (bits_ >> static_cast<unsigned>(each)) & 1U; }
  constexpr bool intersects(DatasetSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr void add(Dataset each) {
    bits_ = static_cast<std::uint16_t>(bits_ | (1U << static_cast<unsigned>(each)));
  }
  constexpr void add(DatasetSet other) { bits_ = static_cast<std::uint16_t>(bits_ | other.bits_); }
  constexpr void remove(Dataset each) {
    bits_ = static_cast<std::uint16_t>(bits_ & ~(1U << static_cast<unsigned>(each)));
  }
  std::vector<Dataset> members() const;
  constexpr auto operator<=>(const DatasetSet&) const = default;

 private:
  std::uint16_t bits_ = 0;
};

// Comma-separated codes, in the order of the codes. from_text takes codes, not groups or aliases.
std::string to_text(DatasetSet set);
bool from_text(std::string_view text, DatasetSet& set);

// One row of data/datasets.tsv: a code or a group as it is published to clients.
struct DatasetRow {
  std::string_view code;
  std::string_view group;  // the code of the group it belongs to, or empty
  std::string_view meaning;
  bool individual = false;
  bool business = false;
  bool evidence = false;
  std::vector<std::string_view> aliases;
  DatasetSet expands_to;  // of a code: itself
};
std::span<const DatasetRow> dataset_rows();

// The datasets of a filter that profiles of the family can have at all. A client sends one list to
// both kinds of search; what cannot apply is left out of it, and a filter of which nothing is left
// is no filter.
DatasetSet applicable(DatasetSet filter, bool individual);

// A code, group or alias as a client writes it: any case, "_" for "-".
base::Result<DatasetSet> parse_dataset(std::string_view text);
base::Result<DatasetSet> parse_datasets(std::span<const std::string> texts);

}  // namespace vedette::profile
