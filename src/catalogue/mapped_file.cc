#include "catalogue/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/descriptor.h"
#include "catalogue/file_writer.h"

namespace vedette::catalogue {

base::Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) {
    if (errno == ENOENT)
      return base::Error(base::Cause::kNotFound, "there is no file " + path.string());
    return file_error("cannot open " + path.string(), errno);
  }
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return file_error("cannot read " + path.string(), errno);
  if (!S_ISREG(status.st_mode))
    return base::Error(base::Cause::kCorrupt, path.string() + " is not a file");
  MappedFile mapped;
  mapped.size_ = static_cast<std::size_t>(status.st_size);
  if (mapped.size_ == 0) return mapped;
  void* data = ::mmap(nullptr, mapped.size_, PROT_READ, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) {
    mapped.size_ = 0;
    return file_error("cannot map " + path.string(), errno);
  }
  mapped.data_ = static_cast<const char*>(data);
  // A search reads at hundreds of places all over the file: with pages of 2 MiB, where the kernel
  // and the file system have them, the processor need not look up where each of them lies. Where
  // they have none nothing is different, so that no failure is one.
  (void)::madvise(data, mapped.size_, MADV_HUGEPAGE);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace vedette::catalogue
