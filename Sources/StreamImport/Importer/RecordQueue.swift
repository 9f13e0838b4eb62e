/// Records that were read and not handed out yet.
///
/// A piece of text is parsed once all records of the one before it were handed out, so that the memory is
/// filled and emptied by turns. It is not an array because arrays of a type that is only known at run time copy
/// or allocate for each element they give up.
@safe
final class RecordQueue<Model> {
    private var memory: UnsafeMutableBufferPointer<Model>
    /// The records from `first` up to `end` are there.
    private var first = 0
    private var end = 0

    init() {
        // SAFETY: freed in `deinit` or when it is replaced by a larger one.
        unsafe memory = .allocate(capacity: 16)
    }

    deinit {
        // SAFETY: these are the records that are there.
        unsafe memory.extracting(first..<end).deinitialize()
        unsafe memory.deallocate()
    }

    var isEmpty: Bool { first == end }

    /// Takes a record from where a run has put it.
    func append(_ record: RecordAddress) {
        if unsafe end == memory.count { grow() }
        // SAFETY: there is room, and nothing at `end`.
        unsafe memory.initializeElement(at: end, to: record.take(as: Model.self))
        end += 1
    }

    /// The record that came first, if there is one.
    func popFirst() -> Model? {
        guard first < end else { return nil }
        defer {
            first += 1
            if first == end { (first, end) = (0, 0) }
        }
        // SAFETY: the record is there, and is left out from now on.
        return unsafe memory.moveElement(from: first)
    }

    private func grow() {
        // SAFETY: the records that are there are moved to the beginning of memory that has room for them.
        let larger = unsafe UnsafeMutableBufferPointer<Model>.allocate(capacity: memory.count * 2)
        _ = unsafe larger.moveInitialize(fromContentsOf: memory.extracting(first..<end))
        unsafe memory.deallocate()
        unsafe memory = larger
        (first, end) = (0, end - first)
    }
}
