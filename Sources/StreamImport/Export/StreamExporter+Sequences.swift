public import Foundation

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
