/// Text on its way to a sink, gathered in one piece of memory that is used again and again.
@safe
final class OutputBuffer {
    private let sink: any ByteSink
    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0
    /// Where the record that is being written begins, as far as it is still here.
    private var recordStart = 0
    /// Why the sink took no more. What is appended after that is dropped.
    private(set) var failure: ImportError?

    init(_ sink: any ByteSink, capacity: Int) {
        self.sink = sink
        // SAFETY: freed in `deinit`.
        unsafe memory = .allocate(byteCount: max(capacity, 1), alignment: 1)
    }

    deinit {
        unsafe memory.deallocate()
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        if unsafe bytes.count > memory.count - count { flush() }
        guard unsafe bytes.count <= memory.count else { return unsafe hand(bytes) }
        // SAFETY: there is room for them.
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    func append(_ text: StaticString) {
        // SAFETY: static text lives for ever.
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Hands on what is here.
    func flush() {
        // SAFETY: as many bytes were written.
        unsafe hand(UnsafeRawBufferPointer(rebasing: memory[..<count]))
        count = 0
        recordStart = 0
    }

    func startRecord() {
        recordStart = count
    }

    /// Forgets what is here of the last record.
    func dropRecord() {
        count = recordStart
    }

    private func hand(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil, unsafe !bytes.isEmpty else { return }
        do throws(ImportError) { try unsafe sink.write(bytes) } catch { failure = error }
    }
}
