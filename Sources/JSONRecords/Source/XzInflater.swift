private import CLzma

/// An inflater for xz with the system's liblzma.
@safe final class XzInflater: Inflater {
    /// The stream, on the heap, because liblzma's state points back to it.
    private let stream: UnsafeMutablePointer<lzma_stream>
    private let maximumWindowBytes: Int

    /// More than liblzma needs besides the dictionary, in bytes.
    private static let stateBytes = 1 << 20

    /// - Parameter maximumWindowBytes: the maximum size of the dictionary of a stream.
    init(maximumWindowBytes: Int) throws(ImportError) {
        self.maximumWindowBytes = maximumWindowBytes
        // SAFETY: liblzma requires a stream of zeros; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: lzma_stream())
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard begin() else { throw .outOfMemory("to decompress xz") }
    }

    deinit {
        // SAFETY: not shared. liblzma ignores a stream that was not initialized.
        unsafe lzma_end(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        let memoryLimit = UInt64(maximumWindowBytes + Self.stateBytes)
        // SAFETY: the stream was allocated in init. liblzma uses the memory of the previous stream again.
        return unsafe lzma_stream_decoder(stream, memoryLimit, 0) == LZMA_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: both buffers outlive the call, and liblzma does not read or write more than the counts.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            let outputCount = output.count - count
            let status = unsafe input.withUnsafeBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = input.count
                unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + count }
                unsafe stream.pointee.avail_out = outputCount
                return unsafe lzma_code(stream, LZMA_RUN)
            }
            let written = unsafe outputCount - stream.pointee.avail_out
            count += written
            return unsafe InflateResult(
                consumed: input.count - stream.pointee.avail_in, written: written,
                isAtStreamEnd: status == LZMA_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: lzma_ret) -> InflateError? {
        switch status {
        // LZMA_BUF_ERROR is not an error: liblzma cannot make progress without more input or more room for output.
        case LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR: nil
        case LZMA_MEM_ERROR: .outOfMemory
        // SAFETY: the stream was initialized in init.
        case LZMA_MEMLIMIT_ERROR:
            .windowTooLarge(
                Int(clamping: unsafe lzma_memusage(stream)) - Self.stateBytes, limit: maximumWindowBytes)
        case LZMA_OPTIONS_ERROR:
            .unsupported("it requires a newer version of liblzma", advice: "decompress it first with xz -d")
        case LZMA_DATA_ERROR, LZMA_FORMAT_ERROR: .corrupt("incorrect data or checksum")
        default: .corrupt("liblzma error \(status.rawValue)")
        }
    }
}
