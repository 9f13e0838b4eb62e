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
        guard read != .end else { throw .rangeEnds(name, after: bytesRead, of: count) }
        return read
    }

    private func end() throws(ImportError) -> SourceRead {
        guard endsWithRange else { return .end }
        var next: [UInt8] = [0]
        let read = try upstream.read(into: &next)
        if case .bytes = read { throw .rangeIsLonger(name, than: count) }
        return read
    }
}
