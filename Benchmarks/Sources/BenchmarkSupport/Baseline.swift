import CYajlBaseline
import SystemPackage

/// The minimum work of an importer on libyajl: reads the file through one buffer, parses the text with libyajl's
/// default configuration, and counts the events. All contenders are compared with this baseline.
public enum Baseline {
    /// Counts the keys in a file.
    public static func countKeys(in path: FilePath) throws -> Int {
        // SAFETY: The parser keeps both addresses. Both allocations are freed after the parser.
        let counters = UnsafeMutablePointer<Counters>.allocate(capacity: 1)
        unsafe counters.initialize(to: Counters())
        let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe callbacks.initialize(to: countingCallbacks)
        let parser = unsafe yajl_alloc(callbacks, nil, counters)
        defer {
            // SAFETY: All three were allocated above, and nothing uses them after this block.
            unsafe yajl_free(parser)
            unsafe callbacks.deallocate()
            unsafe counters.deallocate()
        }
        // SAFETY: `parser` and `counters` are allocated until this function returns.
        try unsafe parse(path, with: parser)
        return unsafe counters.pointee.keys
    }

    /// Feeds the file to the parser in chunks of 256 KiB, read with `read(2)` into the same memory.
    private static func parse(_ path: FilePath, with parser: yajl_handle?) throws {
        let file = try FileDescriptor.open(path, .readOnly)
        // SAFETY: The buffer is freed at the end of this function. The parser does not keep the address of the buffer.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 64)
        defer { unsafe buffer.deallocate() }
        try file.closeAfter {
            while true {
                // SAFETY: The parser reads only the bytes that were read into the buffer.
                let count = try unsafe file.read(into: buffer)
                guard count > 0 else { break }
                let bytes = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                try check(unsafe yajl_parse(parser, bytes, count))
            }
            // SAFETY: The caller frees the parser only after this call.
            try check(unsafe yajl_complete_parse(parser))
        }
    }

    private static func check(_ status: yajl_status) throws {
        guard status == yajl_status_ok else { throw ParseError(status: status.rawValue) }
    }
}

private struct ParseError: Error {
    let status: UInt32
}

/// The counts of events. Every event is counted, so that a callback costs at least as much as an importer's callback
/// costs at its entry.
private struct Counters {
    var keys = 0
    var scalars = 0
    var textBytes = 0
    var containers = 0
}

/// Callbacks that count events. Each closure becomes a plain C function of one or two additions, without reference
/// counting and checks.
///
/// The callback for raw numbers replaces those for integers and doubles, so that libyajl converts no numbers.
private var countingCallbacks: yajl_callbacks {
    // SAFETY: The context is the pointer to `Counters` that the parser was allocated with.
    unsafe yajl_callbacks(
        yajl_null: {
            unsafe counters($0).pointee.scalars &+= 1; return 1
        },
        yajl_boolean: { context, _ in
            unsafe counters(context).pointee.scalars &+= 1; return 1
        },
        yajl_integer: nil,
        yajl_double: nil,
        yajl_number: { context, _, length in
            unsafe counters(context).pointee.scalars &+= 1
            unsafe counters(context).pointee.textBytes &+= length
            return 1
        },
        yajl_string: { context, _, length in
            unsafe counters(context).pointee.scalars &+= 1
            unsafe counters(context).pointee.textBytes &+= length
            return 1
        },
        yajl_start_map: {
            unsafe counters($0).pointee.containers &+= 1; return 1
        },
        yajl_map_key: { context, _, length in
            unsafe counters(context).pointee.keys &+= 1
            unsafe counters(context).pointee.textBytes &+= length
            return 1
        },
        yajl_end_map: {
            unsafe counters($0).pointee.containers &+= 1; return 1
        },
        yajl_start_array: {
            unsafe counters($0).pointee.containers &+= 1; return 1
        },
        yajl_end_array: {
            unsafe counters($0).pointee.containers &+= 1; return 1
        })
}

/// Returns the counters at the context's address. Always inlined: a call would make the callbacks slower than C
/// functions, and the baseline too slow.
@inline(__always)
private func counters(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Counters> {
    // SAFETY: The function is called only with the context that `Baseline` gives to the parser.
    unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Counters.self)
}
