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

    /// The number of compressed bytes up to the last position at which the data could have ended.
    private var lastEndOffset = 0

    /// The inflater's error, which is thrown after the bytes before it were returned.
    private var error: InflateError?

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

    private static let inputSize = 64 * 1024

    /// Creates a source that inflates the bytes of `start`, and then those of `upstream`.
    init(_ upstream: any ByteSource, _ format: CompressionFormat, start: [UInt8]) throws(ImportError) {
        self.upstream = upstream
        self.format = format
        inflater = try format.makeInflater()
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
                guard inflater.isAtStreamEnd else { throw .truncatedCompression(format, at: inputOffset) }
                return .end
            }
        }
    }

    private func inflate(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> Int {
        if let error { throw importError(error) }
        guard !unread.isEmpty || hasPendingOutput else { return 0 }
        let step = inflater.inflate(input.span.extracting(unread), into: &buffer)
        // Without progress, the loop in `read(into:)` would not end.
        let isStuck = step.written == 0 && step.consumed == 0 && !unread.isEmpty
        unread = unread.dropFirst(step.consumed)
        if inflater.isAtStreamEnd { lastEndOffset = inputOffset }
        hasPendingOutput = buffer.isFull
        error = step.error ?? (isStuck ? .corrupt("no progress") : nil)
        if step.written == 0, let error { throw importError(error) }
        return step.written
    }

    /// The number of compressed bytes before the next one to be inflated.
    private var inputOffset: Int { bytesRead - unread.count }

    private func importError(_ error: InflateError) -> ImportError {
        if case .trailingBytes = error { return .cannotInflate(format, error, near: lastEndOffset) }
        return .cannotInflate(format, error, near: inputOffset)
    }
}
