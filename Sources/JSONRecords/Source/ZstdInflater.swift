private import CZstd

/// An inflater for zstd with the system's libzstd. It inflates all frames of a file, one after another, and skips
/// skippable frames.
@safe final class ZstdInflater: Inflater {
    private let context: OpaquePointer
    private(set) var isAtStreamEnd = false

    init() throws(ImportError) {
        // SAFETY: `deinit` frees the context.
        guard let context = unsafe ZSTD_createDCtx() else { throw .outOfMemory("to decompress zstd") }
        unsafe self.context = context
    }

    deinit {
        // SAFETY: created in init, and not shared.
        unsafe ZSTD_freeDCtx(context)
    }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        if isAtStreamEnd {
            // Between frames, a call with empty input would begin the next frame.
            guard !input.isEmpty else { return InflateResult() }
            // libzstd would not distinguish one to three trailing bytes from a truncated frame.
            guard input[0] == 0x28 || 0x50...0x5F ~= input[0] else {
                return InflateResult(error: .trailingBytes)
            }
        }
        // SAFETY: both buffers outlive the call, and libzstd does not read or write more than the sizes.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            unsafe input.withUnsafeBufferPointer { input in
                var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
                var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: count)
                let result = unsafe ZSTD_decompressStream(context, &target, &source)
                isAtStreamEnd = result == 0
                defer { count = unsafe target.pos }
                return unsafe InflateResult(
                    consumed: source.pos, written: target.pos - count,
                    error: ZSTD_isError(result) == 0 ? nil : error(result))
            }
        }
    }

    private func error(_ result: Int) -> InflateError {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_prefix_unknown: return .trailingBytes
        case ZSTD_error_memory_allocation: return .outOfMemory
        case ZSTD_error_frameParameter_windowTooLarge:
            return .unsupported(
                "its window is larger than 128 MiB",
                advice: "decompress it first with zstd -d --long=31")
        case ZSTD_error_dictionary_wrong:
            return .unsupported(
                "it requires a dictionary", advice: "decompress it first with zstd -d -D")
        default:
            // SAFETY: the name is a constant string.
            return unsafe .corrupt(String(cString: ZSTD_getErrorName(result)))
        }
    }
}
