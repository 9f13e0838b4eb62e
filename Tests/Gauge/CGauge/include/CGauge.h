#ifndef CGAUGE_H
#define CGAUGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The measurements of import-gauge. They are not part of a product. */

/* Returns whether allocations are counted on this platform: on Linux with glibc only, because a replaced function of
   glibc can still be called by another name. */
bool gauge_counts_allocations(void);

/* Returns the number of calls of malloc, calloc, realloc and the functions for aligned memory, in all threads since the
   start of the process. */
int64_t gauge_allocations(void);

/* Prints the stacks of `limit` allocations to standard error, after skipping the next `skipped` allocations. */
void gauge_trace_allocations(int64_t skipped, int64_t limit);

/* The events that libyajl reported for a file. */
struct gauge_counts {
    int64_t keys;
    int64_t scalars;
    int64_t text_bytes;
    int64_t containers;
};

/* Reads a file with libyajl in its default configuration and with callbacks that only count, 256 KiB at a time into one
   buffer. This is the minimum work of an importer that uses libyajl.
   Returns 0; -1 if the file cannot be read; 1 if libyajl rejects it. */
int gauge_baseline(const char *_Nonnull path, struct gauge_counts *_Nonnull counts);

#endif
