extension ByteSource {
    /// Writes at most `array.count` bytes (at least 1) to the start of `array`, which keeps its length.
    func read(into array: inout [UInt8]) throws(ImportError) -> SourceRead {
        // SAFETY: the buffer is lent on for the call.
        unsafe try array.withUnsafeMutableBufferPointer { buffer throws(ImportError) in
            unsafe try read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
