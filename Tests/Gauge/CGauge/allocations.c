/* The allocation functions of the C library, with a counter.
 *
 * If an executable defines these functions, they replace those of the C library in the whole process, including
 * the Swift runtime and libyajl. Each function except free() counts the call. Then it calls the replaced function by
 * another name.
 * All memory still comes from the C library, so either set of functions can free what the other one allocated. */

#include "CGauge.h"

#include <stdatomic.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <execinfo.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static _Atomic int64_t allocations;
/* The range of the traced allocations, which are numbered from the start of the process. */
static _Atomic int64_t first_trace = INT64_MAX;
static _Atomic int64_t last_trace;
static _Thread_local bool is_tracing;

static void trace(void) {
    /* backtrace() may allocate. */
    if (is_tracing) return;
    is_tracing = true;
    void *frames[24];
    int count = backtrace(frames, 24);
    backtrace_symbols_fd(frames, count, STDERR_FILENO);
    write(STDERR_FILENO, "\n", 1);
    is_tracing = false;
}

static inline void count_allocation(void) {
    int64_t index = atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    if (__builtin_expect(index >= atomic_load_explicit(&first_trace, memory_order_relaxed), 0) &&
        index < atomic_load_explicit(&last_trace, memory_order_relaxed))
        trace();
}

void *malloc(size_t size) {
    count_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_allocation();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    count_allocation();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count_allocation();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_allocation();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    count_allocation();
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

void free(void *memory) { __libc_free(memory); }

bool gauge_counts_allocations(void) { return true; }

int64_t gauge_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

void gauge_trace_allocations(int64_t skipped, int64_t limit) {
    int64_t first = gauge_allocations() + skipped;
    atomic_store(&last_trace, first + limit);
    atomic_store(&first_trace, first);
}

#else

bool gauge_counts_allocations(void) { return false; }

int64_t gauge_allocations(void) { return 0; }

void gauge_trace_allocations(int64_t skipped, int64_t limit) {
    (void)skipped;
    (void)limit;
}

#endif
