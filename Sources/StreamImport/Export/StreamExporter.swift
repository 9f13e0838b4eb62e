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
    private let run: ExportRun

    /// The number of records that were written.
    public var recordCount: Int { run.recordCount }

    /// Creates an exporter that creates or replaces a file. It writes directly to a named pipe or a device.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - url: the URL of a file.
    ///   - options: the policies and limits.
    /// - Throws: ``ImportError/Code/cannotWrite`` if the file cannot be created.
    public init(
        of model: Model.Type = Model.self, to url: URL, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        run = try ExportRun(to: try FileSink(url), options)
    }

    /// Creates an exporter that writes to an open file, a pipe, a socket or a terminal, from its current position.
    ///
    /// The exporter does not close the handle. After an error, the records before the failed one have been written.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - handle: the handle to write to.
    ///   - options: the policies and limits.
    public init(
        of model: Model.Type = Model.self, to handle: FileHandle, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        run = try ExportRun(to: FileSink(handle), options)
    }

    /// Is not available, because a file is named by its URL.
    @available(*, unavailable, message: "create the URL of the path with URL(filePath:)")
    public init(
        of model: Model.Type = Model.self, to path: String, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        fatalError()
    }

    init(to sink: any ByteSink, _ options: ExportOptions) throws(ImportError) {
        run = try ExportRun(to: sink, options)
    }

    /// Writes a record.
    ///
    /// - Throws: ``ImportError``; every later call throws the same error. Code that runs while a record is written,
    ///   such as ``ImportableScalar/exported(dates:)``, cannot write another one.
    public func write(_ record: Model) throws(ImportError) {
        try run.write { output in try output.write(record) }
    }

    /// Writes the end of the text, and moves a file to its URL. Later calls of ``write(_:)`` and ``finish()`` are
    /// errors.
    public func finish() throws(ImportError) {
        try run.finish()
    }
}
