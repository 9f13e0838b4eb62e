#include <yajl/yajl_parse.h>

/* yajl_config is variadic, which Swift does not import. */
static inline int yajl_enable(yajl_handle parser, yajl_option option) {
    return yajl_config(parser, option, 1);
}
