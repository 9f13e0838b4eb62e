/// A source that turns objects whose members are the columns of a table into arrays of records.
///
/// In place of the object at the path of the records, as in `{"time":["a","b"],"temp":[1,2],"unit":"C"}`, the text has the array
/// `[{"time":"a","temp":1,"unit":"C"},…]`. All other text stays as it is, and so do the paths of the records and of the values around
/// them. The text is in memory; the records are not.
final class ColumnarSource: ByteSource {
    private let upstream: any ByteSource
    private let path: JSONPath
    private let maximumBytes: Int
    /// The text; `nil` before the first read.
    private var text: [UInt8]?
    /// The objects that are not turned into records yet, in the order of the text.
    private var objects: ArraySlice<Range<Int>> = []
    private var rows: ColumnarRows?
    /// The offset in the text of the next byte that is outside of objects.
    private var position = 0
    private var pending: ArraySlice<UInt8> = []

    /// - Parameters:
    ///   - path: the path of the records.
    ///   - maximumBytes: the maximum size of the text, in bytes.
    init(_ upstream: any ByteSource, at path: JSONPath, maximumBytes: Int) {
        (self.upstream, self.path, self.maximumBytes) = (upstream, path, maximumBytes)
    }

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }
    var textBytes: Int? { nil }

    private static let pieceBytes = 64 << 10

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        if text == nil { try readText() }
        if pending.isEmpty { pending = try nextPiece()[...] }
        let count = buffer.append(prefixOf: pending)
        pending.removeFirst(count)
        return count > 0 ? .bytes(count) : .end
    }

    private func readText() throws(ImportError) {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        reading: while true {
            switch try upstream.read(into: &chunk) {
            case .bytes(let count):
                guard text.count + count <= maximumBytes else { throw .columnsTooLong(limit: maximumBytes) }
                text += chunk[..<count]
            case .needMoreData: continue
            case .end: break reading
            }
        }
        let finder = ColumnarFinder(path)
        do {
            try RecordInput(InputOrigin(.bytes(text)), at: path).read(into: RecordTextConsumer(finder))
        } catch {
            throw (error as? ImportError) ?? .columnsTooLong(limit: maximumBytes)
        }
        guard finder.objects.count < 2 || !path.components.isEmpty else { throw .severalColumnarObjects() }
        (self.text, objects) = (text, finder.objects[...])
    }

    /// Returns the next piece of the result; an empty one at the end.
    private func nextPiece() throws(ImportError) -> [UInt8] {
        guard let text else { return [] }
        var piece: [UInt8] = []
        if rows != nil {
            while piece.count < Self.pieceBytes, rows?.append(to: &piece, text.span) == true {}
            if piece.count < Self.pieceBytes {
                piece.append(UInt8(ascii: "]"))
                rows = nil
            }
            return piece
        }
        let end = min(objects.first?.lowerBound ?? text.count, position + Self.pieceBytes)
        piece += text[position..<end]
        position = end
        guard let object = objects.first, object.lowerBound == position else { return piece }
        rows = try ColumnarRows(of: object, text.span)
        objects.removeFirst()
        position = object.upperBound
        piece.append(UInt8(ascii: "["))
        return piece
    }
}

/// A search for the objects of columns.
private final class ColumnarFinder: RecordTextReceiver {
    private(set) var objects: [Range<Int>] = []
    private let endsWithIndex: Bool

    init(_ path: JSONPath) {
        endsWithIndex = if case .index = path.components.last { true } else { false }
    }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        guard text[0] == UInt8(ascii: "{") else {
            throw .typeMismatch(
                expected: "an object whose members are columns",
                found: TokenExcerpt(text.extracting(first: min(text.count, 20))).description)
        }
        objects.append(offset..<offset + text.count)
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard !endsWithIndex, case .index = record.reader.recordPath.last else { return }
        throw ImportError.typeMismatch(expected: "an object whose members are columns", found: "an array")
    }

    func recordDiscarded() {}
}

/// The records of an object whose members are columns.
private struct ColumnarRows {
    private struct Column {
        /// The range of the key, with its quotation marks.
        let key: Range<Int>
        /// The value of each record, if the member is not an array.
        let constant: Range<Int>?
        /// The position before the next element.
        var position: Int
    }

    private var columns: [Column] = []
    private var remaining: Int?
    private var isFirst = true

    /// - Throws: ``ImportError/Code/typeMismatch`` if the arrays have different lengths, or if there are none.
    init(of object: Range<Int>, _ text: Span<UInt8>) throws(ImportError) {
        let scanner = TokenScanner(text)
        var position = object.lowerBound + 1
        while let key = scanner.token(at: position), text[key.start] == UInt8(ascii: "\"") {
            guard let colon = scanner.token(at: key.end), let value = scanner.token(at: colon.end) else {
                break
            }
            let range = key.start..<key.end
            if text[value.start] == UInt8(ascii: "[") {
                columns.append(Column(key: range, constant: nil, position: value.end))
                var (count, next) = (0, value.end)
                while let element = Self.element(after: &next, text) { count += element.isEmpty ? 0 : 1 }
                guard remaining ?? count == count else {
                    let name = String(repairing: text.extracting(range))
                    throw .typeMismatch(
                        expected: "columns of one length, \(remaining ?? 0)",
                        found: "\(count) elements of \(name)")
                }
                remaining = count
                position = next
            } else {
                let end = Self.end(ofValueAt: value.start, text)
                columns.append(Column(key: range, constant: value.start..<end, position: 0))
                position = end
            }
            if let comma = scanner.token(at: position), text[comma.start] == UInt8(ascii: ",") {
                position = comma.end
            }
        }
        guard remaining != nil else {
            throw .typeMismatch(
                expected: "an object with arrays as columns", found: "an object without an array")
        }
    }

    /// Appends the next record. Returns `false` after the last one.
    mutating func append(to bytes: inout [UInt8], _ text: Span<UInt8>) -> Bool {
        guard let remaining, remaining > 0 else { return false }
        self.remaining = remaining - 1
        bytes.append(UInt8(ascii: isFirst ? "{" : ","))
        if !isFirst { bytes.append(UInt8(ascii: "{")) }
        isFirst = false
        for index in columns.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: text, in: columns[index].key)
            bytes.append(UInt8(ascii: ":"))
            let value = columns[index].constant ?? Self.element(after: &columns[index].position, text)
            bytes.append(contentsOf: text, in: value ?? 0..<0)
        }
        bytes.append(UInt8(ascii: "}"))
        return true
    }

    /// Returns the range of the next element of an array, and moves after it; `nil` at the end of the array, which is moved over.
    private static func element(after position: inout Int, _ text: Span<UInt8>) -> Range<Int>? {
        let scanner = TokenScanner(text)
        while let token = scanner.token(at: position) {
            position = token.end
            switch text[token.start] {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "]"): return nil
            default:
                position = end(ofValueAt: token.start, text)
                return token.start..<position
            }
        }
        return nil
    }

    /// Returns the end of a value, which is valid JSON.
    private static func end(ofValueAt start: Int, _ text: Span<UInt8>) -> Int {
        let scanner = TokenScanner(text)
        var (position, depth) = (start, 0)
        while let token = scanner.token(at: position) {
            position = token.end
            switch text[token.start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { break }
        }
        return position
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf text: Span<UInt8>, in range: Range<Int>) {
        for index in range { append(text[index]) }
    }
}

extension ImportError {
    fileprivate static func severalColumnarObjects() -> ImportError {
        ImportError(
            .typeMismatch, "expected one object whose members are columns, found several",
            advice: "write each object to a file of its own")
    }

    fileprivate static func columnsTooLong(limit: Int) -> ImportError {
        ImportError(
            .windowTooLarge, "the text with the columns is longer than the limit of \(limit) bytes",
            advice: "if there is enough memory, use --max-columnar \(2 * limit)")
    }
}
