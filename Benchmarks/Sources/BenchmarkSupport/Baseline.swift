import CYajlBaseline
import SystemPackage

/// The least that an importer built on libyajl has to do: read the file into one buffer, parse it with the
/// library's default configuration, count what it reports. Everything else is measured against this.
public enum Baseline {
    /// Counts the keys in a file.
    public static func countKeys(in path: FilePath) throws -> Int {
        // SAFETY: both live on the heap until the parser, which keeps their addresses, was freed.
        let counters = UnsafeMutablePointer<Counters>.allocate(capacity: 1)
        unsafe counters.initialize(to: Counters())
        let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
        unsafe callbacks.initialize(to: countingCallbacks)
        let parser = unsafe yajl_alloc(callbacks, nil, counters)
        defer {
            // SAFETY: all three were allocated above and are not used again.
            unsafe yajl_free(parser)
            unsafe callbacks.deallocate()
            unsafe counters.deallocate()
        }
        // SAFETY: `parser` and `counters` are alive.
        try unsafe parse(path, with: parser)
        return unsafe counters.pointee.keys
    }

    /// Feeds the file to the parser in chunks of 256 KiB, read with `read(2)` into the same memory.
    private static func parse(_ path: FilePath, with parser: yajl_handle?) throws {
        let file = try FileDescriptor.open(path, .readOnly)
        // SAFETY: allocated here and freed at the end of this call; nobody keeps its address.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 64)
        defer { unsafe buffer.deallocate() }
        try file.closeAfter {
            while true {
                // SAFETY: the parser is given as many bytes as were read into the buffer.
                let count = try unsafe file.read(into: buffer)
                guard count > 0 else { break }
                let bytes = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                try check(unsafe yajl_parse(parser, bytes, count))
            }
            // SAFETY: `parser` is alive.
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

/// Everything is counted, so that no callback is cheaper than a real one's entry.
private struct Counters {
    var keys = 0
    var scalars = 0
    var textBytes = 0
    var containers = 0
}

/// Each closure becomes a plain C function: an addition or two, no reference counting, no checks.
///
/// The raw number callback stands in for those of integers and doubles, so that libyajl converts nothing.
private var countingCallbacks: yajl_callbacks {
    // SAFETY: the context is the pointer to `Counters` that the parser was made with.
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

/// Always inlined: a call here would make the callbacks dearer than those in C, and the baseline too low.
@inline(__always)
private func counters(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Counters> {
    // SAFETY: only called with the context that `Baseline` gives to the parser.
    unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: Counters.self)
}
