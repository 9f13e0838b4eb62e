package import CYajl

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

/// The allocation functions handed to libyajl, which does not check what it gets.
///
/// Its requests are bounded by the limits on depth and token length, so a refusal means that the process has
/// no memory left; it stops with a message rather than by a write through a null pointer.
package enum YajlAllocation {
    package static var functions: yajl_alloc_funcs {
        // SAFETY: the three forward to the C library, which is where yajl would go by itself.
        unsafe yajl_alloc_funcs(
            malloc: { _, size in unsafe YajlAllocation.checked(malloc(size), size) },
            realloc: { _, memory, size in unsafe YajlAllocation.checked(realloc(memory, size), size) },
            free: { _, memory in unsafe free(memory) },
            ctx: nil)
    }

    private static func checked(
        _ memory: UnsafeMutableRawPointer?, _ size: Int
    ) -> UnsafeMutableRawPointer? {
        // SAFETY: the address is compared, and handed on.
        guard unsafe memory != nil || size == 0 else {
            fatalError("StreamImport: out of memory: libyajl asked for \(size) bytes")
        }
        return unsafe memory
    }
}
