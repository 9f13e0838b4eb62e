internal import CZlib
internal import CZstd

/// Compressed inputs.
package enum Compressed {
    /// Returns one gzip member.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        // SAFETY: `deflateInit2_` expects a stream that is all zero.
        var stream = unsafe z_stream()
        var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 256)
        let capacity = output.count
        var input = bytes
        // SAFETY: the local variable `stream` does not move between the calls. The counts are those of the buffers.
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                let size = unsafe Int32(MemoryLayout<z_stream>.size)
                unsafe deflateInit2_(
                    &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(capacity)
                let status = unsafe deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END)
                unsafe deflateEnd(&stream)
            }
        }
        return unsafe Array(output.prefix(capacity - Int(stream.avail_out)))
    }

    /// Returns one zstd frame with a checksum.
    package static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        // SAFETY: `defer` frees the context once, after its last use. The counts are those of the arrays.
        let context = unsafe ZSTD_createCCtx()
        defer { unsafe ZSTD_freeCCtx(context) }
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = unsafe ZSTD_compress2(context, &output, output.count, bytes, bytes.count)
        precondition(ZSTD_isError(count) == 0)
        return Array(output.prefix(count))
    }

    /// Returns a frame that zstd readers skip. `kind` is the low half of its first byte, from 0 to 15.
    package static func skippable(_ bytes: [UInt8], kind: UInt8 = 0) -> [UInt8] {
        let count = UInt32(bytes.count)
        return [0x50 + kind, 0x2A, 0x4D, 0x18] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
            + bytes
    }
}
