/// The names of columns that stand after the rows. They are read in a pass of its own, before that of the rows.
final class TrailingHeader: RecordTextReceiver {
    /// The names that were read last.
    private var header = ArrayRows(.first)
    /// The names that were read first.
    private var names: [[UInt8]] = []
    private var areEqual = true
    private var isAtHeader = false
    private var hasRows = false

    /// The names stand before the rows.
    private struct StandsBeforeRows: Error {}

    /// Returns the names; `nil` if they stand before the rows, or if the input has no rows.
    ///
    /// - Parameters:
    ///   - input: the rows and the names, at the first and the second path, without a dialect.
    ///   - path: the path of the names.
    /// - Throws: ``ImportError``, also if there are no names, or if later rows have other names.
    static func names(of input: RecordInput, at path: JSONPath) throws(ImportError) -> [String]? {
        let receiver = TrailingHeader()
        do {
            try input.read(into: RecordTextConsumer(receiver))
        } catch {
            guard let error = error as? ImportError else { return nil }
            throw error.code == .pathNotFound && error.path == path
                ? .noColumnNames(at: path).with(input: error.input) : error
        }
        receiver.headerEnded()
        guard receiver.hasRows else { return nil }
        guard !receiver.names.isEmpty else { throw .noColumnNames(at: path).with(input: input.origin.name) }
        guard receiver.areEqual else { throw .otherColumnNames(at: path).with(input: input.origin.name) }
        return receiver.names.map { StringSpelling($0.span.withoutQuotes()).decoded }
    }

    func receive(_ text: Span<UInt8>, at offset: Int) throws(ImportError) {
        guard isAtHeader else { return }
        var translation: [UInt8] = []
        _ = try header.append(text, to: &translation)
    }

    func select(path: Int) {
        headerEnded()
        isAtHeader = path == 1
        if isAtHeader { header.select(path: path) }
    }

    private func headerEnded() {
        guard isAtHeader else { return }
        if names.isEmpty { names = header.names }
        areEqual = areEqual && names == header.names
    }

    func recordCompleted(_ record: borrowing CompletedRecord) throws {
        guard !isAtHeader, !hasRows else { return }
        guard names.isEmpty else { throw StandsBeforeRows() }
        hasRows = true
    }

    func recordDiscarded() {}
}

extension RecordInput {
    /// Returns the input with the names of the columns in place of their path, if they stand after the rows and the input can be read
    /// twice.
    func readingTrailingHeader() throws(ImportError) -> RecordInput {
        guard let path = options.dialect?.headerPath, part == nil, origin.canBeReadTwice else { return self }
        var options = options
        (options.dialect, options.errorPolicy, options.skippedRecordCount) = (nil, .fail, 0)
        (options.onRejected, options.rejectedTexts) = (nil, .discarded)
        (options.onOtherArray, options.onProgress, options.yieldInterval) = (nil, nil, nil)
        let header = RecordInput(
            origin, at: RecordPaths(paths.paths[0].path, header: path), options: options)
        guard let names = try TrailingHeader.names(of: header, at: path) else { return self }
        options = self.options
        options.dialect = .rows(.names(names))
        return RecordInput(origin, at: RecordPaths([paths.paths[0]]), options: options)
    }
}

extension ImportError {
    fileprivate static func noColumnNames(at path: JSONPath) -> ImportError {
        ImportError(
            .invalidOption, "expected the names of the columns at \(path.argument), found none",
            advice: path.components.count == 1
                ? "to name the only column, write --header \(path.argument)," : nil)
    }

    fileprivate static func otherColumnNames(at path: JSONPath) -> ImportError {
        ImportError(
            .invalidOption, "expected the same names at \(path.argument) after all rows, found other names",
            advice: "import rows with different columns by commands of their own")
    }
}
