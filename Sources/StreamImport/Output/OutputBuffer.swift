/// A buffer of text for a sink, whose memory is reused.
///
/// The current record stays in the buffer until it is complete, however long it is. A record that cannot be written
/// therefore leaves nothing in the output.
@safe
package final class OutputBuffer {
    private let sink: any ByteSink
    /// The number of gathered bytes at which complete records are sent to the sink, and the initial size of the memory.
    private let capacity: Int
    private var memory: UnsafeMutableRawBufferPointer
    /// The number of gathered bytes. Private, so that the compiler proves that no two accesses overlap: the dynamic checks of
    /// a property that other modules see take 12% of the instructions of `ImportSequence.write(to:table:)` (people).
    private var end = 0
    /// The offset at which the current record begins.
    private var recordStart = 0
    /// The first error of the sink. Once the sink has failed, appended bytes are dropped.
    private(set) var writeError: ImportError?

    /// Creates a buffer for one record at a time, which sends no bytes to a sink.
    package convenience init() {
        self.init(MemorySink(), capacity: 4 << 10)
    }

    init(_ sink: any ByteSink, capacity: Int) {
        self.sink = sink
        self.capacity = max(capacity, 1)
        // SAFETY: `deinit` deallocates the memory, and `grow` the memory that it replaces.
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit {
        // SAFETY: the buffer allocated the memory. Users of ``bytes`` keep the buffer alive while they read them.
        unsafe memory.deallocate()
    }

    /// The number of gathered bytes.
    package var count: Int { end }

    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil, let source = bytes.baseAddress else { return }
        if unsafe bytes.count > memory.count - end { makeRoom(for: bytes.count) }
        // SAFETY: `makeRoom` has ensured that the bytes fit.
        unsafe (memory.baseAddress.unsafelyUnwrapped + end).copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    func append(_ byte: UInt8) {
        guard writeError == nil else { return }
        if unsafe end == memory.count { makeRoom(for: 1) }
        // SAFETY: `makeRoom` has ensured that the byte fits.
        unsafe memory[end] = byte
        end &+= 1
    }

    /// Appends bytes, with the same byte before and after them.
    func append(_ bytes: UnsafeRawBufferPointer, between delimiter: UInt8) {
        guard writeError == nil else { return }
        let addedCount = bytes.count + 2
        if unsafe addedCount > memory.count - end { makeRoom(for: addedCount) }
        // SAFETY: `makeRoom` has ensured that the bytes fit.
        let destination = unsafe memory.baseAddress.unsafelyUnwrapped + end
        unsafe destination.storeBytes(of: delimiter, as: UInt8.self)
        if let source = bytes.baseAddress {
            unsafe (destination + 1).copyMemory(from: source, byteCount: bytes.count)
        }
        unsafe destination.storeBytes(of: delimiter, toByteOffset: addedCount - 1, as: UInt8.self)
        end &+= addedCount
    }

    /// The gathered bytes, valid until bytes are appended or discarded.
    package var bytes: UnsafeRawBufferPointer {
        // SAFETY: the first `end` bytes are initialized.
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<end])
    }

    func append(_ text: StaticString) {
        // SAFETY: the bytes of a static string are valid for the lifetime of the process.
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Sends all gathered bytes to the sink.
    func flush() {
        flushPrefix(end)
    }

    func startRecord() {
        if end >= capacity { flush() }
        recordStart = end
    }

    /// Discards the bytes of the current record.
    package func discardRecord() {
        end = recordStart
    }

    /// Sends the records before the current one to the sink and, if the memory still has too little room, grows it.
    @inline(never)
    private func makeRoom(for addedCount: Int) {
        flushPrefix(recordStart)
        // SAFETY: only the size of the memory is read.
        guard unsafe addedCount > memory.count - end else { return }
        unsafe grow(to: max(end + addedCount, 2 * memory.count))
    }

    private func grow(to size: Int) {
        // SAFETY: the first `end` bytes are initialized, and the new memory has room for them. `deinit` deallocates
        // the new memory.
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
        unsafe memory.deallocate()
        unsafe memory = larger
    }

    /// Sends the first bytes to the sink, and moves the others to the beginning of the memory.
    private func flushPrefix(_ length: Int) {
        guard length > 0 else { return }
        // SAFETY: the first `end` bytes are initialized; `copyMemory` accepts ranges that overlap.
        unsafe send(UnsafeRawBufferPointer(rebasing: memory[..<length]))
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[length..<end]))
        end -= length
        recordStart = 0
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == nil else { return }
        // SAFETY: the caller keeps the bytes valid for the call.
        do throws(ImportError) { try unsafe sink.write(bytes) } catch { writeError = error }
    }
}
