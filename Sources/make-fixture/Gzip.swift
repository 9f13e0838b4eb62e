import CZlib
import SystemPackage

/// A compressor that writes a stream of chunks as a gzip file, with the system's zlib.
@safe struct Gzip: ~Copyable {
    /// The state of zlib. The state is on the heap, because zlib stores its address and rejects a stream that has
    /// moved.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// Sets up the compression.
    ///
    /// - Throws: `Errno.noMemory` if zlib cannot be set up. With the arguments of this call, zlib has no other error.
    init() throws {
        // SAFETY: The memory is allocated and initialized here, and freed once, in `deinit`.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let gzipFormat: Int32 = 15 + 16
        // SAFETY: `stream` is initialized. The size is that of the type in the headers that this file is compiled with,
        // and zlib checks it.
        let status = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw Errno.noMemory }
    }

    deinit {
        // SAFETY: This is the last use of `stream`. If the setup failed, `deflateEnd` does nothing.
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Compresses a chunk, and writes the output that is ready.
    mutating func write(_ bytes: [UInt8], to file: FileDescriptor) throws {
        try deflate(bytes, Z_NO_FLUSH, to: file)
    }

    /// Writes the remaining output and the trailer. The caller calls it once, after the last chunk.
    mutating func finish(to file: FileDescriptor) throws {
        try deflate([], Z_FINISH, to: file)
    }

    private mutating func deflate(_ bytes: [UInt8], _ flush: Int32, to file: FileDescriptor) throws {
        var offset = 0
        var isBufferFull = true
        // zlib has consumed all input when it leaves room in the output.
        while isBufferFull {
            let bufferCount = buffer.count
            // SAFETY: Both arrays have these counts and do not move while zlib uses their addresses. zlib only reads
            // the input, although its header does not declare `next_in` as `const`.
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                    unsafe stream.pointee.next_in = input.baseAddress.map {
                        unsafe UnsafeMutablePointer(mutating: $0 + offset)
                    }
                    unsafe stream.pointee.avail_in = UInt32(bytes.count - offset)
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(bufferCount)
                    _ = unsafe CZlib.deflate(stream, flush)
                }
            }
            // SAFETY: `init` has initialized the structure, and the counters are plain integers.
            offset = unsafe bytes.count - Int(stream.pointee.avail_in)
            let used = unsafe bufferCount - Int(stream.pointee.avail_out)
            isBufferFull = used == bufferCount
            try file.writeAll(buffer[..<used])
        }
    }
}
