/// A source that turns text which is nearly JSON into JSON of the same length, by a ``RelaxedFilter``.
package final class RelaxedSource: ByteSource {
    private let upstream: any ByteSource
    private var filter = RelaxedFilter()
    /// The last bytes that were read, which are filtered again with the next ones.
    private var held: [UInt8] = []
    /// Filtered bytes, for buffers with less room than the filter needs.
    private var filtered: ArraySlice<UInt8> = []

    private static let minimumCapacity = 2 * RelaxedFilter.maximumHeldBytes

    package init(_ upstream: any ByteSource) {
        self.upstream = upstream
    }

    package var bytesRead: Int { upstream.bytesRead }
    package var totalBytes: Int? { upstream.totalBytes }
    package var textBytes: Int? { upstream.textBytes }

    package func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        if filtered.isEmpty {
            if buffer.freeCapacity >= Self.minimumCapacity {
                return try buffer.append(atMost: .max) { part throws(ImportError) in try filter(&part) }
            }
            var chunk = [UInt8](repeating: 0, count: Self.minimumCapacity)
            let read = try read(into: &chunk)
            guard case .bytes(let count) = read else { return read }
            filtered = chunk[..<count]
        }
        let count = buffer.append(prefixOf: filtered)
        filtered = filtered.dropFirst(count)
        return .bytes(count)
    }

    /// Reads into an empty buffer, and filters the bytes.
    private func filter(_ buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        while true {
            _ = buffer.append(prefixOf: held)
            let read = try buffer.append(atMost: .max) { part throws(ImportError) in
                try upstream.read(into: &part)
            }
            if read == .needMoreData || buffer.isEmpty {
                buffer.removeAll()
                return read
            }
            var text = buffer.mutableSpan
            let count = try filter.filter(&text, isAtEnd: read == .end)
            held = [UInt8](copying: buffer.span.extracting(droppingFirst: count))
            buffer.removeLast(buffer.count - count)
            if count > 0 { return .bytes(count) }
        }
    }
}
