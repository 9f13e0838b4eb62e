/// A source that inflates its input if the first bytes are those of a compressed format.
///
/// Uncompressed input is read directly into the caller's buffer.
package final class CompressionDetectingSource: ByteSource {
    private enum State {
        /// The first bytes so far, too few to decide.
        case sniffing([UInt8])

        /// Not compressed: returns these bytes, and then, unless they end the input, the bytes of `upstream`.
        case returning(ArraySlice<UInt8>, endsInput: Bool)

        case reading(any ByteSource)
        case ended
    }

    /// The maximum size of a window of compressed data, in bytes, unless it is chosen. That of the program zstd.
    package static var defaultWindowBytes: Int { 128 << 20 }
    /// The sizes that can be chosen. The upper bound is that of libzstd.
    package static var windowSizes: ClosedRange<Int> { 1 << 20...1 << 31 }

    private let upstream: any ByteSource
    private let maximumWindowBytes: Int
    private var state = State.sniffing([])

    package var bytesRead: Int { upstream.bytesRead }
    package var totalBytes: Int? { upstream.totalBytes }

    /// The number of bytes that were read but not returned, because they may be the first ones of a compressed format.
    var undecidedCount: Int {
        if case .sniffing(let start) = state { start.count } else { 0 }
    }

    /// Creates a source that reads `upstream`, and inflates it if it is compressed.
    package init(_ upstream: any ByteSource, maximumWindowBytes: Int = defaultWindowBytes) {
        self.upstream = upstream
        self.maximumWindowBytes = maximumWindowBytes
    }

    package func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            switch state {
            case .sniffing(let start):
                guard try sniff(start) else { return .needMoreData }
            case .returning(let start, let endsInput):
                return copyStart(start, endsInput: endsInput, to: &buffer)
            case .reading(let source):
                return try source.read(into: &buffer)
            case .ended:
                return .end
            }
        }
    }

    /// Examines the first bytes, or reads more of them.
    ///
    /// - Returns: whether reading can continue now; if not, the caller must await the next chunk.
    private func sniff(_ start: [UInt8]) throws(ImportError) -> Bool {
        switch CompressionFormat.detect(in: start) {
        case .compressed(let format):
            state = .reading(
                try InflatedSource(upstream, format, start: start, maximumWindowBytes: maximumWindowBytes))
            return true
        case .plain:
            state = .returning(start[...], endsInput: false)
            return true
        case .undecided:
            return try sniffFurther(start)
        }
    }

    private func sniffFurther(_ start: [UInt8]) throws(ImportError) -> Bool {
        var next = [UInt8](repeating: 0, count: CompressionFormat.magicLength - start.count)
        switch try upstream.read(into: &next) {
        case .bytes(let count): state = .sniffing(start + next.prefix(count))
        case .needMoreData: return false
        case .end: state = start.isEmpty ? .ended : .returning(start[...], endsInput: true)
        }
        return true
    }

    private func copyStart(
        _ start: ArraySlice<UInt8>, endsInput: Bool, to buffer: inout OutputSpan<UInt8>
    ) -> SourceRead {
        let count = buffer.append(prefixOf: start)
        let unreturned = start.dropFirst(count)
        state =
            !unreturned.isEmpty
            ? .returning(unreturned, endsInput: endsInput) : endsInput ? .ended : .reading(upstream)
        return .bytes(count)
    }
}
