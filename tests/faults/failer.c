/* Preloaded into a process, makes the n-th call of a kind fail. The test sets n and reads the count through a
 * file that both map:
 *
 *   FAILER_CONTROL  the file, of at least sizeof(struct Control) bytes
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kNone, kCalls, kMemory, kSyncs, kWrites, kPlaces };

#define PLACES 65536

struct Control {
  int32_t kind;   /* which calls fail: 0 none */
  int32_t error;  /* errno of the failure */
  int64_t number; /* the call that fails, from 1; with `onwards` all later ones too */
  int64_t onwards;
  int64_t count;  /* calls of the kind since kind was set; of syncs and writes, those on files alone */
  int64_t failed; /* how many failed */
  char file[256]; /* which file's sync failed last */
  int64_t places; /* how many different ways led to an allocation, counted while the kind is kPlaces */
  int64_t first[PLACES]; /* the first allocation of each */
};

static struct Control* control;

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

#define REAL(type, name, ...)       \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void begin(void) {
  const char* path = getenv("FAILER_CONTROL");
  if (!path) return;
  REAL(int, "open64", const char*, int, ...);
  int file = real(path, O_RDWR | O_CLOEXEC);
  if (file < 0) abort();
  void* mapped = mmap64(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) abort();
  control = mapped;
}

static int fails(int kind) {
  if (!control || __atomic_load_n(&control->kind, __ATOMIC_ACQUIRE) != kind) return 0;
  int64_t at = __atomic_add_fetch(&control->count, 1, __ATOMIC_ACQ_REL);
  if (at != control->number && !(control->onwards && at > control->number)) return 0;
  __atomic_add_fetch(&control->failed, 1, __ATOMIC_ACQ_REL);
  errno = control->error;
  return 1;
}

static int file_fails(int file, int kind) {
  struct stat status;
  return control && control->kind == kind && fstatat(file, "", &status, AT_EMPTY_PATH) == 0 && S_ISREG(status.st_mode) && fails(kind);
}

/* Notes an allocation that was reached in a way (the calls above it) that was not seen before. */
static void note_place(void) {
  static char lock;
  static uint64_t seen[4 * PLACES];
  static __thread int inside; /* backtrace allocates the first time */
  if (inside || !control || __atomic_load_n(&control->kind, __ATOMIC_ACQUIRE) != kPlaces) return;
  inside = 1;
  int64_t at = __atomic_add_fetch(&control->count, 1, __ATOMIC_ACQ_REL);
  void* calls[24];
  int depth = backtrace(calls, 24);
  uint64_t hash = 1469598103934665603u;
  for (int i = 0; i < depth; ++i) hash = (hash ^ (uint64_t)calls[i]) * 1099511628211u;
  hash |= 1;
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
  }
  size_t slot = (hash >> 20) % (4 * PLACES);
  while (seen[slot] != 0 && seen[slot] != hash) slot = (slot + 1) % (4 * PLACES);
  if (seen[slot] == 0 && control->places < PLACES) {
    seen[slot] = hash;
    control->first[control->places++] = at;
  }
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  inside = 0;
}

static int memory_fails(void) {
  note_place();
  return fails(kMemory);
}

void* malloc(size_t size) { return memory_fails() ? 0 : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return memory_fails() ? 0 : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return memory_fails() ? 0 : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memory_fails() ? 0 : __libc_memalign(alignment, size); }

ssize_t read(int file, void* data, size_t size) {
  REAL(ssize_t, "read", int, void*, size_t);
  return fails(kCalls) ? -1 : real(file, data, size);
}
ssize_t pread64(int file, void* data, size_t size, off64_t at) {
  REAL(ssize_t, "pread64", int, void*, size_t, off64_t);
  return fails(kCalls) ? -1 : real(file, data, size, at);
}
ssize_t pread(int file, void* data, size_t size, off_t at) { return pread64(file, data, size, at); }
ssize_t write(int file, const void* data, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  return fails(kCalls) || file_fails(file, kWrites) ? -1 : real(file, data, size);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void*, size_t, off64_t);
  return fails(kCalls) || file_fails(file, kWrites) ? -1 : real(file, data, size, at);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) { return pwrite64(file, data, size, at); }
ssize_t recv(int file, void* data, size_t size, int flags) {
  REAL(ssize_t, "recv", int, void*, size_t, int);
  return fails(kCalls) ? -1 : real(file, data, size, flags);
}
ssize_t send(int file, const void* data, size_t size, int flags) {
  REAL(ssize_t, "send", int, const void*, size_t, int);
  return fails(kCalls) ? -1 : real(file, data, size, flags);
}
ssize_t recvmsg(int file, struct msghdr* message, int flags) {
  REAL(ssize_t, "recvmsg", int, struct msghdr*, int);
  return fails(kCalls) ? -1 : real(file, message, flags);
}
ssize_t sendmsg(int file, const struct msghdr* message, int flags) {
  REAL(ssize_t, "sendmsg", int, const struct msghdr*, int);
  return fails(kCalls) ? -1 : real(file, message, flags);
}
static int sync_fails(int file) {
  if (fails(kCalls)) return 1;
  if (!file_fails(file, kSyncs)) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, control->file, sizeof control->file - 1);
  control->file[size < 0 ? 0 : size] = 0;
  errno = control->error;
  return 1;
}
int fsync(int file) {
  REAL(int, "fsync", int);
  return sync_fails(file) ? -1 : real(file);
}
int fdatasync(int file) {
  REAL(int, "fdatasync", int);
  return sync_fails(file) ? -1 : real(file);
}
int ftruncate64(int file, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  return fails(kCalls) || file_fails(file, kWrites) ? -1 : real(file, size);
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

#define OPENING(name, next)                           \
  int name(const char* path, int flags, ...) {        \
    REAL(int, next, const char*, int, ...);           \
    va_list more;                                     \
    va_start(more, flags);                            \
    mode_t mode = va_arg(more, mode_t);               \
    va_end(more);                                     \
    return fails(kCalls) ? -1 : real(path, flags, mode); \
  }
OPENING(open, "open64")
OPENING(open64, "open64")

void* mmap64(void* address, size_t size, int protection, int flags, int file, off64_t at) {
  REAL(void*, "mmap64", void*, size_t, int, int, int, off64_t);
  return file >= 0 && fails(kCalls) ? MAP_FAILED : real(address, size, protection, flags, file, at);
}
void* mmap(void* address, size_t size, int protection, int flags, int file, off_t at) {
  return mmap64(address, size, protection, flags, file, at);
}
void* mremap(void* address, size_t size, size_t wanted, int flags, ...) {
  REAL(void*, "mremap", void*, size_t, size_t, int, ...);
  va_list more;
  va_start(more, flags);
  void* at = flags & MREMAP_FIXED ? va_arg(more, void*) : 0;
  va_end(more);
  return fails(kCalls) ? MAP_FAILED : real(address, size, wanted, flags, at);
}

/* Locks of files, and what is asked of a descriptor. */
int fcntl64(int file, int command, ...) {
  REAL(int, "fcntl64", int, int, ...);
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  return fails(kCalls) ? -1 : real(file, command, argument);
}
int fcntl(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  return fcntl64(file, command, argument);
}
int stat64(const char* path, struct stat64* status) {
  REAL(int, "stat64", const char*, struct stat64*);
  return fails(kCalls) ? -1 : real(path, status);
}
int stat(const char* path, struct stat* status) { return stat64(path, (struct stat64*)status); }
int fstat64(int file, struct stat64* status) {
  REAL(int, "fstat64", int, struct stat64*);
  return fails(kCalls) ? -1 : real(file, status);
}
int fstat(int file, struct stat* status) { return fstat64(file, (struct stat64*)status); }
int lstat64(const char* path, struct stat64* status) {
  REAL(int, "lstat64", const char*, struct stat64*);
  return fails(kCalls) ? -1 : real(path, status);
}
int access(const char* path, int mode) {
  REAL(int, "access", const char*, int);
  return fails(kCalls) ? -1 : real(path, mode);
}
int unlink(const char* path) {
  REAL(int, "unlink", const char*);
  return fails(kCalls) ? -1 : real(path);
}
ssize_t getrandom(void* data, size_t size, unsigned flags) {
  REAL(ssize_t, "getrandom", void*, size_t, unsigned);
  return fails(kCalls) ? -1 : real(data, size, flags);
}
int getentropy(void* data, size_t size) {
  REAL(int, "getentropy", void*, size_t);
  return fails(kCalls) ? -1 : real(data, size);
}
