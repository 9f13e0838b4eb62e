public import Foundation

/// An exporter that writes models as JSON, one after another, in memory bounded by one record and
/// ``ExportOptions/bufferBytes``.
///
///     let exporter = try StreamExporter(of: Repo.self, to: url)
///     for try await repo in repos { try exporter.write(repo) }
///     try exporter.finish()
///
/// To write a sequence that already exists, call `try StreamExporter.write(repos, to: url)`.
///
/// A file is never visible incomplete: the text goes to a temporary file in the same directory, which ``finish()``
/// moves to the URL. Without that call, and after an error, no file is created, and an existing file is unchanged.
///
/// Every error is an ``ImportError``, and ends the export. If a value cannot be written, the error names its record and
/// its path.
public final class StreamExporter<Model: Importable> {
    private let sink: any ByteSink
    private let text: TextTarget
    private let output: ModelOutput
    private let format: ExportFormat
    private var isWriting = false
    /// The error of all further calls: that of a failed call, or that the export has finished; `nil` while it is open.
    private var closed: ImportError?

    /// The number of records that were written.
    public private(set) var recordCount = 0

    /// Creates an exporter that creates or replaces a file. It writes directly to a named pipe or a device.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - url: the URL of a file.
    ///   - options: the policies and limits.
    /// - Throws: ``ImportError/Code/cannotWrite`` if the file cannot be created.
    public convenience init(
        of model: Model.Type = Model.self, to url: URL, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        try self.init(to: FileSink(url), options)
    }

    /// Creates an exporter that writes to an open file, a pipe, a socket or a terminal, from its current position.
    ///
    /// The exporter does not close the handle. After an error, the records before the failed one have been written.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - handle: the handle to write to.
    ///   - options: the policies and limits.
    public convenience init(
        of model: Model.Type = Model.self, to handle: FileHandle, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        try self.init(to: FileSink(handle), options)
    }

    /// Is not available, because a file is named by its URL.
    @available(*, unavailable, message: "create the URL of the path with URL(filePath:)")
    public convenience init(
        of model: Model.Type = Model.self, to path: String, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        fatalError()
    }

    init(to sink: any ByteSink, _ options: ExportOptions) throws(ImportError) {
        try options.validate()
        self.sink = sink
        format = options.format
        text = TextTarget(
            to: sink, capacity: options.bufferBytes, isIndented: options.isIndented && format == .array,
            isLine: format == .lines)
        output = try ModelOutput(to: text, options: options, depth: format == .array ? 1 : 0)
        if format == .array { text.start(isObject: false) }
    }

    deinit {
        if closed == nil { sink.discard() }
    }

    /// Writes a record.
    ///
    /// - Throws: ``ImportError``; every later call throws the same error. Code that runs while a record is written,
    ///   such as ``ImportableScalar/exported(dates:)``, cannot write another one.
    public func write(_ record: Model) throws(ImportError) {
        try requireOpen()
        isWriting = true
        defer { isWriting = false }
        text.startRecord()
        do {
            try output.write(record)
        } catch {
            // In an array, the path begins with the index of the record.
            let index = format == .array ? JSONPath.Component.index(recordCount) : nil
            throw fail(.rejectedByModel(error).inside(index).with(record: recordCount + 1))
        }
        if format == .lines { text.startLine() }
        if let writeError = text.writeError { throw fail(writeError) }
        recordCount += 1
    }

    /// Writes the end of the text, and moves a file to its URL. Later calls of ``write(_:)`` and ``finish()`` are
    /// errors.
    public func finish() throws(ImportError) {
        try requireOpen()
        do throws(ImportError) {
            if format == .array { text.end(isObject: false) }
            text.flush()
            if let writeError = text.writeError { throw writeError }
            try sink.finish()
        } catch {
            throw fail(error)
        }
        closed = ImportError(
            .cannotWrite, "the export has already finished",
            advice: "write all records before calling finish()", input: sink.name)
    }

    private func requireOpen() throws(ImportError) {
        if let closed { throw closed }
        guard isWriting else { return }
        throw ImportError(
            .cannotWrite, "another record is being written",
            advice: "do not call the exporter while it is writing a record", input: sink.name)
    }

    /// Ends the export. Sends the records before the failed one to the sink, and discards the output as far as the sink
    /// can.
    ///
    /// - Returns: the error with the name of the sink.
    private func fail(_ error: ImportError) -> ImportError {
        text.discardRecord()
        text.flush()
        sink.discard()
        let error = error.with(input: sink.name)
        closed = error
        return error
    }
}

/// Exports of whole sequences in one line.
extension StreamExporter {
    /// Writes all records of a sequence to a file; see ``init(of:to:options:)-(_,URL,_)``.
    ///
    /// - Returns: the number of records.
    @discardableResult
    public static func write(
        _ records: some Sequence<Model>, to url: URL, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) -> Int {
        try StreamExporter(to: url, options: options).writeAll(records)
    }

    /// Writes all records of a sequence to an open file, a pipe, a socket or a terminal.
    ///
    /// - Returns: the number of records.
    @discardableResult
    public static func write(
        _ records: some Sequence<Model>, to handle: FileHandle, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) -> Int {
        try StreamExporter(to: handle, options: options).writeAll(records)
    }

    /// Writes all records of an import to a file, one after another.
    ///
    /// - Returns: the summary of the import. ``ImportSummary/recordCount`` records were written.
    /// - Throws: the errors of the export and of the import.
    @discardableResult
    public static func write(
        _ records: ImportSequence<Model>, to url: URL, options: ExportOptions = Model.exportOptions
    ) throws -> ImportSummary {
        try StreamExporter(to: url, options: options).writeAll(records)
    }

    /// Writes all records of an import to an open file, a pipe, a socket or a terminal, one after another.
    ///
    /// - Returns: the summary of the import. ``ImportSummary/recordCount`` records were written.
    /// - Throws: the errors of the export and of the import.
    @discardableResult
    public static func write(
        _ records: ImportSequence<Model>, to handle: FileHandle,
        options: ExportOptions = Model.exportOptions
    ) throws -> ImportSummary {
        try StreamExporter(to: handle, options: options).writeAll(records)
    }

    /// Writes all records of bytes that arrive asynchronously to a file, one after another, on the calling task.
    ///
    /// - Returns: the summary of the import. ``ImportSummary/recordCount`` records were written.
    /// - Throws: the errors of the export, of the import and of its input.
    @discardableResult
    public static func write<Input: AsyncSequence>(
        _ records: AsyncImportSequence<Model, Input>, to url: URL,
        options: ExportOptions = Model.exportOptions, isolation: isolated (any Actor)? = #isolation
    ) async throws -> ImportSummary {
        try await StreamExporter(to: url, options: options).writeAll(records, isolation: isolation)
    }

    /// Writes all records of bytes that arrive asynchronously to an open file, a pipe, a socket or a terminal, one
    /// after another, on the calling task.
    ///
    /// - Returns: the summary of the import. ``ImportSummary/recordCount`` records were written.
    /// - Throws: the errors of the export, of the import and of its input.
    @discardableResult
    public static func write<Input: AsyncSequence>(
        _ records: AsyncImportSequence<Model, Input>, to handle: FileHandle,
        options: ExportOptions = Model.exportOptions, isolation: isolated (any Actor)? = #isolation
    ) async throws -> ImportSummary {
        try await StreamExporter(to: handle, options: options).writeAll(records, isolation: isolation)
    }

    /// Is not available, because a file is named by its URL.
    @available(*, unavailable, message: "create the URL of the path with URL(filePath:)")
    public static func write(
        _ records: some Sequence<Model>, to path: String, options: ExportOptions = Model.exportOptions
    ) throws {
        fatalError()
    }

    /// Returns the text of all records, in UTF-8.
    public static func data(
        of records: some Sequence<Model>, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) -> Data {
        Data(try bytes(of: records, options: options))
    }

    /// Returns the text of all records, in UTF-8.
    public static func bytes(
        of records: some Sequence<Model>, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) -> [UInt8] {
        let memory = MemorySink()
        _ = try StreamExporter(to: memory, options).writeAll(records)
        return memory.bytes
    }

    private func writeAll(_ records: some Sequence<Model>) throws(ImportError) -> Int {
        for record in records { try write(record) }
        try finish()
        return recordCount
    }

    private func writeAll(_ records: ImportSequence<Model>) throws -> ImportSummary {
        let summary = try records.forEach { try write($0) }
        try finish()
        return summary
    }

    private func writeAll<Input: AsyncSequence>(
        _ records: AsyncImportSequence<Model, Input>, isolation: isolated (any Actor)?
    ) async throws -> ImportSummary {
        let summary = try await records.forEach(isolation: isolation) { try write($0) }
        try finish()
        return summary
    }
}
