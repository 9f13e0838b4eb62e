/// A source of the bytes that were already read from another source, and of the bytes that follow them there.
final class PeekedSource: ByteSource {
    private let beginning: MemorySource<[UInt8]>
    private let source: any ByteSource
    /// The error that follows the bytes.
    private let error: ImportError?

    init(_ bytes: [UInt8], of source: any ByteSource, error: ImportError?) {
        beginning = MemorySource(bytes)
        self.source = source
        self.error = error
    }

    var bytesRead: Int { source.bytesRead }
    var totalBytes: Int? { source.totalBytes }
    var textBytes: Int? { source.textBytes }

    func read(into buffer: inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead {
        let read = beginning.read(into: &buffer)
        guard read == .end else { return read }
        if let error { throw error }
        return try source.read(into: &buffer)
    }
}
