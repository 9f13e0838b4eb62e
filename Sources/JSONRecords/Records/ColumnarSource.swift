/// A source that turns objects whose members are the columns of a table into arrays of records.
///
/// In place of the object at the path of the records, as in `{"time":["a","b"],"temp":[1,2],"unit":"C"}`, the text has the array
/// `[{"time":"a","temp":1,"unit":"C"},…]`. The columns may also be objects, as in `{"time":{"0":"a"},"temp":{"0":1}}`. All other
/// text stays as it is, and so do the paths of the records and of the values around them. The text is in memory; the records are
/// not.
///
/// The locations of records and their errors are locations in the text of this source. Errors that the source throws have
/// locations in the input.
final class ColumnarSource: ByteSource {
    private let upstream: any ByteSource
    private let path: JSONPath
    private let maximumBytes: Int
    /// The format and the limits of the text.
    private var options = ReadOptions()
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
    ///   - options: the options of the reader of the records.
    init(_ upstream: any ByteSource, at path: JSONPath, maximumBytes: Int, _ options: ReadOptions) {
        (self.upstream, self.path, self.maximumBytes) = (upstream, path, maximumBytes)
        (self.options.format, self.options.chunkBytes) = (options.format, options.chunkBytes)
        self.options.maximumDepth = options.maximumDepth
        self.options.maximumTokenBytes = options.maximumTokenBytes
    }

    var bytesRead: Int { upstream.bytesRead }
    var totalBytes: Int? { upstream.totalBytes }

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
            let consumer = RecordTextConsumer(finder)
            try RecordReader(
                MemorySource(text), paths: RecordPaths(path), options: options, consumer: consumer
            ).readAll()
        } catch {
            throw (error as? ImportError) ?? .columnsTooLong(limit: maximumBytes)
        }
        guard finder.objects.count < 2 || !path.components.isEmpty else {
            throw ImportError(
                .typeMismatch, "expected one object whose members are columns, found several",
                advice: "write each object to a file of its own")
        }
        (self.text, objects) = (text, finder.objects[...])
    }

    /// Returns the next piece of the result; an empty one at the end.
    private func nextPiece() throws(ImportError) -> [UInt8] {
        guard let text else { return [] }
        var piece: [UInt8] = []
        if rows != nil {
            while piece.count < Self.pieceBytes, try rows?.append(to: &piece, text.span) == true {}
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
        /// The key, with its quotation marks.
        let key: [UInt8]
        /// The value of each record, if the member is not a column.
        var constant: Range<Int>?
        /// The position before the next element.
        var position = 0
    }

    private var columns: [Column] = []
    private var remaining: Int?
    private var isFirst = true
    /// Whether the columns are objects, whose keys are those of the rows.
    private var areObjects = false

    /// - Throws: ``ImportError/Code/typeMismatch`` if the columns have different lengths, or if there are none.
    init(of object: Range<Int>, _ text: Span<UInt8>) throws(ImportError) {
        var cursor = JSONCursor(text, at: object.lowerBound + 1)
        while let key = cursor.key() {
            let key = Array(copying: key)
            guard cursor.skip("[") else {
                columns.append(Column(key: key, constant: cursor.value()))
                continue
            }
            columns.append(Column(key: key, position: cursor.position))
            try count(&cursor, of: key)
        }
        areObjects = remaining == nil
        // Without an array, the objects are columns.
        for index in columns.indices where areObjects {
            guard let value = columns[index].constant, text[value.lowerBound] == UInt8(ascii: "{") else {
                continue
            }
            (columns[index].constant, columns[index].position) = (nil, value.lowerBound + 1)
            var cursor = JSONCursor(text, at: value.lowerBound + 1)
            try count(&cursor, of: columns[index].key)
        }
        guard remaining != nil else {
            throw .typeMismatch(
                expected: "an object with arrays as columns", found: "an object without an array")
        }
    }

    /// Counts the elements of a column, which must be as many as those of the others.
    private mutating func count(_ cursor: inout JSONCursor, of key: [UInt8]) throws(ImportError) {
        var count = 0
        while areObjects ? cursor.key() != nil && !cursor.value().isEmpty : cursor.element() != nil {
            count += 1
        }
        guard remaining ?? count == count else {
            throw .typeMismatch(
                expected: "columns of one length, \(remaining ?? 0)",
                found: "\(count) elements of \(String(repairing: key.span))")
        }
        remaining = count
    }

    /// Appends the next record. Returns `false` after the last one.
    ///
    /// - Throws: ``ImportError/Code/typeMismatch`` if a column has another key for the row than the first one.
    mutating func append(to bytes: inout [UInt8], _ text: Span<UInt8>) throws(ImportError) -> Bool {
        guard let remaining, remaining > 0 else { return false }
        self.remaining = remaining - 1
        bytes.append(UInt8(ascii: isFirst ? "{" : ","))
        if !isFirst { bytes.append(UInt8(ascii: "{")) }
        isFirst = false
        var rowKey: [UInt8]?
        for index in columns.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += columns[index].key
            bytes.append(UInt8(ascii: ":"))
            var cursor = JSONCursor(text, at: columns[index].position)
            if areObjects, columns[index].constant == nil {
                let key = if let key = cursor.key() { Array(copying: key) } else { [UInt8]() }
                guard rowKey ?? key == key else {
                    throw .typeMismatch(
                        expected: "columns with the same keys in the same order",
                        found: String(repairing: key.span))
                }
                rowKey = key
            }
            let value = columns[index].constant ?? (areObjects ? cursor.value() : cursor.element())
            columns[index].position = cursor.position
            bytes.append(copying: text.extracting(value ?? 0..<0))
        }
        bytes.append(UInt8(ascii: "}"))
        return true
    }
}

extension ImportError {
    fileprivate static func columnsTooLong(limit: Int) -> ImportError {
        ImportError(
            .windowTooLarge, "the text with the columns is longer than the limit of \(limit) bytes",
            advice: "if there is enough memory, use --max-columnar \(2 * limit)")
    }
}
