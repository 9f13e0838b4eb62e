private import CZlib

/// Undoes gzip with the system's zlib: all members of a file, one after another.
///
/// Zeros between and after members are skipped: tapes and block devices pad files with them.
@safe final class GzipInflater: Inflater {
    /// On the heap, because zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var mayEnd = false

    init() throws(ImportError) {
        // SAFETY: zlib wants everything to be zero before it is initialised; freed in deinit.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        /// The largest window, which all files can be read with, and 16 for gzip, not zlib's own wrapping.
        let windowBits: Int32 = 15 + 16
        // SAFETY: the version and the size are those of the header that this was compiled with.
        let status = unsafe inflateInit2_(
            stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // All properties are initialised, so that `deinit` runs and frees the stream.
        guard status == Z_OK else { throw .outOfMemory("for decompressing gzip") }
    }

    deinit {
        // SAFETY: initialised in init and used by nobody else.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> InflateStep {
        guard mayEnd else { return unsafe inflateMember(input, into: output) }
        // SAFETY: an empty buffer has no first byte; the buffer is lent for the call.
        switch unsafe input.first {
        case nil: return InflateStep()
        case 0: return unsafe InflateStep(consumed: input.prefix { $0 == 0 }.count)
        case 0x1F:
            // SAFETY: the stream was initialised in init.
            unsafe inflateReset(stream)
            mayEnd = false
            return unsafe inflateMember(input, into: output)
        default: return InflateStep(fault: .trailingBytes)
        }
    }

    private func inflateMember(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> InflateStep {
        let most = Int(UInt32.max)
        let inputCount = min(input.count, most)
        let outputCount = min(output.count, most)
        // SAFETY: both buffers outlive the call, and zlib reads and writes no more than the counts say. It only
        // reads the input, though its type does not tell. Raw memory may be used as bytes.
        let inputBytes = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: inputBytes)
        unsafe stream.pointee.avail_in = UInt32(inputCount)
        unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_out = UInt32(outputCount)
        let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        mayEnd = status == Z_STREAM_END
        return unsafe InflateStep(
            consumed: inputCount - Int(stream.pointee.avail_in),
            written: outputCount - Int(stream.pointee.avail_out),
            fault: fault(status))
    }

    private func fault(_ status: Int32) -> InflateFault? {
        switch status {
        // Z_BUF_ERROR is no error: there was nothing to do without more input.
        case Z_OK, Z_STREAM_END, Z_BUF_ERROR: return nil
        case Z_MEM_ERROR: return .outOfMemory
        default:
            // SAFETY: if zlib sets a message, it is a constant string.
            guard let message = unsafe stream.pointee.msg else { return .damaged("zlib error \(status)") }
            return unsafe .damaged(String(cString: message))
        }
    }
}
