#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstring>
#include <string>

// For tests only: SQLite's file layer with failures at chosen calls.
namespace vedette::ledger::testing {

class FaultyVfs {
 public:
  enum class Fault { kSync, kWrite };

  explicit FaultyVfs(const char* name) : real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
    vfs_.zName = name;
    vfs_.pNext = nullptr;
    vfs_.pAppData = this;
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    vfs_.xOpen = &open;
    sqlite3_vfs_register(&vfs_, 0);
  }
  FaultyVfs(const FaultyVfs&) = delete;
  FaultyVfs& operator=(const FaultyVfs&) = delete;
  ~FaultyVfs() { sqlite3_vfs_unregister(&vfs_); }

  std::string name() const { return vfs_.zName; }

  // The n-th call from now fails, once; counting from 1. 0: none.
  void fail_sync(long nth) { syncs_left_ = nth; }
  void fail_write(long nth) { writes_left_ = nth; }
  // Every write that would lengthen a file fails, as on a full disk.
  void fill_disk(bool full) { full_ = full; }
  bool failed() const { return failed_; }

 private:
  struct File {
    sqlite3_file base;
    FaultyVfs* owner;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };
  static File* file_of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out) {
    auto* self = static_cast<FaultyVfs*>(vfs->pAppData);
    File* wrapped = file_of(file);
    wrapped->base.pMethods = nullptr;
    wrapped->owner = self;
    const int code = self->real_->xOpen(self->real_, path, wrapped->real(), flags, out);
    if (wrapped->real()->pMethods != nullptr) wrapped->base.pMethods = methods();
    return code;
  }

  static bool hits(std::atomic<long>& left) { return left.load() > 0 && --left == 0; }

  static int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
    File* self = file_of(file);
    sqlite3_int64 length = 0;
    self->real()->pMethods->xFileSize(self->real(), &length);
    const bool no_space = self->owner->full_ && at + size > length;
    if (no_space || hits(self->owner->writes_left_)) {
      self->owner->failed_ = true;
      return SQLITE_FULL;
    }
    return self->real()->pMethods->xWrite(self->real(), data, size, at);
  }

  static int sync(sqlite3_file* file, int flags) {
    File* self = file_of(file);
    if (hits(self->owner->syncs_left_)) {
      self->owner->failed_ = true;
      return SQLITE_IOERR_FSYNC;
    }
    return self->real()->pMethods->xSync(self->real(), flags);
  }

  static const sqlite3_io_methods* methods() {
    static const sqlite3_io_methods table = [] {
      sqlite3_io_methods m{};
      m.iVersion = 2;
      m.xClose = [](sqlite3_file* f) {
        return file_of(f)->real()->pMethods->xClose(file_of(f)->real());
      };
      m.xRead = [](sqlite3_file* f, void* data, int size, sqlite3_int64 at) {
        return file_of(f)->real()->pMethods->xRead(file_of(f)->real(), data, size, at);
      };
      m.xWrite = &write;
      m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
        return file_of(f)->real()->pMethods->xTruncate(file_of(f)->real(), size);
      };
      m.xSync = &sync;
      m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) {
        return file_of(f)->real()->pMethods->xFileSize(file_of(f)->real(), size);
      };
      m.xLock = [](sqlite3_file* f, int level) {
        return file_of(f)->real()->pMethods->xLock(file_of(f)->real(), level);
      };
      m.xUnlock = [](sqlite3_file* f, int level) {
        return file_of(f)->real()->pMethods->xUnlock(file_of(f)->real(), level);
      };
      m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
        return file_of(f)->real()->pMethods->xCheckReservedLock(file_of(f)->real(), out);
      };
      m.xFileControl = [](sqlite3_file* f, int what, void* argument) {
        return file_of(f)->real()->pMethods->xFileControl(file_of(f)->real(), what, argument);
      };
      m.xSectorSize = [](sqlite3_file* f) {
        return file_of(f)->real()->pMethods->xSectorSize(file_of(f)->real());
      };
      m.xDeviceCharacteristics = [](sqlite3_file* f) {
        return file_of(f)->real()->pMethods->xDeviceCharacteristics(file_of(f)->real());
      };
      m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
        return file_of(f)->real()->pMethods->xShmMap(file_of(f)->real(), page, size, extend, out);
      };
      m.xShmLock = [](sqlite3_file* f, int offset, int n, int flags) {
        return file_of(f)->real()->pMethods->xShmLock(file_of(f)->real(), offset, n, flags);
      };
      m.xShmBarrier = [](sqlite3_file* f) {
        file_of(f)->real()->pMethods->xShmBarrier(file_of(f)->real());
      };
      m.xShmUnmap = [](sqlite3_file* f, int remove) {
        return file_of(f)->real()->pMethods->xShmUnmap(file_of(f)->real(), remove);
      };
      return m;
    }();
    return &table;
  }

  sqlite3_vfs* const real_;
  sqlite3_vfs vfs_;
  std::atomic<long> syncs_left_{0};
  std::atomic<long> writes_left_{0};
  std::atomic<bool> full_{false};
  std::atomic<bool> failed_{false};
};

}  // namespace vedette::ledger::testing
