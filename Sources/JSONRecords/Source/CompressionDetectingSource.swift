/// The text of an input that may be compressed, as its first bytes tell.
///
/// What is not compressed is read into the caller's buffer directly.
package final class CompressionDetectingSource: ByteSource {
    private enum State {
        /// The first bytes so far, too few to tell.
        case sniffing([UInt8])

        /// Not compressed: these bytes first, then, if they are not all, the rest.
        case returning(ArraySlice<UInt8>, isAll: Bool)

        case reading(any ByteSource)
        case ended
    }

    private let upstream: any ByteSource
    private var state = State.sniffing([])

    package var bytesRead: Int { upstream.bytesRead }
    package var totalBytes: Int? { upstream.totalBytes }

    /// Reads `upstream`, and inflates it if need be.
    package init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead {
        while true {
            switch state {
            case .sniffing(let start):
                guard try sniff(start) else { return .needMoreData }
            case .returning(let start, let isAll):
                // SAFETY: the buffer is lent on for the call.
                return unsafe copyStart(start, isAll: isAll, to: buffer)
            case .reading(let source):
                // SAFETY: the buffer is lent on for the call.
                return unsafe try source.read(into: buffer)
            case .ended:
                return .end
            }
        }
    }

    /// Looks at the first bytes, or reads some more of them.
    ///
    /// - Returns: Whether there is something to do now; if not, the next chunk has to be awaited.
    private func sniff(_ start: [UInt8]) throws(ImportError) -> Bool {
        switch CompressionFormat.of(start) {
        case .compressed(let format):
            state = .reading(try InflatedSource(upstream, format, start: start))
            return true
        case .plain:
            state = .returning(start[...], isAll: false)
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
        case .end: state = start.isEmpty ? .ended : .returning(start[...], isAll: true)
        }
        return true
    }

    private func copyStart(
        _ start: ArraySlice<UInt8>, isAll: Bool, to buffer: UnsafeMutableRawBufferPointer
    ) -> SourceRead {
        let part = start.prefix(buffer.count)
        // SAFETY: `part` is no longer than the buffer.
        unsafe buffer.copyBytes(from: part)
        let rest = start[part.endIndex...]
        state = !rest.isEmpty ? .returning(rest, isAll: isAll) : isAll ? .ended : .reading(upstream)
        return .bytes(part.count)
    }
}
