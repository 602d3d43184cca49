/* Preloaded into a process, writes down everything it does to the files of one folder, in order:
 * what it wrote where, what it synced, what it made, renamed and removed. From such a record the
 * state of a disk can be computed that lost power at any moment (run_power_cut.py).
 *
 *   RECORDER_FILE       the file the record is appended to
 *   RECORDER_ROOT  the folder, as an absolute path without links
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kWrite = 1, kTruncate, kSync, kCreate, kRename, kUnlink, kMakeFolder, kLink, kAcknowledged, kMapped };
enum { kMostFiles = 65536 };

/* `length` bytes of names and then `size` bytes of data follow. */
struct Head {
  uint32_t kind, length;
  uint64_t file, place, size; /* inode; offset, folder or end of the record at the start of a sync */
};

static int record = -1;
static char root[PATH_MAX];
static unsigned char ours[kMostFiles]; /* descriptors of files below the root */
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...)                     \
  static type (*real)(__VA_ARGS__);               \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int real_open(const char* path, int flags, mode_t mode) {
  REAL(int, "open64", const char*, int, ...);
  return real(path, flags, mode);
}

__attribute__((constructor)) static void begin(void) {
  const char* path = getenv("RECORDER_FILE");
  const char* folder = getenv("RECORDER_ROOT");
  if (!path || !folder) return;
  snprintf(root, sizeof root, "%s", folder);
  record = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(struct Head head, const char* names, const void* data) {
  struct iovec parts[3] = {{&head, sizeof head}, {(void*)names, head.length}, {(void*)data, head.size}};
  REAL(ssize_t, "writev", int, const struct iovec*, int);
  if (real(record, parts, 3) < 0) abort();
}

static uint64_t record_end(void) {
  struct stat status;
  return fstat(record, &status) == 0 ? (uint64_t)status.st_size : 0;
}

static int below_root(const char* path) {
  size_t length = strlen(root);
  return record >= 0 && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* The path as an absolute one; its folder's inode and its last name. 0 when it is none of ours. */
static int place_of(int folder, const char* path, char* whole, uint64_t* folder_inode, const char** name) {
  char base[PATH_MAX] = "";
  if (record < 0 || !path) return 0;
  if (path[0] != '/') {
    char link[64];
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t size = readlink(link, base, sizeof base - 1);
      if (size < 0) return 0;
      base[size] = '\0';
    }
  }
  if (snprintf(whole, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path) >= PATH_MAX) return 0;
  if (!below_root(whole)) return 0;
  char parent[PATH_MAX];
  strcpy(parent, whole);
  char* slash = strrchr(parent, '/');
  *name = whole + (slash - parent) + 1;
  *slash = '\0';
  struct stat status;
  if (stat(parent, &status) != 0) return 0;
  *folder_inode = status.st_ino;
  return 1;
}

static uint64_t inode_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_ino : 0;
}

static int recorded(int file) { return file >= 0 && file < kMostFiles && ours[file]; }

static int open_noted(int folder, const char* path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  const char* name;
  uint64_t parent;
  REAL(int, "openat64", int, const char*, int, ...);
  if (!place_of(folder, path, whole, &parent, &name)) {
    int file = real(folder, path, flags, mode);
    if (file >= 0 && file < kMostFiles) ours[file] = 0;
    return file;
  }
  pthread_mutex_lock(&order);
  struct stat before;
  int there = stat(whole, &before) == 0;
  int file = real(folder, path, flags, mode);
  int problem = errno;
  if (file >= 0 && file < kMostFiles) {
    ours[file] = 1;
    struct stat status;
    fstat(file, &status);
    if (!there) note((struct Head){kCreate, (uint32_t)strlen(name), status.st_ino, parent, 0}, name, 0);
    if (there && (flags & O_TRUNC)) note((struct Head){kTruncate, 0, status.st_ino, 0, 0}, 0, 0);
  }
  pthread_mutex_unlock(&order);
  errno = problem;
  return file;
}

#define MODE_ARGUMENT(flags)                       \
  mode_t mode = 0;                                 \
  if ((flags) & (O_CREAT | O_TMPFILE)) {           \
    va_list more;                                  \
    va_start(more, flags);                         \
    mode = va_arg(more, mode_t);                   \
    va_end(more);                                  \
  }

int open(const char* path, int flags, ...) { MODE_ARGUMENT(flags) return open_noted(AT_FDCWD, path, flags, mode); }
int open64(const char* path, int flags, ...) { MODE_ARGUMENT(flags) return open_noted(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char* path, int flags, ...) { MODE_ARGUMENT(flags) return open_noted(folder, path, flags, mode); }
int openat64(int folder, const char* path, int flags, ...) { MODE_ARGUMENT(flags) return open_noted(folder, path, flags, mode); }

static FILE* fopen_noted(const char* path, const char* mode) {
  REAL(FILE*, "fopen64", const char*, const char*);
  if (mode[0] != 'r') {
    int file = open_noted(AT_FDCWD, path, O_WRONLY | O_CREAT | (mode[0] == 'w' ? O_TRUNC : 0), 0666);
    if (file >= 0) close(file);
  }
  FILE* stream = real(path, mode);
  char whole[PATH_MAX];
  const char* name;
  uint64_t parent;
  if (stream && fileno(stream) < kMostFiles)
    ours[fileno(stream)] = (unsigned char)place_of(AT_FDCWD, path, whole, &parent, &name);
  return stream;
}
FILE* fopen(const char* path, const char* mode) { return fopen_noted(path, mode); }
FILE* fopen64(const char* path, const char* mode) { return fopen_noted(path, mode); }

int close(int file) {
  REAL(int, "close", int);
  if (file >= 0 && file < kMostFiles) ours[file] = 0;
  return real(file);
}

/* The bytes are noted before they are written: a sync that began later covers them. */
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void*, size_t, off64_t);
  uint64_t inode = recorded(file) ? inode_of(file) : 0;
  if (!inode) return real(file, data, size, at);
  pthread_mutex_lock(&order);
  note((struct Head){kWrite, 0, inode, (uint64_t)at, size}, 0, data);
  ssize_t done = real(file, data, size, at);
  pthread_mutex_unlock(&order);
  return done;
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) { return pwrite64(file, data, size, at); }

ssize_t write(int file, const void* data, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  uint64_t inode = recorded(file) ? inode_of(file) : 0;
  if (!inode) return real(file, data, size);
  pthread_mutex_lock(&order);
  off_t at = (fcntl(file, F_GETFL) & O_APPEND) ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  note((struct Head){kWrite, 0, inode, (uint64_t)at, size}, 0, data);
  ssize_t done = real(file, data, size);
  pthread_mutex_unlock(&order);
  return done;
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec*, int);
  if (!recorded(file)) return real(file, parts, count);
  ssize_t done = 0;
  for (int i = 0; i < count; ++i) {
    ssize_t one = write(file, parts[i].iov_base, parts[i].iov_len);
    if (one < 0) return done ? done : one;
    done += one;
  }
  return done;
}

int ftruncate64(int file, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  uint64_t inode = recorded(file) ? inode_of(file) : 0;
  if (!inode) return real(file, size);
  pthread_mutex_lock(&order);
  note((struct Head){kTruncate, 0, inode, (uint64_t)size, 0}, 0, 0);
  int done = real(file, size);
  pthread_mutex_unlock(&order);
  return done;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

/* Ways of writing that the record does not know; nothing uses them on our files. */
#define UNKNOWN(file) if (recorded(file) && inode_of(file)) abort()
ssize_t pwritev(int file, const struct iovec* parts, int count, off_t at) {
  UNKNOWN(file);
  REAL(ssize_t, "pwritev", int, const struct iovec*, int, off_t);
  return real(file, parts, count, at);
}
ssize_t copy_file_range(int from, off64_t* in, int file, off64_t* out, size_t size, unsigned flags) {
  UNKNOWN(file);
  REAL(ssize_t, "copy_file_range", int, off64_t*, int, off64_t*, size_t, unsigned);
  return real(from, in, file, out, size, flags);
}
int posix_fallocate64(int file, off64_t at, off64_t size) {
  UNKNOWN(file);
  REAL(int, "posix_fallocate64", int, off64_t, off64_t);
  return real(file, at, size);
}
int posix_fallocate(int file, off_t at, off_t size) { return posix_fallocate64(file, at, size); }

void* mmap64(void* address, size_t size, int protection, int flags, int file, off64_t at) {
  REAL(void*, "mmap64", void*, size_t, int, int, int, off64_t);
  uint64_t inode = recorded(file) && (flags & MAP_SHARED) && (protection & PROT_WRITE) ? inode_of(file) : 0;
  if (inode) {
    pthread_mutex_lock(&order);
    note((struct Head){kMapped, 0, inode, 0, 0}, 0, 0);
    pthread_mutex_unlock(&order);
  }
  return real(address, size, protection, flags, file, at);
}
void* mmap(void* address, size_t size, int protection, int flags, int file, off_t at) {
  return mmap64(address, size, protection, flags, file, at);
}

static int sync_noted(int file, int (*real)(int)) {
  struct stat status;
  if (!recorded(file) || fstat(file, &status) != 0) return real(file);
  uint64_t began = record_end();
  int done = real(file);
  if (done == 0) {
    pthread_mutex_lock(&order);
    note((struct Head){kSync, 0, status.st_ino, began, 0}, 0, 0);
    pthread_mutex_unlock(&order);
  }
  return done;
}
int fsync(int file) {
  REAL(int, "fsync", int);
  return sync_noted(file, real);
}
int fdatasync(int file) {
  REAL(int, "fdatasync", int);
  return sync_noted(file, real);
}

static int rename_noted(int from_folder, const char* from, int to_folder, const char* to) {
  REAL(int, "renameat", int, const char*, int, const char*);
  char from_path[PATH_MAX], to_path[PATH_MAX], names[2 * PATH_MAX];
  const char *from_name, *to_name;
  uint64_t from_inode, to_inode;
  if (!place_of(from_folder, from, from_path, &from_inode, &from_name) ||
      !place_of(to_folder, to, to_path, &to_inode, &to_name))
    return real(from_folder, from, to_folder, to);
  pthread_mutex_lock(&order);
  struct stat status;
  int there = stat(from_path, &status) == 0;
  int done = real(from_folder, from, to_folder, to);
  if (done == 0 && there) {
    int length = snprintf(names, sizeof names, "%s/%s", from_name, to_name);
    note((struct Head){kRename, (uint32_t)length, status.st_ino, from_inode, sizeof to_inode}, names, &to_inode);
  }
  pthread_mutex_unlock(&order);
  return done;
}
int rename(const char* from, const char* to) { return rename_noted(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int a, const char* from, int b, const char* to) { return rename_noted(a, from, b, to); }

static int unlink_noted(int folder, const char* path, int flags) {
  REAL(int, "unlinkat", int, const char*, int);
  char whole[PATH_MAX];
  const char* name;
  uint64_t parent;
  if (!place_of(folder, path, whole, &parent, &name)) return real(folder, path, flags);
  pthread_mutex_lock(&order);
  int done = real(folder, path, flags);
  if (done == 0) note((struct Head){kUnlink, (uint32_t)strlen(name), 0, parent, 0}, name, 0);
  pthread_mutex_unlock(&order);
  return done;
}
int unlink(const char* path) { return unlink_noted(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) { return unlink_noted(folder, path, flags); }
int rmdir(const char* path) { return unlink_noted(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) {
  struct stat status;
  int folder = lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
  return unlink_noted(AT_FDCWD, path, folder ? AT_REMOVEDIR : 0);
}

int link(const char* from, const char* to) {
  REAL(int, "link", const char*, const char*);
  char whole[PATH_MAX];
  const char* name;
  uint64_t parent;
  if (!place_of(AT_FDCWD, to, whole, &parent, &name)) return real(from, to);
  pthread_mutex_lock(&order);
  int done = real(from, to);
  struct stat status;
  if (done == 0 && stat(whole, &status) == 0)
    note((struct Head){kLink, (uint32_t)strlen(name), status.st_ino, parent, 0}, name, 0);
  pthread_mutex_unlock(&order);
  return done;
}

int mkdir(const char* path, mode_t mode) {
  REAL(int, "mkdir", const char*, mode_t);
  char whole[PATH_MAX];
  const char* name;
  uint64_t parent;
  if (!place_of(AT_FDCWD, path, whole, &parent, &name)) return real(path, mode);
  pthread_mutex_lock(&order);
  int done = real(path, mode);
  int problem = errno;
  struct stat status;
  if (done == 0 && stat(whole, &status) == 0)
    note((struct Head){kMakeFolder, (uint32_t)strlen(name), status.st_ino, parent, 0}, name, 0);
  pthread_mutex_unlock(&order);
  errno = problem;
  return done;
}
