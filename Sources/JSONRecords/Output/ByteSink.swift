/// A destination of text.
package protocol ByteSink: AnyObject {
    /// The name of the destination in errors.
    var name: String? { get }

    /// Writes all of the bytes, and waits as long as that takes.
    func write(_ bytes: Span<UInt8>) throws(ImportError)

    /// Makes the written bytes final. Nothing is written after this call.
    func finish() throws(ImportError)

    /// Discards what was written, as far as that is possible.
    func discard()
}

/// A sink that collects bytes in memory.
package final class MemorySink: ByteSink {
    package private(set) var bytes: [UInt8] = []

    package var name: String? { nil }

    package init() {}

    package func write(_ bytes: Span<UInt8>) { self.bytes.append(copying: bytes) }

    package func finish() {}
    package func discard() { bytes = [] }
}
