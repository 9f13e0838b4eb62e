/// Memory that stays where it is until its owner frees it: frames, slots and key tables.
///
/// The binder touches this memory several times for each event of the input, so it is reached by plain
/// pointers: classes would cost a retain, a release and an exclusivity check at each step (20% of an import).
///
/// The owner frees the memory after the last event. With that rule kept, using it is safe, which is why the type
/// says so.
///
/// This and what else every event needs is usable from inline: without it Swift 6.3 ignores `@inlinable` on what is declared
/// `package`, and an import would need half as many instructions again.
@safe
@usableFromInline
package struct Pinned<Value>: Equatable {
    @usableFromInline package let pointer: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ pointer: UnsafeMutablePointer<Value>) {
        // SAFETY: the caller keeps the memory alive and initialised.
        unsafe self.pointer = pointer
    }

    /// Memory for `count` values, each a copy of `value`.
    @inlinable
    package init(repeating value: Value, count: Int) {
        // SAFETY: freed by `free(count:)`.
        unsafe pointer = .allocate(capacity: max(count, 1))
        unsafe pointer.initialize(repeating: value, count: count)
    }

    /// Memory for these values.
    @inlinable
    package init(_ values: [Value]) {
        self.init(capacity: values.count)
        for (index, value) in values.enumerated() { (self + index).initialize(to: value) }
    }

    /// Memory for `capacity` values that are still to be initialised.
    @inlinable
    package init(capacity: Int) {
        // SAFETY: freed by `free(count:)`.
        unsafe pointer = .allocate(capacity: max(capacity, 1))
    }

    /// Puts the first value into memory that has none.
    @inlinable
    package func initialize(to value: Value) {
        // SAFETY: the owner made the memory with room for it.
        unsafe pointer.initialize(to: value)
    }

    /// Deinitializes the first `count` values and frees the memory.
    @inlinable
    package func free(count: Int) {
        // SAFETY: called once, by the owner.
        unsafe pointer.deinitialize(count: count)
        unsafe pointer.deallocate()
    }

    @inlinable
    package var value: Value {
        // SAFETY: the owner keeps the memory alive and initialised.
        unsafeAddress { unsafe UnsafePointer(pointer) }
        nonmutating unsafeMutableAddress { unsafe pointer }
    }

    @inlinable
    package subscript(index: Int) -> Value {
        // SAFETY: as `value`; the caller keeps the index in range.
        unsafeAddress { unsafe UnsafePointer(pointer + index) }
        nonmutating unsafeMutableAddress { unsafe pointer + index }
    }

    // SAFETY: addresses are compared, and nothing is read.
    @inlinable
    package static func == (left: Pinned, right: Pinned) -> Bool { unsafe left.pointer == right.pointer }

    // SAFETY: the caller keeps the sum inside the memory, or at its end.
    @inlinable
    package static func + (pinned: Pinned, count: Int) -> Pinned { unsafe Pinned(pinned.pointer + count) }
}
