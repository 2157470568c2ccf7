/* Loaded in front of the C library: makes writing below one folder fail, as told by a shared file
 * of two integers, the error's number (0: none) and what fails with it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, NAMES = 4 };

static volatile int *control;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS_CONTROL");
    folder = getenv("FAULTS_FOLDER");
    int fd = path == NULL ? -1 : open(path, O_RDWR);
    if (fd < 0 || folder == NULL) abort();
    void *shared = mmap(NULL, 2 * sizeof(int), PROT_READ, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED) abort();
    control = shared;
}

static int fails(int what) {
    return control != NULL && control[0] != 0 && (control[1] & what) != 0;
}

static int below(const char *path) {
    return path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int refuse(void) {
    errno = control[0];
    return -1;
}

static int refused_file(int fd, int what) {
    char link[64], path[PATH_MAX];
    if (!fails(what)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define ON_FILE(type, name, what, parameters, arguments)         \
    type name parameters {                                       \
        if (refused_file(fd, what)) return refuse();             \
        return NEXT(name) arguments;                             \
    }

ON_FILE(ssize_t, write, WRITES, (int fd, const void *b, size_t n), (fd, b, n))
ON_FILE(ssize_t, writev, WRITES, (int fd, const struct iovec *v, int n), (fd, v, n))
ON_FILE(ssize_t, pwrite64, WRITES, (int fd, const void *b, size_t n, off64_t o), (fd, b, n, o))
ON_FILE(int, ftruncate64, WRITES, (int fd, off64_t n), (fd, n))
ON_FILE(int, fsync, SYNCS, (int fd), (fd))
ON_FILE(int, fdatasync, SYNCS, (int fd), (fd))

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) != 0 && fails(NAMES) && below(path)) return refuse();
    return NEXT(open64)(path, flags, mode);
}

int rename(const char *from, const char *to) {
    if (fails(NAMES) && below(to)) return refuse();
    return NEXT(rename)(from, to);
}

int unlink(const char *path) {
    if (fails(NAMES) && below(path)) return refuse();
    return NEXT(unlink)(path);
}
