#include "service/lists/import_inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/encoding.h"

namespace vedette::service {
namespace {

constexpr std::size_t kBlock = 1U << 20;

// The id that the list gives its profiles: reads up to the first one.
base::Result<std::string> list_id(const lists::ListFiles& files) {
  std::string id;
  const auto read = lists::read_list(files, [&](profile::Profile&& first) -> base::Result<void> {
    id = first.key.list;
    return base::Error(base::Cause::kConflict, "the first profile is enough");
  });
  if (id.empty() && !read.ok()) return read.error();
  return id;
}

// Tells where its file was read last. A reader that looks through the file first and then reads it
// begins anew: the records come with the second reading.
class CountedSource final : public lists::ByteSource {
 public:
  CountedSource(std::unique_ptr<lists::ByteSource> inner, std::uint64_t& read_to)
      : inner_(std::move(inner)), read_to_(read_to) {}
  base::Result<std::size_t> read(char* out, std::size_t size) override {
    auto count = inner_->read(out, size);
    read_to_ = inner_->position();
    return count;
  }
  std::uint64_t position() const override { return inner_->position(); }

 private:
  std::unique_ptr<lists::ByteSource> inner_;
  std::uint64_t& read_to_;
};

}  // namespace

class ImportInputs::Counted final : public lists::Input {
 public:
  explicit Counted(std::unique_ptr<lists::Input> inner) : inner_(std::move(inner)) {}
  const std::string& name() const override { return inner_->name(); }
  std::uint64_t size() const override { return inner_->size(); }
  base::Result<std::unique_ptr<lists::ByteSource>> open() const override {
    VEDETTE_ASSIGN(auto source, inner_->open());
    return std::unique_ptr<lists::ByteSource>(
        std::make_unique<CountedSource>(std::move(source), read_to_));
  }
  std::uint64_t read_to() const { return read_to_; }
  void forget() const { read_to_ = 0; }

 private:
  std::unique_ptr<lists::Input> inner_;
  mutable std::uint64_t read_to_ = 0;  // readers open what they are given as const
};

ImportInputs::ImportInputs() = default;
ImportInputs::ImportInputs(ImportInputs&&) noexcept = default;
ImportInputs& ImportInputs::operator=(ImportInputs&&) noexcept = default;
ImportInputs::~ImportInputs() = default;

base::Result<ImportInputs> ImportInputs::open(const std::vector<ImportFiles>& groups) {
  ImportInputs inputs;
  for (std::size_t i = 0; i < groups.size(); ++i)
    VEDETTE_TRY(inputs.add(groups[i], i));
  for (const auto& each : inputs.inputs_)
    each->forget();  // looking at the beginnings was no reading
  return inputs;
}

base::Result<void> ImportInputs::add(const ImportFiles& group, std::size_t index) {
  std::vector<const lists::Input*> opened;
  for (const std::string& path : group.files) {
    VEDETTE_ASSIGN(auto found, lists::open_file(path));
    for (auto& each : found) {
      inputs_.push_back(std::make_unique<Counted>(std::move(each)));
      opened.push_back(inputs_.back().get());
    }
  }
  VEDETTE_ASSIGN(auto plan, lists::plan(opened, group.options));
  for (lists::ListFiles& files : plan) {
    VEDETTE_ASSIGN(std::string id, list_id(files));
    if (std::ranges::any_of(lists_, [&](const PlannedList& list) { return list.id == id; }))
      return base::Error(
          base::Cause::kInvalidInput,
          fmt::format("two of the files hold the list {}; import one of them, or give one another "
                      "id with --list",
                      id));
    lists_.push_back({std::move(files), std::move(id), index});
  }
  return {};
}

std::uint64_t ImportInputs::total_bytes() const {
  std::uint64_t total = 0;
  for (const auto& each : inputs_)
    total += each->size();
  return total;
}

std::uint64_t ImportInputs::bytes_read() const {
  std::uint64_t read = 0;
  for (const auto& each : inputs_)
    read += std::min(each->read_to(), each->size());
  return read;
}

base::Result<std::string> content_checksum(const lists::ListFiles& files) {
  std::string digests;
  for (const lists::Input* input : files.files) {
    VEDETTE_ASSIGN(auto source, input->open());
    base::Sha256Stream digest;
    std::string block(kBlock, '\0');
    while (true) {
      VEDETTE_ASSIGN(const std::size_t count, source->read(block.data(), block.size()));
      if (count == 0) break;
      digest.add(std::string_view(block).substr(0, count));
    }
    digests += base::as_text(digest.finish());
  }
  return base::hex(base::as_text(base::sha256(digests)));
}

}  // namespace vedette::service
