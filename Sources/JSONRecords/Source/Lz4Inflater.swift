private import CLz4

/// An inflater for frames of lz4 with the system's liblz4, which skips skippable frames.
@safe final class Lz4Inflater: Inflater {
    private let context: OpaquePointer

    init() throws(ImportError) {
        var context: OpaquePointer?
        // SAFETY: `deinit` frees the context.
        unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
        guard let context = unsafe context else { throw .outOfMemory("to decompress lz4") }
        unsafe self.context = context
    }

    deinit {
        // SAFETY: created in init, and not shared.
        unsafe LZ4F_freeDecompressionContext(context)
    }

    /// liblz4 begins the next frame by itself.
    func begin() -> Bool { true }

    func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> InflateResult {
        // SAFETY: both buffers outlive the call, and liblz4 does not read or write more than the sizes.
        return unsafe output.withUnsafeMutableBufferPointer { output, count in
            unsafe input.withUnsafeBufferPointer { input in
                var (consumed, written) = (input.count, output.count - count)
                let target = unsafe output.baseAddress.map { unsafe $0 + count }
                let result = unsafe LZ4F_decompress(
                    context, target, &written, input.baseAddress, &consumed, nil)
                guard LZ4F_isError(result) == 0 else { return InflateResult(error: error(result)) }
                count += written
                return InflateResult(consumed: consumed, written: written, isAtStreamEnd: result == 0)
            }
        }
    }

    private func error(_ result: Int) -> InflateError {
        // SAFETY: the name is a constant string.
        let name = unsafe String(cString: LZ4F_getErrorName(result))
        return name == "ERROR_allocation_failed" ? .outOfMemory : .corrupt(name)
    }
}
