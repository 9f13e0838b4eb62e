private import CZstd

/// An inflater for zstd with the system's libzstd, which skips skippable frames.
@safe final class ZstdInflater: Inflater {
    private let context: OpaquePointer
    private let maximumWindowBytes: Int
    /// The first bytes of the frame, which contain the size of its window.
    private var header: [UInt8] = []

    /// - Parameter maximumWindowBytes: the maximum size of the window of a frame. libzstd rounds it down to a power of two.
    init(maximumWindowBytes: Int) throws(ImportError) {
        self.maximumWindowBytes = maximumWindowBytes
        // SAFETY: `deinit` frees the context.
        guard let context = unsafe ZSTD_createDCtx() else { throw .outOfMemory("to decompress zstd") }
        unsafe self.context = context
        // SAFETY: created above. The logarithm is within the bounds of libzstd.
        let bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax)
        let logarithm = Int32(Int.bitWidth - 1 - max(maximumWindowBytes, 1).leadingZeroBitCount)
        unsafe ZSTD_DCtx_setParameter(
            context, ZSTD_d_windowLogMax, min(max(logarithm, bounds.lowerBound), bounds.upperBound))
    }

    deinit {
        // SAFETY: created in init, and not shared.
        unsafe ZSTD_freeDCtx(context)
    }

    /// libzstd begins the next frame by itself.
    func begin() -> Bool {
        header = []
        return true
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        if header.count < Self.maximumHeaderCount {
            header += Array(copying: input.extracting(first: Self.maximumHeaderCount - header.count))
        }
        // SAFETY: both buffers outlive the call, and libzstd does not read or write more than the sizes.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            unsafe input.withUnsafeBufferPointer { input in
                var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
                var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: count)
                let result = unsafe ZSTD_decompressStream(context, &target, &source)
                defer { count = unsafe target.pos }
                return unsafe InflateResult(
                    consumed: source.pos, written: target.pos - count, isAtStreamEnd: result == 0,
                    error: ZSTD_isError(result) == 0 ? nil : error(result))
            }
        }
    }

    private func error(_ result: Int) -> InflateError {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_prefix_unknown: return .trailingBytes
        case ZSTD_error_memory_allocation: return .outOfMemory
        case ZSTD_error_frameParameter_windowTooLarge:
            return .windowTooLarge(windowBytes, limit: maximumWindowBytes)
        case ZSTD_error_dictionary_wrong:
            return .unsupported(
                "it requires a dictionary", advice: "decompress it first with zstd -d -D")
        default:
            // SAFETY: the name is a constant string.
            return unsafe .corrupt(String(cString: ZSTD_getErrorName(result)))
        }
    }

    private static let maximumHeaderCount = 6

    /// The size of the window of the frame; `nil` for a frame that has the size of its content instead. From RFC 8878,
    /// 3.1.1.1.2.
    private var windowBytes: Int? {
        guard header.count == Self.maximumHeaderCount, header[4] & 0x20 == 0 else { return nil }
        let base = 1 << (10 + Int(header[5] >> 3))
        return base + base / 8 * Int(header[5] & 7)
    }
}
