#include <yajl/yajl_parse.h>

/* Swift does not import variadic functions such as yajl_config. */
static inline int yajl_enable(yajl_handle parser, yajl_option option) {
    return yajl_config(parser, option, 1);
}
