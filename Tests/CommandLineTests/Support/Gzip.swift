import CZlib

enum Gzip {
    /// Returns one gzip member.
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        // SAFETY: `deflateInit2_` expects a stream that is all zero.
        var stream = unsafe z_stream()
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 256)
        let capacity = output.count
        // SAFETY: the local variable `stream` does not move between the calls. The counts are those of the buffers.
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                let size = unsafe Int32(MemoryLayout<z_stream>.size)
                unsafe deflateInit2_(
                    &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
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
}
