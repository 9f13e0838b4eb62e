private import CBzip2

/// An inflater for bzip2 with the system's libbz2.
@safe final class Bzip2Inflater: Inflater {
    /// The stream, on the heap, because libbz2's state points back to it.
    private let stream: UnsafeMutablePointer<bz_stream>

    init() throws(ImportError) {
        // SAFETY: a stream of zeros has no allocator of its own; `deinit` frees the stream.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: bz_stream())
        // All properties are initialized, so `deinit` runs after this error and frees the stream.
        guard begin() else { throw .outOfMemory("to decompress bzip2") }
    }

    deinit {
        // SAFETY: not shared. libbz2 ignores a stream that was not initialized.
        unsafe BZ2_bzDecompressEnd(stream)
        unsafe stream.deallocate()
    }

    func begin() -> Bool {
        // SAFETY: the stream was allocated in init. libbz2 ignores the end of a stream that was not initialized.
        unsafe BZ2_bzDecompressEnd(stream)
        return unsafe BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        let maximumCount = Int(UInt32.max)
        let inputCount = min(input.count, maximumCount)
        // SAFETY: both buffers outlive the call, and libbz2 does not read or write more than the counts. libbz2 only reads the
        // input, although the type of `next_in` is mutable. C permits access to any memory as `char`.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            let outputCount = min(output.count - count, maximumCount)
            let status = unsafe input.withUnsafeBufferPointer { input in
                let source = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)
                let target = unsafe UnsafeMutableRawPointer(output.baseAddress.map { unsafe $0 + count })
                unsafe stream.pointee.next_in = source?.assumingMemoryBound(to: CChar.self)
                unsafe stream.pointee.avail_in = UInt32(inputCount)
                unsafe stream.pointee.next_out = target?.assumingMemoryBound(to: CChar.self)
                unsafe stream.pointee.avail_out = UInt32(outputCount)
                return unsafe BZ2_bzDecompress(stream)
            }
            let written = unsafe outputCount - Int(stream.pointee.avail_out)
            count += written
            return unsafe InflateResult(
                consumed: inputCount - Int(stream.pointee.avail_in), written: written,
                isAtStreamEnd: status == BZ_STREAM_END, error: error(status))
        }
    }

    private func error(_ status: Int32) -> InflateError? {
        switch status {
        case BZ_OK, BZ_STREAM_END: nil
        case BZ_MEM_ERROR: .outOfMemory
        case BZ_DATA_ERROR, BZ_DATA_ERROR_MAGIC: .corrupt("incorrect data or checksum")
        default: .corrupt("libbz2 error \(status)")
        }
    }
}
