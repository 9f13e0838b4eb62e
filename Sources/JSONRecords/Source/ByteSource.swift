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

/// A source of bytes in memory that the caller keeps valid for the duration of a call.
///
/// The source is reused from one text to the next, so that a small text does not need a new source.
@safe
final class BorrowedBytesSource: ByteSource {
    // SAFETY: set only during `withBytes`, which keeps the bytes valid.
    private var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var bytesRead = 0

    // SAFETY: no byte is read.
    var totalBytes: Int? { unsafe bytes.count }
    var textBytes: Int? { totalBytes }

    /// Calls `body`, during which the source reads these bytes from the first to the last.
    func withBytes<Result>(_ bytes: Span<UInt8>, _ body: () throws -> Result) rethrows -> Result {
        // SAFETY: the bytes are valid for the call, after which the source has none.
        try unsafe bytes.withUnsafeBytes { bytes in
            unsafe self.bytes = bytes
            bytesRead = 0
            defer { unsafe self.bytes = UnsafeRawBufferPointer(start: nil, count: 0) }
            return try body()
        }
    }

    func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        // SAFETY: `withBytes` keeps the bytes valid.
        let count = unsafe buffer.append(prefixOf: bytes[bytesRead...])
        bytesRead += count
        return count > 0 ? .bytes(count) : .end
    }
}

/// A source of bytes that its owner offers chunk by chunk, for asynchronous input.
///
/// When the offered chunks are used up, a read returns ``SourceRead/needMoreData``. The owner then awaits the next
/// chunk, offers it, and continues to read.
package final class ChunkSource: ByteSource {
    /// The unread parts of the chunks; none is empty.
    private var chunks: [ArraySlice<UInt8>] = []
    private var isFinished = false

    package init() {}

    package private(set) var bytesRead = 0
    package var totalBytes: Int? { nil }

    /// Appends a chunk, which may be empty.
    ///
    /// The bytes of an array are shared; those of any other sequence are copied.
    package func offer(_ chunk: some Sequence<UInt8>) {
        precondition(!isFinished, "a chunk was offered after the end of the input")
        let bytes = [UInt8](chunk)
        if !bytes.isEmpty { chunks.append(bytes[...]) }
    }

    /// Ends the input: no further chunk follows.
    package func finish() {
        isFinished = true
    }

    package func read(into buffer: inout OutputSpan<UInt8>) -> SourceRead {
        var count = 0
        while !buffer.isFull, !chunks.isEmpty {
            let added = buffer.append(prefixOf: chunks[0])
            chunks[0].removeFirst(added)
            if chunks[0].isEmpty { chunks.removeFirst() }
            count += added
        }
        bytesRead += count
        return count > 0 ? .bytes(count) : isFinished ? .end : .needMoreData
    }
}

/// A source of the bytes that were already read from another source, and of the bytes that follow them there.
final class PeekedSource: ByteSource {
    private let beginning: MemorySource<[UInt8]>
    private let source: any ByteSource
    /// The error that follows the bytes.
    private let error: ImportError?

    init(_ bytes: [UInt8], of source: any ByteSource, error: ImportError?) {
        beginning = MemorySource(bytes)
        self.source = source
        self.error = error
    }

    var bytesRead: Int { source.bytesRead }
    var totalBytes: Int? { source.totalBytes }
    var textBytes: Int? { source.textBytes }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        let read = beginning.read(into: &buffer)
        guard read == .end else { return read }
        if let error { throw error }
        return try source.read(into: &buffer)
    }
}

/// A source of the bytes of a range of an input.
final class RangeSource: ByteSource {
    private let upstream: any ByteSource
    private let count: Int
    /// Whether bytes that follow the range are an error. They are if another program sends the range.
    private let endsWithRange: Bool
    private let name: String?

    /// - Parameters:
    ///   - upstream: the source of the bytes from the beginning of the range on.
    ///   - count: the number of bytes in the range.
    ///   - endsWithRange: whether bytes that follow the range are an error.
    ///   - name: the name of the input in errors.
    init(_ upstream: any ByteSource, count: Int, endsWithRange: Bool, name: String?) {
        self.upstream = upstream
        self.count = count
        self.endsWithRange = endsWithRange
        self.name = name
    }

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { count }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        let remaining = count - bytesRead
        guard remaining > 0 else { return try end() }
        let read = try buffer.append(atMost: remaining) { part throws(ImportError) in
            try upstream.read(into: &part)
        }
        guard read != .end else { throw wrongCount(found: "\(bytesRead)") }
        return read
    }

    private func end() throws(ImportError) -> SourceRead {
        guard endsWithRange else { return .end }
        var next: [UInt8] = [0]
        let read = try upstream.read(into: &next)
        if case .bytes = read { throw wrongCount(found: "more") }
        return read
    }

    private func wrongCount(found: String) -> ImportError {
        ImportError(
            .readFailed, "expected \(count) bytes for the part, found \(found)",
            advice: "send the bytes from start to end, as in the manifest", input: name)
    }
}

/// A source that buffers the beginning of a line until the rest of it arrives, so that a reader that waits for a pipe or a
/// followed file does not wait within a record.
///
/// A line that fills the caller's buffer is not buffered, nor is text before the first line feed, which may be that of an
/// array on one line.
final class WholeLineSource: ByteSource {
    private let upstream: any ByteSource
    /// The beginning of a line, without a line feed.
    private var partialLine: [UInt8] = []
    private var hasReadLine = false
    private var hasEnded = false

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while !hasEnded, partialLine.count < buffer.freeCapacity {
            let (start, maximumCount) = (buffer.count, buffer.freeCapacity - partialLine.count)
            let read = try buffer.append(atMost: maximumCount) { part throws(ImportError) in
                try upstream.read(into: &part)
            }
            switch read {
            case .needMoreData: return .needMoreData
            case .end: hasEnded = true
            case .bytes(let count):
                ScanCount.add(count)
                let whole = deliverableByteCount(
                    in: buffer.span.extracting(start...), isFull: count == maximumCount)
                guard whole < count || !partialLine.isEmpty else { return .bytes(count) }
                let line = [UInt8](copying: buffer.span.extracting(start...))
                buffer.removeLast(count)
                // Each byte of the line is searched once, in however many pieces it arrives.
                guard whole > 0 else {
                    partialLine += line
                    continue
                }
                ScanCount.add(partialLine.count)
                let added = buffer.append(prefixOf: partialLine) + buffer.append(prefixOf: line[..<whole])
                partialLine = Array(line[whole...])
                return .bytes(added)
            }
        }
        guard !partialLine.isEmpty else { return .end }
        let count = buffer.append(prefixOf: partialLine)
        partialLine.removeFirst(count)
        return .bytes(count)
    }

    /// Returns the number of bytes that are not buffered.
    ///
    /// - Parameter isFull: whether the text fills the buffer, so that more bytes are probably available at once.
    private func deliverableByteCount(in text: Span<UInt8>, isFull: Bool) -> Int {
        // Forwards first: the search from the end would examine each byte of a text on one line.
        let lineFeed = text.firstIndex(of: UInt8(ascii: "\n"))
        if lineFeed != nil { hasReadLine = true }
        guard hasReadLine, !isFull else { return text.count }
        guard let lineFeed else { return 0 }
        var last = text.count - 1
        while last > lineFeed, text[last] != UInt8(ascii: "\n") { last -= 1 }
        return last + 1
    }
}
