/* Preloaded into a server: its clock is off by the seconds that the file COUNTERSIGN_CLOCK holds, 8 bytes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long long *off;

static long long seconds(void) {
  if (!off) off = mmap(0, 8, PROT_READ, MAP_SHARED, open(getenv("COUNTERSIGN_CLOCK"), O_RDONLY), 0);
  return *off;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && clock == CLOCK_REALTIME) now->tv_sec += seconds();
  return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec spec;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &spec);
  now->tv_sec = spec.tv_sec;
  now->tv_usec = spec.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *now) {
  struct timespec spec;
  clock_gettime(CLOCK_REALTIME, &spec);
  if (now) *now = spec.tv_sec;
  return spec.tv_sec;
}
