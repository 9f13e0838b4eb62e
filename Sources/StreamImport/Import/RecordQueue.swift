/// The records that were read and not returned yet, and the error that follows them.
///
/// The next part of the text is parsed once all records of the previous part were returned, so that the memory is
/// filled and emptied in turns. An array is not used because an array of a type that is known only at run time copies
/// or allocates for each element that is removed.
// Inlinable where the records are moved, so that code that knows their type moves them: unspecialized code would copy them.
@safe
@usableFromInline
final class RecordQueue<Model> {
    // Without exclusivity checks, which would take more time than the move of a small record. Only the methods of this class
    // access the memory, and none of them calls other code while it does.
    @usableFromInline @exclusivity(unchecked) var memory: UnsafeMutableBufferPointer<Model>
    /// The memory contains records from `first` up to `end`.
    @usableFromInline @safe @exclusivity(unchecked) var first = 0
    @usableFromInline @safe @exclusivity(unchecked) var end = 0
    /// The error that ended the import after the last record.
    private var error: (any Error)?

    init(error: (any Error)? = nil) {
        // SAFETY: `deinit` frees the memory, unless `grow` has freed it and set `memory` to larger memory.
        unsafe memory = .allocate(capacity: 16)
        self.error = error
    }

    deinit {
        // SAFETY: the memory contains records from `first` up to `end`.
        unsafe memory.extracting(first..<end).deinitialize()
        unsafe memory.deallocate()
    }

    var isEmpty: Bool { first == end }

    /// Whether an error follows the records.
    var hasError: Bool { error != nil }

    /// Moves a record from its address to the end of the queue.
    func append(_ record: ValueAddress) {
        if first == end { (first, end) = (0, 0) }
        if unsafe end == memory.count { grow() }
        // SAFETY: the memory has room at `end`, and contains no record there.
        unsafe (memory.baseAddress! + end)
            .moveInitialize(from: record.pointer.assumingMemoryBound(to: Model.self), count: 1)
        end += 1
    }

    /// Sets the error that ended the import.
    func append(_ error: any Error) { self.error = error }

    /// Removes and returns the first record, or returns `nil` if the queue has none.
    @inlinable
    func popFirst() -> Model? {
        guard first < end else { return nil }
        // SAFETY: the memory contains the record, and `first` excludes it from now on.
        defer { first += 1 }
        return unsafe memory.moveElement(from: first)
    }

    /// Removes and returns the error.
    func takeError() -> (any Error)? { error.take() }

    /// Removes the first record. The queue must have one.
    ///
    /// - Returns: the address of the record, which the caller moves out before it uses the queue again.
    func popFirstAddress() -> ValueAddress {
        precondition(!isEmpty, "the queue is empty")
        defer { first += 1 }
        // SAFETY: the memory contains the record, and `first` excludes it from now on.
        return unsafe ValueAddress(UnsafeMutableRawPointer(memory.baseAddress! + first))
    }

    /// Exchanges the contents of two queues.
    func exchange(with other: RecordQueue) {
        // SAFETY: each queue owns the memory that it gets, with the records from `first` up to `end`.
        unsafe swap(&memory, &other.memory)
        swap(&first, &other.first)
        swap(&end, &other.end)
        swap(&error, &other.error)
    }

    private func grow() {
        // SAFETY: the records are moved to the beginning of larger memory, which has room for them.
        let larger = unsafe UnsafeMutableBufferPointer<Model>.allocate(capacity: memory.count * 2)
        _ = unsafe larger.moveInitialize(fromContentsOf: memory.extracting(first..<end))
        unsafe memory.deallocate()
        unsafe memory = larger
        (first, end) = (0, end - first)
    }
}
