#ifndef CGAUGE_H
#define CGAUGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What import-gauge measures with. Not part of any product. */

/* Whether allocations are counted here: on Linux with glibc only, whose own functions can be called by
   another name. */
bool gauge_counts_allocations(void);

/* How often memory was asked for so far, by all threads: malloc, calloc, realloc and their aligned kin. */
int64_t gauge_allocations(void);

/* Prints the stacks of `limit` allocations to standard error, leaving out the next `skipped`. */
void gauge_trace_allocations(int64_t skipped, int64_t limit);

/* What libyajl reported of a file. */
struct gauge_counts {
    int64_t keys;
    int64_t scalars;
    int64_t text_bytes;
    int64_t containers;
};

/* Reads a file with libyajl in its default configuration and callbacks that only count, 256 KiB at a time
   into one buffer: the least an importer on libyajl has to do. 0, or -1 if the file cannot be read, or 1 if
   libyajl refuses it. */
int gauge_baseline(const char *_Nonnull path, struct gauge_counts *_Nonnull counts);

#endif
