public import Foundation

/// Writes models as JSON, one after another, in memory bounded by one record and ``ExportOptions/bufferBytes``.
///
///     let exporter = try StreamExporter(of: Repo.self, to: url)
///     for try await repo in repos { try exporter.write(repo) }
///     try exporter.finish()
///
/// For what is there already, one line does it: `try StreamExporter.write(repos, to: url)`.
///
/// A file is there whole or not at all: it is written beside its place, and moved there by ``finish()``. Without that,
/// and after an error, there is none, and a file that was there before is untouched.
///
/// Every error is an ``ImportError`` that says which record and which value of it cannot be written. It ends the
/// export.
public final class StreamExporter<Model: Importable> {
    private let run: ExportRun

    /// How many records have been written.
    public var recordCount: Int { run.recordCount }

    /// Creates a file, or prepares to replace one. A pipe with a name and a device are written to as they are.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - url: the URL of a file.
    ///   - options: the policies and limits.
    /// - Throws: ``ImportError/Code/cannotWrite`` if there can be no such file.
    public init(
        of model: Model.Type = Model.self, to url: URL, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        run = try ExportRun(to: try FileSink(url), options)
    }

    /// Writes to an open file, a pipe, a socket or a terminal, from where it stands.
    ///
    /// The handle is not closed. After an error, the records before it have been written.
    ///
    /// - Parameters:
    ///   - model: the type of the records.
    ///   - handle: what is written to.
    ///   - options: the policies and limits.
    public init(
        of model: Model.Type = Model.self, to handle: FileHandle, options: ExportOptions = Model.exportOptions
    ) throws(ImportError) {
        run = try ExportRun(to: FileSink(handle), options)
    }

    init(to sink: any ByteSink, _ options: ExportOptions) throws(ImportError) {
        run = try ExportRun(to: sink, options)
    }

    /// Writes a record.
    ///
    /// - Throws: ``ImportError``; the same one for every record after it. What is called while a record is written, such
    ///   as ``ImportableScalar/exported(dates:)``, cannot write another one.
    public func write(_ record: Model) throws(ImportError) {
        try run.write { output in try output.write(record) }
    }

    /// Writes the end, and puts a file in its place. Nothing is written after it.
    public func finish() throws(ImportError) {
        try run.finish()
    }
}
