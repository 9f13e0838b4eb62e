/// Where text goes once it is written.
protocol ByteSink: AnyObject {
    /// What errors call it.
    var name: String? { get }

    /// Takes all of the bytes, waiting as long as it has to.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportError)

    /// Makes what was written final. Nothing follows it.
    func finish() throws(ImportError)

    /// Takes back what was written, as far as that can be done.
    func discard()
}

/// Collects bytes in memory.
final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    var name: String? { nil }
    // SAFETY: the bytes are valid for the call, and are copied.
    func write(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes.append(contentsOf: bytes) }
    func finish() {}
    func discard() { bytes = [] }
}
