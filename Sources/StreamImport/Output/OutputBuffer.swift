/// Text on its way to a sink, gathered in one piece of memory that is used again and again.
///
/// A record that is being written stays here to its end, as long as it may be: one that cannot be written leaves
/// nothing of itself behind.
@safe
package final class OutputBuffer {
    private let sink: any ByteSink
    /// How much is gathered before it is handed on.
    private let capacity: Int
    private var memory: UnsafeMutableRawBufferPointer
    /// How many bytes are gathered.
    package private(set) var count = 0
    /// Where the record that is being written begins.
    private var recordStart = 0
    /// Why the sink took no more. What is appended after that is dropped.
    private(set) var writeError: ImportError?

    /// Makes a buffer for one record at a time, which is handed on to nobody.
    package convenience init() {
        self.init(MemorySink(), capacity: 4 << 10)
    }

    init(_ sink: any ByteSink, capacity: Int) {
        self.sink = sink
        self.capacity = max(capacity, 1)
        // SAFETY: freed in `deinit`.
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit {
        // SAFETY: allocated by this buffer, and not lent at this time.
        unsafe memory.deallocate()
    }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil else { return }
        if unsafe bytes.count > memory.count - count { makeRoom(for: bytes.count) }
        // SAFETY: there is room for them.
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// The bytes that are gathered, where they are until others are appended or dropped.
    package var bytes: UnsafeRawBufferPointer {
        // SAFETY: as many bytes were written.
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    func append(_ text: StaticString) {
        // SAFETY: static text lives for ever.
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Hands on all that is here.
    func flush() {
        flushPrefix(count)
    }

    func startRecord() {
        if count >= capacity { flush() }
        recordStart = count
    }

    /// Forgets what is here of the last record.
    package func discardRecord() {
        count = recordStart
    }

    /// Hands on the records before the one that is being written; if that is not enough, the memory grows.
    private func makeRoom(for more: Int) {
        flushPrefix(recordStart)
        // SAFETY: only the size is asked for.
        guard unsafe more > memory.count - count else { return }
        unsafe grow(to: max(count + more, 2 * memory.count))
    }

    private func grow(to size: Int) {
        // SAFETY: as many bytes were written, and the new memory has room for them. It is freed as the old one is.
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        unsafe memory.deallocate()
        unsafe memory = larger
    }

    /// Hands on the first bytes, and moves the others to their place.
    private func flushPrefix(_ length: Int) {
        guard length > 0 else { return }
        // SAFETY: as many bytes were written; memory may be copied within itself.
        unsafe send(UnsafeRawBufferPointer(rebasing: memory[..<length]))
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[length..<count]))
        count -= length
        recordStart = 0
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil else { return }
        // SAFETY: the bytes are valid for the call.
        do throws(ImportError) { try unsafe sink.write(bytes) } catch { writeError = error }
    }
}
