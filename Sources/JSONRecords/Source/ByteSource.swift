/// A source of bytes in chunks, from which the tokenizer reads.
///
/// A source is used by one thread at a time, and is read once from its beginning to its end.
package protocol ByteSource: AnyObject {
    /// Appends bytes to a buffer, at most as many as it has room for. The buffer must have room.
    ///
    /// Blocks if reading the underlying file blocks. Is not called again after ``SourceRead/end``.
    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead

    /// The number of bytes that were read from the input; for a compressed file, of compressed bytes.
    var bytesRead: Int { get }

    /// The total number of bytes, measured like ``bytesRead``; `nil` if it is not known in advance.
    var totalBytes: Int? { get }

    /// The total number of bytes that ``read(into:)`` returns; `nil` if it is not known in advance.
    var textBytes: Int? { get }
}

extension ByteSource {
    package var textBytes: Int? { nil }
}

/// The result of one read.
package enum SourceRead: Equatable {
    /// This many bytes, at least one.
    case bytes(Int)

    /// No bytes yet: the caller must await the next chunk first.
    case needMoreData

    /// The end of the bytes.
    case end
}

extension ByteSource {
    /// Writes at most `array.count` bytes to the start of `array`, which must not be empty and keeps its length.
    package func read(into array: inout [UInt8]) throws(ImportError) -> SourceRead {
        // SAFETY: the array keeps the memory valid for the call.
        unsafe try array.withUnsafeMutableBufferPointer { memory throws(ImportError) in
            try unsafe read(into: memory)
        }
    }

    /// Writes bytes to the start of memory, at most as many as it has room for.
    func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(ImportError) -> SourceRead {
        // SAFETY: the caller keeps the memory valid for the call.
        var buffer = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        let read = try read(into: &buffer)
        let count = unsafe buffer.finalize(for: memory)
        assert(read == (count > 0 ? .bytes(count) : read), "the source has returned another number of bytes")
        return read
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes, as many as there is room for.
    ///
    /// - Returns: the number of appended bytes.
    package mutating func append(prefixOf bytes: some Collection<UInt8>) -> Int {
        let part = bytes.prefix(freeCapacity)
        // SAFETY: `part` is no longer than the memory after the first `count` bytes.
        unsafe withUnsafeMutableBufferPointer { memory, count in
            count += unsafe memory[count...].initialize(fromContentsOf: part) - count
        }
        return part.count
    }

    /// Calls `body` with a buffer for the next bytes, at most `count` of them, and appends what `body` appends.
    mutating func append<Result>(
        atMost count: Int, _ body: (inout OutputSpan<UInt8>) throws(ImportError) -> Result
    ) throws(ImportError) -> Result {
        // SAFETY: the memory after the first bytes is only used by `body`.
        try unsafe withUnsafeMutableBufferPointer { memory, initializedCount throws(ImportError) in
            let rest = unsafe UnsafeMutableBufferPointer(rebasing: memory[initializedCount...].prefix(count))
            var buffer = unsafe OutputSpan(buffer: rest, initializedCount: 0)
            let result = try body(&buffer)
            initializedCount += unsafe buffer.finalize(for: rest)
            return result
        }
    }
}
