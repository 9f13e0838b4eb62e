/// A reader of records from chunks of bytes, on the task that requests the records.
final class ChunkReader<Model>: AsyncRecordReader {
    private let nextChunk: NextChunk
    private let source: ChunkSource
    private let stream: RecordStream<Model>
    private var isReading = false
    private var isCancelled = false

    var summary: ImportSummary { stream.summary }

    init(
        _ nextChunk: @escaping NextChunk, at path: JSONPath, options: ImportOptions,
        makeModels: @escaping MakeModels
    ) {
        let source = ChunkSource()
        (self.nextChunk, self.source) = (nextChunk, source)
        stream = RecordStream { deliver in
            let (_, members, takeMaker) = makeModels(options)
            return .serial(
                try ImportRun(takeMaker(), deliver: deliver) { consumer throws(ImportError) in
                    try source.makeReader(
                        at: RecordPaths([RecordPath(path).carrying(members)]), options.readOptions,
                        for: consumer)
                })
        }
    }

    func read(into queue: RecordQueue<Model>, isolation: isolated (any Actor)?) async throws -> Bool {
        guard !isReading else { throw ImportError.iteratorInUse() }
        isReading = true
        defer { isReading = false }
        while true {
            if Task.isCancelled {
                isCancelled = true
                stream.close()
            }
            if isCancelled { throw CancellationError() }
            switch try stream.step(into: queue) {
            case .advanced:
                if queue.hasError { stream.close() }
                return true
            case .finished: return false
            case .needMoreData:
                do {
                    try await source.offerNext(nextChunk, isolation: isolation)
                } catch {
                    defer { stream.close() }
                    throw stream.readFailed(error)
                }
            }
        }
    }
}

extension ChunkSource {
    /// Returns a reader of the chunks. Its steps return ``RecordReader/Step/needMoreData`` at the end of a chunk.
    func makeReader(
        at paths: RecordPaths, _ options: ReadOptions, for consumer: any RecordConsumer
    ) throws(ImportError) -> RecordReader {
        try paths.validate()
        try options.validate()
        let source = CompressionDetectingSource(self, maximumWindowBytes: options.maximumWindowBytes)
        return RecordReader(
            options.relaxedJSON == nil ? source : RelaxedSource(source), paths: paths, options: options,
            consumer: consumer)
    }

    /// Awaits and offers the next chunk.
    func offerNext(_ nextChunk: NextChunk, isolation: isolated (any Actor)?) async throws {
        if let chunk = try await nextChunk(isolation) { offer(chunk) } else { finish() }
    }
}

/// A function that returns the next bytes of an input, or `nil` after the last ones.
@usableFromInline
typealias NextChunk = (_ isolation: isolated (any Actor)?) async throws -> [UInt8]?

/// Returns a function that reads the chunks of an input that has chunks.
func nextChunk<Chunks: AsyncSequence>(of chunks: Chunks) -> NextChunk where Chunks.Element: Sequence<UInt8> {
    // SAFETY: only the returned function uses the iterator. The function is not `Sendable`, and `ChunkReader` calls
    // it after the previous call has returned.
    nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
    return { isolation in unsafe try await iterator.next(isolation: isolation).map { [UInt8]($0) } }
}

/// Returns a function that gathers the bytes of an input into chunks.
///
/// A sequence of bytes does not say whether its next byte has arrived. A chunk ends where a record may end, so that a
/// record that is an object, an array or a line never waits for bytes of the next record.
@inlinable  // so that a byte costs only the sequence's own `next()`
func nextChunk<Bytes: AsyncSequence>(gathering bytes: Bytes) -> NextChunk where Bytes.Element == UInt8 {
    // SAFETY: only the returned function uses the iterator and the error; `ChunkReader` calls it after the previous
    // call has returned.
    nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
    // SAFETY: as for `iterator`.
    nonisolated(unsafe) var pendingError: (any Error)?
    return { isolation in
        if let error = unsafe pendingError { throw error }
        let maximumCount = 16 << 10
        var chunk: [UInt8] = []
        var lastNonSpace: UInt8 = 0
        do {
            while let byte = unsafe try await iterator.next(isolation: isolation) {
                if chunk.isEmpty { chunk.reserveCapacity(256) }
                chunk.append(byte)
                if mayEndRecord(byte, after: lastNonSpace) || chunk.count == maximumCount { break }
                if byte > UInt8(ascii: " ") { lastNonSpace = byte }
            }
        } catch {
            // The bytes before the error are returned first.
            guard !chunk.isEmpty else { throw error }
            unsafe pendingError = error
        }
        return chunk.isEmpty ? nil : chunk
    }
}

/// Returns whether a record may end with a byte: with a closing bracket, or with a line feed after a byte that may be
/// the end of a value.
///
/// - Parameter last: the last byte before `byte` that is not white space.
@inlinable
func mayEndRecord(_ byte: UInt8, after last: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): true
    case UInt8(ascii: "\n"):
        last != UInt8(ascii: ",") && last != UInt8(ascii: "{") && last != UInt8(ascii: "[")
    default: false
    }
}
