#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>

/* Swift does not import variadic functions such as yajl_config and yajl_gen_config. */
static inline int yajl_enable(yajl_handle parser, yajl_option option) {
    return yajl_config(parser, option, 1);
}

static inline int yajl_gen_enable(yajl_gen generator, yajl_gen_option option) {
    return yajl_gen_config(generator, option, 1);
}

static inline int yajl_gen_print_to(yajl_gen generator, yajl_print_t print, void *context) {
    return yajl_gen_config(generator, yajl_gen_print_callback, print, context);
}
