#include "service/common/zip_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <memory>

namespace vedette::service {
namespace {

using base::Cause;
using base::Error;
using base::Result;

constexpr std::size_t kMostMembers = 1000;
constexpr int kOwnerReads = 0644;

struct WriteFree {
  void operator()(archive* handle) const { archive_write_free(handle); }
};
struct ReadFree {
  void operator()(archive* handle) const { archive_read_free(handle); }
};
struct EntryFree {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

la_ssize_t append(archive*, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

Error failed(archive* handle, Cause cause) {
  const char* why = archive_error_string(handle);
  return {cause, std::string("zip: ") + (why != nullptr ? why : "it cannot be made")};
}

}  // namespace

Result<std::string> zip_of(const std::vector<ZipMember>& members, base::Time at) {
  std::string out;
  const std::unique_ptr<archive, WriteFree> zip(archive_write_new());
  archive_write_set_format_zip(zip.get());
  // No padding at the end.
  archive_write_set_bytes_in_last_block(zip.get(), 1);
  if (archive_write_open(zip.get(), &out, nullptr, append, nullptr) != ARCHIVE_OK)
    return failed(zip.get(), Cause::kInternal);
  for (const ZipMember& each : members) {
    const std::unique_ptr<archive_entry, EntryFree> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), each.name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), kOwnerReads);
    archive_entry_set_mtime(entry.get(), at.unix_seconds(), 0);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(each.bytes.size()));
    if (archive_write_header(zip.get(), entry.get()) != ARCHIVE_OK ||
        archive_write_data(zip.get(), each.bytes.data(), each.bytes.size()) !=
            static_cast<la_ssize_t>(each.bytes.size()))
      return failed(zip.get(), Cause::kInternal);
  }
  if (archive_write_close(zip.get()) != ARCHIVE_OK) return failed(zip.get(), Cause::kInternal);
  return out;
}

Result<std::vector<ZipMember>> unzip(std::string_view bytes, std::uint64_t most_bytes) {
  const std::unique_ptr<archive, ReadFree> zip(archive_read_new());
  archive_read_support_format_zip(zip.get());
  if (archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return failed(zip.get(), Cause::kInvalidInput);
  std::vector<ZipMember> out;
  std::uint64_t total = 0;
  archive_entry* entry = nullptr;
  int state = ARCHIVE_OK;
  while ((state = archive_read_next_header(zip.get(), &entry)) == ARCHIVE_OK) {
    if (out.size() == kMostMembers) return Error(Cause::kTooLarge, "zip: it has too many members");
    const char* name = archive_entry_pathname(entry);
    ZipMember& member = out.emplace_back();
    member.name = name != nullptr ? name : "";
    std::array<char, 65536> piece{};
    la_ssize_t got = 0;
    while ((got = archive_read_data(zip.get(), piece.data(), piece.size())) > 0) {
      total += static_cast<std::uint64_t>(got);
      if (total > most_bytes) return Error(Cause::kTooLarge, "zip: it unpacks to too much");
      member.bytes.append(piece.data(), static_cast<std::size_t>(got));
    }
    if (got < 0) return failed(zip.get(), Cause::kInvalidInput);
  }
  if (state != ARCHIVE_EOF) return failed(zip.get(), Cause::kInvalidInput);
  return out;
}

}  // namespace vedette::service
