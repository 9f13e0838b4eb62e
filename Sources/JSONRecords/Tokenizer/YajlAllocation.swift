package import CYajl

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

/// The allocation functions for libyajl, which does not check their results for null.
///
/// The limits on depth and token length bound libyajl's requests, so a failed allocation means that the process has no
/// memory left. The process then stops with a message instead of a write through a null pointer.
package enum YajlAllocation {
    package static var functions: yajl_alloc_funcs {
        // SAFETY: the three functions forward to those of the C library, which are libyajl's default.
        unsafe yajl_alloc_funcs(
            malloc: { _, size in unsafe YajlAllocation.checked(malloc(size), size) },
            realloc: { _, memory, size in unsafe YajlAllocation.checked(realloc(memory, size), size) },
            free: { _, memory in unsafe free(memory) },
            ctx: nil)
    }

    private static func checked(
        _ memory: UnsafeMutableRawPointer?, _ size: Int
    ) -> UnsafeMutableRawPointer? {
        // SAFETY: the address is compared and returned, and nothing is read from it.
        guard unsafe memory != nil || size == 0 else {
            fatalError("StreamImport: out of memory: libyajl requested \(size) bytes")
        }
        return unsafe memory
    }
}
