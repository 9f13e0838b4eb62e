/// Memory of a run that stays where it is until the run ends: frames, nodes and key tables.
///
/// The binder touches this memory several times for each event of the input, so it is reached by plain
/// pointers: classes would cost a retain, a release and an exclusivity check at each step (20% of an import).
///
/// Whoever makes one keeps it in a ``NodeStore`` or a ``FrameStack``, which frees it after the last event. With
/// that rule kept, using it is safe, which is why the type says so.
@safe
struct Pinned<Value>: Equatable {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ pointer: UnsafeMutablePointer<Value>) {
        unsafe self.pointer = pointer
    }

    /// Memory for `count` values, each a copy of `value`.
    init(repeating value: Value, count: Int) {
        // SAFETY: freed by `free(count:)`.
        unsafe pointer = .allocate(capacity: max(count, 1))
        unsafe pointer.initialize(repeating: value, count: count)
    }

    /// Memory for these values.
    init(_ values: [Value]) {
        self.init(capacity: values.count)
        for (index, value) in values.enumerated() { (self + index).initialize(to: value) }
    }

    /// Memory for `capacity` values that are still to be initialised.
    init(capacity: Int) {
        // SAFETY: freed by `free(count:)`.
        unsafe pointer = .allocate(capacity: max(capacity, 1))
    }

    /// Puts the first value into memory that has none.
    func initialize(to value: Value) {
        // SAFETY: the owner made the memory with room for it.
        unsafe pointer.initialize(to: value)
    }

    /// Ends the life of the first `count` values and of the memory.
    func free(count: Int) {
        // SAFETY: called once, by the owner.
        unsafe pointer.deinitialize(count: count)
        unsafe pointer.deallocate()
    }

    var value: Value {
        // SAFETY: the owner keeps the memory alive and initialised.
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }

    /// The first `count` values as they are in memory.
    func buffer(count: Int) -> UnsafeBufferPointer<Value> {
        unsafe UnsafeBufferPointer(start: pointer, count: count)
    }

    subscript(index: Int) -> Value {
        // SAFETY: as `value`; the caller keeps the index in range.
        unsafeAddress { unsafe UnsafePointer(pointer + index) }
        nonmutating unsafeMutableAddress { unsafe pointer + index }
    }

    static func == (left: Pinned, right: Pinned) -> Bool { unsafe left.pointer == right.pointer }

    /// Whether this is one of the first `count` values behind `start`.
    func isInside(_ start: Pinned, count: Int) -> Bool {
        unsafe pointer >= start.pointer && pointer < start.pointer + count
    }

    static func + (pinned: Pinned, count: Int) -> Pinned { unsafe Pinned(pinned.pointer + count) }
}
