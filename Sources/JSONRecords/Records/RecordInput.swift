/// An input, the paths of its records, and the options for reading the records.
///
/// The input is not opened before a reader reads.
package struct RecordInput: Sendable {
    package let origin: InputOrigin
    let paths: RecordPaths
    /// The part of the input; `nil` for the whole input.
    let part: InputPart?
    package let options: ReadOptions

    /// - Parameter path: the path of the array whose elements are the records, or of the only record; the root by
    ///   default.
    package init(_ origin: InputOrigin, at path: JSONPath = JSONPath(), options: ReadOptions = ReadOptions())
    {
        self.init(origin, at: RecordPaths(path, header: options.dialect?.headerPath), options: options)
    }

    /// - Parameters:
    ///   - paths: the paths of the records.
    ///   - part: the part of the input; `nil`, the default, for the whole input.
    package init(
        _ origin: InputOrigin, at paths: RecordPaths, part: InputPart? = nil, options: ReadOptions
    ) {
        self.origin = origin
        self.paths = paths
        self.part = part
        var options = options
        options.relaxedJSON = origin.relaxedJSON
        self.options = options
    }

    /// Returns the input, with values around the records that belong to each of them. The records are at the first path.
    package func carrying(_ enclosing: [EnclosingValue]) -> RecordInput {
        guard !enclosing.isEmpty else { return self }
        let records = RecordPath(
            paths.paths[0].path, isRequired: paths.paths[0].isRequired, enclosing: enclosing)
        let paths = RecordPaths([records] + paths.paths.dropFirst())
        return RecordInput(origin, at: paths, part: part, options: options)
    }

    /// Returns the input, with members of the objects around the records that belong to each of them, except those that no such
    /// object can have.
    package func carrying(members: [JSONPath]) -> RecordInput {
        guard !members.isEmpty else { return self }
        let paths = RecordPaths(paths.paths.map { $0.carrying(members) })
        return RecordInput(origin, at: paths, part: part, options: options)
    }

    func validate() throws(ImportError) {
        try paths.validate()
        try options.validate()
        try part?.validate()
        // A member around the records may also follow the part.
        guard part?.isWholeInput != false || !paths.haveEnclosingValues else {
            throw ImportError(
                .invalidPart, "the part does not have the keys and the members around its records",
                advice: "import the whole input, or omit these values")
        }
    }

    /// The part of the text that the source has.
    var textPart: TextPart { part?.textPart ?? TextPart() }

    /// Returns a reader that reads the input from its beginning.
    ///
    /// - Parameter interval: the time after which a wait within a record ends, too; `nil`, the default, for that of the options,
    ///   which keep the beginning of a line until the rest of it arrives.
    package func makeReader(
        for consumer: any RecordConsumer, yieldingEvery interval: Duration? = nil
    ) throws(ImportError) -> RecordReader {
        try validate()
        let input = try readingTrailingHeader()
        do {
            return RecordReader(
                try makeSource(
                    yieldingEvery: interval ?? options.yieldInterval, wholeLines: interval == nil),
                inputName: origin.name, paths: input.paths, part: textPart, options: input.options,
                consumer: consumer)
        } catch {
            throw error.with(input: origin.name)
        }
    }

    /// Returns the source of the text.
    func makeSource(yieldingEvery interval: Duration?, wholeLines: Bool = true) throws(ImportError)
        -> any ByteSource
    {
        let source = try origin.makeSource(yieldingEvery: interval, wholeLines: wholeLines)
        guard let limit = options.maximumColumnarBytes else { return source }
        return ColumnarSource(source, at: paths.paths[0].path, maximumBytes: limit, options)
    }

    /// Reads all records, on this thread.
    ///
    /// - Returns: the summary of the records.
    /// - Throws: ``ImportError``, and any error of the consumer.
    @discardableResult
    package func read(into consumer: any RecordConsumer) throws -> RecordSummary {
        let reader = try makeReader(for: consumer)
        try reader.readAll()
        return reader.summary
    }
}

/// A sender of the events of values: a text, a dictionary, or a tape that replays events. Only slow paths, such as errors, use
/// the properties and methods.
package protocol ValueSource {
    /// Whether the current value comes from JSON text.
    var hasText: Bool { get }

    /// The offset at which the current token begins.
    var tokenStart: Int { get }

    /// The current token, as quoted in messages.
    var tokenText: String { get }

    /// Returns the location of an offset in the text; `nil` if the source has no text.
    func location(of offset: Int) -> SourceLocation?
}

extension ValueSource {
    package func currentLocation() -> SourceLocation? { location(of: tokenStart) }
}

/// A sender of the events of one record after another to a consumer.
package protocol RecordSource: ValueSource, AnyObject {
    /// Returns the text of the current string or key, with U+FFFD for each unpaired surrogate; `nil` if the text has no
    /// unpaired surrogate.
    func repairedText() -> String?

    /// The number of the current record, counted from 1; rejected records are counted too.
    var recordNumber: Int { get }

    /// The path of the current record in the text.
    var recordPath: [JSONPath.Component] { get }

    /// Returns the JSON text of a member of the objects around the current record; `nil` if it is not an enclosing value of the
    /// record's path, or has not been found.
    func enclosingText(of member: JSONPath) -> [UInt8]?

    /// Returns whether the source can send the record again in key order. `false` if the members arrive in the order of the input or
    /// of their keys.
    func canRestartInKeyOrder() -> Bool
}

extension RecordSource {
    package var hasText: Bool { true }
    package func enclosingText(of member: JSONPath) -> [UInt8]? { nil }
    package func canRestartInKeyOrder() -> Bool { false }
}

/// A reader of texts in memory, which keeps its ``RecordReader`` from one text to the next.
///
/// A record reader, its window and its parser take a dozen allocations, which cost more than parsing a small text.
///
/// Used by one thread at a time.
package final class TextReader {
    /// The maximum length, in bytes, of a text whose reader is kept. The window and libyajl's buffers grow with the
    /// text, and stay allocated while the reader is kept.
    private static let maximumRetainedBytes = 16 << 10

    private let consumer: any RecordConsumer
    private let source = BorrowedBytesSource()
    /// The reader that is kept for the next text. It has read its last text to the end.
    private var keptReader: RecordReader?

    package init(_ consumer: any RecordConsumer) {
        self.consumer = consumer
    }

    /// Reads all records of a text, on this thread.
    ///
    /// - Parameters:
    ///   - text: the bytes; they are not used after the call.
    ///   - mayBeCompressed: whether the bytes are inflated if they begin like a compressed format.
    ///   - options: the policies and limits.
    /// - Returns: the summary of the records.
    /// - Throws: ``ImportError``, and any error of the consumer.
    package func read(
        _ text: Span<UInt8>, mayBeCompressed: Bool, options: ReadOptions
    ) throws -> RecordSummary {
        try options.validate()
        return try source.withBytes(text) {
            let isCompressed =
                mayBeCompressed && CompressionFormat.mayBegin(with: text.isEmpty ? nil : text[0])
            let isKept = !isCompressed && options.relaxedJSON == nil && options.dialect == nil
            let reader = reader(isKept: isKept, isCompressed: isCompressed, options)
            try reader.readAll()
            reader.detachContext()
            let summary = reader.summary
            if isKept, text.count <= Self.maximumRetainedBytes {
                reader.resetImport()
                keptReader = reader
            }
            return summary
        }
    }

    /// Returns the kept reader, or a new one. A reader is kept again only if it reaches the end of its text.
    private func reader(isKept: Bool, isCompressed: Bool, _ options: ReadOptions) -> RecordReader {
        if isKept, let reader = keptReader.take() {
            reader.restart(options)
            return reader
        }
        // The kept reader and the new one would share the consumer's context.
        keptReader = nil
        let source: any ByteSource =
            isCompressed
            ? CompressionDetectingSource(source, maximumWindowBytes: options.maximumWindowBytes) : source
        return RecordReader(
            options.relaxedJSON == nil ? source : RelaxedSource(source), options: options, consumer: consumer)
    }
}
