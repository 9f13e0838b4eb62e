/// The records that were read and not returned yet.
///
/// The next part of the text is parsed once all records of the previous part were returned, so that the memory is
/// filled and emptied in turns. An array is not used because an array of a type that is known only at run time copies
/// or allocates for each element that is removed.
@safe
final class RecordQueue<Model> {
    private var memory: UnsafeMutableBufferPointer<Model>
    /// The memory contains records from `first` up to `end`.
    private var first = 0
    private var end = 0

    init() {
        // SAFETY: `deinit` frees the memory, unless `grow` has freed it and set `memory` to larger memory.
        unsafe memory = .allocate(capacity: 16)
    }

    deinit {
        // SAFETY: the memory contains records from `first` up to `end`.
        unsafe memory.extracting(first..<end).deinitialize()
        unsafe memory.deallocate()
    }

    var isEmpty: Bool { first == end }

    /// Moves a record from its address to the end of the queue.
    func append(_ record: RecordAddress) {
        if first == end { (first, end) = (0, 0) }
        if unsafe end == memory.count { grow() }
        // SAFETY: the memory has room at `end`, and contains no record there.
        unsafe memory.initializeElement(at: end, to: record.take(as: Model.self))
        end += 1
    }

    /// Removes and returns the first record, or returns `nil` if the queue is empty.
    func popFirst() -> Model? {
        guard first < end else { return nil }
        defer {
            first += 1
            if first == end { (first, end) = (0, 0) }
        }
        // SAFETY: the memory contains the record, and `first` excludes it from now on.
        return unsafe memory.moveElement(from: first)
    }

    /// Removes the first record. The queue must not be empty.
    ///
    /// - Returns: the address of the record, which the caller moves out before it uses the queue again.
    func popFirstAddress() -> RecordAddress {
        precondition(!isEmpty, "the queue is empty")
        defer { first += 1 }
        // SAFETY: the memory contains the record, and `first` excludes it from now on.
        return unsafe RecordAddress(address: UnsafeMutableRawPointer(memory.baseAddress! + first))
    }

    /// Moves the first record to the end of another queue.
    func moveFirst(to other: RecordQueue) { other.append(popFirstAddress()) }

    private func grow() {
        // SAFETY: the records are moved to the beginning of larger memory, which has room for them.
        let larger = unsafe UnsafeMutableBufferPointer<Model>.allocate(capacity: memory.count * 2)
        _ = unsafe larger.moveInitialize(fromContentsOf: memory.extracting(first..<end))
        unsafe memory.deallocate()
        unsafe memory = larger
        (first, end) = (0, end - first)
    }
}
