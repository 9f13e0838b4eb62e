/// A part of a text that one thread parses: from a boundary to the next, or to the end of what was read.
///
/// Only the thread that reads or parses the segment accesses it.
@safe
final class Segment {
    /// The boundary at which the text begins.
    var start = Boundary()
    /// The boundary at which the text ends; `nil` if the text was read without reaching one.
    var end: Boundary?
    private(set) var count = 0
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int) {
        // The system copies a file to an address that is a multiple of 64 in two thirds of the time that the alignment of malloc
        // takes.
        // SAFETY: `deinit` frees the memory. Only the first `count` bytes are read.
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
            .bindMemory(to: UInt8.self)
    }

    deinit {
        // SAFETY: nothing refers to the memory after this.
        unsafe memory.deallocate()
    }

    /// The number of bytes for which the segment has room.
    // SAFETY: only the size of the memory is read.
    var capacity: Int { unsafe memory.count }

    /// Calls `body` with the text from a position on.
    func withText<Result>(from position: Int = 0, _ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: the bytes before `count` were written, and do not change during the call.
        unsafe body(
            Span(_unsafeElements: UnsafeBufferPointer(rebasing: memory[position..<count])))
    }

    /// Appends at most `size` bytes, which `read` writes to a buffer.
    func append(
        atMost size: Int, _ read: (inout OutputSpan<UInt8>) throws(ImportError) -> SourceRead
    ) throws(ImportError) -> SourceRead {
        // SAFETY: the range is inside the memory.
        let part = unsafe UnsafeMutableBufferPointer(
            rebasing: memory[count..<min(count + size, capacity)])
        var buffer = unsafe OutputSpan(buffer: part, initializedCount: 0)
        let result = try read(&buffer)
        count += unsafe buffer.finalize(for: part)
        return result
    }

    /// Appends bytes, for which the segment must have room.
    func append(_ bytes: Span<UInt8>) {
        precondition(count + bytes.count <= capacity)
        // SAFETY: the precondition keeps the bytes inside the memory.
        count += unsafe bytes.withUnsafeBufferPointer {
            unsafe memory[count...].initialize(fromContentsOf: $0) - count
        }
    }

    /// Appends the text to an array.
    func appendText(to bytes: inout [UInt8]) {
        // SAFETY: the bytes before `count` were written.
        unsafe bytes.append(contentsOf: memory[..<count])
    }

    /// Moves the text from a position on to the beginning of another segment, which has no text.
    func moveText(from position: Int, to other: Segment) {
        withText(from: position) { other.append($0) }
        count = position
    }

    /// Writes the bytes from a position on to a buffer.
    ///
    /// - Returns: the number of bytes.
    func copyText(from position: Int, into buffer: inout OutputSpan<UInt8>) -> Int {
        // SAFETY: the range is inside the memory.
        unsafe buffer.append(prefixOf: memory[position..<count])
    }

    func removeText() { count = 0 }

    /// Removes the text before a position.
    func removeText(before position: Int) {
        // SAFETY: both ranges are inside the memory. The function allows them to overlap.
        unsafe memory.baseAddress!.update(from: memory.baseAddress! + position, count: count - position)
        count -= position
    }
}
