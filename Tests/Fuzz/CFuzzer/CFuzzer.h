#include <stddef.h>
#include <stdint.h>

// The entry point of libFuzzer for programs with their own `main`.
int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));
