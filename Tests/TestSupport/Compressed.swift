internal import CBzip2
internal import CLz4
internal import CLzma
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

    /// Returns one bzip2 stream.
    package static func bzip2(_ bytes: [UInt8]) -> [UInt8] {
        var output = [CChar](repeating: 0, count: bytes.count + bytes.count / 100 + 600)
        var input = bytes.map { CChar(bitPattern: $0) }
        var count = UInt32(output.count)
        // SAFETY: the counts are those of the arrays.
        let status = unsafe BZ2_bzBuffToBuffCompress(&output, &count, &input, UInt32(input.count), 1, 0, 0)
        precondition(status == BZ_OK)
        return output.prefix(Int(count)).map { UInt8(bitPattern: $0) }
    }

    /// Returns one xz stream with a checksum.
    package static func xz(_ bytes: [UInt8], dictionaryBytes: Int = 1 << 16) -> [UInt8] {
        var options = unsafe lzma_options_lzma()
        // SAFETY: the filters end with an unknown one, and the options outlive the call. The counts are those of the arrays.
        unsafe lzma_lzma_preset(&options, 1)
        unsafe options.dict_size = UInt32(dictionaryBytes)
        var output = [UInt8](repeating: 0, count: lzma_stream_buffer_bound(bytes.count))
        var count = 0
        let status = unsafe withUnsafeMutablePointer(to: &options) { options in
            var filters = unsafe [
                lzma_filter(id: 0x21, options: options), lzma_filter(id: .max, options: nil),
            ]
            return unsafe lzma_stream_buffer_encode(
                &filters, LZMA_CHECK_CRC64, nil, bytes, bytes.count, &output, &count, output.count)
        }
        precondition(status == LZMA_OK)
        return Array(output.prefix(count))
    }

    /// Returns one lz4 frame with a checksum.
    package static func lz4(_ bytes: [UInt8]) -> [UInt8] {
        var preferences = LZ4F_preferences_t()
        preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled
        // SAFETY: the counts are those of the arrays.
        var output = unsafe [UInt8](
            repeating: 0, count: LZ4F_compressFrameBound(bytes.count, &preferences))
        let count = unsafe LZ4F_compressFrame(
            &output, output.count, bytes, bytes.count, &preferences)
        precondition(LZ4F_isError(count) == 0)
        return Array(output.prefix(count))
    }

    /// Returns a frame that zstd readers skip. `kind` is the low half of its first byte, from 0 to 15.
    package static func skippable(_ bytes: [UInt8], kind: UInt8 = 0) -> [UInt8] {
        let count = UInt32(bytes.count)
        return [0x50 + kind, 0x2A, 0x4D, 0x18] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
            + bytes
    }
}
