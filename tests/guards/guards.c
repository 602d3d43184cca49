/* Preloaded into a process, moves its clock or takes its locks away:
 *
 *   GUARDS_DAYS     days to add to the time of day
 *   GUARDS_NO_LOCK  set: every flock() succeeds, whoever holds it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>

int flock(int file, int operation) {
  static int (*real)(int, int);
  if (!real) real = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
  return getenv("GUARDS_NO_LOCK") ? 0 : real(file, operation);
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  static int (*real)(clockid_t, struct timespec*);
  if (!real) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(clock, time);
  const char* days = getenv("GUARDS_DAYS");
  if (result == 0 && clock == CLOCK_REALTIME && days) time->tv_sec += atol(days) * 86400;
  return result;
}
