import CZlib
import SystemPackage

/// Compresses a stream of chunks with the system's zlib into a gzip file.
@safe struct Gzip: ~Copyable {
    /// Lies on the heap because zlib remembers its address and refuses one that moved.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// Throws `Errno.noMemory` if zlib cannot be set up; nothing else can be wrong with these arguments.
    init() throws {
        // SAFETY: allocated and initialised here, freed once, in `deinit`.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let gzipFormat: Int32 = 15 + 16
        // SAFETY: `stream` is initialised, and its size is that of the type zlib was compiled with.
        let status = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw Errno.noMemory }
    }

    deinit {
        // SAFETY: the last use of `stream`. Where its setup failed, zlib notices and does nothing.
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Compresses a chunk and writes what is ready.
    mutating func write(_ bytes: [UInt8], to file: FileDescriptor) throws {
        try deflate(bytes, Z_NO_FLUSH, to: file)
    }

    /// Writes the rest and the trailer. Call it once, last.
    mutating func finish(to file: FileDescriptor) throws {
        try deflate([], Z_FINISH, to: file)
    }

    private mutating func deflate(_ bytes: [UInt8], _ flush: Int32, to file: FileDescriptor) throws {
        var offset = 0
        var isBufferFull = true
        // zlib has taken all of the input once it leaves room in the output.
        while isBufferFull {
            let bufferCount = buffer.count
            // SAFETY: both arrays stay put and have these counts for as long as zlib uses their addresses; it
            // only reads its input, although its header does not say `const`.
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
            // SAFETY: plain counters of an initialised structure.
            offset = unsafe bytes.count - Int(stream.pointee.avail_in)
            let used = unsafe bufferCount - Int(stream.pointee.avail_out)
            isBufferFull = used == bufferCount
            try file.writeAll(buffer[..<used])
        }
    }
}
