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
    private let memory: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        // The system copies a file to an address that is a multiple of 64 in two thirds of the time that the alignment of malloc
        // takes.
        // SAFETY: `deinit` frees the memory. Only the first `count` bytes are read.
        unsafe memory = .allocate(byteCount: capacity, alignment: 64)
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
            Span(_unsafeElements: UnsafeBufferPointer(memory[position..<count].bindMemory(to: UInt8.self))))
    }

    /// Appends at most `size` bytes, which `read` writes to a buffer.
    func append(
        atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead
    ) throws(ImportError) -> SourceRead {
        // SAFETY: the range is inside the memory.
        let result = try unsafe read(
            UnsafeMutableRawBufferPointer(rebasing: memory[count..<min(count + size, capacity)]))
        if case .bytes(let added) = result { count += added }
        return result
    }

    /// Appends bytes, for which the segment must have room.
    func append(_ bytes: UnsafeRawBufferPointer) {
        precondition(count + bytes.count <= capacity)
        // SAFETY: the precondition keeps the bytes inside the memory.
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Appends the text to an array.
    func appendText(to bytes: inout [UInt8]) {
        // SAFETY: the bytes before `count` were written.
        unsafe bytes.append(contentsOf: memory[..<count])
    }

    /// Moves the text from a position on to the beginning of another segment, which has no text.
    func moveText(from position: Int, to other: Segment) {
        // SAFETY: the range is inside the memory.
        unsafe other.append(UnsafeRawBufferPointer(rebasing: memory[position..<count]))
        count = position
    }

    /// Writes the bytes from a position on to a buffer.
    ///
    /// - Returns: the number of bytes.
    func copyText(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let end = min(position + buffer.count, count)
        // SAFETY: the range is inside the memory, and not longer than the buffer.
        unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[position..<end]))
        return end - position
    }

    func removeText() { count = 0 }

    /// Removes the text before a position.
    func removeText(before position: Int) {
        // SAFETY: both ranges are inside the memory. The system's function allows them to overlap.
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[position..<count]))
        count -= position
    }
}
