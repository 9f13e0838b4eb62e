private import CZlib

/// An inflater for gzip with the system's zlib.
@safe final class GzipInflater: Inflater {
    /// The stream, on the heap, because zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ImportError) {
        // SAFETY: zlib requires a stream of zeros, and initializes it below; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // The largest window, which can read all files, plus 16 for the gzip format instead of zlib's own.
        let windowBits: Int32 = 15 + 16
        // SAFETY: the version and the size are those of the header that this was compiled with.
        let status = unsafe inflateInit2_(
            stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard status == Z_OK else { throw .outOfMemory("to decompress gzip") }
    }

    deinit {
        // SAFETY: initialized in init, and not shared.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        // SAFETY: the stream was initialized in init.
        unsafe inflateReset(stream) == Z_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        let maximumCount = Int(UInt32.max)
        let inputCount = min(input.count, maximumCount)
        // SAFETY: both buffers outlive the call, and zlib does not read or write more than the counts. zlib only reads
        // the input, although the type of `next_in` is mutable.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            let outputCount = min(output.count - count, maximumCount)
            let status = unsafe input.withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(inputCount)
                unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + count }
                unsafe stream.pointee.avail_out = UInt32(outputCount)
                return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            }
            let written = unsafe outputCount - Int(stream.pointee.avail_out)
            count += written
            return unsafe InflateResult(
                consumed: inputCount - Int(stream.pointee.avail_in), written: written,
                isAtStreamEnd: status == Z_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: Int32) -> InflateError? {
        switch status {
        // Z_BUF_ERROR is not an error: zlib cannot make progress without more input or more room for output.
        case Z_OK, Z_STREAM_END, Z_BUF_ERROR: return nil
        case Z_MEM_ERROR: return .outOfMemory
        default:
            // SAFETY: if zlib sets a message, it is a constant string.
            guard let message = unsafe stream.pointee.msg else { return .corrupt("zlib error \(status)") }
            return unsafe .corrupt(String(cString: message))
        }
    }
}
