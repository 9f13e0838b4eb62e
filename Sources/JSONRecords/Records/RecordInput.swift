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

    /// - Parameter paths: the paths of the records.
    package init(_ origin: InputOrigin, at paths: RecordPaths, options: ReadOptions) {
        self.init(origin, at: paths, part: nil, options: options)
    }

    init(_ origin: InputOrigin, at paths: RecordPaths, part: InputPart?, options: ReadOptions) {
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
        let records = RecordPath(paths.paths[0].path, enclosing: enclosing)
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

    /// Checks the paths, the options and the part.
    func validate() throws(ImportError) {
        try paths.validate()
        try options.validate()
        try part?.validate()
        // A member around the records may also follow the part.
        if part?.isWholeInput == false, paths.haveEnclosingValues { throw .partWithoutEnclosingValues() }
    }

    /// The part of the text that the source has.
    var textPart: TextPart { part?.textPart ?? TextPart() }

    /// Returns a reader that reads the input from its beginning.
    package func makeReader(for consumer: any RecordConsumer) throws(ImportError) -> RecordReader {
        try validate()
        let input = try readingTrailingHeader()
        do {
            return RecordReader(
                try makeSource(yieldingEvery: options.yieldInterval), inputName: origin.name,
                paths: input.paths, part: textPart, options: input.options, consumer: consumer)
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
        return ColumnarSource(source, at: paths.paths[0].path, maximumBytes: limit)
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
