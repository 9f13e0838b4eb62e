/* libyajl with callbacks that only count: the same work as the baseline of the benchmarks. */

#include "CGauge.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <yajl/yajl_parse.h>

static int count_null(void *context) {
    ((struct gauge_counts *)context)->scalars++;
    return 1;
}

static int count_boolean(void *context, int value) {
    (void)value;
    ((struct gauge_counts *)context)->scalars++;
    return 1;
}

static int count_number(void *context, const char *bytes, size_t length) {
    (void)bytes;
    ((struct gauge_counts *)context)->scalars++;
    ((struct gauge_counts *)context)->text_bytes += (int64_t)length;
    return 1;
}

static int count_string(void *context, const unsigned char *bytes, size_t length) {
    (void)bytes;
    ((struct gauge_counts *)context)->scalars++;
    ((struct gauge_counts *)context)->text_bytes += (int64_t)length;
    return 1;
}

static int count_key(void *context, const unsigned char *bytes, size_t length) {
    (void)bytes;
    ((struct gauge_counts *)context)->keys++;
    ((struct gauge_counts *)context)->text_bytes += (int64_t)length;
    return 1;
}

static int count_bracket(void *context) {
    ((struct gauge_counts *)context)->containers++;
    return 1;
}

/* The callback for raw numbers replaces those for integers and doubles, so that libyajl converts no number. */
static const yajl_callbacks callbacks = {
    .yajl_null = count_null,
    .yajl_boolean = count_boolean,
    .yajl_number = count_number,
    .yajl_string = count_string,
    .yajl_start_map = count_bracket,
    .yajl_map_key = count_key,
    .yajl_end_map = count_bracket,
    .yajl_start_array = count_bracket,
    .yajl_end_array = count_bracket,
};

int gauge_baseline(const char *path, struct gauge_counts *counts) {
    enum { chunk = 256 * 1024 };
    int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    unsigned char *buffer = malloc(chunk);
    yajl_handle parser = yajl_alloc(&callbacks, NULL, counts);
    yajl_status status = yajl_status_ok;
    ssize_t count = 0;
    while (status == yajl_status_ok && (count = read(file, buffer, chunk)) > 0) {
        status = yajl_parse(parser, buffer, (size_t)count);
    }
    if (status == yajl_status_ok) status = yajl_complete_parse(parser);
    yajl_free(parser);
    free(buffer);
    close(file);
    if (count < 0) return -1;
    return status == yajl_status_ok ? 0 : 1;
}
