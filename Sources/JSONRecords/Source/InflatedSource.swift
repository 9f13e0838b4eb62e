/// A source that inflates compressed bytes.
///
/// The output is written only to the caller's buffer, so that a small file that inflates to a huge one does not use up
/// the memory.
final class InflatedSource: ByteSource {
    private let upstream: any ByteSource
    private let format: CompressionFormat
    private let inflater: any Inflater

    /// The buffer for compressed bytes.
    private var input: [UInt8]
    /// The range of the bytes in `input` that were read, but not inflated.
    private var unread: Range<Int>

    /// Whether the inflater filled the last buffer, so that it may hold more output.
    private var hasPendingOutput = false

    /// Whether the last stream has ended, so that the input may end.
    private var isAtStreamEnd = false

    /// The number of compressed bytes up to the last position at which the data could have ended.
    private var lastEndOffset = 0

    /// The inflater's error, which is thrown after the bytes before it were returned.
    private var error: InflateError?

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    private static let inputSize = 64 * 1024

    /// Creates a source that inflates the bytes of `start`, and then those of `upstream`.
    ///
    /// - Parameter maximumWindowBytes: the maximum size of the window of zstd, and of the dictionary of xz.
    init(
        _ upstream: any ByteSource, _ format: CompressionFormat, start: [UInt8], maximumWindowBytes: Int
    ) throws(ImportError) {
        self.upstream = upstream
        self.format = format
        inflater = try format.makeInflater(maximumWindowBytes: maximumWindowBytes)
        input = start + [UInt8](repeating: 0, count: Self.inputSize - start.count)
        unread = 0..<start.count
    }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            let written = try inflate(into: &buffer)
            if written > 0 { return .bytes(written) }
            guard unread.isEmpty, !hasPendingOutput else { continue }
            switch try upstream.read(into: &input) {
            case .bytes(let count): unread = 0..<count
            case .needMoreData: return .needMoreData
            case .end:
                guard isAtStreamEnd else { throw .truncatedCompression(format, at: inputOffset) }
                return .end
            }
        }
    }

    private func inflate(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> Int {
        if let error { throw importError(error) }
        if isAtStreamEnd { try beginNextStream() }
        guard !unread.isEmpty || hasPendingOutput else { return 0 }
        let step = inflater.inflate(input.span.extracting(unread), into: &buffer)
        // Without progress, the loop in `read(into:)` would not end.
        let isStuck = step.written == 0 && step.consumed == 0 && !unread.isEmpty
        unread = unread.dropFirst(step.consumed)
        isAtStreamEnd = step.isAtStreamEnd
        if isAtStreamEnd { lastEndOffset = inputOffset }
        hasPendingOutput = buffer.isFull && !isAtStreamEnd
        error = step.error ?? (isStuck ? .corrupt("no progress") : nil)
        if step.written == 0, let error { throw importError(error) }
        return step.written
    }

    /// Examines the bytes after the end of a stream. Skips zeros, because tapes and block devices pad files with zeros.
    private func beginNextStream() throws(ImportError) {
        unread = unread.drop { input[$0] == 0 }
        guard let first = unread.first.map({ input[$0] }) else { return }
        guard format.mayContinue(with: first) else { throw setError(.trailingBytes) }
        guard inflater.begin() else { throw setError(.outOfMemory) }
        isAtStreamEnd = false
    }

    /// The number of compressed bytes before the next one to be inflated.
    private var inputOffset: Int { bytesRead - unread.count }

    /// Sets the error that this call and all later ones throw.
    private func setError(_ error: InflateError) -> ImportError {
        self.error = error
        return importError(error)
    }

    private func importError(_ error: InflateError) -> ImportError {
        if case .trailingBytes = error { return .cannotInflate(format, error, near: lastEndOffset) }
        return .cannotInflate(format, error, near: inputOffset)
    }
}
