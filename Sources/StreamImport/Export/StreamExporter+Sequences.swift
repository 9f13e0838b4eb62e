public import Foundation

/// What is there already, in one line.
extension StreamExporter {
    /// Writes all records of a sequence to a file; see ``init(of:to:options:)-(_,URL,_)``.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public static func write(
        _ records: some Sequence<Model>, to url: URL, options: ExportOptions = ExportOptions()
    ) throws(ImportError) -> Int {
        try StreamExporter(to: url, options: options).writeAll(records)
    }

    /// Writes all records of a sequence to an open file, a pipe, a socket or a terminal.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public static func write(
        _ records: some Sequence<Model>, to handle: FileHandle, options: ExportOptions = ExportOptions()
    ) throws(ImportError) -> Int {
        try StreamExporter(to: handle, options: options).writeAll(records)
    }

    /// Writes all records of an import to a file, one after another.
    ///
    /// - Returns: how many there were.
    /// - Throws: the error of the import, too.
    @discardableResult
    public static func write(
        _ records: ImportSequence<Model>, to url: URL, options: ExportOptions = ExportOptions()
    ) throws -> Int {
        try StreamExporter(to: url, options: options).writeAll(records)
    }

    /// Writes all records of an import to an open file, a pipe, a socket or a terminal, one after another.
    ///
    /// - Returns: how many there were.
    /// - Throws: the error of the import, too.
    @discardableResult
    public static func write(
        _ records: ImportSequence<Model>, to handle: FileHandle, options: ExportOptions = ExportOptions()
    ) throws -> Int {
        try StreamExporter(to: handle, options: options).writeAll(records)
    }

    /// The text of all records, in memory.
    public static func data(
        of records: some Sequence<Model>, options: ExportOptions = ExportOptions()
    ) throws(ImportError) -> Data {
        Data(try bytes(of: records, options: options))
    }

    /// The text of all records, in memory.
    public static func bytes(
        of records: some Sequence<Model>, options: ExportOptions = ExportOptions()
    ) throws(ImportError) -> [UInt8] {
        let memory = MemorySink()
        _ = try StreamExporter(to: memory, options).writeAll(records)
        return memory.bytes
    }

    private func writeAll(_ records: some Sequence<Model>) throws(ImportError) -> Int {
        for record in records { try write(record) }
        try finish()
        return self.records
    }

    private func writeAll(_ records: ImportSequence<Model>) throws -> Int {
        try records.forEach { try write($0) }
        try finish()
        return self.records
    }
}
