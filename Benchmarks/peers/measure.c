// Runs a command and prints what its process took, as the last line of standard output:
//
//     measure COMMAND [ARGUMENT...]
//
// Exits with the command's status. On Linux, a process starts with the peak memory of the process that started it, so a
// script in Python would measure at least its own memory. This program has about 2 MB.

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double duration(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double megabytes(const struct rusage *usage) {
#ifdef __APPLE__
    return (double)usage->ru_maxrss / 1e6;
#else
    return (double)usage->ru_maxrss * 1024 / 1e6;
#endif
}

int main(int count, char **arguments) {
    if (count < 2) {
        fprintf(stderr, "usage: measure COMMAND [ARGUMENT...]\n");
        return 64;
    }
    double start = seconds();
    pid_t process;
    int error = posix_spawnp(&process, arguments[1], NULL, NULL, arguments + 1, environ);
    if (error) {
        fprintf(stderr, "%s: %s\n", arguments[1], strerror(error));
        return 127;
    }
    int status;
    struct rusage usage;
    while (wait4(process, &status, 0, &usage) < 0) {
        if (errno != EINTR) return 71;
    }
    double elapsed = seconds() - start;
    printf("seconds=%.6f cpu_seconds=%.6f megabytes=%.3f\n", elapsed,
           duration(usage.ru_utime) + duration(usage.ru_stime), megabytes(&usage));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
